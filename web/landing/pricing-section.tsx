import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, type LucideIcon, X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Site } from '#shared/website/site.ts'
import { looks, MenuPicture } from './menu-sheet.tsx'
import { type Rail, RailButtons, RailRow, useRail, SampleMark } from './rail.tsx'
import { words } from './messages.ts'
import { section } from './section-head.tsx'

type Pricing = Site['pricing']
type Menu = Pricing['menus'][number]
type PricingProps = { pricing: Pricing; clinic: string }

/** The price menus in a row with counter, thumbnails and lightbox. */
export function PricingSection({ pricing, clinic }: PricingProps) {
  const { menus } = pricing
  // One or two price menus have the section's title beside them, so that no half of a row is empty.
  const isFew = menus.length < 3
  const rail = useRail(menus.length)
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const close = () => {
    if (enlarged !== null) rail.show(enlarged)
    setEnlarged(null)
  }
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className={clsx(
        section,
        isFew && 'mx-auto max-w-public lg:grid lg:grid-cols-[22rem_minmax(0,1fr)] lg:items-center',
      )}
    >
      <PricingHead pricing={pricing} rail={rail} />
      <RailRow rail={rail} label={words.priceMenus}>
        {menus.map((menu, index) => (
          <MenuCard
            key={index}
            clinic={clinic}
            menu={menu}
            look={index % looks.length}
            isLarge={menus.length < 4}
            place={`${index + 1} / ${menus.length}`}
            onOpen={() => setEnlarged(index)}
          />
        ))}
      </RailRow>
      {!isFew && <Thumbnails menus={menus} clinic={clinic} rail={rail} />}
      {enlarged !== null && (
        <Lightbox menus={menus} clinic={clinic} shown={enlarged} onShow={setEnlarged} onClose={close} />
      )}
    </section>
  )
}

const PricingHead = ({ pricing, rail }: { pricing: Pricing; rail: Rail }) => (
  <div className="mx-auto mb-8 flex max-w-public flex-wrap items-end justify-between gap-x-8 gap-y-5 px-5 md:px-8">
    <div>
      <h2 id="pricing-title" className="display text-h2">
        {pricing.title}
      </h2>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
        {pricing.lead} {pricing.is_sample && <SampleMark>{words.sampleMenus}</SampleMark>}
      </p>
    </div>
    <div
      className={clsx(
        'flex items-center justify-between gap-5 max-sm:w-full',
        // The counter and the buttons of the row are hidden if all menus are visible at once: with one menu, and on
        // wide screens also with two.
        pricing.menus.length === 1 && 'hidden',
        pricing.menus.length === 2 && 'xl:hidden',
      )}
    >
      <p className="tnum text-sm font-semibold text-ink-2" aria-live="polite">
        <span className="sr-only">{words.priceMenu} </span>
        {rail.current + 1} / {pricing.menus.length}
      </p>
      <RailButtons rail={rail} count={pricing.menus.length} what={words.aMenu} />
    </div>
  </div>
)

type MenuCardProps = { menu: Menu; look: number; isLarge: boolean; clinic: string; place: string; onOpen: () => void }

const MenuCard = ({ menu, look, isLarge, clinic, place, onOpen }: MenuCardProps) => (
  <li className={clsx('w-[74vw] shrink-0 snap-start', isLarge ? 'max-w-[25.5rem]' : 'max-w-[21rem]')}>
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="group block w-full cursor-zoom-in overflow-hidden rounded-card border border-line bg-surface-2"
    >
      <MenuPicture
        menu={menu}
        look={look}
        clinic={clinic}
        sizes="(width >= 28rem) 26rem, 74vw"
        className="aspect-4/5 w-full object-cover transition-transform duration-300 motion-safe:group-hover:scale-[1.02]"
      />
    </button>
    <p className="mt-3 flex justify-between text-sm font-semibold">
      {menu.name}
      <span className="tnum text-ink-3" aria-hidden="true">
        {place}
      </span>
    </p>
  </li>
)

type ThumbnailsProps = { menus: readonly Menu[]; clinic: string; rail: Rail }

function Thumbnails({ menus, clinic, rail }: ThumbnailsProps) {
  return (
    <ul
      aria-label={words.allPriceMenus}
      className="mx-auto mt-2 grid max-w-public grid-cols-9 gap-1.5 px-5 sm:flex sm:gap-3 md:px-8"
    >
      {menus.map((menu, index) => (
        <li key={index}>
          <button
            type="button"
            aria-current={index === rail.current}
            onClick={() => rail.show(index)}
            className={clsx(
              'block min-h-11 w-full rounded-ctl p-0.5 outline-offset-1 transition-shadow sm:w-14',
              index === rail.current ? 'ring-2 ring-primary' : 'ring-1 ring-line hover:ring-line-strong',
            )}
          >
            <MenuPicture
              menu={menu}
              look={index % looks.length}
              clinic={clinic}
              sizes="3.5rem"
              alt={words.showMenu(menu.name)}
              className="h-10 w-full rounded-lg object-cover object-top sm:h-16"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

type LightboxProps = {
  menus: readonly Menu[]
  clinic: string
  shown: number
  onShow: (menu: number) => void
  onClose: () => void
}

/** By how many menus each arrow key moves in the enlarged view. */
const turns: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/**
 * Shows one price menu as large as the screen allows. Arrow keys show the next or previous menu; Escape or a click
 * outside closes it.
 */
function Lightbox({ menus, clinic, shown, onShow, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const turn = (by: number) => onShow((shown + by + menus.length) % menus.length)
  const menu = menus[shown]!
  return (
    <dialog
      ref={dialog}
      aria-label={words.priceMenu}
      onClose={onClose}
      onKeyDown={({ key }) => turn(turns[key] ?? 0)}
      onClick={closeBesidePicture}
      className="m-0 size-full max-h-none max-w-none flex-col bg-[rgb(8_24_28/.95)] p-3 text-white backdrop:bg-transparent open:flex sm:p-5"
    >
      <div className="flex items-center justify-between gap-4">
        <p className="tnum pl-2 text-sm font-semibold" aria-live="polite">
          {menu.name}, {shown + 1} / {menus.length}
        </p>
        <RoundButton icon={X} name={words.close} onClick={() => dialog.current?.close()} />
      </div>
      <div className="flex min-h-0 flex-1 flex-wrap content-center items-center justify-center gap-3 sm:flex-nowrap sm:gap-6">
        <RoundButton
          icon={ArrowLeft}
          name={words.previous(words.aMenu)}
          onClick={() => turn(-1)}
          className="max-sm:order-2"
        />
        <Enlarged key={shown} menu={menu} look={shown % looks.length} clinic={clinic} />
        <RoundButton
          icon={ArrowRight}
          name={words.next(words.aMenu)}
          onClick={() => turn(1)}
          className="max-sm:order-3"
        />
      </div>
    </dialog>
  )
}

const Enlarged = ({ menu, look, clinic }: { menu: Menu; look: number; clinic: string }) => (
  <figure className="flex min-h-0 basis-full justify-center sm:h-full sm:basis-auto sm:items-center">
    <MenuPicture
      menu={menu}
      look={look}
      clinic={clinic}
      sizes="40rem"
      className="aspect-4/5 max-h-[min(50rem,calc(100dvh-11rem))] w-auto max-w-full rounded-card bg-surface-2 object-contain sm:max-h-[min(50rem,calc(100dvh-7rem))]"
    />
  </figure>
)

const closeBesidePicture = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
  if (!(target as Element).closest('button, figure')) currentTarget.close()
}

type RoundButtonProps = { icon: LucideIcon; name: string; onClick: () => void; className?: string }

const RoundButton = ({ icon: Icon, name, onClick, className }: RoundButtonProps) => (
  <button
    type="button"
    onClick={onClick}
    className={clsx(
      'grid size-12 shrink-0 place-items-center rounded-full bg-white/12 text-white transition-colors hover:bg-white/25 focus-visible:outline-white',
      className,
    )}
  >
    <Icon size={20} aria-hidden="true" />
    <span className="sr-only">{name}</span>
  </button>
)

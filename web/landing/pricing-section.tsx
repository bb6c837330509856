import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, type LucideIcon, X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import type { Site } from '#shared/website/site.ts'
import { Picture } from './picture.tsx'
import { type Rail, RailButtons, RailRow, useRail, SampleMark } from './rail.tsx'
import { words } from './messages.ts'
import { section } from './section-head.tsx'

type Pricing = Site['pricing']
type Menu = Pricing['menus'][number]
type PricingProps = { pricing: Pricing; clinic: string }

/** The price menus in a row with counter, thumbnails and lightbox. */
export function PricingSection({ pricing, clinic }: PricingProps) {
  const { menus } = pricing
  const rail = useRail(menus.length)
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const close = () => {
    if (enlarged !== null) rail.show(enlarged)
    setEnlarged(null)
  }
  return (
    <section id="pricing" aria-labelledby="pricing-title" className={section}>
      <PricingHead pricing={pricing} rail={rail} />
      <RailRow rail={rail} label={words.priceMenus}>
        {menus.map((menu, index) => (
          <MenuCard
            key={index}
            clinic={clinic}
            menu={menu}
            place={`${index + 1} / ${menus.length}`}
            onOpen={() => setEnlarged(index)}
          />
        ))}
      </RailRow>
      {menus.length > 1 && <Thumbnails menus={menus} clinic={clinic} rail={rail} />}
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
    <div className="flex items-center justify-between gap-5 max-sm:w-full">
      <p className="tnum text-sm font-semibold text-ink-2" aria-live="polite">
        <span className="sr-only">{words.priceMenu} </span>
        {rail.current + 1} / {pricing.menus.length}
      </p>
      <RailButtons rail={rail} count={pricing.menus.length} what={words.aMenu} />
    </div>
  </div>
)

type MenuCardProps = { menu: Menu; clinic: string; place: string; onOpen: () => void }

const MenuCard = ({ menu, clinic, place, onOpen }: MenuCardProps) => (
  <li className="w-[74vw] max-w-[21rem] shrink-0 snap-start">
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="group block w-full cursor-zoom-in overflow-hidden rounded-card border border-line bg-surface-2"
    >
      <MenuPicture
        menu={menu}
        clinic={clinic}
        sizes="(width >= 28rem) 21rem, 74vw"
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

/** The number of menus by which each arrow key moves. */
const turns: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/**
 * One menu as large as the screen allows. Arrow keys show the next or previous menu; Escape or a click outside closes.
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
        <Enlarged key={shown} menu={menu} clinic={clinic} />
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

const Enlarged = ({ menu, clinic }: { menu: Menu; clinic: string }) => (
  <figure className="flex min-h-0 basis-full justify-center sm:h-full sm:basis-auto sm:items-center">
    <MenuPicture
      menu={menu}
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

/** The menu's text for screen readers. */
const formatLine = ({ name, lines }: Menu) =>
  `${name}: ${lines.map((line) => `${line.name} ${formatPesoShort(toCentavos(line.price))}`).join(', ')}`

type MenuPictureProps = { menu: Menu; clinic: string; sizes: string; className?: string; alt?: string }

/**
 * A price menu (4:5): the clinic's own picture, or a sheet made from the catalogue. Its alternative text is the whole
 * menu by default.
 */
function MenuPicture({ menu, clinic, sizes, className, alt }: MenuPictureProps) {
  if (menu.picture) return <Picture picture={menu.picture} sizes={sizes} alt={alt} className={className} />
  return (
    // The box has its size without its content, so the browser renders the menu only when it is near the viewport.
    <span
      role="img"
      aria-label={alt ?? formatLine(menu)}
      className={clsx('@container block text-left [content-visibility:auto]', className)}
    >
      <MenuSheet menu={menu} clinic={clinic} />
    </span>
  )
}

/** All lengths are relative to the box's width, so that the sheet scales with it. */
const MenuSheet = ({ menu, clinic }: { menu: Menu; clinic: string }) => (
  <span
    aria-hidden="true"
    className="relative flex size-full flex-col overflow-hidden bg-bg px-[11.5cqw] py-[11.5cqw] text-ink"
  >
    <span className="absolute -top-[18cqw] -right-[8cqw] size-[42cqw] rounded-full bg-surface-3" />
    <span className="relative text-[2.2cqw] font-bold tracking-[0.16em] text-gold-ink uppercase">{clinic}</span>
    <span className="relative mt-[2cqw] display text-[8.6cqw] leading-[1.05]">{menu.name}</span>
    <span className="relative mt-[8cqw] flex flex-col gap-[3.4cqw]">
      {menu.lines.map((line, index) => (
        <span key={index} className="flex items-baseline gap-[1.6cqw]">
          <span className="display text-[4.4cqw] leading-tight">{line.name}</span>
          <span className="min-w-[3cqw] flex-1 border-b border-dotted border-gold" />
          <span className="tnum text-[3.7cqw] font-bold">{formatPesoShort(toCentavos(line.price))}</span>
        </span>
      ))}
    </span>
  </span>
)

import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, type LucideIcon, X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { type Menu, menus, pricingText } from './content.ts'
import { type Rail, RailButtons, RailRow, useRail } from './rail.tsx'
import { SampleMark } from './sample-mark.tsx'
import { words } from './messages.ts'

/** Nine menus in a row, with a counter, thumbnails and a lightbox. */
export function PricingSection() {
  const rail = useRail(menus.length)
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const close = () => {
    if (enlarged !== null) rail.show(enlarged)
    setEnlarged(null)
  }
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="border-y border-line bg-surface py-16 lg:py-24">
      <PricingHead rail={rail} />
      <RailRow rail={rail} label={words.priceMenus}>
        {menus.map((menu, index) => (
          <MenuCard
            key={menu.art}
            menu={menu}
            place={`${index + 1} / ${menus.length}`}
            onOpen={() => setEnlarged(index)}
          />
        ))}
      </RailRow>
      <Thumbnails rail={rail} />
      {enlarged !== null && <Lightbox shown={enlarged} onShow={setEnlarged} onClose={close} />}
    </section>
  )
}

const PricingHead = ({ rail }: { rail: Rail }) => (
  <div className="mx-auto mb-8 flex max-w-public flex-wrap items-end justify-between gap-x-8 gap-y-5 px-5 md:px-8">
    <div>
      <h2 id="pricing-title" className="display text-h2">
        {pricingText.title}
      </h2>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
        {pricingText.lead} <SampleMark>{pricingText.sample}</SampleMark>
      </p>
    </div>
    <div className="flex items-center justify-between gap-5 max-sm:w-full">
      <p className="tnum text-sm font-semibold text-ink-2" aria-live="polite">
        <span className="sr-only">{words.priceMenu} </span>
        {rail.current + 1} / {menus.length}
      </p>
      <RailButtons rail={rail} count={menus.length} what={words.aMenu} />
    </div>
  </div>
)

const MenuCard = ({ menu, place, onOpen }: { menu: Menu; place: string; onOpen: () => void }) => (
  <li className="w-[74vw] max-w-[21rem] shrink-0 snap-start">
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="group block w-full cursor-zoom-in overflow-hidden rounded-card border border-line bg-surface-2"
    >
      <MenuPicture
        menu={menu}
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

function Thumbnails({ rail }: { rail: Rail }) {
  return (
    <ul
      aria-label={words.allPriceMenus}
      className="mx-auto mt-2 grid max-w-public grid-cols-9 gap-1.5 px-5 sm:flex sm:gap-3 md:px-8"
    >
      {menus.map((menu, index) => (
        <li key={menu.art}>
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
  shown: number
  onShow: (menu: number) => void
  onClose: () => void
}

/** What the arrow keys do. */
const turns: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** One menu as large as the screen allows. Arrow keys turn, Escape and a press beside the picture close. */
function Lightbox({ shown, onShow, onClose }: LightboxProps) {
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
        <Enlarged key={menu.art} menu={menu} />
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

const Enlarged = ({ menu }: { menu: Menu }) => (
  <figure className="flex min-h-0 basis-full justify-center sm:h-full sm:basis-auto sm:items-center">
    <MenuPicture
      menu={menu}
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

/** The menu's words, for those who cannot see the picture. */
const formatLine = (menu: Menu) =>
  `${menu.name}: ${menu.prices.map(([item, price]) => `${item} ${formatPesoShort(toCentavos(price))}`).join(', ')}`

type MenuPictureProps = { menu: Menu; sizes: string; className?: string; alt?: string }

/** A price menu, 4 to 5. Its alternative text is the whole menu unless told otherwise. */
function MenuPicture({ menu, sizes, className, alt }: MenuPictureProps) {
  return (
    <img
      loading="lazy"
      decoding="async"
      src={`/art/${menu.art}-480.avif`}
      srcSet={`/art/${menu.art}-480.avif 480w, /art/${menu.art}-640.avif 640w`}
      sizes={sizes}
      width={640}
      height={800}
      alt={alt ?? formatLine(menu)}
      className={className}
    />
  )
}

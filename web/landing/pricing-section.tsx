import { clsx } from 'clsx'
import { useState } from 'react'
import { menus, pricingText, type Menu } from './content.ts'
import { Lightbox } from './lightbox.tsx'
import { MenuPicture } from './menu-picture.tsx'
import { RailButtons, RailRow, useRail, type Rail } from './rail.tsx'
import { SampleMark } from './sample-mark.tsx'
import { words } from './words.ts'

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
      {enlarged !== null && <Lightbox menus={menus} shown={enlarged} onShow={setEnlarged} onClose={close} />}
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

import { clsx } from 'clsx'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import type { Drawing } from '#shared/website/drawings.ts'
import type { Site } from '#shared/website/site.ts'
import { LineDrawing } from './line-drawing.tsx'
import { words } from './messages.ts'
import { Picture } from './picture.tsx'

type Menu = Site['pricing']['menus'][number]

type Look = { ground: string; quiet: string; brand: string; disc: string; line: string; drawing: Drawing }

/** The looks of price menus, which are used in turn: nacre, lagoon and blush. */
export const looks: readonly Look[] = [
  {
    ground: 'bg-bg text-ink',
    quiet: 'text-ink-2',
    brand: 'text-gold-ink',
    disc: 'bg-surface-3',
    line: 'text-gold',
    drawing: 'pearl',
  },
  {
    ground: 'bg-lagoon text-white',
    quiet: 'text-white/85',
    brand: 'text-gold',
    disc: 'bg-primary',
    line: 'text-gold',
    drawing: 'near',
  },
  {
    ground: 'bg-blush text-ink',
    quiet: 'text-ink-2',
    brand: 'text-ink',
    disc: 'bg-rose-soft',
    line: 'text-rose',
    drawing: 'nape',
  },
]

/** The services and prices of a price menu as one text for screen readers. */
const formatLine = ({ name, lines }: Menu) =>
  `${name}: ${lines.map((line) => `${line.name}, ${words.minutes(line.minutes)}, ${formatPesoShort(toCentavos(line.price))}`).join('; ')}`

type MenuPictureProps = { menu: Menu; look: number; clinic: string; sizes: string; className?: string; alt?: string }

/**
 * A price menu in the format 4:5: the clinic's own picture, or a sheet made from the catalogue. Its alternative text is
 * the whole menu by default.
 */
export function MenuPicture({ menu, look, clinic, sizes, className, alt }: MenuPictureProps) {
  if (menu.picture) return <Picture picture={menu.picture} sizes={sizes} alt={alt} className={className} />
  return (
    // The box has its size without its content, so the browser renders the menu only when it is near the viewport.
    <span
      role="img"
      aria-label={alt ?? formatLine(menu)}
      className={clsx('@container block text-left [content-visibility:auto]', className)}
    >
      <MenuSheet menu={menu} look={looks[look]!} clinic={clinic} />
    </span>
  )
}

/** All lengths are relative to the box's width, so that the sheet scales with it. */
const MenuSheet = ({ menu, look, clinic }: { menu: Menu; look: Look; clinic: string }) => (
  <span
    aria-hidden="true"
    className={clsx('relative flex size-full flex-col overflow-hidden px-[10cqw] py-[10.5cqw]', look.ground)}
  >
    <span className={clsx('absolute -top-[18cqw] -right-[8cqw] size-[42cqw] rounded-full', look.disc)} />
    <LineDrawing
      name={look.drawing}
      className={clsx('absolute -right-[6cqw] -bottom-[8cqw] w-[46cqw] opacity-40', look.line)}
    />
    <span className={clsx('relative text-[2.3cqw] font-bold tracking-[0.16em] uppercase', look.brand)}>{clinic}</span>
    <span className="relative mt-[2cqw] display text-[8.6cqw] leading-[1.05]">{menu.name}</span>
    <span className="relative mt-[7cqw] flex flex-col">
      {menu.lines.map((line, index) => (
        <span key={index} className="flex items-baseline border-b border-current/15 py-[1.9cqw]">
          <span className="min-w-0 flex-1 display text-[4.5cqw] leading-tight">{line.name}</span>
          <span className={clsx('tnum w-[13cqw] shrink-0 text-right text-[2.9cqw]', look.quiet)}>
            {words.minutes(line.minutes)}
          </span>
          <span className="tnum w-[18cqw] shrink-0 text-right text-[3.7cqw] font-bold">
            {formatPesoShort(toCentavos(line.price))}
          </span>
        </span>
      ))}
    </span>
  </span>
)

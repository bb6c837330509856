import { clsx } from 'clsx'
import {
  ArrowRight,
  Droplets,
  FlaskConical,
  Gem,
  Gift,
  Hand,
  Heart,
  Layers,
  MessageCircle,
  PartyPopper,
  Syringe,
  Waves,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import type { CardIcon } from '#shared/website/content.ts'
import type { Drawing } from '#shared/website/drawings.ts'
import type { Site } from '#shared/website/site.ts'
import { bookTreatmentPath } from '#web/lib/public-paths.ts'
import { cellClasses, FULL_ROWS } from './full-rows.ts'
import { LineDrawing } from './line-drawing.tsx'
import { words } from './messages.ts'
import { FramedPicture } from './picture.tsx'
import { inner, section } from './section-head.tsx'

const icons: Record<CardIcon, LucideIcon> = {
  syringe: Syringe,
  heart: Heart,
  gem: Gem,
  zap: Zap,
  waves: Waves,
  droplets: Droplets,
  layers: Layers,
  hand: Hand,
  flask: FlaskConical,
  gift: Gift,
  message: MessageCircle,
  party: PartyPopper,
}

type Card = Site['services']['cards'][number]

type ServicesProps = {
  services: Site['services']
  /** The link for questions, to which a service that cannot be booked leads. */
  asking: string
}

/** The website's cards of services. Each card is a link: to the booking of its treatment, or to the contact section. */
export function ServicesSection({ services: { title, lead, cards }, asking }: ServicesProps) {
  const cells = cellClasses(cards.length)
  const isSingle = cards.length === 1
  return (
    <section id="services" aria-labelledby="services-title" className={section}>
      <div className={inner}>
        <div className="mb-10 grid grid-cols-1 gap-4 lg:grid-cols-2 lg:items-end">
          <h2 id="services-title" className="max-w-[11em] display text-h2 wrap-break-word">
            {title}
          </h2>
          <p className="max-w-lg wrap-break-word text-ink-2 lg:justify-self-end">{lead}</p>
        </div>
        <ul className={clsx(FULL_ROWS, 'overflow-hidden rounded-panel border border-line bg-surface')}>
          {cards.map((card, index) => (
            <li key={index} className={clsx('-mr-px -mb-px border-r border-b border-line', cells[index])}>
              <a
                href={card.treatment_id === null ? asking : bookTreatmentPath(card.treatment_id)}
                className={clsx(
                  'group flex h-full flex-col p-4 transition-colors hover:bg-bg focus-visible:-outline-offset-3 xs:p-5 lg:p-7',
                  isSingle && 'gap-x-10 sm:grid sm:grid-cols-2 sm:items-center',
                )}
              >
                <CardMedia card={card} place={index} />
                <CardWords card={card} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const CardWords = ({ card: { name, line, from, minutes, treatment_id } }: { card: Card }) => (
  <div className="flex flex-1 flex-col">
    <h3 className="mt-5 text-base leading-snug font-semibold wrap-break-word sm:text-lead">{name}</h3>
    {from !== null && minutes !== null && (
      <p className="tnum mt-1 text-xs font-semibold text-ink-2 sm:text-sm">
        {words.fromPrice(formatPesoShort(toCentavos(from)))} · {words.minutes(minutes)}
      </p>
    )}
    <p className="mt-1.5 text-sm text-ink-2">{line}</p>
    <span className="mt-auto inline-flex items-center gap-1.5 pt-5 text-sm font-semibold text-primary">
      {treatment_id === null ? words.askUs : words.book}
      <ArrowRight
        size={15}
        aria-hidden="true"
        className="transition-transform group-hover:translate-x-1 motion-reduce:transform-none"
      />
    </span>
  </div>
)

const FRAME = 'h-32 w-full rounded-card sm:h-44 lg:h-52'
const grounds = ['bg-rose-soft', 'bg-primary-soft', 'bg-surface-3']
const drawings: readonly Drawing[] = ['near', 'pearl', 'two', 'cup', 'lean', 'waves', 'nape', 'up']

/** Shows the picture or icon that the owner has chosen for a service card, and a drawing if there is neither. */
function CardMedia({ card: { picture, icon }, place }: { card: Card; place: number }) {
  if (picture) return <FramedPicture picture={picture} sizes="(width >= 64rem) 26rem, 44vw" className={FRAME} />
  if (icon === null)
    return (
      <span className={clsx(FRAME, 'block overflow-hidden', grounds[place % grounds.length])}>
        <LineDrawing name={drawings[place % drawings.length]!} className="mx-auto h-[150%] text-primary" />
      </span>
    )
  const Icon = icons[icon]
  return (
    <span className="grid size-12 place-items-center rounded-full bg-primary-soft text-primary-ink transition-colors group-hover:bg-primary group-hover:text-on-primary">
      <Icon size={22} strokeWidth={1.6} aria-hidden="true" />
    </span>
  )
}

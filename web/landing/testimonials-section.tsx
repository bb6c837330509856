import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import type { Site } from '#shared/website/site.ts'
import { words } from './messages.ts'
import { RailButtons, RailRow, useRail, SampleMark } from './rail.tsx'
import { section } from './section-head.tsx'

/** Longer quotes use a smaller font, so that the cards of testimonials keep a similar height. */
const LONG_QUOTE = 160

/** The largest number of quotes that are shown side by side; more quotes are in a row that scrolls. */
const MOST_IN_GRID = 3
/** The classes of the grid by the number of quotes. */
const columns = ['', '', 'md:grid-cols-2', 'lg:grid-cols-3']

type Testimonials = Site['testimonials']

/** The section with clients' quotes, each with stars and its source. */
export function TestimonialsSection({ testimonials }: { testimonials: Testimonials }) {
  const { quotes } = testimonials
  const rail = useRail(quotes.length)
  const isGrid = quotes.length <= MOST_IN_GRID
  return (
    <section id="testimonials" aria-labelledby="testimonials-title" className={section}>
      <div className="mx-auto mb-8 flex max-w-public flex-wrap items-end justify-between gap-x-8 gap-y-5 px-5 md:px-8">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <h2 id="testimonials-title" className="display text-h2">
            {testimonials.title}
          </h2>
          {testimonials.is_sample && <SampleMark>{words.sampleTestimonials}</SampleMark>}
        </div>
        {!isGrid && (
          <div className="ml-auto">
            <RailButtons rail={rail} count={quotes.length} what={words.aTestimonial} />
          </div>
        )}
      </div>
      {isGrid ? (
        <ul className={clsx('mx-auto grid max-w-public gap-4 px-5 md:gap-5 md:px-8', columns[quotes.length])}>
          {quotes.map((quote, index) => (
            <TestimonialCard key={index} {...quote} isAlone={quotes.length === 1} />
          ))}
        </ul>
      ) : (
        <RailRow rail={rail} label={words.testimonials}>
          {quotes.map((quote, index) => (
            <TestimonialCard key={index} {...quote} className="w-[82vw] max-w-[24rem] shrink-0 snap-start" />
          ))}
        </RailRow>
      )}
    </section>
  )
}

type CardProps = Testimonials['quotes'][number] & { isAlone?: boolean; className?: string }

function TestimonialCard({ name, visit, quote, stars, source, date, isAlone = false, className }: CardProps) {
  const written = words.source(source, date === null ? '' : formatShortDate(date))
  return (
    <li className={clsx('flex', className)}>
      <figure
        className={clsx(
          'flex w-full flex-col rounded-card border border-line bg-surface p-6 sm:p-7',
          isAlone && 'lg:p-12',
        )}
      >
        <div role="img" aria-label={words.stars(stars)} className="flex gap-0.5 text-gold">
          {Array.from({ length: stars }, (_, star) => (
            <Star key={star} size={17} fill="currentColor" strokeWidth={0} aria-hidden="true" />
          ))}
        </div>
        <blockquote
          className={clsx(
            'mt-4 wrap-break-word whitespace-pre-line',
            quote.length > LONG_QUOTE && !isAlone ? 'text-base' : 'display text-2xl',
            isAlone && 'max-w-[46rem] lg:text-3xl',
          )}
        >
          {quote}
        </blockquote>
        <figcaption className="mt-auto flex items-center gap-3 pt-6 text-sm">
          <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-full bg-blush font-bold">
            {name[0]}
          </span>
          <span className="min-w-0 wrap-break-word">
            <span className="block font-semibold">{name}</span>
            {visit && <span className="block text-ink-3">{visit}</span>}
            {written && <span className="block text-xs text-ink-3">{written}</span>}
          </span>
        </figcaption>
      </figure>
    </li>
  )
}

import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import type { Site } from '#shared/website/site.ts'
import { words } from './messages.ts'
import { RailButtons, RailRow, useRail, SampleMark } from './rail.tsx'
import { section } from './section-head.tsx'

/** Longer quotes use a smaller font, so that cards keep a similar height. */
const LONG_QUOTE = 160

type Testimonials = Site['testimonials']

/** Quotes with stars and sources. */
export function TestimonialsSection({ testimonials }: { testimonials: Testimonials }) {
  const { quotes } = testimonials
  const rail = useRail(quotes.length)
  return (
    <section id="testimonials" aria-labelledby="testimonials-title" className={section}>
      <div className="mx-auto mb-8 flex max-w-public flex-wrap items-end justify-between gap-x-8 gap-y-5 px-5 md:px-8">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <h2 id="testimonials-title" className="display text-h2">
            {testimonials.title}
          </h2>
          {testimonials.is_sample && <SampleMark>{words.sampleTestimonials}</SampleMark>}
        </div>
        {quotes.length > 1 && (
          <div className="ml-auto">
            <RailButtons rail={rail} count={quotes.length} what={words.aTestimonial} />
          </div>
        )}
      </div>
      <RailRow rail={rail} label={words.testimonials}>
        {quotes.map((quote, index) => (
          <TestimonialCard key={index} {...quote} />
        ))}
      </RailRow>
    </section>
  )
}

function TestimonialCard({ name, visit, quote, stars, source, date }: Testimonials['quotes'][number]) {
  const written = words.source(source, date === null ? '' : formatShortDate(date))
  return (
    <li className="flex w-[82vw] max-w-[24rem] shrink-0 snap-start">
      <figure className="flex w-full flex-col rounded-card border border-line bg-surface p-6 sm:p-7">
        <div role="img" aria-label={words.stars(stars)} className="flex gap-0.5 text-gold">
          {Array.from({ length: stars }, (_, star) => (
            <Star key={star} size={17} fill="currentColor" strokeWidth={0} aria-hidden="true" />
          ))}
        </div>
        <blockquote
          className={clsx(
            'mt-4 wrap-break-word whitespace-pre-line',
            quote.length > LONG_QUOTE ? 'text-base' : 'display text-2xl',
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

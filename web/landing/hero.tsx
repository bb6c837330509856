import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { hero } from './content.ts'
import { Highlights } from './highlights.tsx'
import { words } from './words.ts'

/** Words on the left, the slideshow on the right; on phones the pictures come first. */
export function Hero() {
  return (
    <div className="mx-auto grid max-w-public items-center gap-8 px-5 pt-6 pb-12 md:px-8 lg:grid-cols-[minmax(0,31rem)_1fr] lg:gap-14 lg:pt-10 lg:pb-20">
      <div className="order-2 lg:order-1">
        <p className="mb-4 eyebrow">{hero.eyebrow}</p>
        <h1 className="display text-hero">
          {hero.title}
          <br />
          <em className="font-medium text-primary italic">{hero.titleInItalics}</em>
        </h1>
        <p className="mt-5 max-w-[30rem] text-lead text-ink-2">{hero.lead}</p>
        {/* One below the other on phones, whichever font has arrived: nothing moves when the real one does. */}
        <div className="mt-8 grid gap-3 sm:flex sm:flex-wrap">
          <a href={paths.booking} className={buttonClass({ variant: 'primary', size: 'lg', pill: true })}>
            {words.bookAnAppointment} <ArrowRight size={18} aria-hidden="true" className="max-sm:hidden" />
          </a>
          <a href="#pricing" className={clsx(buttonClass({ size: 'lg', pill: true }), 'border-line-strong!')}>
            {words.seePricing}
          </a>
        </div>
        <ul className="mt-9 flex flex-wrap gap-x-3.5 gap-y-1.5 border-t border-line pt-5 text-compact font-medium text-ink-2">
          {hero.facts.map((fact) => (
            <li key={fact} className="flex items-center gap-2">
              <span aria-hidden="true" className="size-1.5 rounded-full bg-gold" />
              {fact}
            </li>
          ))}
        </ul>
      </div>
      <Highlights />
    </div>
  )
}

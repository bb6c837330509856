import { ArrowRight } from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import { services, servicesText } from './content.ts'
import { words } from './words.ts'

/** Twelve cards in a hairline grid; each is one link to the booking page. */
export function ServicesSection() {
  return (
    <section id="services" aria-labelledby="services-title" className="border-y border-line bg-surface py-16 lg:py-24">
      <div className="mx-auto max-w-public px-5 md:px-8">
        <div className="mb-10 grid gap-4 lg:grid-cols-2 lg:items-end">
          <h2 id="services-title" className="max-w-[11em] display text-h2">
            {servicesText.title}
          </h2>
          <p className="max-w-lg text-ink-2 lg:justify-self-end">{servicesText.lead}</p>
        </div>
        <ul className="grid grid-cols-2 overflow-hidden rounded-panel border border-line lg:grid-cols-4">
          {services.map(({ name, line, icon: Icon }) => (
            <li key={name} className="-mr-px -mb-px border-r border-b border-line">
              <a
                href={paths.booking}
                className="group flex h-full flex-col p-4 transition-colors hover:bg-bg focus-visible:-outline-offset-3 xs:p-5 lg:p-7"
              >
                <span className="grid size-12 place-items-center rounded-full bg-primary-soft text-primary-ink transition-colors group-hover:bg-primary group-hover:text-on-primary">
                  <Icon size={22} strokeWidth={1.6} aria-hidden="true" />
                </span>
                <h3 className="mt-5 text-base leading-snug font-semibold wrap-break-word sm:text-lead">{name}</h3>
                <p className="mt-1.5 text-sm text-ink-2">{line}</p>
                <span className="mt-auto inline-flex items-center gap-1.5 pt-5 text-sm font-semibold text-primary">
                  {words.book}
                  <ArrowRight
                    size={15}
                    aria-hidden="true"
                    className="transition-transform group-hover:translate-x-1 motion-reduce:transform-none"
                  />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

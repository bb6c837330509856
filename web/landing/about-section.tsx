import { about } from './content.ts'
import { StillLife } from './picture.tsx'
import { words } from './words.ts'

export function AboutSection() {
  return (
    <section id="about" aria-labelledby="about-title" className="py-16 lg:py-28">
      <div className="mx-auto grid max-w-public items-center gap-10 px-5 md:px-8 lg:grid-cols-[1fr_1.05fr] lg:gap-20">
        <div className="overflow-hidden rounded-t-[10rem] rounded-b-hero bg-surface-3 sm:rounded-t-[16rem] lg:rounded-t-[50%]">
          <StillLife
            art="hero-2"
            alt={about.alt}
            sizes="(width >= 64rem) 38rem, calc(100vw - 2.5rem)"
            className="aspect-square w-full object-cover sm:aspect-4/3 lg:aspect-[4/4.6]"
          />
        </div>
        <div>
          <p className="mb-3 eyebrow">{words.about}</p>
          <h2 id="about-title" className="display text-h2">
            {about.title}
          </h2>
          <dl className="mt-8 grid gap-7 border-t border-line pt-8 sm:grid-cols-2">
            <div>
              <dt className="display text-2xl">{words.style}</dt>
              <dd className="mt-2 text-ink-2">{about.style}</dd>
            </div>
            <div>
              <dt className="display text-2xl">{words.mission}</dt>
              <dd className="mt-2 text-ink-2">{about.mission}</dd>
            </div>
          </dl>
        </div>
      </div>
    </section>
  )
}

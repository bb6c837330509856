import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { navigationMessages } from '#shared/lib/messages.ts'
import { publicPaths } from '#web/lib/public-paths.ts'
import { Logo } from '#web/ui/logo.tsx'

const art = (type: 'avif' | 'webp') =>
  [640, 960, 1440].map((width) => `/art/hero-3-${width}.${type} ${width}w`).join(', ')

/**
 * The `sizes` attribute of the picture, whose format is 4:3. On tall screens the picture fills the height, so its width
 * follows from the height.
 */
const sizes = 'max(45vw, 134vh)'

/** The picture on the left side of pages before log-in, on tablets and wider screens; phones do not load it. */
function Cover() {
  return (
    <picture className="max-md:hidden">
      <source type="image/avif" srcSet={art('avif')} sizes={sizes} />
      <img
        loading="lazy"
        src="/art/hero-3-960.webp"
        srcSet={art('webp')}
        sizes={sizes}
        alt=""
        className="sticky top-0 h-dvh w-full object-cover"
      />
    </picture>
  )
}

type CoverPageProps = {
  /** The clinic's name in two lines. */
  clinic: { brand: string; brand_line: string }
  /** True to widen the card beside the picture, for long forms. */
  wide?: boolean
  children: ReactNode
}

/**
 * The frame of pages before log-in: a picture on the left, and on the right the clinic's name above the page's content
 * in a card.
 */
export function CoverPage({ clinic, wide = false, children }: CoverPageProps) {
  return (
    <div className="grid min-h-dvh md:grid-cols-[45fr_55fr]">
      <Cover />
      <div className="flex flex-col px-4 py-5 sm:px-8 md:py-8">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <Logo name={clinic.brand} line={clinic.brand_line} />
          <a
            href={publicPaths.landing}
            className="inline-flex min-h-11 items-center gap-2 rounded-ctl px-2 text-ctl font-semibold text-ink-2 hover:text-ink"
          >
            <ArrowLeft size={18} aria-hidden="true" />
            {navigationMessages.backToHome}
          </a>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className={clsx('m-auto w-full py-8 outline-none', wide ? 'max-w-[40rem]' : 'max-w-[28rem]')}
        >
          {children}
        </main>
      </div>
    </div>
  )
}

type CoverCardProps = CoverPageProps & { title: string; lead: string }

/** A page before log-in whose content is one card with a title, beside the picture. */
export function CoverCard({ title, lead, children, ...page }: CoverCardProps) {
  return (
    <CoverPage {...page}>
      <section className="rounded-panel border border-line bg-surface p-6 shadow-3 sm:p-9">
        <h1 className="display text-[2.25rem] leading-tight">{title}</h1>
        <p className="mt-1 text-ink-2">{lead}</p>
        {children}
      </section>
    </CoverPage>
  )
}

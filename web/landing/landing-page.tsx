import { clsx } from 'clsx'
import { Fragment, useEffect, useState } from 'react'
import { publicClinicMessages as s } from '#shared/clinic/messages.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import type { Role } from '#shared/people/role.ts'
import type { SectionId } from '#shared/website/content.ts'
import type { Site, SitePicture } from '#shared/website/site.ts'
import { publicPaths } from '#web/lib/public-paths.ts'
import { maySessionExist } from '#web/lib/session/session-hint.ts'
import { FlashToast } from '#web/ui/overlays/flash-notice.tsx'
import { BookBar } from './book-bar.tsx'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'
import { LineDrawing } from './line-drawing.tsx'
import { words } from './messages.ts'
import { FramedPicture } from './picture.tsx'
import { section } from './section-head.tsx'
import { PeopleSection } from './people-section.tsx'
import { RoomsSection, VisitSection, ContactSection } from './place-sections.tsx'
import { PricingSection } from './pricing-section.tsx'
import { ResultsSection } from './results-section.tsx'
import { accountLinksFor, sectionsOf, Footer } from './site-frame.tsx'
import { ServicesSection } from './services-section.tsx'
import { TestimonialsSection } from './testimonials-section.tsx'

export type LandingProps = {
  clinic: PublicClinic
  site: Site
  /** If true, the page looks as it does to a visitor, whoever is logged in. */
  isPreview?: boolean
}

/** The clinic's landing page. The server renders it completely; scripts are only needed for interaction. */
export function LandingPage({ clinic, site, isPreview = false }: LandingProps) {
  const sessionRole = useSessionRole()
  const role = isPreview ? null : sessionRole
  const links = accountLinksFor(role)
  const sections = sectionsOf(site.sections)
  useCompleteLayout()
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-4 focus:left-4 focus:z-50 focus:rounded-ctl focus:bg-surface focus:p-3 focus:font-semibold"
      >
        {words.skip}
      </a>
      {/* The toast appears below the header. */}
      <FlashToast className="top-20" />
      <SetupNotice clinic={clinic} />
      <Header clinic={clinic} logo={site.logo} sections={sections} links={links} loggedIn={role !== null} />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero hero={site.hero} hasPricing={site.sections.includes('pricing')} />
        {site.sections.map((id, place) => (
          <Fragment key={id}>
            <div className={clsx(groundOf(site.sections, place), DRAWN_IN_SIGHT)}>
              <Section id={id} clinic={clinic} site={site} />
            </div>
            {id === bandFollows(site.sections) && site.about.band && <Band picture={site.about.band} />}
          </Fragment>
        ))}
      </main>
      <div className={DRAWN_IN_SIGHT}>
        <Footer clinic={clinic} logo={site.logo} links={links} sections={sections} contact={site.contact} />
      </div>
      <BookBar />
    </>
  )
}

/**
 * Until the visitor presses something, the browser does not lay out what is far outside of the screen, so that a slow
 * phone shows the opening picture earlier. Browsers that do not keep the scroll position when a section above changes
 * its height lay out everything at once.
 */
const DRAWN_IN_SIGHT =
  '[contain-intrinsic-size:auto_60rem] supports-[overflow-anchor:auto]:[html:not(.complete)_&]:[content-visibility:auto]'

/**
 * Lays the whole page out as soon as the visitor presses anything or the URL names a section. Otherwise a jump to a
 * section would miss it, because the heights of the sections above it are only estimates.
 */
function useCompleteLayout(): void {
  useEffect(() => {
    const complete = () => document.documentElement.classList.add('complete')
    if (location.hash) complete()
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, complete, { once: true })
  }, [])
}

const TONED = 'toned border-y border-line bg-surface'

/**
 * Returns the background of a section. Backgrounds alternate: every second section is lighter. The contact section has
 * its own background, and more space above it after a lighter section.
 */
function groundOf(sections: readonly SectionId[], place: number): string {
  if (sections[place] === 'contact') return '[.toned+&]:pt-16 lg:[.toned+&]:pt-24'
  return sections.slice(0, place).filter((id) => id !== 'contact').length % 2 === 0 ? TONED : ''
}

/** The section after which the wide picture is shown: the one about the clinic, otherwise the first one. */
const bandFollows = (sections: readonly SectionId[]) => (sections.includes('about') ? 'about' : sections[0])

/** A picture that is as wide as the window. */
const Band = ({ picture }: { picture: SitePicture }) => (
  <FramedPicture picture={picture} sizes="100vw" className="aspect-4/3 sm:aspect-21/9 lg:aspect-[3/1]" />
)

function Section({ id, clinic, site }: Omit<LandingProps, 'isPreview'> & { id: SectionId }) {
  switch (id) {
    case 'services':
      return <ServicesSection services={site.services} asking={askingPath(clinic, site)} />
    case 'about':
      return <AboutSection about={site.about} />
    case 'results':
      return <ResultsSection results={site.results} />
    case 'people':
      return <PeopleSection people={site.people} />
    case 'rooms':
      return <RoomsSection rooms={site.rooms} />
    case 'pricing':
      return <PricingSection pricing={site.pricing} clinic={clinic.brand} />
    case 'testimonials':
      return <TestimonialsSection testimonials={site.testimonials} />
    case 'visit':
      return <VisitSection visit={site.visit} clinic={clinic} />
    case 'contact':
      return <ContactSection contact={site.contact} clinic={clinic} />
  }
}

/** The link for visitors' questions: the contact section or, if that is hidden, phone, e-mail or booking. */
const askingPath = (clinic: PublicClinic, { sections }: Site): string =>
  sections.includes('contact') ? '#contact' : clinic.phone_href || clinic.email_href || publicPaths.booking

/** A link to the setup, shown until the clinic has an admin. */
function SetupNotice({ clinic }: { clinic: PublicClinic }) {
  return (
    <aside
      aria-label={s.notSetUp}
      data-value={clinic.setup}
      className="flex min-h-11 flex-wrap items-center justify-center gap-x-3 bg-lagoon px-5 text-center text-sm text-white"
    >
      {s.notSetUp}
      <a href={publicPaths.setup} className="inline-flex min-h-11 items-center font-bold underline underline-offset-4">
        {s.setUpNow}
      </a>
    </aside>
  )
}

/**
 * The displayed width of the picture about the clinic. On tablets it is at most half of the picture's pixels, so that
 * the picture is sharp on high-density screens.
 */
const ABOUT_SIZES = '(width >= 64rem) 38rem, (width >= 47.5rem) 45rem, calc(100vw - 2.5rem)'

/** The classes that give the picture about the clinic the shape of an arch. */
const ARCH =
  'aspect-square rounded-t-[10rem] rounded-b-hero max-lg:mx-auto max-lg:max-w-[45rem] sm:aspect-4/3 sm:rounded-t-[16rem] lg:aspect-[4/4.6] lg:rounded-t-[50%]'

function AboutSection({ about }: { about: Site['about'] }) {
  const { picture } = about
  const paragraphs = [
    [words.style, about.style],
    [words.mission, about.mission],
  ].filter(([, text]) => text !== '')
  return (
    <section id="about" aria-labelledby="about-title" className={section}>
      <div className="mx-auto grid max-w-public grid-cols-1 items-center gap-10 px-5 md:px-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:gap-20">
        {picture ? (
          <FramedPicture picture={picture} sizes={ABOUT_SIZES} className={ARCH} />
        ) : (
          <span className={clsx(ARCH, 'block w-full overflow-hidden bg-rose-soft')}>
            <LineDrawing name="bun" className="relative top-[8%] h-[92%] w-full text-primary" />
          </span>
        )}
        <div>
          <p className="mb-3 eyebrow">{words.about}</p>
          <h2 id="about-title" className="display text-h2 wrap-break-word">
            {about.title || words.about}
          </h2>
          <dl className="mt-8 grid grid-cols-1 gap-7 border-t border-line pt-8 sm:grid-cols-2">
            {paragraphs.map(([title, text]) => (
              <div key={title}>
                <dt className="display text-2xl">{title}</dt>
                <dd className="mt-2 wrap-break-word whitespace-pre-line text-ink-2">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}

/** The logged-in role, read after hydration; null for visitors and until it is known. */
function useSessionRole(): Role | null {
  const [role, setRole] = useState<Role | null>(null)
  useEffect(() => {
    let gone = false
    const read = async () => {
      if (!maySessionExist()) return setRole(null)
      // The session is imported only now, because it loads the contracts, which visitors do not need.
      const { checkSession, currentSession } = await import('#web/lib/session/session.ts')
      await checkSession()
      const session = currentSession()
      if (!gone) setRole(session.status === 'authenticated' ? session.person.user_role : null)
    }
    // If the code of the session cannot be loaded, the page keeps showing the links for people who are not logged in.
    const readQuietly = () => void read().catch(() => undefined)
    // A page restored by Back may be outdated: somebody may have logged in or out.
    const onShow = (event: PageTransitionEvent) => event.persisted && readQuietly()
    readQuietly()
    window.addEventListener('pageshow', onShow)
    return () => {
      gone = true
      window.removeEventListener('pageshow', onShow)
    }
  }, [])
  return role
}

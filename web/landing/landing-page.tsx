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
  Sparkles,
  Syringe,
  Waves,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { publicClinicMessages as s } from '#shared/clinic/messages.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import type { Role } from '#shared/people/role.ts'
import type { SectionId, CardIcon } from '#shared/website/content.ts'
import type { Site } from '#shared/website/site.ts'
import { bookTreatmentPath, paths } from '#web/lib/paths.ts'
import { maySessionExist } from '#web/lib/session/session-hint.ts'
import { FlashToast } from '#web/ui/overlays/flash-notice.tsx'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'
import { LineDrawing } from './line-drawing.tsx'
import { words } from './messages.ts'
import { FramedPicture } from './picture.tsx'
import { PeopleSection } from './people-section.tsx'
import { RoomsSection, VisitSection, ContactSection } from './place-sections.tsx'
import { PricingSection } from './pricing-section.tsx'
import { ResultsSection } from './results-section.tsx'
import { accountLinksFor, sectionsOf, Footer } from './site-frame.tsx'
import { TestimonialsSection } from './testimonials-section.tsx'

export type LandingProps = {
  clinic: PublicClinic
  site: Site
  /** True: shown as to a visitor, whoever is logged in. */
  isPreview?: boolean
}

/** The clinic's landing page. The server renders it completely; scripts are only needed for interaction. */
export function LandingPage({ clinic, site, isPreview = false }: LandingProps) {
  const sessionRole = useSessionRole()
  const role = isPreview ? null : sessionRole
  const links = accountLinksFor(role)
  const sections = sectionsOf(site.sections)
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-4 focus:left-4 focus:z-50 focus:rounded-ctl focus:bg-surface focus:p-3 focus:font-semibold"
      >
        {words.skip}
      </a>
      {/* The toast appears below the header, which has two rows between tablet and desktop widths. */}
      <FlashToast className="top-20 md:max-lg:top-30" />
      <SetupNotice clinic={clinic} />
      <Header clinic={clinic} logo={site.logo} sections={sections} links={links} loggedIn={role !== null} />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero hero={site.hero} hasPricing={site.sections.includes('pricing')} />
        {site.sections.map((id) => (
          <Section key={id} id={id} clinic={clinic} site={site} />
        ))}
      </main>
      <Footer clinic={clinic} logo={site.logo} links={links} sections={sections} contact={site.contact} />
    </>
  )
}

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
  sections.includes('contact') ? '#contact' : clinic.phone_href || clinic.email_href || paths.booking

/** A link to the setup, shown until the clinic has an admin. */
function SetupNotice({ clinic }: { clinic: PublicClinic }) {
  return (
    <aside
      aria-label={s.notSetUp}
      data-value={clinic.setup}
      className="flex min-h-11 flex-wrap items-center justify-center gap-x-3 bg-lagoon px-5 text-center text-sm text-white"
    >
      {s.notSetUp}
      <a href={paths.setup} className="inline-flex min-h-11 items-center font-bold underline underline-offset-4">
        {s.setUpNow}
      </a>
    </aside>
  )
}

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

/** A service's icon on the page. */
const iconOf = (icon: CardIcon | null): LucideIcon => (icon === null ? Sparkles : icons[icon])

type ServicesProps = {
  services: Site['services']
  /** The link for questions about services that cannot be booked. */
  asking: string
}

/** The number of columns with which the last row of cards is full. */
const columnsFor = (cards: number) =>
  cards === 2 ? 'lg:grid-cols-2' : cards === 3 || cards === 6 ? 'lg:grid-cols-3' : 'lg:grid-cols-4'

/** Cards that are links: to the booking of a treatment, or to the contact. */
function ServicesSection({ services, asking }: ServicesProps) {
  return (
    <section id="services" aria-labelledby="services-title" className="border-y border-line bg-surface py-16 lg:py-24">
      <div className="mx-auto max-w-public px-5 md:px-8">
        <div className="mb-10 grid grid-cols-1 gap-4 lg:grid-cols-2 lg:items-end">
          <h2 id="services-title" className="max-w-[11em] display text-h2 wrap-break-word">
            {services.title}
          </h2>
          <p className="max-w-lg wrap-break-word text-ink-2 lg:justify-self-end">{services.lead}</p>
        </div>
        <ul
          className={clsx(
            'grid grid-cols-2 overflow-hidden rounded-panel border border-line',
            columnsFor(services.cards.length),
          )}
        >
          {services.cards.map(({ name, line, icon, picture, treatment_id }, index) => (
            <li key={index} className="-mr-px -mb-px border-r border-b border-line">
              <a
                href={treatment_id === null ? asking : bookTreatmentPath(treatment_id)}
                className="group flex h-full flex-col p-4 transition-colors hover:bg-bg focus-visible:-outline-offset-3 xs:p-5 lg:p-7"
              >
                {picture ? (
                  <FramedPicture
                    picture={picture}
                    sizes="(width >= 64rem) 18rem, 44vw"
                    className="aspect-4/3 rounded-card"
                  />
                ) : (
                  <CardSign icon={iconOf(icon)} />
                )}
                <h3 className="mt-5 text-base leading-snug font-semibold wrap-break-word sm:text-lead">{name}</h3>
                <p className="mt-1.5 text-sm text-ink-2">{line}</p>
                <span className="mt-auto inline-flex items-center gap-1.5 pt-5 text-sm font-semibold text-primary">
                  {treatment_id === null ? words.askUs : words.book}
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

const CardSign = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span className="grid size-12 place-items-center rounded-full bg-primary-soft text-primary-ink transition-colors group-hover:bg-primary group-hover:text-on-primary">
    <Icon size={22} strokeWidth={1.6} aria-hidden="true" />
  </span>
)

/**
 * The displayed width: on tablets at most half of the picture's pixels, so that it is sharp on high-density screens.
 */
const ABOUT_SIZES = '(width >= 64rem) 38rem, (width >= 47.5rem) 45rem, calc(100vw - 2.5rem)'

/** The arch of the picture beside the text. */
const ARCH =
  'aspect-square rounded-t-[10rem] rounded-b-hero max-lg:mx-auto max-lg:max-w-[45rem] sm:aspect-4/3 sm:rounded-t-[16rem] lg:aspect-[4/4.6] lg:rounded-t-[50%]'

function AboutSection({ about }: { about: Site['about'] }) {
  const { picture } = about
  const paragraphs = [
    [words.style, about.style],
    [words.mission, about.mission],
  ].filter(([, text]) => text !== '')
  return (
    <section id="about" aria-labelledby="about-title" className="py-16 lg:py-28">
      <div className="mx-auto grid max-w-public grid-cols-1 items-center gap-10 px-5 md:px-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:gap-20">
        {picture ? (
          <FramedPicture picture={picture} sizes={ABOUT_SIZES} className={ARCH} />
        ) : (
          <span className={clsx(ARCH, 'block w-full overflow-hidden bg-rose-soft')}>
            <LineDrawing name="bun" className="mx-auto size-full stroke-[1.75] pt-[8%] text-primary" />
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
    // If the import fails, the page stays as people see it who are not logged in.
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

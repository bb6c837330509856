import { ArrowRight, Mail, Phone, Star } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { publicClinicMessages as s } from '#shared/clinic/public-messages.ts'
import type { Role } from '#shared/lib/endpoint.ts'
import { paths } from '#web/lib/paths.ts'
import { maySessionExist } from '#web/lib/session/session-hint.ts'
import { FlashNotice } from '#web/ui/overlays/flash-notice.tsx'
import { accountLinksFor } from './links.ts'
import { about, contact, services, servicesText, testimonials, testimonialsText, type Testimonial } from './content.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'
import { StillLife } from './picture.tsx'
import { PricingSection } from './pricing-section.tsx'
import { words } from './messages.ts'
import { RailButtons, RailRow, useRail } from './rail.tsx'
import { SampleMark } from './sample-mark.tsx'

/** The public face of the clinic. It is rendered at build time; only what moves needs the script. */
export function LandingPage({ clinic }: { clinic: PublicClinic }) {
  const role = useSessionRole()
  const links = accountLinksFor(role)
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-4 focus:left-4 focus:z-50 focus:rounded-ctl focus:bg-surface focus:p-3 focus:font-semibold"
      >
        {words.skip}
      </a>
      <FlashNotice />
      <SetupNotice clinic={clinic} />
      <Header clinic={clinic} links={links} loggedIn={role !== null} />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        <ServicesSection />
        <AboutSection />
        <PricingSection />
        <TestimonialsSection />
        <ContactSection clinic={clinic} />
      </main>
      <Footer clinic={clinic} links={links} />
    </>
  )
}

/** Shown until the clinic has its first account: the way to set it up. */
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

/** Twelve cards in a hairline grid; each is one link to the booking page. */
function ServicesSection() {
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

function AboutSection() {
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

function TestimonialsSection() {
  const rail = useRail(testimonials.length)
  return (
    <section id="testimonials" aria-labelledby="testimonials-title" className="py-16 lg:py-24">
      <div className="mx-auto mb-8 flex max-w-public flex-wrap items-end justify-between gap-x-8 gap-y-5 px-5 md:px-8">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <h2 id="testimonials-title" className="display text-h2">
            {testimonialsText.title}
          </h2>
          <SampleMark>{testimonialsText.sample}</SampleMark>
        </div>
        <div className="ml-auto">
          <RailButtons rail={rail} count={testimonials.length} what={words.aTestimonial} />
        </div>
      </div>
      <RailRow rail={rail} label={words.testimonials}>
        {testimonials.map((testimonial) => (
          <TestimonialCard key={testimonial.name} {...testimonial} />
        ))}
      </RailRow>
    </section>
  )
}

function TestimonialCard({ name, visit, quote, stars }: Testimonial) {
  return (
    <li className="flex w-[82vw] max-w-[24rem] shrink-0 snap-start">
      <figure className="flex w-full flex-col rounded-card border border-line bg-surface p-6 sm:p-7">
        <div role="img" aria-label={words.stars(stars)} className="flex gap-0.5 text-gold">
          {Array.from({ length: stars }, (_, star) => (
            <Star key={star} size={17} fill="currentColor" strokeWidth={0} aria-hidden="true" />
          ))}
        </div>
        <blockquote className="mt-4 display text-2xl">{quote}</blockquote>
        <figcaption className="mt-auto flex items-center gap-3 pt-6 text-sm">
          <span aria-hidden="true" className="grid size-10 place-items-center rounded-full bg-blush font-bold">
            {name[0]}
          </span>
          <span>
            <span className="block font-semibold">{name}</span>
            <span className="text-ink-3">{visit}</span>
          </span>
        </figcaption>
      </figure>
    </li>
  )
}

const quietLink =
  'inline-flex min-h-11 items-center gap-2 font-semibold underline decoration-white/40 underline-offset-4 hover:decoration-white focus-visible:outline-white'

function ContactSection({ clinic }: { clinic: PublicClinic }) {
  return (
    <section id="contact" aria-labelledby="contact-title" className="scroll-mt-6 px-5 pb-16 md:px-8 lg:pb-24">
      <div className="relative mx-auto max-w-public overflow-hidden rounded-[2rem] bg-lagoon px-6 py-14 text-white sm:px-10 lg:px-16 lg:py-20">
        <GiantRing />
        <div className="relative">
          <h2 id="contact-title" className="max-w-2xl display text-[clamp(2.4rem,5.4vw,4.2rem)] leading-[1.04]">
            {contact.title}
          </h2>
          <p className="mt-4 max-w-md text-white/85">{contact.lead}</p>
          <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-3">
            <a
              href={paths.booking}
              className="inline-flex min-h-13 touch-manipulation items-center justify-center gap-2 rounded-full bg-white px-7 text-base font-[650] text-lagoon transition-colors hover:bg-blush focus-visible:outline-white active:translate-y-px"
            >
              {words.bookAnAppointment} <ArrowRight size={18} aria-hidden="true" />
            </a>
            <a data-value={clinic.phone_href} href={clinic.phone_href} className={quietLink}>
              <Phone size={17} aria-hidden="true" /> {words.call}
            </a>
            <a data-value={clinic.email_href} href={clinic.email_href} className={quietLink}>
              <Mail size={17} aria-hidden="true" /> {words.write}
            </a>
          </div>
        </div>
      </div>
    </section>
  )
}

/** The ring and the pearl of the mark, large and quiet. */
function GiantRing() {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      className="pointer-events-none absolute -top-24 -right-24 size-[26rem] opacity-30 max-sm:-top-32 max-sm:-right-40"
    >
      <g fill="none" stroke="var(--gold)" strokeLinecap="round">
        <path d="M37.6 11.2A18.5 18.5 0 1 0 42.5 24" strokeWidth="1.4" />
        <path d="M31.5 16.4a10.8 10.8 0 1 0 3.2 9.4" strokeWidth=".9" opacity=".6" />
      </g>
      <circle cx="36.2" cy="17.6" r="5.6" fill="var(--blush)" />
    </svg>
  )
}

/** The role of who is logged in, read after the page is awake; null for visitors and until it is known. */
function useSessionRole(): Role | null {
  const [role, setRole] = useState<Role | null>(null)
  useEffect(() => {
    let gone = false
    const read = async () => {
      if (!maySessionExist()) return setRole(null)
      // Loaded only now: it brings the contracts with it.
      const { checkSession, currentSession } = await import('#web/lib/session/session-store.ts')
      await checkSession()
      const session = currentSession()
      if (!gone) setRole(session.status === 'authenticated' ? session.person.user_role : null)
    }
    // When even the code for asking cannot be loaded, the page stays as visitors see it.
    const readQuietly = () => void read().catch(() => undefined)
    // A page that comes back with the Back button is the old one: somebody may have logged in or out since.
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

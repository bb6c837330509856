import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { FlashNotice } from '#web/ui/flash-notice.tsx'
import { AboutSection } from './about-section.tsx'
import { accountLinksFor } from './account-links.ts'
import { ContactSection } from './contact-section.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'
import { PricingSection } from './pricing-section.tsx'
import { ServicesSection } from './services-section.tsx'
import { SetupNotice } from './setup-notice.tsx'
import { TestimonialsSection } from './testimonials-section.tsx'
import { useSessionRole } from './use-session-role.ts'
import { words } from './words.ts'

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

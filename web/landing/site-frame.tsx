import { clsx } from 'clsx'
import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import type { Role } from '#shared/people/role.ts'
import { homeOf, isStaff } from '#shared/users/roles.ts'
import { addressOf } from '#shared/website/pictures.ts'
import type { Site, SitePicture } from '#shared/website/site.ts'
import { publicPaths } from '#web/lib/public-paths.ts'
import { LogoMark } from '#web/ui/logo.tsx'
import { words } from './messages.ts'

const ids = ['services', 'about', 'pricing', 'testimonials', 'contact'] as const

export type SectionLink = { id: (typeof ids)[number]; name: string }

/** The sections of the landing page with their names in the navigation. */
const everySection: readonly SectionLink[] = ids.map((id) => ({ id, name: words.sectionNames[id] }))

/** The sections that a page shows, in the page's order. */
export const sectionsOf = (shown: readonly string[]): SectionLink[] =>
  shown.flatMap((id) => everySection.filter((section) => section.id === id))

type AccountLink = { name: string; href: string }
/** The secondary link and the button at the right end of the navigation. */
export type AccountLinks = { quiet: AccountLink; button: AccountLink }

/** Visitors log in or book, clients book or see their profile, staff go to their start page. */
export function accountLinksFor(role: Role | null): AccountLinks {
  if (role === null)
    return {
      quiet: { name: words.login, href: publicPaths.login },
      button: { name: words.bookNow, href: publicPaths.booking },
    }
  const book = { name: words.bookAppointment, href: publicPaths.booking }
  if (!isStaff(role)) return { quiet: book, button: { name: words.profile, href: publicPaths.profile } }
  return { quiet: book, button: { name: role === 'cashier' ? words.cashier : words.home, href: homeOf[role] } }
}

type BrandProps = {
  clinic: PublicClinic
  /** The clinic's own logo, which is drawn instead of Mutya's ring and pearl. */
  logo?: SitePicture | null
  /** True in a navigation bar, which shows the clinic's own logo without the clinic's name. */
  isAlone?: boolean
  className?: string
}

/** The logo with the clinic's name in two lines; narrow screens leave out the second line. */
export function Brand({ clinic, logo = null, isAlone = false, className }: BrandProps) {
  return (
    <span className={clsx('flex min-w-0 items-center gap-1.5 xs:gap-2.5', className)}>
      {logo === null ? (
        <LogoMark />
      ) : (
        <img
          src={addressOf(logo, logo.widths[0]!, 'webp')}
          alt=""
          width={Math.round((36 * logo.width) / logo.height)}
          height={36}
          className="h-9 w-auto max-w-36 shrink-0 object-contain"
        />
      )}
      <span className={clsx('min-w-0', logo !== null && isAlone && 'sr-only')}>
        <span className="display block truncate text-2xl leading-[1.1] text-ink xs:text-3xl">{clinic.brand}</span>
        <span
          data-value={clinic.brand_line}
          className="block truncate text-[0.625rem] leading-[1.3] font-bold tracking-[0.1em] text-ink-3 uppercase max-xs:hidden sm:tracking-[0.18em]"
        >
          {clinic.brand_line}
        </span>
      </span>
    </span>
  )
}

const link = 'inline-flex min-h-11 items-center hover:text-ink hover:underline underline-offset-4'

type FooterProps = {
  clinic: PublicClinic
  links: AccountLinks
  /** The landing page's path, for links from other pages; empty on the landing page itself. */
  home?: string
  /** The sections of the landing page. */
  sections: readonly SectionLink[]
  logo?: SitePicture | null
  /** Licences and the privacy line, as on the landing page. */
  contact?: Pick<Site['contact'], 'licences' | 'privacy_line'> | undefined
}

/** The footer with address, contact, hours and links of the clinic. Empty values are not shown. */
export function Footer({ clinic, links, home = '', sections, logo = null, contact }: FooterProps) {
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto grid max-w-public gap-x-8 gap-y-10 px-5 py-12 text-sm text-ink-2 sm:grid-cols-2 md:px-8 lg:grid-cols-[1.4fr_1.4fr_1fr_1fr]">
        <div>
          <Brand clinic={clinic} logo={logo} />
          <p className="mt-5 flex max-w-xs gap-2.5">
            <Clock size={17} className="mt-0.5 shrink-0 text-gold-ink" aria-hidden="true" />
            <span>{clinic.hours_text}</span>
          </p>
        </div>
        <Visit clinic={clinic} />
        <Social clinic={clinic} />
        <nav aria-label={words.quickLinks}>
          <FooterTitle>{words.quickLinks}</FooterTitle>
          <ul className="mt-1 grid grid-cols-2 gap-x-4">
            {quickLinks(sections, links, home).map(({ name, href }) => (
              <li key={name}>
                <a className={link} href={href}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="mx-auto max-w-public border-t border-line px-5 py-5 text-xs text-ink-3 md:px-8">
        {contact && contact.licences.length > 0 && (
          <p className="mb-2 flex flex-wrap gap-x-4 gap-y-1">
            {contact.licences.map(({ kind, text }, index) => (
              <span key={index}>
                {words.licences[kind]} {text}
              </span>
            ))}
          </p>
        )}
        {contact?.privacy_line && <p className="mb-2">{contact.privacy_line}</p>}
        <p>
          <span>{clinic.name}</span>
          <a className={`${link} ml-4 px-1`} href={publicPaths.privacy}>
            {words.privacy}
          </a>
        </p>
      </div>
    </footer>
  )
}

const quickLinks = (sections: readonly SectionLink[], links: AccountLinks, home: string) => [
  ...sections.map(({ id, name }) => ({ name, href: `${home}#${id}` })),
  links.quiet,
]

const FooterTitle = ({ children }: { children: string }) => <h2 className="text-ctl font-bold text-ink">{children}</h2>

function Visit({ clinic }: { clinic: PublicClinic }) {
  return (
    <div>
      <FooterTitle>{words.visit}</FooterTitle>
      <ul className="mt-1">
        <li data-value={clinic.address} className="flex items-start gap-2.5 py-3">
          <MapPin size={17} className="mt-0.5 shrink-0 text-gold-ink" aria-hidden="true" />
          <address className="wrap-anywhere whitespace-pre-line not-italic">{clinic.address}</address>
        </li>
        <li data-value={clinic.email}>
          <a className={`${link} gap-2.5 wrap-anywhere`} href={clinic.email_href}>
            <Mail size={17} className="shrink-0 text-gold-ink" aria-hidden="true" />
            <span className="underline underline-offset-4">{clinic.email}</span>
          </a>
        </li>
        <li data-value={clinic.phone}>
          <a className={`${link} gap-2.5 tnum`} href={clinic.phone_href}>
            <Phone size={17} className="shrink-0 text-gold-ink" aria-hidden="true" />
            <span>{clinic.phone}</span>
          </a>
        </li>
      </ul>
    </div>
  )
}

function Social({ clinic }: { clinic: PublicClinic }) {
  return (
    <div data-value={clinic.facebook_url + clinic.instagram_url + clinic.tiktok_url}>
      <FooterTitle>{words.follow}</FooterTitle>
      <ul className="mt-1">
        <SocialLink href={clinic.facebook_url} name="Facebook" icon={<FacebookIcon />} />
        <SocialLink href={clinic.instagram_url} name="Instagram" icon={<InstagramIcon />} />
        <SocialLink href={clinic.tiktok_url} name="TikTok" icon={<TiktokIcon />} />
      </ul>
    </div>
  )
}

const SocialLink = ({ href, name, icon }: { href: string; name: string; icon: ReactNode }) => (
  <li data-value={href}>
    <a className={`${link} gap-2.5`} href={href} rel="me noopener">
      {icon} {name}
    </a>
  </li>
)

const Glyph = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 24 24"
    width={20}
    height={20}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.7}
    aria-hidden="true"
  >
    {children}
  </svg>
)

const FacebookIcon = () => (
  <Glyph>
    <circle cx="12" cy="12" r="9.2" />
    <path d="M12.6 21v-8.4m-2.5 0h5M15 7.6h-.8c-1 0-1.6.5-1.6 1.6v3.4" strokeLinecap="round" />
  </Glyph>
)

const InstagramIcon = () => (
  <Glyph>
    <rect x="3.4" y="3.4" width="17.2" height="17.2" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <circle cx="17" cy="7" r="1" fill="currentColor" stroke="none" />
  </Glyph>
)

const TiktokIcon = () => (
  <Glyph>
    <path d="M13.5 3.5v11.2a3.6 3.6 0 1 1-3.6-3.6" strokeLinecap="round" />
    <path d="M13.5 3.5c.3 2.7 2.1 4.5 5 4.7" strokeLinecap="round" />
  </Glyph>
)

import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, CircleUserRound, Menu, X } from 'lucide-react'
import { Outlet } from 'react-router'
import { clinicContract } from '#shared/clinic/contract.ts'
import { publicClinic, type PublicClinic } from '#shared/clinic/public-profile.ts'
import { navigationMessages as s } from '#shared/lib/navigation-messages.ts'
import { homeOf } from '#shared/users/roles.ts'
import { accountLinksFor } from '#web/landing/account-links.ts'
import { Brand } from '#web/landing/brand.tsx'
import { Footer } from '#web/landing/footer.tsx'
import { sections } from '#web/landing/sections.ts'
import { useMenu } from '#web/landing/use-menu.ts'
import { paths } from '#web/lib/paths.ts'
import { query } from '#web/lib/query.ts'
import { Logo } from '#web/ui/logo.tsx'
import { LogOutButton, NavLink, PageLink, SkipLink, useIsHere } from './bar-links.tsx'

const items = [
  { to: paths.booking, name: s.bookAppointment, icon: CalendarPlus },
  { to: paths.profile, name: s.profile, icon: CircleUserRound },
]

/** A client's pages: the clinic's own header, with the way to the sections of the public page, and its footer. */
export function ClientLayout() {
  const profile = useQuery({ ...query(clinicContract.read, {}), staleTime: 60_000 }).data?.data
  const clinic = profile && publicClinic(profile)
  return (
    // What the clinic has not set leaves no empty place, as on the public page.
    <div className="flex min-h-dvh flex-col [&_[data-value='']]:hidden">
      <SkipLink />
      <Header clinic={clinic} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-public flex-1 px-5 py-6 outline-none md:px-8">
        <Outlet />
      </main>
      {clinic && <Footer clinic={clinic} links={accountLinksFor('client')} home={paths.landing} />}
    </div>
  )
}

function Header({ clinic }: { clinic: PublicClinic | undefined }) {
  const isHere = useIsHere()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-bg">
      <div className="mx-auto flex h-18 max-w-public items-center gap-1 px-3 sm:gap-2 sm:px-5 md:px-8">
        <PageLink to={homeOf.client} title={s.home} className="mr-auto min-w-0 rounded-ctl py-1">
          {clinic ? <Brand clinic={clinic} /> : <Logo name={s.product} />}
          <span className="sr-only">, {s.home}</span>
        </PageLink>
        {isHere(paths.profile) && (
          <nav aria-label={s.sections} className="mx-auto flex text-ctl font-medium text-ink-2 max-lg:hidden">
            {sections.map(({ id, name }) => (
              <a
                key={id}
                href={`${paths.landing}#${id}`}
                className="inline-flex min-h-11 items-center rounded-ctl px-3 transition-colors hover:bg-surface-2 hover:text-ink"
              >
                {name}
              </a>
            ))}
          </nav>
        )}
        <nav aria-label={s.mainNavigation} className="flex items-center sm:gap-1">
          {items.map((item) => (
            <NavLink key={item.to} item={item} wide="md" />
          ))}
        </nav>
        <LogOutButton />
        {isHere(paths.profile) && <SectionsMenu />}
      </div>
    </header>
  )
}

/** On screens without room for them in the bar, the sections of the landing page open under it. */
export function SectionsMenu() {
  const { open, setOpen, toggle } = useMenu()
  const Icon = open ? X : Menu
  return (
    <div className="lg:hidden">
      <button
        ref={toggle}
        type="button"
        aria-expanded={open}
        aria-controls="sections-menu"
        title={s.sections}
        onClick={() => setOpen(!open)}
        className="grid size-11 place-items-center rounded-ctl text-ink-2 hover:bg-surface-2 hover:text-ink"
      >
        <Icon size={20} aria-hidden="true" />
        <span className="sr-only">{s.sections}</span>
      </button>
      <nav
        id="sections-menu"
        aria-label={s.sections}
        hidden={!open}
        className="absolute inset-x-0 top-full border-y border-line bg-bg px-3 py-3 shadow-3"
      >
        {sections.map(({ id, name }) => (
          <a
            key={id}
            href={`${paths.landing}#${id}`}
            className="flex min-h-12 items-center rounded-ctl px-4 text-base font-semibold hover:bg-surface-2"
          >
            {name}
          </a>
        ))}
      </nav>
    </div>
  )
}

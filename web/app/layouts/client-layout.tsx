import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, CircleUserRound, KeyRound } from 'lucide-react'
import { Outlet } from 'react-router'
import { clinicContract } from '#shared/clinic/contract.ts'
import { publicClinic, type PublicClinic } from '#shared/clinic/public-profile.ts'
import { navigationMessages as s } from '#shared/lib/messages.ts'
import { homeOf } from '#shared/users/roles.ts'
import { websiteContract } from '#shared/website/contract.ts'
import { accountLinksFor, sectionsOf, type SectionLink, Brand, Footer } from '#web/landing/site-frame.tsx'
import { paths } from '#web/lib/paths.ts'
import { query } from '#web/lib/query.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { useIsPhone } from '#web/lib/use-device.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ProductLogo } from '#web/ui/logo.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { LogOutButton, NavLink, PageLink, SkipLink, useIsHere } from './bar-links.tsx'

const items = [
  { to: paths.booking, name: s.bookAppointment, icon: CalendarPlus },
  { to: paths.profile, name: s.profile, icon: CircleUserRound },
]

/** The frame of a client's pages: the clinic's header with links to the public page's sections, and its footer. */
export function ClientLayout() {
  const profile = useQuery({ ...query(clinicContract.read, {}), staleTime: 60_000 }).data?.data
  const clinic = profile && publicClinic(profile)
  const { data, isPending } = useQuery({ ...query(websiteContract.read, {}), staleTime: 60_000 })
  const site = data?.data
  // While the site is loading, and if it cannot be loaded, the header has no links to its sections.
  const sections = sectionsOf(site?.sections ?? [])
  return (
    // Hides elements whose data the clinic has not set, as on the public page.
    <div className="flex min-h-dvh flex-col [&_[data-value='']]:hidden">
      <SkipLink />
      <Header clinic={clinic} sections={isPending ? undefined : sections} />
      {/* The content fills the screen below the bar, so that the footer stays out of sight while the page loads and
          grows. */}
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto min-h-[calc(100dvh-4.5rem)] w-full max-w-public flex-1 px-5 py-6 outline-none md:px-8"
      >
        <Outlet />
      </main>
      {/* The footer is shown once its height is final, so that it causes no layout shift. */}
      {clinic && !isPending && (
        <Footer
          clinic={clinic}
          links={accountLinksFor('client')}
          home={paths.landing}
          sections={sections}
          contact={site?.contact}
        />
      )}
    </div>
  )
}

/** `sections` are the parts of the landing page to which the header links; undefined until they are loaded. */
type HeaderProps = { clinic: PublicClinic | undefined; sections: readonly SectionLink[] | undefined }

function Header({ clinic, sections }: HeaderProps) {
  const isHere = useIsHere()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-bg">
      <div className="mx-auto flex min-h-18 max-w-public items-center gap-1 px-3 sm:gap-2 sm:px-5 md:px-8 md:max-lg:flex-wrap md:max-lg:pt-3">
        <PageLink to={homeOf.client} title={s.home} className="mr-auto min-w-0 rounded-ctl py-1">
          {clinic ? <Brand clinic={clinic} /> : <ProductLogo />}
          <span className="sr-only">, {s.home}</span>
        </PageLink>
        {isHere({ to: paths.profile }) && sections?.length !== 0 && (
          // On a tablet the links are a row of their own, which keeps its height while they load.
          <nav
            aria-label={s.sections}
            className="min-h-11 mx-auto flex text-ctl font-medium text-ink-2 max-lg:order-last max-md:hidden md:max-lg:w-full md:max-lg:justify-center md:max-lg:pb-1"
          >
            {sections?.map(({ id, name }) => (
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
            <NavLink key={item.to} item={item} />
          ))}
        </nav>
        <LogOutButton />
        <OwnMenu name={usePerson().name} sections={isHere({ to: paths.profile }) ? (sections ?? []) : []} />
      </div>
    </header>
  )
}

/** The client's account menu; on phones it also lists the landing page's sections. */
function OwnMenu({ name, sections }: { name: string; sections: readonly SectionLink[] }) {
  const isPhone = useIsPhone()
  const own: MenuItem = {
    label: s.changePassword,
    icon: <KeyRound size={18} aria-hidden="true" />,
    link: <PageLink to={paths.choosePassword} />,
  }
  const links = sections.map(({ id, name: label }, index) => ({
    label,
    link: <PageLink to={`${paths.landing}#${id}`} />,
    separated: index === 0,
  }))
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="grid size-11 shrink-0 place-items-center rounded-ctl transition-colors hover:bg-surface-2"
        >
          <Avatar name={name} size="sm" />
          <span className="sr-only">{s.account(name)}</span>
        </button>
      }
      items={isPhone ? [own, ...links] : [own]}
    />
  )
}

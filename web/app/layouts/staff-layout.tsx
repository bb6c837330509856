import { Outlet } from 'react-router'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { homeOf } from '#shared/users/roles.ts'
import { useStaffTheme } from '#web/lib/theme.ts'
import { Logo, LogoMark } from '#web/ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LogOutButton } from './log-out-button.tsx'
import { adminItems, cashierItems } from './navigation.ts'
import { NavLink } from './nav-link.tsx'
import { PageLink } from './page-link.tsx'
import { SettingsMenu } from './settings-menu.tsx'
import { SkipLink } from './skip-link.tsx'

/** One bar of 64 px for admins and cashiers; on narrow screens its links are icons. */
export function StaffLayout({ person }: { person: SessionPerson }) {
  useStaffTheme()
  const isAdmin = person.user_role === 'admin'
  const items = isAdmin ? adminItems : cashierItems
  return (
    <div className="min-h-dvh bg-surface-2">
      <SkipLink />
      <header className="sticky top-0 z-30 border-b border-line bg-surface print:hidden">
        {/* Seven targets of 44 px leave 12 px on the narrowest phone: no gaps there. */}
        <div className="mx-auto flex h-16 max-w-staff items-center gap-1 px-2 max-[22rem]:gap-0 max-[22rem]:px-1 sm:px-4 lg:px-6">
          <PageLink to={homeOf[person.user_role]} className="mr-1 rounded-ctl py-1 max-[24rem]:hidden lg:mr-4">
            <span className="max-xl:hidden">
              <Logo name={s.product} />
            </span>
            <span className="xl:hidden">
              <LogoMark />
              <span className="sr-only">{s.product}</span>
            </span>
          </PageLink>
          <nav aria-label={s.mainNavigation} className="flex min-w-0 flex-1 items-center sm:gap-1">
            {items.map((item) => (
              <NavLink key={item.to} item={item} wide={isAdmin ? 'md' : 'lg'} />
            ))}
            {isAdmin && <SettingsMenu />}
          </nav>
          <LogOutButton />
          <AccountMenu person={person} items={items} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-staff px-4 py-5 outline-none lg:px-6">
        <Outlet />
      </main>
    </div>
  )
}

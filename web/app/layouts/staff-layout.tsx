import { clsx } from 'clsx'
import {
  ChevronDown,
  KeyRound,
  Moon,
  Settings,
  Sun,
  CalendarDays,
  CalendarPlus,
  CircleUserRound,
  House,
  ListChecks,
  Package,
  ReceiptText,
  ScanBarcode,
  Users,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { navigationMessages as s, uiMessages, productMessages } from '#shared/lib/messages.ts'
import type { Role } from '#shared/people/role.ts'
import { homeOf } from '#shared/users/roles.ts'
import { ReasonQuestions } from '#web/alerts/reason-questions.tsx'
import { LazyRequestsButton } from '#web/appointments/desk/requests/lazy-requests-button.tsx'
import { whenIdle } from '#web/lib/page/lazy-part.tsx'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { CHARTS, paths } from '#web/lib/paths.ts'
import { setTheme, useStaffTheme, useTheme } from '#web/lib/theme.ts'
import { useMediaQuery } from '#web/lib/use-device.ts'
import { hasPhotoDatabase } from '#web/lib/waiting-photos.ts'
import { SearchButton } from '#web/search/search-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { LogoMark, ProductLogo } from '#web/ui/logo.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { LogOutButton, navItemClass, type NavItem, NavLink, PageLink, SkipLink, useIsHere } from './bar-links.tsx'

const SettingsMenu = lazy(() => retryImport(() => import('./settings-menu.tsx')))

const adminItems: NavItem[] = [
  { to: paths.dashboard, name: s.home, icon: House },
  { to: paths.clients.admin, name: s.clientsHistory, icon: Users, inMenuOnNarrowest: true, alsoAt: [CHARTS] },
  {
    to: paths.appointments.admin,
    name: s.appointments,
    icon: CalendarDays,
    alsoAt: [paths.deposits.admin, paths.dueClients],
  },
  { to: paths.supplies, name: s.inventory, icon: Package, inMenuOnPhone: true },
]

const cashierItems: NavItem[] = [
  { to: paths.till, name: s.cashier, icon: ScanBarcode, exact: true, alsoAt: [paths.giftCards.cashier] },
  {
    to: paths.appointments.cashier,
    name: s.appointments,
    icon: CalendarDays,
    alsoAt: [paths.deposits.cashier, paths.dueClients],
  },
  { to: paths.transactions.cashier, name: s.transactions, icon: ReceiptText },
  { to: paths.clients.cashier, name: s.clientHistory, icon: Users, inMenuOnNarrowest: true, alsoAt: [CHARTS] },
  { to: paths.booking, name: s.bookAppointment, icon: CalendarPlus, inMenuBelowLg: true },
  { to: paths.profile, name: s.profile, icon: CircleUserRound, inMenuBelowLg: true },
]

const itemsOf = {
  admin: adminItems,
  cashier: cashierItems,
  practitioner: [
    { to: paths.myDay, name: s.myDay, icon: CalendarDays, alsoAt: [CHARTS] },
    // This link is hidden while the clinic keeps no charts. Staff at the front desk open the same list beside the
    // waitlist.
    { to: paths.dueClients, name: s.dueClients, icon: ListChecks },
    { to: paths.profile, name: s.profile, icon: CircleUserRound },
  ],
  // Clients do not see this bar: their pages have their own layout.
  client: [],
} satisfies Record<Role, NavItem[]>

/** A navigation bar of 64 px for staff; on phones its links are icons. */
export function StaffLayout({ person }: { person: SessionPerson }) {
  useStaffTheme()
  useWaitingPhotos(person.id)
  const isAdmin = person.user_role === 'admin'
  const items: NavItem[] = itemsOf[person.user_role].filter(
    ({ to }) => to !== paths.dueClients || person.clinical_record,
  )
  return (
    <div className="min-h-dvh bg-surface-2">
      <SkipLink />
      <header className="sticky top-0 z-30 border-b border-line bg-surface print:hidden">
        {/* The buttons of 44 px leave little space on phones, so phones omit the logo and the narrowest ones also
            the gaps. */}
        <div className="mx-auto flex h-16 max-w-staff items-center gap-1 px-2 max-[22rem]:gap-0 max-[22rem]:px-1 sm:px-4 lg:px-6">
          <PageLink to={homeOf[person.user_role]} className="mr-1 rounded-ctl py-1 max-[27rem]:hidden lg:mr-4">
            <span className="max-xl:hidden">
              <ProductLogo />
            </span>
            <span className="xl:hidden">
              <LogoMark />
              <span className="sr-only">{productMessages.name}</span>
            </span>
          </PageLink>
          <nav aria-label={s.mainNavigation} className="flex min-w-0 flex-1 items-center sm:gap-1">
            {items.map((item) => (
              <NavLink key={item.to} item={item} />
            ))}
            {isAdmin && <SettingsButton />}
          </nav>
          <SearchButton />
          <LazyRequestsButton />
          <LogOutButton />
          <AccountMenu person={person} items={items} />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-staff px-4 py-5 outline-none lg:px-6 max-lg:[:root:has([data-notices]>*)_&]:pb-80"
      >
        <Outlet />
      </main>
      {person.clinical_record && <ReasonQuestions />}
    </div>
  )
}

/** Uploads the chart photos of this person that an earlier page has left on this device. */
function useWaitingPhotos(personId: string): void {
  useEffect(() => {
    const send = async () => {
      if (!(await hasPhotoDatabase())) return
      const { photoQueue } = await retryImport(() => import('#web/chart-photos/photos-section.tsx'))
      await photoQueue.resume(personId)
    }
    whenIdle(send)
  }, [personId])
}

/** The admin's Settings menu. Its entries load when it is opened for the first time, to keep every page small. */
function SettingsButton() {
  const isHere = useIsHere()
  const [isWanted, setWanted] = useState(false)
  const here = isHere({ to: '/settings', alsoAt: [paths.reports, paths.overview] })
  const button = (
    <button
      type="button"
      title={s.settings}
      aria-haspopup="menu"
      onClick={isWanted ? undefined : () => setWanted(true)}
      className={clsx(navItemClass(here), 'md:px-3')}
    >
      <Settings size={20} aria-hidden="true" className="md:hidden" />
      <span className="max-md:sr-only">{s.settings}</span>
      <ChevronDown size={16} aria-hidden="true" className="max-md:hidden" />
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <SettingsMenu trigger={button} />
    </Suspense>
  )
}

type AccountMenuProps = { person: SessionPerson; items: readonly NavItem[] }

/** Menu items for the links that do not fit into the bar. */
function useLinkItems(items: readonly NavItem[]): MenuItem[] {
  const isNarrow = useMediaQuery('(width < 64rem)')
  const isPhone = useMediaQuery('(width < 27rem)')
  const isNarrowest = useMediaQuery('(width < 24rem)')
  return items
    .filter(
      (item) =>
        (isNarrow && item.inMenuBelowLg) || (isPhone && item.inMenuOnPhone) || (isNarrowest && item.inMenuOnNarrowest),
    )
    .map(({ to, name, icon: Icon }) => ({
      label: name,
      icon: <Icon size={18} aria-hidden="true" />,
      link: <PageLink to={to} />,
    }))
}

function useOwnItems(separated: boolean): MenuItem[] {
  const dark = useTheme() === 'dark'
  return [
    {
      label: dark ? s.lightTheme : uiMessages.darkTheme,
      icon: dark ? <Sun size={18} aria-hidden="true" /> : <Moon size={18} aria-hidden="true" />,
      onSelect: () => setTheme(dark ? 'light' : 'dark'),
      separated,
    },
    {
      label: s.changePassword,
      icon: <KeyRound size={18} aria-hidden="true" />,
      link: <PageLink to={paths.choosePassword} />,
    },
  ]
}

/** The account menu: name, password, theme, and the links that do not fit into the bar. */
function AccountMenu({ person, items }: AccountMenuProps) {
  const links = useLinkItems(items)
  const own = useOwnItems(links.length > 0)
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex min-h-11 items-center gap-2.5 rounded-ctl px-1 transition-colors hover:bg-surface-2"
        >
          <Avatar name={person.name} size="sm" />
          <span className="sr-only">{s.account(person.name)}</span>
          <span aria-hidden="true" className="max-w-40 pr-1 text-left text-sm leading-tight max-xl:hidden">
            <b className="block truncate">{person.name}</b>
            <span className="block text-xs text-ink-2">{s.roles[person.user_role]}</span>
          </span>
        </button>
      }
      items={[...links, ...own]}
    />
  )
}

import {
  CalendarDays,
  CalendarPlus,
  CircleUserRound,
  History,
  House,
  Package,
  ReceiptText,
  ScanBarcode,
  Sparkles,
  Store,
  UserCog,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { paths } from '#web/lib/paths.ts'
import { routeOf } from '#web/app/guards.ts'
import { isBuilt } from '#web/app/routes.ts'

export type NavItem = {
  to: string
  name: string
  icon: LucideIcon
  /** Only its own page counts as "here", not the pages below it. */
  exact?: boolean
  /** On phones it stands in the account's menu: the bar has no room. */
  inMenuOnPhones?: boolean
}

/** A link to a page that is not there yet is not drawn. */
const built = (items: NavItem[]) =>
  items.filter(({ to }) => {
    const route = routeOf(to)
    return route === undefined || isBuilt(route)
  })

export const adminItems = built([
  { to: '/dashboard', name: s.home, icon: House },
  { to: '/clientPage', name: s.clientsHistory, icon: Users },
  { to: '/Appointment', name: s.appointments, icon: CalendarDays },
  { to: '/suppliesPage', name: s.inventory, icon: Package },
])

export const settingsItems = built([
  { to: '/settings/treatments', name: s.treatments, icon: Sparkles },
  { to: '/settings/users', name: s.userManagement, icon: UserCog },
  { to: '/settings/Historylogs', name: s.historyLogs, icon: History },
  { to: '/settings/Transactions', name: s.transactions, icon: ReceiptText },
  { to: '/settings/clinic', name: s.clinicProfile, icon: Store },
])

export const cashierItems = built([
  { to: paths.till, name: s.cashier, icon: ScanBarcode, exact: true },
  { to: '/cashier/appointments', name: s.appointments, icon: CalendarDays },
  { to: '/cashier/transactions', name: s.transactions, icon: ReceiptText },
  { to: '/cashier/clients', name: s.clientHistory, icon: Users },
  { to: paths.booking, name: s.bookAppointment, icon: CalendarPlus, inMenuOnPhones: true },
  { to: '/Profile', name: s.profile, icon: CircleUserRound, inMenuOnPhones: true },
])

import {
  CalendarClock,
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
import { navigationMessages as s } from '#shared/lib/navigation-messages.ts'
import { paths } from '#web/lib/paths.ts'

export type NavItem = {
  to: string
  name: string
  icon: LucideIcon
  /** Only its own page counts as "here", not the pages below it. */
  exact?: boolean
  /** Below 64rem it stands in the account's menu: the bar has room for the names of the others only. */
  inMenuBelowLg?: boolean
  /** The same on the narrowest phones alone, below 22.5rem. */
  inMenuOnNarrowest?: boolean
}

export const adminItems: NavItem[] = [
  { to: paths.dashboard, name: s.home, icon: House },
  { to: paths.clients.admin, name: s.clientsHistory, icon: Users },
  { to: paths.appointments.admin, name: s.appointments, icon: CalendarDays },
  { to: paths.supplies, name: s.inventory, icon: Package, inMenuOnNarrowest: true },
]

export const settingsItems: NavItem[] = [
  { to: paths.treatments, name: s.treatments, icon: Sparkles },
  { to: paths.users, name: s.userManagement, icon: UserCog },
  { to: paths.historyLogs, name: s.historyLogs, icon: History },
  { to: paths.transactions.admin, name: s.transactions, icon: ReceiptText },
  { to: paths.resources, name: s.resources, icon: CalendarClock },
  { to: paths.clinic, name: s.clinicProfile, icon: Store },
]

export const cashierItems: NavItem[] = [
  { to: paths.till, name: s.cashier, icon: ScanBarcode, exact: true },
  { to: paths.appointments.cashier, name: s.appointments, icon: CalendarDays },
  { to: paths.transactions.cashier, name: s.transactions, icon: ReceiptText },
  { to: paths.clients.cashier, name: s.clientHistory, icon: Users },
  { to: paths.booking, name: s.bookAppointment, icon: CalendarPlus, inMenuBelowLg: true },
  { to: paths.profile, name: s.profile, icon: CircleUserRound, inMenuBelowLg: true },
]

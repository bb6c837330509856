import type { Permission } from '#shared/auth/permissions.ts'
import type { Role } from '#shared/lib/endpoint.ts'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { hasPage } from './page-registry.ts'

/**
 * Whom a route lets in. `public`: everyone, at any time; `visitor`: who is not logged in; `setup`: until the clinic has an admin; `any`: everyone with a
 * session; a role: that role alone, others go to their own home.
 */
export type RouteAccess = 'public' | 'visitor' | 'setup' | 'any' | Role

export type PageRoute = {
  path: string
  access: RouteAccess
  /** The file under `web/` whose default export is the page. */
  page: string
  title: string
  /** What reading the page's data asks for, where the route itself opens for more: others are told that they may not. */
  needs?: Permission
  /** `bare`: no navigation around it. `app`: the navigation of the person's role. */
  layout: 'bare' | 'app'
}

const page = (
  path: string,
  access: RouteAccess,
  file: string,
  title: string,
  more: Partial<Pick<PageRoute, 'needs' | 'layout'>> = {},
): PageRoute => ({ path, access, page: file, title, layout: 'app', ...more })

const bare = { layout: 'bare' } as const
const needs = (permission: Permission) => ({ needs: permission })

const clients = 'clients/clients-page.tsx'
const clientDetail = 'clients/client-detail-page.tsx'
const appointments = 'appointments/desk/manage-appointments-page.tsx'
const transactions = 'sales/transactions/transactions-page.tsx'

/** Every page of the app with who may open it. `/` and `/BookAppointment` are documents of their own. */
export const routes: readonly PageRoute[] = [
  page('/login', 'visitor', 'auth/login-page.tsx', s.login, bare),
  page('/forgot-password', 'visitor', 'auth/forgot-password-page.tsx', s.forgotPassword, bare),
  page('/reset-password', 'visitor', 'auth/reset-password-page.tsx', s.resetPassword, bare),
  page('/setup', 'setup', 'auth/setup-page.tsx', s.setup, bare),
  page('/privacy', 'public', 'privacy/privacy-page.tsx', s.privacy, bare),
  page('/choose-password', 'any', 'auth/choose-password-page.tsx', s.choosePassword, bare),

  page('/dashboard', 'admin', 'dashboard/dashboard-page.tsx', s.dashboard),
  page('/Appointment', 'admin', appointments, s.manageAppointments),
  page('/suppliesPage', 'admin', 'inventory/supplies-page.tsx', s.inventory),
  page('/posPage', 'admin', 'pos-demo/pos-page.tsx', s.demo),
  page('/clientPage', 'admin', clients, s.clientsHistory),
  page('/clientPage/:clientId', 'admin', clientDetail, s.client),

  page('/cashier', 'cashier', 'sales/till/checkout-page.tsx', s.cashier, bare),
  page('/cashier/appointments', 'cashier', appointments, s.manageAppointments),
  page('/cashier/transactions', 'cashier', transactions, s.transactions),
  page('/cashier/clients', 'cashier', clients, s.clientHistory),
  page('/cashier/clients/:clientId', 'cashier', clientDetail, s.client),

  page('/settings/treatments', 'any', 'catalogue/catalogue-page.tsx', s.treatments, needs('catalogue.manage')),
  page('/settings/users', 'any', 'users/users-page.tsx', s.userManagement, needs('users.manage')),
  page('/settings/Historylogs', 'any', 'history-logs/history-logs-page.tsx', s.historyLogs, needs('history.read')),
  page('/settings/Transactions', 'any', transactions, s.transactions, needs('sales.read')),
  page('/settings/clinic', 'any', 'clinic/clinic-page.tsx', s.clinicProfile, needs('clinic.manage')),

  page('/clientDashboard', 'client', 'profile/client-home-page.tsx', s.home),
  page('/Profile/*', 'any', 'profile/profile-page.tsx', s.profile),
]

/** Paths that lead elsewhere, as the two readings of the settings section have them. */
export const redirects: Readonly<Record<string, string>> = {
  '/settings': '/settings/treatments',
  '/treatments': '/settings/treatments',
  '/users': '/settings/users',
  '/historylogs': '/settings/Historylogs',
  '/transactions': '/settings/Transactions',
}

/** False for a route of the product whose page is not there yet. */
export const isBuilt = (route: PageRoute): boolean => hasPage(route.page)

import type { ComponentType } from 'react'
import type { Permission } from '#shared/auth/permissions.ts'
import type { Role } from '#shared/people/role.ts'
import { navigationMessages as s } from '#shared/lib/messages.ts'
import { paths, waitlistPath } from '#web/lib/paths.ts'

/**
 * Who can open a route. `public`: everyone; `visitor`: people without a session; `setup`: anyone until the clinic has
 * an admin; `any`: everyone with a session; a role: only that role, others are redirected to their own start page.
 */
type RouteAccess = 'public' | 'visitor' | 'setup' | 'any' | Role

/** Imports the page, the file's default export, when its route is opened. */
export type LoadPage = () => Promise<{ default: ComponentType }>

export type PageRoute = {
  path: string
  access: RouteAccess
  /** `document` for a prerendered page outside of the router. */
  page: LoadPage | 'document'
  title: string
  /** The permission for the page's data, if the route opens for more roles; others see that they have no access. */
  needs?: Permission
  /** `bare`: without navigation. `app`: with the role's navigation. */
  layout: 'bare' | 'app'
}

const page = (
  path: string,
  access: RouteAccess,
  load: PageRoute['page'],
  title: string,
  more: Partial<Pick<PageRoute, 'needs' | 'layout'>> = {},
): PageRoute => ({ path, access, page: load, title, layout: 'app', ...more })

const bare = { layout: 'bare' } as const
const needs = (permission: Permission) => ({ needs: permission })

const clients: LoadPage = () => import('#web/clients/clients-page.tsx')
const clientDetail: LoadPage = () => import('#web/clients/client-detail-page.tsx')
const appointments: LoadPage = () => import('#web/appointments/desk/manage-appointments-page.tsx')
const waitlist: LoadPage = () => import('#web/waitlist/waitlist-page.tsx')
const transactions: LoadPage = () => import('#web/sales/transactions/transactions-page.tsx')

/** Every guarded page with who may open it. The landing page and the booking are public documents. */
export const routes: readonly PageRoute[] = [
  page(paths.login, 'visitor', 'document', s.login, bare),
  page(paths.forgotPassword, 'visitor', 'document', s.forgotPassword, bare),
  page(paths.resetPassword, 'visitor', 'document', s.resetPassword, bare),
  page(paths.setup, 'setup', () => import('#web/auth/setup-page.tsx'), s.setup, bare),
  page(paths.verifyEmail, 'public', () => import('#web/auth/verify-email-page.tsx'), s.verifyEmail, bare),
  page(paths.visit, 'public', () => import('#web/profile/visit-link-page.tsx'), s.visit, bare),
  page(paths.unsubscribe, 'public', () => import('#web/messages/unsubscribe-page.tsx'), s.unsubscribe, bare),
  page(paths.privacy, 'public', () => import('#web/privacy/privacy-page.tsx'), s.privacy, bare),
  page(paths.choosePassword, 'any', () => import('#web/auth/choose-password-page.tsx'), s.choosePassword, bare),

  page(paths.dashboard, 'admin', () => import('#web/dashboard/dashboard-page.tsx'), s.dashboard),
  page(paths.appointments.admin, 'admin', appointments, s.manageAppointments),
  page(waitlistPath(paths.appointments.admin), 'admin', waitlist, s.waitlist),
  page(paths.supplies, 'admin', () => import('#web/inventory/supplies-page.tsx'), s.inventory),
  page(paths.reports, 'admin', () => import('#web/reports/reports-page.tsx'), s.reports),
  page(paths.posDemo, 'admin', () => import('#web/pos-demo/pos-page.tsx'), s.demo),
  page(paths.clients.admin, 'admin', clients, s.clientsHistory),
  page(`${paths.clients.admin}/:clientId`, 'admin', clientDetail, s.client),

  page(paths.till, 'cashier', () => import('#web/sales/till/checkout-page.tsx'), s.cashier, bare),
  page(paths.appointments.cashier, 'cashier', appointments, s.manageAppointments),
  page(waitlistPath(paths.appointments.cashier), 'cashier', waitlist, s.waitlist),
  page(paths.transactions.cashier, 'cashier', transactions, s.transactions),
  page(paths.clients.cashier, 'cashier', clients, s.clientHistory),
  page(`${paths.clients.cashier}/:clientId`, 'cashier', clientDetail, s.client),

  page(
    paths.treatments,
    'any',
    () => import('#web/catalogue/catalogue-page.tsx'),
    s.treatments,
    needs('catalogue.manage'),
  ),
  page(paths.users, 'any', () => import('#web/users/users-page.tsx'), s.userManagement, needs('users.manage')),
  page(
    paths.historyLogs,
    'any',
    () => import('#web/history-logs/history-logs-page.tsx'),
    s.historyLogs,
    needs('history.read'),
  ),
  page(paths.transactions.admin, 'any', transactions, s.transactions, needs('sales.read')),
  page(paths.clinic, 'any', () => import('#web/clinic/clinic-page.tsx'), s.clinicProfile, needs('clinic.manage')),
  page(
    paths.resources,
    'any',
    () => import('#web/resources/resources-page.tsx'),
    s.resources,
    needs('resources.manage'),
  ),
  page(paths.messages, 'any', () => import('#web/messages/messages-page.tsx'), s.messages, needs('messages.manage')),
  page(paths.documents, 'any', () => import('#web/clinic/documents-page.tsx'), s.documents, needs('clinic.manage')),
  page(paths.website, 'any', () => import('#web/website/website-page.tsx'), s.website, needs('website.manage')),
  page(paths.payments, 'any', () => import('#web/sales/payments-page.tsx'), s.payments, needs('clinic.manage')),
  page(paths.terminals, 'any', () => import('#web/cash/terminals-page.tsx'), s.terminals, needs('cash.manage')),
  page(
    paths.firstSteps,
    'any',
    () => import('#web/clinic/first-steps-page.tsx'),
    s.firstSteps,
    needs('catalogue.manage'),
  ),

  page(paths.myDay, 'practitioner', () => import('#web/my-day/my-day-page.tsx'), s.myDay),
  page(paths.clientHome, 'client', () => import('#web/profile/client-home-page.tsx'), s.home),
  page(`${paths.profile}/*`, 'any', () => import('#web/profile/profile-page.tsx'), s.profile),
]

/** Redirected paths, including both spellings of the settings section. */
export const redirects: Readonly<Record<string, string>> = {
  '/settings': paths.treatments,
  '/treatments': paths.treatments,
  '/users': paths.users,
  '/historylogs': paths.historyLogs,
  '/transactions': paths.transactions.admin,
}

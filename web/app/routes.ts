import type { ComponentType } from 'react'
import { permissionsOf, type Permission } from '#shared/auth/permissions.ts'
import { navigationMessages as s } from '#shared/lib/messages.ts'
import type { Role } from '#shared/people/role.ts'
import { homeOf } from '#shared/users/roles.ts'
import { chartPath, formPath, notePath, paths, waitlistPath } from '#web/lib/paths.ts'
import { openDocumentOf, pathnameOf } from '#web/lib/public-paths.ts'

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
  /** The page's import; `document` for a page that is prerendered and not part of the router. */
  page: LoadPage | 'document'
  title: string
  /**
   * The permission to read the page's data, for a route that several roles can open; people who lack the permission see
   * that they have no access.
   */
  needs?: Permission
  /** With `bare` the page has no navigation, and with `app` it has the navigation of the role. */
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
const deposits: LoadPage = () => import('#web/deposits/desk/deposits-page.tsx')
const giftCards: LoadPage = () => import('#web/prepaid/gift-cards-page.tsx')
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
  page(paths.formLink, 'public', () => import('#web/forms/filling/form-link-page.tsx'), s.forms, bare),
  page(paths.formTablet, 'public', () => import('#web/forms/filling/tablet-page.tsx'), s.forms, bare),
  page(paths.privacy, 'public', () => import('#web/privacy/privacy-page.tsx'), s.privacy, bare),
  page(paths.secondFactor, 'any', () => import('#web/auth/second-factor/set-up-page.tsx'), s.secondFactor, bare),
  page(paths.choosePassword, 'any', () => import('#web/auth/choose-password-page.tsx'), s.choosePassword, bare),

  page(paths.dashboard, 'admin', () => import('#web/dashboard/dashboard-page.tsx'), s.dashboard),
  page(paths.overview, 'admin', () => import('#web/overview/overview-page.tsx'), s.overview),
  page(paths.appointments.admin, 'admin', appointments, s.manageAppointments),
  page(waitlistPath(paths.appointments.admin), 'admin', waitlist, s.waitlist),
  page(paths.deposits.admin, 'admin', deposits, s.deposits),
  page(paths.supplies, 'admin', () => import('#web/inventory/supplies-page.tsx'), s.inventory),
  page(paths.reports, 'admin', () => import('#web/reports/reports-page.tsx'), s.reports),
  page(paths.posDemo, 'admin', () => import('#web/pos-demo/pos-page.tsx'), s.demo),
  page(paths.clients.admin, 'admin', clients, s.clientsHistory),
  page(`${paths.clients.admin}/:clientId`, 'admin', clientDetail, s.client),

  page(paths.till, 'cashier', () => import('#web/sales/till/checkout-page.tsx'), s.cashier, bare),
  page(paths.appointments.cashier, 'cashier', appointments, s.manageAppointments),
  page(waitlistPath(paths.appointments.cashier), 'cashier', waitlist, s.waitlist),
  page(paths.deposits.cashier, 'cashier', deposits, s.deposits),
  page(paths.transactions.cashier, 'cashier', transactions, s.transactions),
  page(paths.giftCards.cashier, 'cashier', giftCards, s.giftCards),
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
  page(paths.giftCards.admin, 'any', giftCards, s.giftCards, needs('sales.create')),
  page(paths.clinic, 'any', () => import('#web/clinic/clinic-page.tsx'), s.clinicProfile, needs('clinic.manage')),
  page(
    paths.resources,
    'any',
    () => import('#web/resources/resources-page.tsx'),
    s.resources,
    needs('resources.manage'),
  ),
  page(paths.messages, 'any', () => import('#web/messages/messages-page.tsx'), s.messages, needs('messages.manage')),
  page(
    paths.mailServer,
    'any',
    () => import('#web/messages/mail-server-page.tsx'),
    s.mailServer,
    needs('messages.manage'),
  ),
  page(paths.exports, 'any', () => import('#web/exports/export-page.tsx'), s.exports, needs('exports.manage')),
  page(paths.system, 'any', () => import('#web/system/system-page.tsx'), s.system, needs('clinic.manage')),
  page(paths.documents, 'any', () => import('#web/clinic/documents-page.tsx'), s.documents, needs('clinic.manage')),
  page(paths.accounting, 'any', () => import('#web/clinic/accounting-page.tsx'), s.accounting, needs('clinic.manage')),
  page(
    paths.clinicalRecord,
    'any',
    () => import('#web/charts/clinical-record-page.tsx'),
    s.clinicalRecord,
    needs('clinic.manage'),
  ),
  page(
    notePath(':clientId', ':appointmentId'),
    'any',
    () => import('#web/treatment-notes/note-page.tsx'),
    s.treatmentNote,
    needs('charts.read'),
  ),
  page(
    paths.noteTemplates,
    'any',
    () => import('#web/treatment-notes/templates-page.tsx'),
    s.noteTemplates,
    needs('forms.manage'),
  ),
  page(
    paths.batchRecall,
    'any',
    () => import('#web/treatment-notes/recall-page.tsx'),
    s.batchRecall,
    needs('clinic.manage'),
  ),
  page(paths.dueClients, 'any', () => import('#web/treatment-plans/due-page.tsx'), s.dueClients, needs('alerts.read')),
  page(paths.forms, 'any', () => import('#web/forms/forms-page.tsx'), s.formBuilder, needs('forms.manage')),
  page(
    formPath(':formId'),
    'any',
    () => import('#web/forms/form-editor-page.tsx'),
    s.formBuilder,
    needs('forms.manage'),
  ),
  page(chartPath(':clientId'), 'any', () => import('#web/charts/chart-page.tsx'), s.chart, needs('charts.read')),
  page(
    paths.security,
    'any',
    () => import('#web/auth/second-factor/security-page.tsx'),
    s.security,
    needs('users.manage'),
  ),
  page(
    paths.developers,
    'any',
    () => import('#web/api-keys/developers-page.tsx'),
    s.developers,
    needs('api-keys.manage'),
  ),
  page(paths.website, 'any', () => import('#web/website/website-page.tsx'), s.website, needs('website.manage')),
  page(paths.share, 'any', () => import('#web/website/share-page.tsx'), s.share, needs('website.manage')),
  page(paths.imports, 'any', () => import('#web/imports/imports-page.tsx'), s.imports, needs('imports.manage')),
  page(paths.payments, 'any', () => import('#web/sales/payments-page.tsx'), s.payments, needs('clinic.manage')),
  page(
    paths.depositSettings,
    'any',
    () => import('#web/deposits/desk/settings-page.tsx'),
    s.depositSettings,
    needs('clinic.manage'),
  ),
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
  page(paths.ownForms, 'client', () => import('#web/forms/filling/own-forms-page.tsx'), s.forms),
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

/** What a guard needs to know about the visitor. */
export type Visitor = {
  role: Role | null
  mustSetPassword: boolean
  mustSetUpSecondFactor?: boolean
  /** True while the clinic has no admin. */
  needsSetup: boolean
}

/** The result of a navigation: a page, a page whose data the role may not read, or a document outside the app. */
export type Arrival =
  | { kind: 'page'; path: string; route: PageRoute }
  | { kind: 'no-access'; path: string; route: PageRoute }
  | { kind: 'document'; path: string }

const isSamePath = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function matchesPattern(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const actual = path.split('/')
  if (expected.at(-1) === '*') return expected.slice(0, -1).every((part, i) => isSamePath(part, actual[i] ?? ''))
  return (
    expected.length === actual.length &&
    expected.every((part, i) => (part.startsWith(':') ? actual[i] !== '' : isSamePath(part, actual[i]!)))
  )
}

/** The route of a path, regardless of case. */
export const routeOf = (path: string): PageRoute | undefined => routes.find((route) => matchesPattern(route.path, path))

const canonicalRedirect = (path: string) => Object.entries(redirects).find(([from]) => isSamePath(from, path))?.[1]

const homeFor = ({ role }: Visitor) => (role === null ? paths.login : homeOf[role])

/** The redirect of this route for the visitor; undefined when it lets them in. */
function redirectOf(route: PageRoute, visitor: Visitor): string | undefined {
  const { role } = visitor
  if (route.access === 'public') return undefined
  if (route.access === 'setup') return visitor.needsSetup ? undefined : homeFor(visitor)
  if (role === null) {
    if (visitor.needsSetup) return paths.setup
    return route.access === 'visitor' ? undefined : paths.login
  }
  if (visitor.mustSetPassword) return route.path === paths.choosePassword ? undefined : paths.choosePassword
  if (visitor.mustSetUpSecondFactor) return route.path === paths.secondFactor ? undefined : paths.secondFactor
  if (route.access === 'any') return undefined
  return route.access === role ? undefined : homeOf[role]
}

/** The next redirect from `path`; undefined when the visitor stays. */
function nextRedirect(path: string, visitor: Visitor): string | undefined {
  const redirect = canonicalRedirect(path)
  if (redirect) return redirect
  const route = routeOf(path)
  if (!route) return paths.landing
  return redirectOf(route, visitor)
}

/** Where a visitor who opens `path` ends up. A pure function, so that all guards can be tested. */
export function resolveArrival(path: string, visitor: Visitor): Arrival {
  let here = pathnameOf(path)
  for (;;) {
    const document = openDocumentOf(here)
    if (document) return { kind: 'document', path: document }
    const next = nextRedirect(here, visitor)
    if (next !== undefined) {
      here = next
      continue
    }
    const route = routeOf(here)!
    if (route.page === 'document') return { kind: 'document', path: here }
    const allowed = !route.needs || (visitor.role !== null && permissionsOf(visitor.role).has(route.needs))
    return { kind: allowed ? 'page' : 'no-access', path: here, route }
  }
}

import { expect, test } from 'vitest'
import type { Role } from '#shared/people/role.ts'
import { resolveArrival, routeOf, type Visitor, redirects, routes } from './routes.ts'

const visitors: Record<string, Visitor> = {
  anonymous: { role: null, mustSetPassword: false, needsSetup: false },
  client: { role: 'client', mustSetPassword: false, needsSetup: false },
  practitioner: { role: 'practitioner', mustSetPassword: false, needsSetup: false },
  cashier: { role: 'cashier', mustSetPassword: false, needsSetup: false },
  admin: { role: 'admin', mustSetPassword: false, needsSetup: false },
}

/** The path where the visitor ends; `!` marks a page whose data they may not read. */
function end(path: string, visitor: Visitor): string {
  const arrival = resolveArrival(path, visitor)
  return arrival.kind === 'no-access' ? `!${arrival.path}` : arrival.path
}

const home = { client: '/clientDashboard', practitioner: '/my-day', cashier: '/cashier', admin: '/dashboard' }
const adminOnly = { ...home, anonymous: '/login' }
const cashierOnly = { ...home, anonymous: '/login' }
const anybody = (path: string) => ({ anonymous: path, client: path, practitioner: path, cashier: path, admin: path })
const loggedIn = (path: string) => ({ ...anybody(path), anonymous: '/login' })
const admins = (path: string) => ({
  anonymous: '/login',
  client: `!${path}`,
  practitioner: `!${path}`,
  cashier: `!${path}`,
  admin: path,
})
const staff = (path: string) => ({ ...admins(path), cashier: path })

/**
 * Where each kind of visitor ends for each path: the specification's route table, and the pages that it does not list.
 */
const table: Record<string, Record<'anonymous' | Role, string>> = {
  '/': anybody('/'),
  '/BookAppointment': anybody('/BookAppointment'),
  '/login': { anonymous: '/login', ...home },
  '/forgot-password': { anonymous: '/forgot-password', ...home },
  '/reset-password': { anonymous: '/reset-password', ...home },
  '/setup': { anonymous: '/login', ...home },
  '/choose-password': loggedIn('/choose-password'),
  '/two-step-log-in': loggedIn('/two-step-log-in'),
  '/privacy': anybody('/privacy'),
  '/verify-email': anybody('/verify-email'),
  '/visit': anybody('/visit'),
  '/unsubscribe': anybody('/unsubscribe'),
  '/dashboard': { ...adminOnly, admin: '/dashboard' },
  '/Appointment': { ...adminOnly, admin: '/Appointment' },
  '/Appointment/waitlist': { ...adminOnly, admin: '/Appointment/waitlist' },
  '/admin/deposits': { ...adminOnly, admin: '/admin/deposits' },
  '/suppliesPage': { ...adminOnly, admin: '/suppliesPage' },
  '/overview': { ...adminOnly, admin: '/overview' },
  '/reports': { ...adminOnly, admin: '/reports' },
  '/posPage': { ...adminOnly, admin: '/posPage' },
  '/clientPage': { ...adminOnly, admin: '/clientPage' },
  '/clientPage/42': { ...adminOnly, admin: '/clientPage/42' },
  '/cashier': { ...cashierOnly, cashier: '/cashier' },
  '/cashier/appointments': { ...cashierOnly, cashier: '/cashier/appointments' },
  '/cashier/appointments/waitlist': { ...cashierOnly, cashier: '/cashier/appointments/waitlist' },
  '/cashier/deposits': { ...cashierOnly, cashier: '/cashier/deposits' },
  '/cashier/transactions': { ...cashierOnly, cashier: '/cashier/transactions' },
  '/cashier/gift-cards': { ...cashierOnly, cashier: '/cashier/gift-cards' },
  '/cashier/clients': { ...cashierOnly, cashier: '/cashier/clients' },
  '/cashier/clients/42': { ...cashierOnly, cashier: '/cashier/clients/42' },
  '/settings': admins('/settings/treatments'),
  '/settings/treatments': admins('/settings/treatments'),
  '/settings/users': admins('/settings/users'),
  '/settings/Historylogs': admins('/settings/Historylogs'),
  '/settings/gift-cards': staff('/settings/gift-cards'),
  '/settings/Transactions': staff('/settings/Transactions'),
  '/settings/clinic': admins('/settings/clinic'),
  '/settings/practitioners': admins('/settings/practitioners'),
  '/settings/messages': admins('/settings/messages'),
  '/settings/email': admins('/settings/email'),
  '/settings/system': admins('/settings/system'),
  '/settings/terminals': admins('/settings/terminals'),
  '/settings/import': admins('/settings/import'),
  '/settings/payments': admins('/settings/payments'),
  '/settings/deposits': admins('/settings/deposits'),
  '/settings/export': admins('/settings/export'),
  '/settings/documents': admins('/settings/documents'),
  '/settings/accounting': admins('/settings/accounting'),
  '/settings/clinical-record': admins('/settings/clinical-record'),
  '/settings/forms': admins('/settings/forms'),
  '/settings/forms/42': admins('/settings/forms/42'),
  '/settings/note-templates': admins('/settings/note-templates'),
  '/settings/batch-recall': admins('/settings/batch-recall'),
  '/due-clients': { ...staff('/due-clients'), practitioner: '/due-clients' },
  '/forms': anybody('/forms'),
  '/forms/tablet': anybody('/forms/tablet'),
  '/forms/mine': { ...home, anonymous: '/login', client: '/forms/mine' },
  '/charts/42/notes/7': { ...admins('/charts/42/notes/7'), practitioner: '/charts/42/notes/7' },
  '/charts/42': { ...admins('/charts/42'), practitioner: '/charts/42' },
  '/settings/developers': admins('/settings/developers'),
  '/settings/log-in': admins('/settings/log-in'),
  '/settings/website': admins('/settings/website'),
  '/settings/share': admins('/settings/share'),
  '/settings/first-steps': admins('/settings/first-steps'),
  '/treatments': admins('/settings/treatments'),
  '/users': admins('/settings/users'),
  '/historylogs': admins('/settings/Historylogs'),
  '/transactions': staff('/settings/Transactions'),
  '/clientDashboard': { anonymous: '/login', ...home },
  '/my-day': { anonymous: '/login', ...home },
  '/Profile': loggedIn('/Profile'),
  '/Profile/transactions': loggedIn('/Profile/transactions'),
  '/nowhere': anybody('/'),
  '/settings/nowhere': anybody('/'),
  '/cashier/nowhere': anybody('/'),
  '/clientPage/42/more': anybody('/'),
}

const cells = Object.entries(table).flatMap(([path, ends]) =>
  Object.entries(ends).map(([who, expected]) => ({ path, who, expected })),
)

test.each(cells)('a visitor of kind “$who” who opens $path gets to $expected', ({ path, who, expected }) => {
  expect(end(path, visitors[who]!)).toBe(expected)
})

test('every route and every redirect of the app is in the table of this test', () => {
  const tried = Object.keys(table)
  const known = new Set(tried.map((path) => routeOf(path)?.path))
  expect(routes.filter((route) => !known.has(route.path))).toEqual([])
  expect(Object.keys(redirects).filter((path) => !tried.includes(path))).toEqual([])
})

test.each([
  ['/SETTINGS/historylogs', '/SETTINGS/historylogs'],
  ['/settings/TRANSACTIONS/', '/settings/TRANSACTIONS'],
  ['/HistoryLogs', '/settings/Historylogs'],
  ['/Dashboard', '/Dashboard'],
  ['/bookappointment', '/BookAppointment'],
])('the page of the path %s is found regardless of upper and lower case', (path, expected) => {
  expect(end(path, visitors.admin!)).toBe(expected)
})

const paths = Object.keys(table)
const documents = paths.filter((path) => resolveArrival(path, visitors.admin!).kind === 'document')
const isPublic = (path: string) => routeOf(path)?.access === 'public'
const insideApp = paths.filter((path) => !documents.includes(path) && !isPublic(path))

test.each(paths.filter(isPublic))(
  'the page %s is public, even before a password is chosen or the clinic is set up',
  (path) => {
    const unfinished = [
      { role: 'client', mustSetPassword: true, needsSetup: false },
      { role: null, mustSetPassword: false, needsSetup: true },
    ] as const
    for (const visitor of unfinished) expect(end(path, visitor)).toBe(path)
  },
)

test.each(insideApp)('a user who must choose a password is redirected from %s', (path) => {
  for (const role of ['client', 'practitioner', 'cashier', 'admin'] as const)
    expect(end(path, { role, mustSetPassword: true, needsSetup: false })).toBe('/choose-password')
})

test.each(insideApp)('a user who must set up a second factor is redirected from %s', (path) => {
  const duty = { mustSetPassword: false, mustSetUpSecondFactor: true, needsSetup: false }
  for (const role of ['practitioner', 'cashier', 'admin'] as const)
    expect(end(path, { ...duty, role })).toBe('/two-step-log-in')
})

test.each(insideApp)('before the clinic has an admin, %s leads to the setup', (path) => {
  expect(end(path, { role: null, mustSetPassword: false, needsSetup: true })).toBe('/setup')
})

test.each(documents)('the page %s, which the server renders, is always public', (path) => {
  const everyone = [...Object.values(visitors), { role: null, mustSetPassword: false, needsSetup: true }]
  for (const visitor of everyone) expect(resolveArrival(path, visitor).kind).toBe('document')
})

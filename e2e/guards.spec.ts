import type { Page } from '@playwright/test'
import { expect, test, type Role } from './fixtures.ts'

type Visitor = Role | 'anonymous'

/**
 * Where each path leads for each kind of visitor, written by hand from the table of routes. `=` means that the path
 * does not redirect.
 */
const table: readonly (readonly [path: string, anonymous: string, client: string, cashier: string, admin: string])[] = [
  ['/', '=', '=', '=', '='],
  ['/BookAppointment', '=', '=', '=', '='],
  ['/bookappointment', '/BookAppointment', '/BookAppointment', '/BookAppointment', '/BookAppointment'],
  ['/login', '=', '/clientDashboard', '/cashier', '/dashboard'],
  ['/forgot-password', '=', '/clientDashboard', '/cashier', '/dashboard'],
  ['/reset-password', '=', '/clientDashboard', '/cashier', '/dashboard'],
  ['/setup', '/login', '/clientDashboard', '/cashier', '/dashboard'],
  ['/dashboard', '/login', '/clientDashboard', '/cashier', '='],
  ['/Appointment', '/login', '/clientDashboard', '/cashier', '='],
  ['/clientPage', '/login', '/clientDashboard', '/cashier', '='],
  ['/suppliesPage', '/login', '/clientDashboard', '/cashier', '='],
  ['/posPage', '/login', '/clientDashboard', '/cashier', '='],
  ['/cashier', '/login', '/clientDashboard', '=', '/dashboard'],
  ['/cashier/appointments', '/login', '/clientDashboard', '=', '/dashboard'],
  ['/cashier/transactions', '/login', '/clientDashboard', '=', '/dashboard'],
  ['/cashier/gift-cards', '/login', '/clientDashboard', '=', '/dashboard'],
  ['/cashier/clients', '/login', '/clientDashboard', '=', '/dashboard'],
  ['/settings/treatments', '/login', '=', '=', '='],
  ['/settings/users', '/login', '=', '=', '='],
  ['/settings/Historylogs', '/login', '=', '=', '='],
  ['/settings/historylogs', '/login', '=', '=', '='],
  ['/settings/Transactions', '/login', '=', '=', '='],
  ['/settings/gift-cards', '/login', '=', '=', '='],
  ['/settings/clinic', '/login', '=', '=', '='],
  ['/settings', '/login', '/settings/treatments', '/settings/treatments', '/settings/treatments'],
  ['/treatments', '/login', '/settings/treatments', '/settings/treatments', '/settings/treatments'],
  ['/users', '/login', '/settings/users', '/settings/users', '/settings/users'],
  ['/historylogs', '/login', '/settings/Historylogs', '/settings/Historylogs', '/settings/Historylogs'],
  ['/transactions', '/login', '/settings/Transactions', '/settings/Transactions', '/settings/Transactions'],
  ['/clientDashboard', '/login', '=', '/cashier', '/dashboard'],
  ['/Profile', '/login', '=', '=', '='],
  ['/Profile/transactions', '/login', '=', '=', '='],
  ['/no/such/page', '/', '/', '/', '/'],
  ['/index.php', '404', '404', '404', '404'],
  ['/assets/gone-12345678.js', '404', '404', '404', '404'],
  ['/.env', '404', '404', '404', '404'],
]

const visitors: readonly (readonly [visitor: Visitor, title: string])[] = [
  ['anonymous', 'every path opens or redirects as the route table says for a visitor'],
  ['client', 'every path opens or redirects as the route table says for a client'],
  ['cashier', 'every path opens or redirects as the route table says for a cashier'],
  ['admin', 'every path opens or redirects as the route table says for an admin'],
]

/** Pages that are separate HTML documents. Opening one of them leaves the single-page app. */
const documents = ['/', '/bookappointment', '/login', '/forgot-password', '/reset-password']

/** The heading of a settings page for a role that may not open it. */
const NO_ACCESS = 'You do not have access to this page'
/** Who may open each settings page. The addresses are in lower case, because the app ignores case in addresses. */
const readers: Readonly<Record<string, readonly Visitor[]>> = {
  '/settings/treatments': ['admin'],
  '/settings/users': ['admin'],
  '/settings/historylogs': ['admin'],
  '/settings/transactions': ['cashier', 'admin'],
  '/settings/clinic': ['admin'],
}

/** Navigates inside the app for its own pages, and loads the address for separate documents. */
async function openPath(page: Page, path: string, isInApp: boolean): Promise<void> {
  if (!isInApp) return void (await page.goto(path))
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

for (const [column, [visitor, title]] of visitors.entries()) {
  test(title, async ({ openAs }) => {
    const page = await openAs(visitor)
    // Visitors open only separate documents. Everybody else loads the first address and then stays in the app.
    let isInApp = false
    for (const row of table) {
      const [path] = row
      const end = row[column + 1]!
      if (end === '404') {
        expect((await page.request.get(path)).status(), path).toBe(404)
        continue
      }
      const arrival = end === '=' ? path : end
      await openPath(page, path, isInApp && !documents.includes(path.toLowerCase()))
      await expect.poll(() => new URL(page.url()).pathname, { message: `${visitor} opens ${path}` }).toBe(arrival)
      await expect(page.getByRole('main').first(), path).toBeVisible()
      isInApp = visitor !== 'anonymous' && !documents.includes(arrival.toLowerCase())
      const allowed = readers[arrival.toLowerCase()]
      if (allowed)
        await expect(page.getByText(NO_ACCESS), `${visitor} on ${path}`).toHaveCount(allowed.includes(visitor) ? 0 : 1)
    }
  })
}

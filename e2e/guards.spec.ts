import type { Page } from '@playwright/test'
import { expect, test, type Role } from './fixtures.ts'

type Visitor = Role | 'anonymous'

/**
 * Where one path of each kind leads for each kind of visitor. `=` means that the path does not redirect, `null` that
 * the visitor does not try it. The tests of `web/app/routes.ts` contain all paths.
 */
const table: readonly (readonly [path: string, ...ends: (string | null)[]])[] = [
  ['/', '=', '=', '=', '='],
  ['/bookappointment', '/BookAppointment', '/BookAppointment', '/BookAppointment', '/BookAppointment'],
  ['/login', '=', '/clientDashboard', '/cashier', '/dashboard'],
  ['/setup', '/login', '/clientDashboard', '/cashier', '/dashboard'],
  ['/dashboard', '/login', '/clientDashboard', '/cashier', '='],
  ['/cashier', null, '/clientDashboard', '=', '/dashboard'],
  ['/settings/treatments', null, '=', '=', '='],
  ['/settings/users', null, '=', '=', '='],
  ['/settings/historylogs', null, '=', '=', '='],
  ['/settings/Transactions', null, '=', '=', '='],
  ['/settings', '/login', '/settings/treatments', '/settings/treatments', '/settings/treatments'],
  ['/Profile', null, '=', '=', '='],
  ['/no/such/page', '/', '/', '/', '/'],
  ['/index.php', '404', '404', '404', '404'],
]

const visitors: readonly (readonly [visitor: Visitor, title: string])[] = [
  ['anonymous', 'the app follows the route table for a visitor'],
  ['client', 'the app follows the route table for a client'],
  ['cashier', 'the app follows the route table for a cashier'],
  ['admin', 'the app follows the route table for an admin'],
]

/** Pages that are separate HTML documents. Opening one of them leaves the single-page app. */
const documents = ['/', '/bookappointment', '/login']

/** The heading of a settings page for a role that may not open it. */
const NO_ACCESS = 'You do not have access to this page'
/** Who may open each settings page. The addresses are in lower case, because the app ignores case in addresses. */
const readers: Readonly<Record<string, readonly Visitor[]>> = {
  '/settings/treatments': ['admin'],
  '/settings/users': ['admin'],
  '/settings/historylogs': ['admin'],
  '/settings/transactions': ['cashier', 'admin'],
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
      const end = row[column + 1]
      if (end == null) continue
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

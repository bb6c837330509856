import { expect, test, type Role } from './fixtures.ts'

type Visitor = Role | 'anonymous'

/** Where each path ends for each visitor, written by hand from the table of routes. `=`: it stays where it is. */
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
  ['/cashier/clients', '/login', '/clientDashboard', '=', '/dashboard'],
  ['/settings/treatments', '/login', '=', '=', '='],
  ['/settings/users', '/login', '=', '=', '='],
  ['/settings/Historylogs', '/login', '=', '=', '='],
  ['/settings/historylogs', '/login', '=', '=', '='],
  ['/settings/Transactions', '/login', '=', '=', '='],
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
  ['anonymous', 'every route ends where it should for a visitor'],
  ['client', 'every route ends where it should for a client'],
  ['cashier', 'every route ends where it should for a cashier'],
  ['admin', 'every route ends where it should for an admin'],
]

/** What a settings page shows to a role that may not read it. */
const NO_ACCESS = 'You do not have access to this page'
const readers: Readonly<Record<string, readonly Visitor[]>> = {
  '/settings/treatments': ['admin'],
  '/settings/users': ['admin'],
  '/settings/Historylogs': ['admin'],
  '/settings/Transactions': ['cashier', 'admin'],
  '/settings/clinic': ['admin'],
}

for (const [column, [visitor, title]] of visitors.entries()) {
  test(title, async ({ openAs, expected }) => {
    test.setTimeout(120_000)
    expected.push(/status of 404/)
    const page = await openAs(visitor)
    for (const row of table) {
      const [path] = row
      const end = row[column + 1]!
      const answer = await page.goto(path)
      if (end === '404') {
        expect(answer?.status(), path).toBe(404)
        continue
      }
      await expect(page.getByRole('main').first(), path).toBeVisible()
      await expect
        .poll(() => new URL(page.url()).pathname, { message: `${visitor} opens ${path}` })
        .toBe(end === '=' ? path : end)
      const [section, allowed] =
        Object.entries(readers).find(
          ([known]) =>
            known.toLowerCase() ===
            page
              .url()
              .replace(/^https?:\/\/[^/]+/, '')
              .toLowerCase(),
        ) ?? []
      if (section && allowed)
        await expect(page.getByText(NO_ACCESS), `${visitor} on ${path}`).toHaveCount(allowed.includes(visitor) ? 0 : 1)
    }
  })
}

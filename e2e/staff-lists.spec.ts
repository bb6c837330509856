import type { Locator } from '@playwright/test'
import { clientsContract } from '#shared/clients/contract.ts'
import { formatDate, formatShortDate } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { sell } from './support/sell.ts'
import { TODAY } from './support/clock.ts'

const firstFour = (rows: Locator) => rows.evaluateAll((all) => all.slice(0, 4).map(({ textContent }) => textContent))
const unique = () => crypto.randomUUID().slice(0, 8)

test('clients are listed ten to a page, and a new search starts on page one', async ({ openAs, clinic }) => {
  const prefix = `Paged ${unique()}`
  const desk = clinic.call(clinic.cashier)
  for (const word of ['Ada', 'Bel', 'Cai', 'Dan', 'Eli', 'Fay', 'Gil', 'Hal', 'Ivy', 'Jon', 'Kit'])
    await desk(clientsContract.create, { body: { name: `${prefix} ${word}` } })
  const page = await openAs('admin')
  await page.goto('/clientPage')
  await page.getByRole('searchbox', { name: 'Search clients' }).fill(prefix)
  const cards = page.getByRole('list', { name: 'Clients' }).getByRole('listitem')
  await expect(page.getByText('11 clients')).toBeVisible()
  await expect(cards).toHaveCount(10)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(cards).toHaveCount(1)
  await page.getByRole('searchbox').fill(`${prefix} kit`)
  await expect(cards).toHaveText(/Kit/)
  await expect(page).not.toHaveURL(/page=2/)
  await page.getByRole('searchbox').fill(prefix)
  await expect(cards).toHaveCount(10)
  await page.getByRole('combobox', { name: 'Items per page' }).click()
  await page.getByRole('option', { name: '20' }).click()
  await expect(cards).toHaveCount(11)
})

test('the page of a client shows N/A for unknown values, the long date format, and each service with treatment and date', async ({
  openAs,
  clinic,
}) => {
  const desk = clinic.call(clinic.cashier)
  const { data: client } = await desk(clientsContract.create, { body: { name: `Rosa ${unique()}` } })
  const page = await openAs('cashier')
  await page.goto(`/cashier/clients/${client.id}`)
  const facts = page.getByRole('region', { name: 'Basic Information' })
  await expect(facts.getByRole('term').filter({ hasText: /^(Name|Email|Contact|Joined)/ })).toHaveCount(4)
  for (const text of [client.name, formatDate(TODAY)]) await expect(facts.getByText(text)).toBeVisible()
  await expect(facts.getByText('N/A', { exact: true })).toHaveCount(2)
  const history = page.getByRole('region', { name: 'Service History' })
  await expect(history).toContainText('No service history')
  await expect(history).toContainText('Services will appear here once they are added.')
  for (const name of ['Glycolic Peel', 'Diamond Peel Facial'])
    await sell(desk, { id: client.user_id, name: client.name }, name)
  await page.reload()
  const entries = history.getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(history.getByText('2 services')).toBeVisible()
  await expect(entries.filter({ hasText: 'Glycolic Peel' })).toContainText('Glycolic Peel – Chemical Peels')
  await expect(entries.first()).toContainText(formatShortDate(TODAY))
})

test('the users table has six columns and a role filter; above it are the numbers of all users and of each role, and the Add User dialog can show the password', async ({
  openAs,
}) => {
  const page = await openAs('admin')
  await page.goto('/settings/users')
  await expect(page.getByRole('columnheader')).toHaveText(['User', 'Email', 'Role', 'Status', 'Join Date', 'Actions'])
  // If another test has given a practitioner a log-in, a figure for practitioners comes after these four.
  await expect.poll(() => firstFour(page.locator('dl dt'))).toEqual(['Total users', 'Clients', 'Admins', 'Cashiers'])
  await expect(page.getByRole('heading', { name: /^Users \(\d+\)$/ })).toBeVisible()
  await expect(page.getByText(/^Showing \d+ of \d+ users$/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Filter by Role' }).click()
  await expect.poll(() => firstFour(page.getByRole('option'))).toEqual(['All Roles', 'Client', 'Admin', 'Cashier'])
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search Users' }).fill(`nobody ${unique()}`)
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible()

  await page.getByRole('button', { name: 'ADD USER' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  for (const label of ['Full Name', 'Email', 'Password'])
    await expect(dialog.getByRole('textbox', { name: label })).toHaveAttribute('aria-required', 'true')
  await dialog.getByRole('button', { name: 'Show password' }).click()
  await expect(dialog.getByLabel(/^Password/)).toHaveAttribute('type', 'text')
  await dialog.getByRole('button', { name: 'Hide password' }).click()
  await expect(dialog.getByLabel(/^Password/)).toHaveAttribute('type', 'password')
  await dialog.getByRole('button', { name: 'CANCEL' }).click()
  await expect(dialog).toBeHidden()
})

test('the appointment tables have the columns and heights that the specification gives, and say when they are empty', async ({
  openAs,
}) => {
  const page = await openAs('admin', { viewport: { width: 1600, height: 900 } })
  const nothing = { appointments: [], total: 0, page: 1, per_page: 20 }
  await page.route('**/api/get-appointments-ByAdmin?*', (route) => route.fulfill({ json: nothing }))
  await page.goto('/Appointment')
  const [active, completed] = [
    page.getByRole('table', { name: 'Active Appointments' }),
    page.getByRole('table', { name: 'Completed Treatments Today' }),
  ]
  await expect(active).toContainText('No data available')
  await expect(completed).toContainText('No completed treatments today')
  const columns = ['#', 'Client', 'Service Availed', 'Time', 'Status', 'Actions']
  await expect(active.getByRole('columnheader')).toHaveText(columns)
  await expect(completed.getByRole('columnheader')).toHaveText(['Client', 'Time', 'Status'])
  for (const [name, height] of [
    ['Active Appointments', '250px'],
    ['Completed Treatments Today', '200px'],
  ] as const)
    await expect(page.getByRole('group', { name })).toHaveCSS('max-height', height)
  await expectAccessible(page)
})

import { formatShortDate } from '#shared/lib/manila-time.ts'
import { documentNumber } from '#shared/clinic/document-name.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { addTreatment } from './support/clinic-api.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { sellAll } from './support/sell.ts'
import { TODAY } from './support/clock.ts'

test('upcoming appointments are listed five to a page, with their count', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, 'Olivia Navarro')
  const date = await freeDay(clinic, 70)
  for (const time of ['18:00:00', '18:30:00', '19:00:00', '19:30:00', '20:00:00', '20:30:00'])
    await bookVisit(clinic, client, date, time)
  const page = await openAs({ email: client.email })
  await page.goto('/Profile')
  await expect(page.getByRole('tab', { name: /^My Appointments/ })).toContainText('Manage your bookings')
  await expect(page.getByRole('tab', { name: /^Transaction History/ })).toContainText('View payment records')
  await expect(page.getByText(`Member since ${formatShortDate(TODAY)}`)).toBeVisible()
  const upcoming = page.getByRole('region', { name: 'Upcoming' })
  const rows = upcoming.getByRole('list', { name: 'Upcoming' }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await expect(upcoming.getByText('6', { exact: true })).toBeVisible()
  await expect(upcoming.getByText('Page 1 of 2')).toBeVisible()
  await expect(upcoming.getByRole('button', { name: 'Prev' })).toBeDisabled()
  await upcoming.getByRole('button', { name: 'Next' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('8:30 PM')
  await expect(rows).toContainText('Pending')
  await upcoming.getByRole('button', { name: 'Prev' }).click()
  await expect(rows).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Past' })).toContainText('No past appointments')
})

test('a payment shows its first three services (the others on request), its date, amount and method', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, 'Patricia Lim')
  const page = await openAs({ email: client.email })
  await page.goto('/Profile')
  await page.getByRole('tab', { name: /^Transaction History/ }).click()
  await expect(page.getByText('No available data')).toBeVisible()

  const names = ['Alpha', 'Bravo', 'Charlie', 'Delta'].map((word) => `${word} ${crypto.randomUUID().slice(0, 8)}`)
  const treatment = { name: `Package ${crypto.randomUUID().slice(0, 8)}`, addOns: [] }
  const services = names.map((name): [string, number] => [name, 250.25])
  await addTreatment(clinic.call(clinic.admin), { ...treatment, services })
  const sale = await sellAll(clinic.call(clinic.cashier), client, names)
  await page.reload()
  await page.getByRole('tab', { name: /^Transaction History/ }).click()
  const list = page.getByRole('list', { name: `Receipt ${documentNumber(sale.receipt_number)}` })
  await expect(list.getByRole('listitem')).toHaveText(names.slice(0, 3))
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(list.getByRole('listitem')).toHaveText(names)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show less' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByText('₱1,001.00')).toBeVisible()
  await expect(panel.getByText('Cash', { exact: true })).toBeVisible()
  await expect(panel.getByRole('time')).toHaveAttribute('datetime', sale.transaction_date)
})

import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { addDays, formatMonth } from '#shared/lib/manila-time.ts'
import { formatPeso, formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { newClient } from './support/new-client.ts'
import { openListening } from './support/requests-page.ts'
import { stock } from './support/supplies.ts'
import { sell } from './support/sell.ts'
import { TODAY } from './support/clock.ts'

const figure = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label })

test("a sale at the till raises the sales figures on the admin's dashboard", async ({ openAs, clinic }) => {
  const page = await openAs('admin')
  await page.goto('/dashboard')
  await expect(figure(page, "Today's Sales")).toContainText('₱')
  const buyer = await newClient(clinic, 'Dora Reyes')
  await sell(clinic.call(clinic.cashier), buyer)
  await page.getByRole('button', { name: 'REFRESH' }).click()

  // Other tests sell in the same clinic, so the expected amounts are read from the server.
  const books = await clinic.call(clinic.admin)(dashboardContract.monthlySales, {})
  const peso = (pesos: number) => formatPeso(toCentavos(pesos))
  expect(books.data.Today_sales).toBeGreaterThanOrEqual(1500)
  await expect(async () => {
    await page.getByRole('button', { name: 'REFRESH' }).click()
    const { data } = await clinic.call(clinic.admin)(dashboardContract.monthlySales, {})
    await expect(figure(page, "Today's Sales")).toContainText(peso(data.Today_sales), { timeout: 1_000 })
    await expect(figure(page, 'Total Sales')).toContainText(peso(data.total_sales), { timeout: 1_000 })
    const bar = `${formatMonth(TODAY)}: ${formatPesoShort(toCentavos(data.total_sales))}`
    await expect(page.getByRole('button', { name: bar })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(
    page.getByRole('img', { name: /clients this month so far against 0 in all of last month, 100 percent/ }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('a section that a user hides on the dashboard stays hidden for that user', async ({ openAs }) => {
  const page = await openAs('admin')
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dashboard Settings' })
  await dialog.getByRole('checkbox', { name: 'Total Clients' }).uncheck()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(figure(page, 'Total Clients')).toHaveCount(0)
  await page.reload()
  await expect(figure(page, 'Total Sales')).toBeVisible()
  await expect(figure(page, 'Total Clients')).toHaveCount(0)
})

test('the dashboard starts with today’s tasks, each with a link to its list', async ({ openAs, clinic }) => {
  const desk = clinic.call(clinic.cashier)
  const visit = await bookVisit(clinic, await newClient(clinic, 'Nena Tolentino'), TODAY, '18:00:00')
  for (const status of ['confirmed', 'on-going', 'completed'] as const)
    await desk(appointmentsContract.updateStatus, { params: { id: visit }, body: { status } })
  await stock(
    clinic,
    'Cotton',
    Array.from({ length: 8 }, (_, left) => `Cotton ${left}`),
  )
  const page = await openAs('admin')
  await openListening(page, '/dashboard')
  const today = page.getByRole('region', { name: 'Today' })
  const { data } = await clinic.call(clinic.admin)(dashboardContract.today, {})
  await expect(today.getByRole('link')).toHaveText([
    `Visits today${data.visits}`,
    `Requests${data.requests}`,
    `Unpaid visits today${data.unpaid_visits}`,
    `Low stock${data.low_stock}`,
    `Expire within 30 days${data.expiring_in_30_days}`,
  ])
  expect(data.unpaid_visits).toBeGreaterThanOrEqual(1)
  await expectAccessible(page)
  // A new booking updates the number of requests without a reload.
  await bookVisit(clinic, await newClient(clinic, 'Olga Uy'), addDays(TODAY, 40), '09:00:00')
  await expect(today.getByRole('link', { name: /^Requests/ })).toHaveText(`Requests${data.requests + 1}`)
  await today.getByRole('link', { name: /^Unpaid/ }).click()
  await expect(page.getByRole('table', { name: 'Unpaid Visits Today' })).toBeInViewport()
  await page.goBack()
  await today.getByRole('link', { name: /^Low stock/ }).click()
  await expect(page.getByRole('table', { name: 'Supplies Inventory' })).toContainText('Cotton 0')
  await expect(page.getByRole('heading', { name: 'Products (6)' })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await today.getByRole('link', { name: /^Visits/ }).click()
  await expect(page.getByRole('radio', { name: 'Day', exact: true })).toBeChecked()
})

test('the growth of an unfinished month says “so far”, compares the same days of both months, and is not red or green', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('admin')
  await page.goto('/dashboard')
  await sell(clinic.call(clinic.cashier), await newClient(clinic, 'Pia Vergara'))
  await expect(figure(page, 'Monthly Sales')).toContainText('No sales in Jun 1–13 to compare')
  await clinic.setClock(new Date('2027-08-14T10:00:00+08:00'))
  const later = await openAs('admin')
  await later.goto('/dashboard')
  await expect(figure(later, 'Monthly Sales')).toContainText('−100% so far vs Jul 1–14')
  await expect(figure(later, 'Monthly Sales').locator('.text-danger')).toHaveCount(0)
})

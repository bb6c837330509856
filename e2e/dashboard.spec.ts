import { appointmentsContract } from '#shared/appointments/contract.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { newClient } from './support/new-client.ts'
import { openListening } from './support/requests-page.ts'
import { stock } from './support/supplies.ts'
import { TODAY } from './support/clock.ts'

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
  await page.goBack()
  await page.getByRole('main').getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dashboard Settings' })
  await dialog.getByRole('checkbox', { name: 'Total Clients' }).uncheck()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await today.getByRole('link', { name: /^Visits/ }).click()
  await expect(page.getByRole('radio', { name: 'Day', exact: true })).toBeChecked()
})

test('from 320 to 1440 px the demo point-of-sale does not scroll sideways, in light and dark themes', async ({
  openAs,
}) => {
  const page = await openAs('admin')
  await page.goto('/posPage')
  for (const name of ['Underarm Whitening', 'Laser Hair Removal'])
    await page.getByRole('button', { name: `Add ${name}`, exact: true }).click()
  for (const theme of ['light', 'dark']) {
    await expect(page.locator('html[data-theme=dark]')).toHaveCount(theme === 'dark' ? 1 : 0)
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => scrollTo(0, 0))
      const view = page.getByRole('button', { name: /View tally/ })
      await expect(view).toBeVisible({ visible: width < 768 })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      const low = await page
        .getByRole('main')
        .locator('button:visible, [role=tab]:visible')
        .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML))
      expect(low, `${width} px`).toEqual([])
      if (width >= 768) continue
      await view.click()
      await expect(page.getByRole('button', { name: 'Checkout' })).toBeInViewport()
      await expect(view).toBeHidden()
    }
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: theme === 'light' ? 'Dark theme' : 'Light theme' }).click()
  }
})

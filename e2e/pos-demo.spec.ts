import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'

const NOTICE = 'Demo. Nothing is recorded, not a receipt'
const tallyOf = (page: Page) => page.getByRole('region', { name: 'Tally Box' })
const lineOf = (page: Page, name: string) => tallyOf(page).getByRole('listitem').filter({ hasText: name })
const add = (page: Page, name: string) => page.getByRole('button', { name: `Add ${name}`, exact: true }).click()
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

test("the demo point-of-sale in the dashboard's menu adds and removes sample treatments, estimates their total, and sends nothing to the server", async ({
  openAs,
}) => {
  const page = await openAs('admin')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Demo point-of-sale' }).click()
  await expect(page).toHaveURL('/posPage')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo point-of-sale')
  await expect(page.getByText(NOTICE).first()).toBeVisible()
  await expect(tallyOf(page)).toContainText('Nothing added')

  const changes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && changes.push(request.url()))
  await add(page, 'Classic Facial')
  await expect(lineOf(page, 'Classic Facial').getByRole('status')).toHaveText('1')
  await expect(tallyOf(page)).toContainText('₱800.00')
  await add(page, 'Laser Hair Removal')
  await add(page, 'Classic Facial')
  await expect(lineOf(page, 'Classic Facial').getByRole('status')).toHaveText('2')
  await expect(tallyOf(page)).toContainText('Estimated total₱4,099.50')
  await page.getByRole('button', { name: 'One more Laser Hair Removal' }).click()
  await expect(tallyOf(page)).toContainText('4 items')
  await expect(tallyOf(page)).toContainText('Estimated total₱6,599.00')

  await page.getByRole('button', { name: 'Remove Classic Facial' }).click()
  await expect(lineOf(page, 'Classic Facial')).toHaveCount(0)
  await expect(tallyOf(page)).toContainText('Estimated total₱4,999.00')
  await tallyOf(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByRole('dialog', { name: 'Checkout' })).toContainText('The estimate comes to ₱4,999.00')
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'Remove Laser Hair Removal' }).click()
  await expect(tallyOf(page)).toContainText('Nothing added')
  await expect(tallyOf(page)).toContainText('Estimated total₱0.00')
  expect(changes).toEqual([])
})

test('the demo point-of-sale adds up services of the clinic and of confirmed appointments, and records nothing', async ({
  openAs,
  clinic,
}) => {
  const desk = clinic.call(clinic.admin)
  const client = await newClient(clinic, 'Estrella Demo')
  const id = await bookVisit(clinic, client, await freeDay(clinic, 40), '16:30:00')
  const { data: visit } = await desk(
    appointmentsContract.updateStatus,
    { params: { id }, body: { status: 'confirmed' } },
    { headers: { 'if-match': '1' } },
  )
  const page = await openAs('admin')
  await page.goto('/posPage')
  await tab(page, 'Services')
  await page.getByRole('combobox', { name: 'Treatment' }).click()
  await page.getByRole('option', { name: visit.treatment_name }).click()
  await add(page, visit.service_name)
  await tab(page, 'Confirmed')
  await add(page, `${visit.service_name} for Estrella Demo`)
  await expect(lineOf(page, visit.service_name).getByRole('status')).toHaveText('2')
  await expectAccessible(page)
  await tallyOf(page).getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: 'OK' }).click()

  const sales = await desk(salesContract.list, { querystring: { search: 'Estrella Demo' } })
  expect(sales.total).toBe(0)
  const still = await desk(appointmentsContract.list, { querystring: { search: 'Estrella Demo' } })
  expect(still.appointments).toMatchObject([{ id, status: 'confirmed', version: visit.version, is_paid: false }])
})

test('from 320 to 1440 px the demo point-of-sale does not scroll sideways, in light and dark themes', async ({
  openAs,
}) => {
  const page = await openAs('admin')
  await page.goto('/posPage')
  for (const name of ['Underarm Whitening', 'Laser Hair Removal']) await add(page, name)
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

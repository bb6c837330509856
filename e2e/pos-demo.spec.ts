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

test("the demo in the dashboard's menu estimates a visit of sample treatments: Add, Remove, Checkout, and nothing is sent", async ({
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
  await page.getByRole('button', { name: 'More Laser Hair Removal' }).click()
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

test('Checkout and Logout of the demo only show an alert: no call goes out and the session stays', async ({
  openAs,
}) => {
  const page = await openAs('admin')
  await page.goto('/posPage')
  await add(page, 'Glow Drip')
  const changes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && changes.push(request.url()))
  await tallyOf(page).getByRole('button', { name: 'Checkout' }).click()
  const checkout = page.getByRole('dialog', { name: 'Checkout' })
  await expect(checkout).toContainText(NOTICE)
  await expect(checkout).toContainText('The estimate comes to ₱2,800.00. No sale was made')
  await expectAccessible(page)
  await checkout.getByRole('button', { name: 'OK' }).click()
  await expect(checkout).toBeHidden()
  await expect(lineOf(page, 'Glow Drip')).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  const logout = page.getByRole('dialog', { name: 'Logout' })
  await expect(logout).toContainText('You are still logged in')
  await page.keyboard.press('Escape')
  await expect(logout).toBeHidden()
  expect(changes).toEqual([])
  await page.reload()
  await expect(tallyOf(page)).toContainText('Nothing added')
})

test('the demo works from the keyboard alone, and says what was added and removed', async ({ openAs }) => {
  const page = await openAs('admin')
  await page.goto('/posPage')
  const news = page.getByRole('main').getByRole('status').first()
  await page.getByRole('button', { name: 'Add Diamond Peel' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(news).toHaveText('Diamond Peel: 2 in the tally')
  const remove = page.getByRole('button', { name: 'Remove Diamond Peel' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(news).toHaveText('Diamond Peel removed')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeFocused()
})

test("the demo adds up the clinic's own services and those of confirmed appointments, and records nothing", async ({
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

for (const width of [320, 390, 820, 1440])
  test(`at ${width} px the demo needs no sideways scroll, in the light and in the dark`, async ({ openAs }) => {
    const page = await openAs('admin', { viewport: { width, height: 900 } })
    await page.goto('/posPage')
    for (const theme of ['light', 'dark']) {
      await add(page, 'Underarm Whitening')
      await add(page, 'Laser Hair Removal')
      await expect(page.locator('html[data-theme=dark]')).toHaveCount(theme === 'dark' ? 1 : 0)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      if (theme === 'dark') break
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('menuitem', { name: 'Dark theme' }).click()
    }
    const low = await page
      .getByRole('main')
      .locator('button:visible, [role=tab]:visible')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML))
    expect(low).toEqual([])
    const view = page.getByRole('button', { name: /View tally/ })
    if (width >= 768) {
      await expect(view).toBeHidden()
      return
    }
    await view.click()
    await expect(page.getByRole('button', { name: 'Checkout' })).toBeInViewport()
    await expect(view).toBeHidden()
  })

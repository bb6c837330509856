import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { sellAll } from './support/sell.ts'

const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
const activeRow = (page: Page, name: string) => rowOf(page, 'Active Appointments', name)

test('opening the appointments page sends each API request once, and also loads the months before and after the displayed one', async ({
  openAs,
}) => {
  const desk = await openAs('cashier')
  await desk.addInitScript(() => {
    // The page sends its requests again if its event stream opens more than a second after the page, as on a busy
    // machine. The page's clock runs a hundred times slower here, so that the stream always opens in time.
    const { performance } = globalThis
    const now = performance.now.bind(performance)
    performance.now = () => now() / 100
  })
  const asked: string[] = []
  desk.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    const scope = searchParams.get('scope')
    asked.push(scope ? `${pathname} ${scope}` : pathname)
  })
  await desk.goto('/cashier/appointments')
  // The six weeks of a month's calendar lie in one year, or in two around New Year, so there are one or two requests.
  const isYear = (call: string) => call === '/api/public-holidays'
  const others = () => asked.filter((call) => !isYear(call)).sort()
  const once = [
    '/api/appointments/calendar',
    '/api/appointments/calendar',
    '/api/appointments/calendar',
    // The day board's data, read ahead so that it opens without waiting.
    '/api/appointments/day-board',
    '/api/appointments/requests',
    '/api/appointments/requests/count',
    // Tells how many deposits must be verified, and whether any is left in a clinic that takes no money paid ahead.
    '/api/deposits',
    '/api/events',
    '/api/get-appointments-ByAdmin active',
    '/api/get-appointments-ByAdmin completed-today',
    // Today's unpaid visits are requested twice: for their count and for their list.
    '/api/get-appointments-ByAdmin range',
    // Tells whether the clinic takes money paid ahead, for the link to the deposits.
    '/api/payment-settings',
    '/api/user',
    '/api/walk-ins',
  ]
  // The page reads ahead when the browser is idle. After that it sends no more requests.
  await expect.poll(others).toEqual(once)
  await desk.waitForLoadState('networkidle')
  expect(others()).toEqual(once)
  expect(asked.filter(isYear).length).toBeLessThanOrEqual(2)
})

test('the appointments page fits screens 320 and 820 px wide, and the dialog that cancels a paid visit fits a phone', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, 'Narrow Reyes')
  const id = await bookVisit(clinic, client, await freeDay(clinic, 1), '20:00:00', { status: 'confirmed' })
  await sellAll(clinic.call(clinic.cashier), client, ['Glycolic Peel'], id)
  const desk = await openAs('admin')
  await desk.goto('/Appointment')
  for (const viewport of [
    { width: 320, height: 700 },
    { width: 820, height: 1180 },
  ]) {
    await desk.setViewportSize(viewport)
    await expect(activeRow(desk, 'Narrow Reyes')).toContainText('Paid')
    await expectNoSidewaysScroll(desk)
    await expectAccessible(desk)
  }
  await desk.setViewportSize({ width: 390, height: 844 })
  await activeRow(desk, 'Narrow Reyes').getByRole('button', { name: 'Cancel Appointment' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog).toContainText('This visit is paid')
  await dialog.getByRole('button', { name: 'Mark as cancelled' }).click()
  await expect(dialog).toContainText('Choose why the appointment is cancelled.')
  await expectNoSidewaysScroll(desk)
  await expectAccessible(desk)
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

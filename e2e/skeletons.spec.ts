import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { ownWaitlistContract } from '#shared/waitlist/contract.ts'
import { expect, test, type RunningClinic } from './fixtures.ts'
import { anyService, bookVisit } from './support/book-visit.ts'
import { addClient } from './support/client-forms.ts'
import { TODAY } from './support/clock.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { sell } from './support/sell.ts'
import { named } from './support/till-page.ts'

type WithRelease = typeof globalThis & { release?: () => void }

/**
 * Delays the page's calls to an address until the test releases them. Runs in the browser before the scripts of the
 * page.
 */
function delayCalls(path: string): void {
  const send = globalThis.fetch
  const released = new Promise<void>((resolve) => Object.assign(globalThis, { release: resolve }))
  globalThis.fetch = async (resource, options) => {
    const { pathname } = new URL(resource instanceof Request ? resource.url : resource, location.href)
    if (pathname.startsWith(path)) await released
    return send(resource, options)
  }
}

/**
 * Delays the page's calls to an address until the returned function is called. `page.route` would do the same, but
 * switches the browser's cache off.
 */
async function hold(page: Page, path: string): Promise<() => Promise<void>> {
  const script = await page.addInitScript(delayCalls, path)
  return async () => {
    await script.dispose()
    await page.evaluate(() => (globalThis as WithRelease).release!())
  }
}

/** Sums up the layout shifts that the browser reports. Runs in the browser before the scripts of the page. */
function noteShifts(): void {
  const kept = globalThis as { shifted?: number }
  kept.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) kept.shifted! += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Returns the sum of the layout shifts so far. Waits two frames first, so that a shift after the last response is
 * included.
 */
async function shiftOf(page: Page): Promise<number> {
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
  return page.evaluate(() => (globalThis as { shifted?: number }).shifted!)
}

const steady = [
  { path: '/settings/users', calls: '/api/get-all-users' },
  { path: '/settings/Historylogs', calls: '/api/history-logs' },
  { path: '/settings/Transactions', calls: '/api/transactions' },
  { path: '/settings/gift-cards', calls: '/api/gift-cards' },
  { path: '/settings/messages', calls: '/api/message-settings' },
  { path: '/Appointment/waitlist', calls: '/api/waitlist' },
  { path: '/reports', calls: '/api/reports' },
]

test('content below a list, a report or the message settings does not move when their data loads', async ({
  openAs,
  clinic,
}) => {
  await sell(clinic.call(clinic.cashier), await newClient(clinic, named('Lea Uy')))
  const page = await openAs('admin', { viewport: { width: 820, height: 900 } })
  await page.addInitScript(noteShifts)
  const shapes = page.getByRole('main').locator('.skeleton')
  const moved: Record<string, number> = {}
  for (const { path, calls } of steady) {
    const answersArrive = await hold(page, calls)
    await page.goto(path)
    await expect(shapes.first(), path).toBeVisible()
    await answersArrive()
    await expect(shapes, path).toHaveCount(0)
    moved[path] = await shiftOf(page)
  }
  for (const [path, shift] of Object.entries(moved)) expect(shift, path).toBeLessThan(0.02)
})

/**
 * Switches cash control on and adds a waitlist entry and an on-going visit, so that four pages show an optional section
 * at their top.
 */
async function fillTops(clinic: RunningClinic) {
  const [admin, cashier] = [clinic.call(clinic.admin), clinic.call(clinic.cashier)]
  await admin(cashManagementContract.createTerminal, { body: { name: 'Front desk', is_active: true } })
  await admin(cashManagementContract.saveSettings, { body: { is_on: true, allowed_difference: 50 } })
  const client = await newClient(clinic, named('Ana Tan'))
  const { service_id } = await anyService(cashier)
  const first_date = await freeDay(clinic, 30)
  const wish = { service_id, first_date, last_date: first_date, day_parts: ['morning' as const], contact_number: null }
  await clinic.call(client)(ownWaitlistContract.join, { body: wish })
  const id = await bookVisit(clinic, client, TODAY, '20:00:00', { status: 'confirmed' })
  await cashier(appointmentsContract.updateStatus, { params: { id }, body: { status: 'on-going' } })
  const { clients } = await cashier(clientsContract.list, { querystring: { search: client.name } })
  return { client, clientId: clients[0]!.id }
}

test('content that loads late at the top of a page does not move visible content below it', async ({
  openAs,
  clinic,
}) => {
  const { client, clientId } = await fillTops(clinic)
  const phone = { viewport: { width: 390, height: 844 } }
  const [admin, own] = [await openAs('admin', phone), await openAs({ email: client.email }, phone)]
  for (const [page, path, calls, below, top] of [
    [admin, '/dashboard', '/api/cash/open-shifts', 'Monthly Sales', 'No shift is open'],
    [admin, `/clientPage/${clientId}`, '/api/ongoing-appointment', 'Service History', 'Visits to Pay'],
    [own, '/clientDashboard', '/api/my/waitlist', 'Latest receipts', 'Leave the waitlist'],
    [own, '/Profile', '/api/my/waitlist', 'Past', 'Leave the waitlist'],
  ] as const) {
    await page.addInitScript(noteShifts)
    const topArrives = await hold(page, calls)
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByText(below, { exact: true }).first()).toBeAttached()
    await topArrives()
    await expect(main.getByText(top).first(), path).toBeVisible()
    expect(await shiftOf(page), path).toBeLessThan(0.02)
  }
})

test('the Add button of a client’s history does not move while the visits load', async ({ openAs, clinic }) => {
  const [unbooked, booked] = [await addClient(clinic, named('Mia Go')), await addClient(clinic, named('Bea Sy'))]
  await bookVisit(clinic, { id: booked.user_id }, await freeDay(clinic, 20), '10:00:00')
  const page = await openAs('admin')
  const region = page.getByRole('region', { name: 'Upcoming visits' })
  const add = page.getByRole('button', { name: 'ADD TREATMENT' })
  const place = async () => (await add.boundingBox())!.y
  for (const [client, said] of [
    [unbooked, 'No visit is booked.'],
    [booked, 'Diamond Peel Facial'],
  ] as const) {
    const visitsArrive = await hold(page, '/api/get-appointments-ByAdmin')
    await page.goto(`/clientPage/${client.id}`)
    await expect(region.locator('.skeleton')).toBeVisible()
    const before = await place()
    await visitsArrive()
    await expect(region).toContainText(said)
    expect(Math.abs((await place()) - before), said).toBeLessThan(1)
  }
})

test('the button that merges a client’s record does not move while the client’s news choices load', async ({
  openAs,
  clinic,
}) => {
  const client = await addClient(clinic, named('Ina Lim'))
  const page = await openAs('admin')
  const choicesArrive = await hold(page, `/api/clients/${client.id}/news`)
  await page.goto(`/clientPage/${client.id}`)
  const merge = page.getByRole('button', { name: 'Merge with another record' })
  const place = async () => (await merge.boundingBox())!.y
  await expect(page.getByRole('region', { name: 'News' }).locator('.skeleton').first()).toBeVisible()
  const before = await place()
  await choicesArrive()
  await expect(page.getByRole('switch', { name: 'News by e-mail' })).toBeVisible()
  expect(Math.abs((await place()) - before)).toBeLessThan(1)
})

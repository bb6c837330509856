import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { addClient } from './support/client-forms.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { sell } from './support/sell.ts'
import { named } from './support/till-page.ts'

/** Holds the answers of a list until it is told to let them go. */
async function hold(page: Page, calls: string): Promise<() => void> {
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(calls, async (route) => {
    await released
    await route.continue()
  })
  return letGo
}

const tables = [
  { path: '/settings/users', calls: '**/api/get-all-users?**' },
  { path: '/settings/treatments', calls: '**/api/treatments?**' },
  { path: '/settings/Historylogs', calls: '**/api/history-logs?**' },
  { path: '/suppliesPage', calls: '**/api/products?**' },
]

test('while a list loads, eight cards or five rows stand in for it', async ({ openAs }) => {
  const page = await openAs('admin')
  const clientsArrive = await hold(page, '**/api/clients?**')
  await page.goto('/clientPage')
  const places = page.getByRole('main').getByRole('status', { name: 'Loading...' })
  await expect(places.locator('> *')).toHaveCount(8)
  await expectAccessible(page)
  clientsArrive()
  // Whoever came last stands first: other journeys have put their clients before hers.
  await expect(
    page
      .getByRole('main')
      .getByText(/services? availed$/)
      .first(),
  ).toBeVisible()
  await expect(places).toHaveCount(0)

  const table = page.getByRole('table')
  const shapes = table.locator('tbody .skeleton')
  for (const { path, calls } of tables) {
    const rowsArrive = await hold(page, calls)
    await page.goto(path)
    await expect(table).toHaveAttribute('aria-busy', 'true')
    await expect(shapes.first()).toBeVisible()
    await expect(table.locator('tbody').getByRole('row'), path).toHaveCount(5)
    await expectAccessible(page)
    rowsArrive()
    await expect(shapes).toHaveCount(0)
  }
})

/** Keeps how far the parts of a page moved by themselves, as the browser counts it. A script to begin a page with. */
function noteShifts(): void {
  const kept = globalThis as { shifted?: number }
  kept.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) kept.shifted! += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

const steady = [
  { path: '/settings/users', calls: '**/api/get-all-users?**' },
  { path: '/settings/Historylogs', calls: '**/api/history-logs?**' },
  { path: '/settings/Transactions', calls: '**/api/transactions?**' },
  { path: '/settings/messages', calls: '**/api/message-settings' },
  { path: '/Appointment/waitlist', calls: '**/api/waitlist?**' },
  { path: '/reports', calls: '**/api/reports/**' },
]

test('what stands below a list or its figures stays where it is when they come', async ({ openAs, clinic }) => {
  await sell(clinic.call(clinic.cashier), await newClient(clinic, named('Lea Uy')))
  const page = await openAs('admin', { viewport: { width: 820, height: 900 } })
  await page.addInitScript(noteShifts)
  const shapes = page.getByRole('main').locator('.skeleton')
  const moved: Record<string, number> = {}
  for (const { path, calls } of steady) {
    const answersArrive = await hold(page, calls)
    await page.goto(path)
    await expect(shapes.first(), path).toBeVisible()
    answersArrive()
    await expect(shapes, path).toHaveCount(0)
    // What the last answer moved is counted with the frame that shows it.
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
    moved[path] = await page.evaluate(() => (globalThis as { shifted?: number }).shifted!)
  }
  for (const [path, shift] of Object.entries(moved)) expect(shift, path).toBeLessThan(0.05)
})

test('the way to add to a history stands still while the visits of a client come', async ({ openAs, clinic }) => {
  const [unbooked, booked] = [await addClient(clinic, named('Mia Go')), await addClient(clinic, named('Bea Sy'))]
  await bookVisit(clinic, { id: booked.user_id }, await freeDay(clinic, 20), '10:00:00')
  const page = await openAs('admin')
  const region = page.getByRole('region', { name: 'Upcoming visits' })
  const add = page.getByRole('button', { name: 'ADD TREATMENT' })
  const place = async () => (await add.boundingBox())!.y
  for (const [client, said] of [
    [unbooked, 'Nothing is booked.'],
    [booked, 'Diamond Peel Facial'],
  ] as const) {
    const visitsArrive = await hold(page, '**/api/get-appointments-ByAdmin?**')
    await page.goto(`/clientPage/${client.id}`)
    await expect(region.locator('.skeleton')).toBeVisible()
    const before = await place()
    visitsArrive()
    await expect(region).toContainText(said)
    expect(Math.abs((await place()) - before), said).toBeLessThan(1)
  }
})

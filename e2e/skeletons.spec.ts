import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

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

import { catalogueContract } from '#shared/catalogue/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

test('an admin finds in the history log who changed what, and the URL keeps the search', async ({ openAs, clinic }) => {
  const name = `Lights ${crypto.randomUUID().slice(0, 8)}`
  await clinic.call(clinic.cashier)(catalogueContract.createTreatment, { body: { treatment_name: name } })
  const page = await openAs('admin')
  await page.goto('/settings/Historylogs')
  await page.getByRole('searchbox', { name: 'Search by user or action' }).fill(name)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Andrea Lim')
  await expect(row.getByText('Create', { exact: true })).toBeVisible()
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText(/Total logs1Created1Updated0Deleted0/)
  await expectAccessible(page)

  await expect(page.getByRole('columnheader')).toHaveText(['User', 'Action', 'Type', 'Timestamp'])
  await page.getByRole('combobox', { name: 'Filter by type' }).click()
  await expect(page.getByRole('option')).toHaveText(['All Types', 'Create', 'Update', 'Delete', 'System'])
  await page.getByRole('option', { name: 'Delete' }).click()
  await expect(page.getByText('No logs found')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('No logs found')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(name)

  const [treatment] = (await clinic.call(clinic.admin)(catalogueContract.treatments, { querystring: { search: name } }))
    .data
  await clinic.call(clinic.admin)(catalogueContract.deleteTreatment, { params: { id: treatment!.id }, body: null })
  await page.getByRole('button', { name: 'REFRESH' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Isabel Reyes')

  await page.goto(`/settings/Historylogs?search=${encodeURIComponent(name)}`)
  const users = page
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('cell', { name: /Isabel|Andrea/ })
  await expect(users).toHaveText(['Isabel Reyes', 'Andrea Lim'])
  await page.getByRole('combobox', { name: 'Sort' }).click()
  await expect(page.getByRole('option')).toHaveText(['Newest First', 'Oldest First'])
  await page.getByRole('option', { name: 'Oldest First' }).click()
  await expect(users).toHaveText(['Andrea Lim', 'Isabel Reyes'])
})

test('each type of history log entry has its icon and its colour: green, blue, red or grey', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  const name = `Colours ${crypto.randomUUID().slice(0, 8)}`
  const { data } = await admin(catalogueContract.createTreatment, { body: { treatment_name: name } })
  const params = { id: data.id }
  await admin(catalogueContract.updateTreatment, { params, body: { treatment_name: name, treatment_price: 5 } })
  await admin(catalogueContract.deleteTreatment, { params, body: null })
  const page = await openAs('admin')
  await page.goto(`/settings/Historylogs?search=${encodeURIComponent(name)}`)
  const types = page.getByRole('row').filter({ hasText: name }).locator('td:nth-child(3) span:has(> svg)')
  await expect(types).toHaveText(['Delete', 'Update', 'Create'])
  const hues = await types.evaluateAll((badges) =>
    badges.map((badge) => {
      const [red = 0, green = 0, blue = 0] = getComputedStyle(badge).color.match(/\d+/g)!.map(Number)
      return red > green && red > blue ? 'red' : blue > green ? 'blue' : 'green'
    }),
  )
  expect(hues).toEqual(['red', 'blue', 'green'])
  await page.goto('/settings/Historylogs?type=system')
  const system = page.getByRole('row').getByText('System', { exact: true }).first()
  const [red = 0, green = 0, blue = 0] = (await system.evaluate((badge) => getComputedStyle(badge).color))
    .match(/\d+/g)!
    .map(Number)
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(40)
})

test('on a phone the history log is a list of cards without sideways scrolling', async ({ openAs }) => {
  const page = await openAs('admin', { viewport: { width: 320, height: 640 } })
  await page.goto('/settings/Historylogs')
  await expect(page.getByRole('cell').filter({ hasText: 'Isabel Reyes' }).first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

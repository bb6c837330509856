import { catalogueContract } from '#shared/catalogue/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

test('an admin finds who changed what, and the address keeps what was searched for', async ({ openAs, clinic }) => {
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

  await page.getByRole('combobox', { name: 'Filter by type' }).click()
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
})

test('the log of a phone is a list of cards that needs no sideways scroll', async ({ openAs }) => {
  const page = await openAs('admin', { viewport: { width: 320, height: 640 } })
  await page.goto('/settings/Historylogs')
  await expect(page.getByRole('cell').filter({ hasText: 'Isabel Reyes' }).first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

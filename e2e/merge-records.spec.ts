import { clientsContract } from '#shared/clients/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { countPresses } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { sell } from './support/sell.ts'

test('an admin merges two records of a person, sees what was moved, and undoes the merge', async ({
  openAs,
  clinic,
}) => {
  const unique = crypto.randomUUID().slice(0, 8)
  const kept = await newClient(clinic, `Amihan ${unique}`)
  const other = await newClient(clinic, `Ami Twin ${unique}`)
  await sell(clinic.call(clinic.cashier), other, 'Diamond Peel Facial')
  const found = await clinic.call(clinic.admin)(clientsContract.list, { querystring: { search: kept.name } })
  const twin = await clinic.call(clinic.admin)(clientsContract.list, { querystring: { search: other.name } })
  const page = await openAs('admin')
  await page.goto(`/clientPage/${found.clients[0]!.id}`)
  const presses = await countPresses(page)
  await page.getByRole('button', { name: 'Merge with another record' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two records' })
  await expect(dialog.getByRole('combobox', { name: 'Other record' })).toBeFocused()
  await page.keyboard.type(other.name)
  await expect(page.getByRole('option', { name: other.name })).toContainText(/No phone · Last visit/i)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`Merge ${other.name} into ${kept.name}?`)).toBeVisible()
  await expect(dialog).toContainText('Both records have a log-in.')
  await dialog.getByRole('radiogroup', { name: 'Email' }).getByRole('radio', { name: other.email }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'MERGE' }).click()
  await expect(page.getByText(`The two records of ${kept.name} are one now.`)).toBeVisible()
  expect(presses.clicks).toBe(3)
  const history = page.getByRole('region', { name: 'Service History' })
  await expect(history).toContainText('Diamond Peel Facial')
  await expect(page.getByText(`Merged with ${other.name}`)).toBeVisible()
  await expectAccessible(page)
  // Opens the address of the merged record in another tab, as a cashier.
  const till = await openAs('cashier')
  await till.goto(`/cashier/clients/${twin.clients[0]!.id}`)
  await expect(till.getByRole('heading', { name: 'This record was merged' })).toBeVisible()
  await expectAccessible(till)
  await till.getByRole('link', { name: `Open ${kept.name}` }).click()
  await expect(till.getByRole('heading', { level: 1 })).toContainText(kept.name)
  presses.restart()
  await page.getByRole('button', { name: 'UNDO' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'UNDO' }).click()
  await expect(page.getByText(`${other.name} is a separate record again.`)).toBeVisible()
  expect(presses.clicks).toBe(2)
  await expect(history).toContainText('No service history')
  await expect(page.getByText(`Merged with ${other.name}`)).toBeHidden()
})

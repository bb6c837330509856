import { appointmentsContract } from '#shared/appointments/contract.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { expectToast } from './support/toasts.ts'

test('an owner adds a practitioner with hours and leave, and is shown the visits that closing a room would affect', async ({
  openAs,
  clinic,
}) => {
  const call = clinic.call(clinic.admin)
  await bookVisit(clinic, await newClient(clinic, 'Liza Soriano'), await freeDay(clinic, 3), '21:00:00')
  const page = await openAs('admin', { viewport: { width: 390, height: 844 } })
  await page.goto('/settings/practitioners')
  await page.getByRole('button', { name: 'ADD PRACTITIONER' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Practitioner' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Dr. Ana Reyes')
  await dialog.getByRole('textbox', { name: 'Job title' }).fill('Dermatologist')
  await dialog.getByRole('combobox', { name: 'Services of this person' }).click()
  await page.getByRole('option').first().click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('switch', { name: 'Own hours' }).click()
  await dialog.getByRole('button', { name: 'Monday: add a break' }).click()
  await dialog.getByRole('radio', { name: 'Green' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Dr. Ana Reyes was added.')

  await page.getByRole('button', { name: 'Leave and exceptions of Dr. Ana Reyes' }).click()
  const leave = page.getByRole('dialog', { name: 'Leave and exceptions of Dr. Ana Reyes' })
  await leave.getByLabel('First day').fill('2027-12-24')
  await leave.getByRole('textbox', { name: 'Note' }).fill('Baguio')
  await leave.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(leave.getByText('Dec 24, 2027')).toBeVisible()
  await expectAccessible(page)
  await leave.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('tab', { name: 'Rooms' }).click()
  // Waits for the rooms, because the tab of practitioners stays on the screen until they have loaded.
  await expect(page.getByRole('table', { name: 'Rooms' })).toBeVisible()
  await page.getByRole('button', { name: /^Edit / }).click()
  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('This affects 1 booked visit. It stays booked until you move it.')
  await expectAccessible(page)
  const moved = page.waitForEvent('popup')
  await alert.getByRole('link').first().click()
  await expect((await moved).getByRole('heading', { name: 'Manage Appointments' })).toBeVisible()
  const booked = async () => (await call(appointmentsContract.list, { querystring: { scope: 'active' } })).total
  const before = await booked()
  await page.getByRole('button', { name: 'Keep the visits and save' }).click()
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
  expect(await booked()).toBe(before)
  const { data } = await call(resourcesContract.list, { querystring: {} })
  expect(data.map(({ name, is_active }) => [name, is_active])).toContainEqual(['Dr. Ana Reyes', true])
})

import { clinicContract } from '#shared/clinic/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { countPresses } from './support/count-presses.ts'
import { expectToast } from './support/toasts.ts'

test('when two admins change the clinic profile at once, the one who saves later keeps the typed text and sees the saved values', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  const page = await openAs('admin', { viewport: { width: 390, height: 844 } })
  await page.goto('/settings/clinic')
  const name = page.getByRole('textbox', { name: 'Clinic name' })
  await name.fill('Ganda Skin Studio')
  const presses = await countPresses(page)
  await page.getByRole('combobox', { name: 'Monday: closes' }).click()
  await page.getByRole('option', { name: '5:00 PM' }).click()
  await page.getByRole('button', { name: 'Use the hours of Monday for all days' }).click()
  await expect(page.getByRole('combobox', { name: 'Saturday: closes' })).toHaveText('5:00 PM')
  expect(presses.clicks).toBe(3)
  const {
    needs_setup: _setup,
    logo_id: _logo,
    version: _version,
    ...before
  } = (await admin(clinicContract.read, {})).data
  await admin(clinicContract.save, { body: { ...before, name: 'Perlas', tin: '123-456-789' } })

  await page.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expect(name).toHaveAccessibleDescription('Somebody else changed this to Perlas. Save again to keep yours.')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Ganda Skin Studio')
  await expect(page.getByRole('textbox', { name: 'TIN' })).toHaveValue('123-456-789')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'LOGOUT' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Your changes on this page are not saved.')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expectToast(page, 'Clinic profile saved.')
  const after = (await admin(clinicContract.read, {})).data
  expect(after).toMatchObject({ name: 'Ganda Skin Studio', tin: '123-456-789' })
  expect(new Set(after.opening_hours.map(({ last_slot }) => last_slot))).toEqual(new Set([17]))
})

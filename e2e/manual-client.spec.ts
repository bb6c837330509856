import { authContract } from '#shared/auth/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { pick, tick, unique } from './support/client-forms.ts'
import { expectPopupAccessible } from './support/kit-test.ts'
import { expectToast } from './support/toasts.ts'

test('an admin adds a new client with past services, and the client logs in with the displayed password', async ({
  openAs,
  clinic,
}) => {
  const name = `Ñina ${unique()}`
  const email = `${unique()}@example.ph`
  const page = await openAs('admin')
  await page.goto('/clientPage')
  await page.getByRole('button', { name: 'ADD CLIENT' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Client' })
  const services = dialog.getByRole('combobox', { name: 'Select Services' })
  await expect(services).toBeDisabled()
  await expect(services).toHaveAttribute('placeholder', 'Select treatment first')
  await dialog.getByLabel('Date').fill('')
  await dialog.getByRole('button', { name: 'SAVE CLIENT' }).click()
  await expect(dialog.getByLabel('Full Name')).toBeFocused()
  for (const sentence of [
    'Please enter a client name',
    'Select a treatment.',
    'Please fill in the required field (Date)',
  ])
    await expect(dialog.getByText(sentence)).toBeVisible()
  await expectAccessible(page)
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width, height })
  await dialog.getByLabel('Email (Optional)').fill(email)
  await expect(dialog.getByText(/Default password/)).toBeHidden()
  await dialog.getByLabel('Full Name').fill(name)
  await expect(dialog.getByText('Default password: nina123.')).toBeVisible()
  await pick(page, dialog.getByRole('combobox', { name: 'Select Treatment' }), 'Chemical Peels')
  await dialog.getByRole('button', { name: 'SAVE CLIENT' }).click()
  await expect(dialog.getByText('Select at least one service.')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Select Add-ons' })).toHaveAttribute(
    'placeholder',
    'No add-ons available',
  )
  await tick(page, dialog, 'Select Services', ['Glycolic Peel'])
  await pick(page, dialog.getByRole('combobox', { name: 'Select Treatment' }), 'Signature Facials')
  await expect(dialog.getByLabel('Remove Glycolic Peel')).toHaveCount(0)
  await services.click()
  await page.getByRole('option', { name: 'Diamond Peel Facial' }).click()
  await expectPopupAccessible(page)
  await page.getByRole('option', { name: 'Hydra Glow Facial' }).click()
  await services.press('Escape')
  await tick(page, dialog, 'Select Add-ons', ['LED Light Therapy'])
  await dialog.getByLabel('Date').fill('2026-02-14')
  await dialog.getByRole('button', { name: 'SAVE CLIENT' }).click()
  await expectToast(page, 'Client added successfully!')
  const { user } = await clinic.call(null)(authContract.login, { body: { email, password: 'nina123' } })
  expect(user).toMatchObject({ name, must_set_password: true })

  await page.getByRole('searchbox').fill(email)
  // The search must be finished before the click, because the client's entry moves when the results replace the list.
  await expect(page.getByText('1 client', { exact: true })).toBeVisible()
  const card = page.getByRole('link', { name })
  await expect(card).toContainText('2 services availed')
  await card.click()
  const history = page.getByRole('region', { name: 'Service History' })
  await expect(history).toContainText('Hydra Glow Facial – Signature Facials')
  await expect(history).toContainText('Feb 14, 2026')
  await expect(history).toContainText('LED Light Therapy × 1')
})

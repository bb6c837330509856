import sharp from 'sharp'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { expectToast } from './support/toasts.ts'

const unique = () => crypto.randomUUID().slice(0, 8)
const pictureOf = async (background: string) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer(),
})

async function addTreatment(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Treatment Name' }).fill(name)
  await page.getByRole('button', { name: 'ADD TREATMENT' }).click()
  await expect(page.getByText(`${name} was added.`)).toBeVisible()
}

const shown = (page: Page) =>
  page.locator('tbody img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))

test('an admin adds a treatment, and a service with a picture; visitors can book the service until it is deleted', async ({
  openAs,
  clinic,
}) => {
  const [treatment, service] = [`Gold Facials ${unique()}`, `Gold Leaf ${unique()}`]
  const bookable = async () =>
    (await clinic.call(null)(bookingCatalogueContract.treatments, {})).data.map((row) => row.treatment_name)
  const page = await openAs('admin')
  await page.goto('/settings/treatments')
  await page.getByRole('button', { name: 'ADD TREATMENT' }).click()
  await expect(page.getByRole('textbox', { name: 'Treatment Name' })).toHaveAccessibleDescription(
    /Please enter a treatment name!/,
  )
  await expectAccessible(page)
  await addTreatment(page, treatment)
  await expect(page.getByRole('textbox', { name: 'Treatment Name' })).toBeFocused()

  await page.getByRole('tab', { name: 'Manage Services' }).click()
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'ADD SERVICE' }) })
  await form.getByRole('button', { name: 'ADD SERVICE' }).click()
  await expect(form.getByText('Please upload an image!')).toBeVisible()
  await expect(form.getByText('Enter service name and select a treatment!')).toHaveCount(2)
  await form.getByRole('textbox', { name: 'Service Name' }).fill(service)
  await form.getByRole('combobox', { name: 'Treatment' }).click()
  await page.getByRole('option', { name: treatment }).click()
  await form.getByRole('textbox', { name: 'Price' }).fill('3500.5')
  await form.getByLabel('Image: Choose an image').setInputFiles(await pictureOf('#c9a46c'))
  await form.getByRole('button', { name: 'ADD SERVICE' }).click()
  await expect(page.getByText(`${service} was added.`)).toBeVisible()
  await page.getByRole('searchbox').fill(service)
  await expect(page.getByRole('row').filter({ hasText: service })).toContainText('₱3,500.50')
  await expect.poll(() => shown(page)).toEqual([640])
  await expectAccessible(page)
  expect(await bookable()).toContain(treatment)

  await page.getByRole('tab', { name: 'Manage Treatments' }).click()
  await page.getByRole('searchbox').fill(treatment)
  await page.getByRole('button', { name: `Delete ${treatment}` }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this treatment?' })
  await question.getByRole('button', { name: 'DELETE' }).click()
  await expectToast(page, 'Treatment deleted successfully!')
  await expect(page.getByText('No treatments match your search')).toBeVisible()
  expect(await bookable()).not.toContain(treatment)
  await page.getByRole('switch', { name: 'Show deleted' }).click()
  await page.getByRole('button', { name: `Restore ${treatment}` }).click()
  await expect(page.getByText(`${treatment} was restored.`)).toBeVisible()
  await expect.poll(bookable).toContain(treatment)
})

test('an add-on is added, edited in place, and deleted after a confirmation', async ({ openAs }) => {
  const name = `Cooling Gel ${unique()}`
  const page = await openAs('admin')
  await page.goto('/settings/treatments')
  await page.getByRole('tab', { name: 'Manage Add-Ons' }).click()
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'ADD ADD-ON' }) })
  await form.getByRole('button', { name: 'ADD ADD-ON' }).click()
  await expect(form.getByText('Enter add-on name and select a treatment!')).toHaveCount(2)
  await form.getByRole('textbox', { name: 'Add-On Name' }).fill(name)
  await form.getByRole('combobox', { name: 'Treatment' }).click()
  await page.getByRole('option', { name: 'Chemical Peels' }).click()
  await form.getByRole('textbox', { name: 'Price' }).fill('250')
  await form.getByRole('button', { name: 'ADD ADD-ON' }).click()
  await expect(page.getByText(`${name} was added.`)).toBeVisible()
  await page.getByRole('searchbox').fill(name)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('₱250')
  await expect(row).toContainText('Chemical Peels')
  await row.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(page.getByRole('table').getByRole('textbox', { name: 'Add-On Name' })).toBeFocused()
  await expectAccessible(page)
  const price = page.getByRole('table').getByRole('textbox', { name: 'Price' })
  await price.fill('275.5')
  await price.press('Enter')
  await expect(row).toContainText('₱275.50')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this add-on?' })
  await question.getByRole('button', { name: 'DELETE' }).click()
  await expectToast(page, 'Add-on deleted successfully!')
  await expect(page.getByText('No add-ons match your search')).toBeVisible()
})

test('a catalogue list of more than five rows has pages, and the page number is in the URL', async ({
  openAs,
  clinic,
}) => {
  const prefix = `Paged ${unique()}`
  const admin = clinic.call(clinic.admin)
  for (const word of ['Amber', 'Coral', 'Ivory', 'Jade', 'Onyx', 'Opal', 'Pearl'])
    await admin(catalogueContract.createTreatment, { body: { treatment_name: `${prefix} ${word}` } })
  const page = await openAs('admin')
  await page.goto('/settings/treatments')
  await page.getByRole('searchbox').fill(prefix)
  const rows = page.getByRole('row').filter({ hasText: prefix })
  await expect(rows).toHaveCount(5)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('searchbox').fill(`${prefix} onyx`)
  await expect(rows).toHaveCount(1)
  await expect(page).not.toHaveURL(/page=2/)
})

test('below 768 px the catalogue has the buttons Previous and Next instead of tabs', async ({ openAs }) => {
  const page = await openAs('admin', { viewport: { width: 768, height: 900 } })
  await page.goto('/settings/treatments')
  await expect(page.getByRole('tab')).toHaveText(['Manage Treatments', 'Manage Services', 'Manage Add-Ons'])
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0)
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('on a phone Previous and Next lead through the three lists of the catalogue', async ({ openAs }) => {
  const page = await openAs('admin', { viewport: { width: 320, height: 640 } })
  await page.goto('/settings/treatments')
  await expect(page.getByText('Manage Treatments')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('button', { name: 'ADD SERVICE' })).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('button', { name: 'ADD ADD-ON' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

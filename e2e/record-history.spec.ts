import { appointmentsContract } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { TODAY } from './support/clock.ts'
import { expectToast } from './support/toasts.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

async function openHistory(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'History' })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  return dialog
}

test('an admin opens the history of a product, reads old and new values, and changes pages with the keyboard', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  const name = `Nitrile ${unique()}`
  const category = (await admin(inventoryContract.createCategory, { body: { name: `Gloves ${unique()}` } })).data
  const body = { name, quantity: '12', unit_type: 'box', category_id: category.id }
  const { data } = await admin(inventoryContract.createProduct, { body })
  const params = { id: data.id }
  for (let taken = 0; taken < 12; taken++)
    await admin(inventoryContract.updateProduct, { params, body: { quantity_change: '-1' } })
  const page = await openAs('admin', { viewport: { width: 390, height: 844 } })
  await page.goto(`/suppliesPage?search=${encodeURIComponent(name)}`)
  const dialog = await openHistory(page, `History of ${name}`)
  await expect(dialog).toContainText(name)
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const newest = dialog.getByRole('listitem').first()
  await expect(newest).toContainText('Isabel Reyes (admin)')
  await expect(newest.getByRole('definition')).toHaveText('from 1 to 0')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Next' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByText(`Added the product ${name}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `History of ${name}` })).toBeFocused()
})

test('the pages of clients, users, treatments, appointments and the clinic each show the history of the record', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  const name = `Fe ${unique()}`
  const { data: client } = await admin(clientsContract.create, { body: { name } })
  const treatment = `Lights ${unique()}`
  await admin(catalogueContract.createTreatment, { body: { treatment_name: treatment } })
  const page = await openAs('admin')

  await page.goto(`/clientPage/${client.id}`)
  await expect(await openHistory(page, 'History')).toContainText(`Added the client ${name}`)
  await page.goto(`/settings/users?search=${encodeURIComponent(name)}`)
  await expect(await openHistory(page, `History of ${name}`)).toContainText(`Added the client ${name}`)
  await page.goto(`/settings/treatments?search=${encodeURIComponent(treatment)}`)
  await expect(await openHistory(page, `History of ${treatment}`)).toContainText(`Added the treatment ${treatment}`)
  await expectAccessible(page)

  await page.goto('/settings/clinic')
  await page.getByRole('textbox', { name: 'Hours on the website' }).fill('Daily, 9 to 5')
  await page.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expectToast(page, 'Clinic profile saved.')
  const ofClinic = await openHistory(page, 'History')
  await expect(ofClinic.getByRole('listitem').first()).toContainText('Changed the clinic profile')
  await expect(ofClinic.getByRole('definition').first()).toContainText('Daily, 9 to 5')

  // Books a visit for today, which the list beside the calendar shows.
  const id = await bookVisit(clinic, { id: client.user_id }, TODAY, '00:00:00')
  await admin(appointmentsContract.updateStatus, { params: { id }, body: { status: 'confirmed' } })
  await page.goto('/Appointment')
  const ofVisit = await openHistory(page, new RegExp(`^History of ${name}, `))
  await expect(ofVisit.getByRole('listitem')).toContainText([`Confirmed the appointment of ${name}`, 'Booked'])
})

test('a cashier, who may not read the history log, is offered no history of a record', async ({ openAs, clinic }) => {
  const { data } = await clinic.call(clinic.admin)(clientsContract.create, { body: { name: `Gia ${unique()}` } })
  const page = await openAs('cashier')
  await page.goto(`/cashier/clients/${data.id}`)
  await expect(page.getByRole('heading', { level: 1, name: data.name })).toBeVisible()
  await expect(page.getByRole('button', { name: /^History/ })).toHaveCount(0)
})

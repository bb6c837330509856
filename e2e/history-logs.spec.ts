import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { TODAY } from './support/clock.ts'
import { expectToast } from './support/toasts.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

test('each type of history log entry has its icon and its colour: green, blue, red or grey; on a phone the log is a list of cards without sideways scrolling', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  const name = `Colours ${unique()}`
  const { data } = await admin(catalogueContract.createTreatment, { body: { treatment_name: name } })
  const params = { id: data.id }
  await admin(catalogueContract.updateTreatment, { params, body: { treatment_name: name, treatment_price: 5 } })
  await admin(catalogueContract.deleteTreatment, { params, body: null })
  const page = await openAs('admin')
  await page.goto(`/settings/Historylogs?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('columnheader')).toHaveText(['User', 'Action', 'Type', 'Timestamp'])
  const types = page.getByRole('row').filter({ hasText: name }).locator('td:nth-child(3) span:has(> svg)')
  await expect(types).toHaveText(['Delete', 'Update', 'Create'])
  const hues = await types.evaluateAll((badges) =>
    badges.map((badge) => {
      const [red = 0, green = 0, blue = 0] = getComputedStyle(badge).color.match(/\d+/g)!.map(Number)
      return red > green && red > blue ? 'red' : blue > green ? 'blue' : 'green'
    }),
  )
  expect(hues).toEqual(['red', 'blue', 'green'])
  await expectAccessible(page)
  await page.goto('/settings/Historylogs?type=system')
  const system = page.getByRole('row').getByText('System', { exact: true }).first()
  const [red = 0, green = 0, blue = 0] = (await system.evaluate((badge) => getComputedStyle(badge).color))
    .match(/\d+/g)!
    .map(Number)
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(40)

  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/settings/Historylogs')
  await expect(page.getByRole('cell').filter({ hasText: 'Isabel Reyes' }).first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

async function openHistory(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'History' })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  return dialog
}

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
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.setViewportSize({ width, height })
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

import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { formatDate, formatLongDate } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { countPresses } from './support/count-presses.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { expectToast } from './support/toasts.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Schedule New Appointment' })
const unique = () => crypto.randomUUID().slice(0, 8)

/** Returns the visits of all clients with this name or number, as staff see them. */
async function visitsOf(clinic: RunningClinic, search: string) {
  const { appointments } = await clinic.call(clinic.cashier)(appointmentsContract.list, { querystring: { search } })
  return appointments
}

test('booking on the phone for a caller without a client record takes at most six clicks and is confirmed at once', async ({
  openAs,
  clinic,
}) => {
  const date = await freeDay(clinic, 190)
  const name = `Luz ${unique()}`
  await bookVisit(clinic, await newClient(clinic, 'Somebody Else'), date, '09:00:00')
  const desk = await openAs('cashier')
  await desk.goto(`/cashier/appointments?date=${date}&view=day`)
  const presses = await countPresses(desk)
  await desk.getByRole('button', { name: 'NEW APPOINTMENT' }).click()
  const dialog = dialogOf(desk)
  await expect(dialog).toContainText(formatLongDate(date))
  await expect(dialog.getByRole('combobox', { name: 'Client' })).toBeFocused()
  await desk.keyboard.type(name)
  await dialog.getByRole('button', { name: 'New client' }).click()
  await expect(dialog.getByLabel('Full Name')).toHaveValue(name)
  await expect(dialog.getByLabel('Contact Number')).toBeFocused()
  await desk.keyboard.type('0917 444 1212')
  await dialog.getByRole('combobox', { name: 'Service' }).click()
  await desk.keyboard.type('diamond')
  const service = desk.getByRole('option', { name: 'Diamond Peel Facial' })
  await expect(service).toContainText('Signature Facials · ₱1,200 · 30 min')
  await expectAccessible(desk)
  await service.click()
  await expect(dialog.getByRole('radio', { name: '9:00 AM Booked' })).toBeDisabled()
  await dialog.getByRole('radio', { name: '2:00 PM', exact: true }).click()
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }).click()
  await expectToast(desk, 'Appointment scheduled successfully!')
  expect(presses.clicks).toBeLessThanOrEqual(6)
  await expect(desk.getByRole('table', { name: 'Active Appointments' })).toContainText(name)
  expect(await visitsOf(clinic, '0917 444 1212')).toMatchObject([
    {
      name,
      status: 'confirmed',
      appointment_date: date,
      appointment_time: '14:00:00',
      contact_number: '0917 444 1212',
    },
  ])
  // The row in the day's list links to the client and to their phone number. Typing the name again suggests the stored
  // number.
  const row = desk.getByRole('region', { name: `Appointments for ${formatDate(date)}` }).getByRole('listitem')
  await expect(row.getByRole('link', { name })).toHaveAttribute('href', /^\/cashier\/clients\/[\da-f-]{36}$/)
  await expect(row.getByRole('link', { name: '0917 444 1212' })).toHaveAttribute('href', 'tel:+639174441212')
  await desk.getByRole('button', { name: 'NEW APPOINTMENT' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Client' })).toBeFocused()
  await desk.keyboard.type(name)
  await expect(desk.getByRole('option', { name })).toContainText('0917 444 1212 · No visit yet')
})

test('staff are asked whether a caller is an existing client, and book for the existing record', async ({
  openAs,
  clinic,
}) => {
  const date = await freeDay(clinic, 194)
  const name = `Divina ${unique()}`
  await clinic.call(clinic.cashier)(clientsContract.create, { body: { name, contact_number: '0917 444 3434' } })
  const desk = await openAs('cashier', { viewport: { width: 390, height: 844 } })
  await desk.goto(`/cashier/appointments?date=${date}&view=day`)
  await desk.getByRole('button', { name: 'NEW APPOINTMENT' }).click()
  const dialog = dialogOf(desk)
  await dialog.getByRole('button', { name: 'New client' }).click()
  await expect(dialog.getByLabel('Full Name')).toBeFocused()
  await dialog.getByLabel('Full Name').fill('Mrs. Santos')
  await dialog.getByLabel('Contact Number').fill('0917 444')
  await dialog.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }).click()
  await expect(dialog.getByLabel('Contact Number')).toHaveAccessibleDescription(/^Enter a number such as 0917 123 4567/)
  await dialog.getByLabel('Contact Number').fill('+63 917 444 3434')
  await dialog.getByRole('combobox', { name: 'Service' }).fill('Diamond')
  await desk.getByRole('option', { name: 'Diamond Peel Facial' }).click()
  await dialog.getByRole('radio', { name: '9:00 AM' }).click()
  await dialog.getByRole('switch', { name: 'Confirmed' }).click()
  await dialog.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }).click()
  const asked = dialog.getByRole('region', { name: 'Is it one of these clients?' })
  await expect(asked).toContainText('0917 444 3434 · No visit yet')
  await expect(asked).toBeFocused()
  await expectAccessible(desk)
  await expectNoSidewaysScroll(desk)
  await asked.getByRole('button', { name: `Use this client: ${name}` }).click()
  await expect(dialog.getByRole('combobox', { name: 'Client' })).toHaveValue(name)
  await dialog.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }).click()
  await expectToast(desk, 'Appointment scheduled successfully!')
  expect(await visitsOf(clinic, '0917 444 3434')).toMatchObject([{ name, status: 'pending', appointment_date: date }])
})

import { appointmentsContract } from '#shared/appointments/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { openListening } from './support/requests-page.ts'
import { sellAll } from './support/sell.ts'
import { expectToast } from './support/toasts.ts'

test('before cancelling a paid appointment staff see the receipt number, and that the money is not refunded', async ({
  openAs,
  clinic,
}) => {
  const cashier = clinic.call(clinic.cashier)
  const [person, other] = [await newClient(clinic, 'Paz Villareal'), await newClient(clinic, 'Una Villareal')]
  const day = await freeDay(clinic, 1)
  const id = await bookVisit(clinic, person, day, '20:00:00')
  await bookVisit(clinic, other, day, '20:30:00')
  await cashier(appointmentsContract.updateStatus, { params: { id }, body: { status: 'confirmed' } })
  const sale = await sellAll(cashier, { id: person.id, name: 'Paz Villareal' }, ['Glycolic Peel'], id)
  const desk = await openAs('cashier')
  await desk.goto('/cashier/appointments')
  const table = desk.getByRole('table', { name: 'Active Appointments' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  const dialog = desk.getByRole('dialog')

  await row('Una Villareal').getByRole('button', { name: 'DECLINE' }).click()
  await expect(dialog).toContainText('Why is the appointment cancelled?')
  await expect(dialog).not.toContainText('is paid')
  await dialog.getByRole('button', { name: 'Keep appointment' }).click()

  await expect(row('Paz Villareal')).toContainText('Paid')
  await row('Paz Villareal').getByRole('button', { name: 'Cancel Appointment' }).click()
  const receipt = String(sale.receipt_number).padStart(6, '0')
  await expect(dialog).toContainText(`This visit is paid: receipt ${receipt}. Do you want to cancel it anyway?`)
  await expect(dialog).toContainText('Cancelling does not give the money back.')
  await expect(dialog).not.toContainText(/void/i)
  await expectAccessible(desk)
  await desk.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(desk)
  await dialog.getByRole('radio', { name: 'The client asked for it' }).click()
  await dialog.getByRole('button', { name: 'Mark as cancelled' }).click()
  await expectToast(desk, 'Appointment cancelled successfully!')
  const range = { scope: 'range', from: day, to: day } as const
  const { appointments } = await cashier(appointmentsContract.list, { querystring: range })
  expect(appointments.find((each) => each.id === id)).toMatchObject({ status: 'cancelled', is_paid: true })
})

test('a client sees why a paid visit cannot be cancelled, and an open appointments page shows Paid at once', async ({
  openAs,
  clinic,
}) => {
  const cashier = clinic.call(clinic.cashier)
  const person = await newClient(clinic, 'Perla Buenaventura')
  const id = await bookVisit(clinic, person, await freeDay(clinic, 2), '20:00:00')
  await cashier(appointmentsContract.updateStatus, { params: { id }, body: { status: 'confirmed' } })
  const [desk, own] = [await openAs('cashier'), await openAs({ email: person.email })]
  await openListening(desk, '/cashier/appointments')
  const table = desk.getByRole('table', { name: 'Active Appointments' })
  const row = table.getByRole('row').filter({ hasText: 'Perla Buenaventura' })
  await expect(row).toContainText('Confirmed')
  await own.goto('/Profile')
  const upcoming = own.getByRole('region', { name: 'Upcoming' })
  await expect(upcoming.getByRole('button', { name: /^Cancel / })).toBeVisible()
  await sellAll(cashier, { id: person.id, name: person.name }, ['Glycolic Peel'], id)
  // This check waits less than the minute after which the page refreshes by itself, so an event must update the row.
  await expect(row).toContainText('Paid')
  await own.reload()
  await expect(upcoming).toContainText('This visit is paid. Please call the clinic.')
  await expect(upcoming.getByRole('button', { name: /^Cancel / })).toHaveCount(0)
  await expectAccessible(own)
})

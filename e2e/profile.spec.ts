import { appointmentsContract } from '#shared/appointments/contract.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { documentNumber } from '#shared/clinic/document-name.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { anyService, bookVisit } from './support/book-visit.ts'
import { freeDay } from './support/free-day.ts'
import { newClient, type NewClient } from './support/new-client.ts'
import { sell } from './support/sell.ts'

/** Books the last slot of a date: midnight at the end of that day. */
async function bookMidnight(clinic: RunningClinic, client: NewClient, date: string) {
  const call = clinic.call(client)
  const visit = { appointment_date: date, appointment_time: '00:00:00', ...(await anyService(call)) }
  return (await call(appointmentsContract.book, { body: visit })).data
}

test('a client cancels an appointment, and staff see it', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, 'Carla Santos')
  // Other tests book visits 30, 40 and 50 days ahead in this clinic, so this test takes a day between them.
  const date = await freeDay(clinic, 44)
  const booked = await bookMidnight(clinic, client, date)
  const page = await openAs({ email: client.email })
  await page.goto('/clientDashboard')
  await expect(page.getByText(/^In 4\d days$/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'All appointments' }).click()
  const upcoming = page.getByRole('region', { name: 'Upcoming' })
  await expect(upcoming).toContainText('12:00 AM (midnight)')
  const cancel = upcoming.getByRole('button', { name: `Cancel ${booked.service_name} on ${formatLongDate(date)}` })
  await cancel.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Do you want to cancel this appointment?')
  await question.getByRole('button', { name: 'Keep appointment' }).click()
  await expect(question).toBeHidden()
  await cancel.click()
  await question.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(upcoming).toContainText('No upcoming appointments')
  await expect(page.getByRole('region', { name: 'Past' })).toContainText('Cancelled by you')

  const range = { scope: 'range' as const, from: date, to: date }
  const { appointments } = await clinic.call(clinic.cashier)(appointmentsContract.list, { querystring: range })
  expect(appointments).toMatchObject([{ name: 'Carla Santos', status: 'cancelled', cancel_reason: 'client' }])
})

test('a client opens the receipt of a payment on a phone', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, 'Elena Ramos')
  const sale = await sell(clinic.call(clinic.cashier), client)
  const number = documentNumber(sale.receipt_number)
  const page = await openAs({ email: client.email }, { viewport: { width: 320, height: 640 } })
  await page.goto('/Profile')
  await page.getByRole('tab', { name: /Transaction History/ }).click()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: `View receipt: Receipt ${number}` }).click()
  const receipt = page.getByRole('dialog', { name: `Receipt ${number}` })
  await expect(receipt).toContainText('Acknowledgement receipt')
  await expect(receipt).toContainText('Perlas Clinic')
  await expect(receipt).toContainText('Glycolic Peel')
  await expect(receipt).toContainText('₱1,500.00')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(receipt).toBeHidden()
})

test('on a phone the profile begins with the visits', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, 'Rita Robles')
  await bookVisit(clinic, client, await freeDay(clinic, 94), '09:00:00')
  const page = await openAs({ email: client.email }, { viewport: { width: 390, height: 844 } })
  await page.goto('/Profile')
  const visit = page.getByRole('region', { name: 'Upcoming' })
  await expect(visit).toContainText('Diamond Peel Facial')
  const card = page.getByRole('button', { name: 'Edit Profile' })
  expect((await visit.boundingBox())!.y).toBeLessThan((await card.boundingBox())!.y)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

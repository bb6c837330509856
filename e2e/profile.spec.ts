import { appointmentsContract } from '#shared/appointments/contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { formatLongDate, formatShortDate } from '#shared/lib/manila-time.ts'
import { documentNumber } from '#shared/clinic/document-name.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { PASSWORD, addTreatment } from './support/clinic-api.ts'
import { anyService, bookVisit } from './support/book-visit.ts'
import { freeDay } from './support/free-day.ts'
import { newClient, type NewClient } from './support/new-client.ts'
import { sell, sellAll } from './support/sell.ts'
import { TODAY } from './support/clock.ts'
import { expectToast } from './support/toasts.ts'

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

test('a client changes personal details; a new e-mail needs the password and becomes the log-in', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, 'Diane Cruz')
  const newEmail = `new-${client.email}`
  const page = await openAs({ email: client.email })
  await page.goto('/Profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Full Name').fill('Diane Cruz-Lim')
  await dialog.getByLabel('Phone Number').fill('call me')
  await dialog.getByLabel('Email Address').fill(newEmail)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    dialog.getByText('Enter a number such as 0917 123 4567, or a foreign number with + and country code.'),
  ).toBeVisible()
  await expect(dialog.getByText('Enter your current password to change the email.')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Phone Number').fill('0917 123 4567')
  await dialog.getByLabel('Location').fill('Makati')
  await dialog.getByLabel('Current password').fill('not my password')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('The current password is not correct.')).toBeVisible()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Your profile has been successfully updated.')
  for (const text of ['Diane Cruz-Lim', '0917 123 4567', 'Makati', newEmail])
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()

  const body = { email: newEmail, password: PASSWORD }
  const { user } = await clinic.call(null)(authContract.login, { body })
  expect(user.name).toBe('Diane Cruz-Lim')
})

test('a client opens the receipt of a payment on a phone', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, 'Elena Ramos')
  const sale = await sell(clinic.call(clinic.cashier), client)
  const number = documentNumber(sale.receipt_number)
  const page = await openAs({ email: client.email }, { viewport: { width: 320, height: 640 } })
  await page.goto('/Profile')
  await page.getByRole('tab', { name: /Transaction History/ }).click()
  await expectNoSidewaysScroll(page)
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

test('upcoming appointments are listed five to a page, with their count', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, 'Olivia Navarro')
  const date = await freeDay(clinic, 70)
  for (const time of ['18:00:00', '18:30:00', '19:00:00', '19:30:00', '20:00:00', '20:30:00'])
    await bookVisit(clinic, client, date, time)
  const page = await openAs({ email: client.email })
  await page.goto('/Profile')
  await expect(page.getByRole('tab', { name: /^My Appointments/ })).toContainText('Manage your bookings')
  await expect(page.getByRole('tab', { name: /^Transaction History/ })).toContainText('View payment records')
  await expect(page.getByText(`Member since ${formatShortDate(TODAY)}`)).toBeVisible()
  const upcoming = page.getByRole('region', { name: 'Upcoming' })
  const rows = upcoming.getByRole('list', { name: 'Upcoming' }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await expect(upcoming.getByText('6', { exact: true })).toBeVisible()
  await expect(upcoming.getByText('Page 1 of 2')).toBeVisible()
  await expect(upcoming.getByRole('button', { name: 'Prev' })).toBeDisabled()
  await upcoming.getByRole('button', { name: 'Next' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('8:30 PM')
  await expect(rows).toContainText('Pending')
  await upcoming.getByRole('button', { name: 'Prev' }).click()
  await expect(rows).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Past' })).toContainText('No past appointments')
})

test('a client’s payment in the profile shows its first three services (the others after a press), its date, amount and method', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, 'Patricia Lim')
  const page = await openAs({ email: client.email })
  await page.goto('/Profile')
  await page.getByRole('tab', { name: /^Transaction History/ }).click()
  await expect(page.getByText('No available data')).toBeVisible()

  const names = ['Alpha', 'Bravo', 'Charlie', 'Delta'].map((word) => `${word} ${crypto.randomUUID().slice(0, 8)}`)
  const treatment = { name: `Package ${crypto.randomUUID().slice(0, 8)}`, addOns: [] }
  const services = names.map((name): [string, number] => [name, 250.25])
  await addTreatment(clinic.call(clinic.admin), { ...treatment, services })
  const sale = await sellAll(clinic.call(clinic.cashier), client, names)
  await page.reload()
  await page.getByRole('tab', { name: /^Transaction History/ }).click()
  const list = page.getByRole('list', { name: `Receipt ${documentNumber(sale.receipt_number)}` })
  await expect(list.getByRole('listitem')).toHaveText(names.slice(0, 3))
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(list.getByRole('listitem')).toHaveText(names)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show less' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByText('₱1,001.00')).toBeVisible()
  await expect(panel.getByText('Cash', { exact: true })).toBeVisible()
  await expect(panel.getByRole('time')).toHaveAttribute('datetime', sale.transaction_date)
})

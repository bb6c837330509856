import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { notice, openListening } from './support/requests-page.ts'
import { TODAY } from './support/clock.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { formatDate, formatLongDate } from '#shared/lib/manila-time.ts'
import { expectToast, keepToastsOpen } from './support/toasts.ts'

test('a client’s arrival and the staff’s note about the visit appear on every open appointments page at once; Undo in a toast takes back a mistaken tap', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, 'Amihan Dizon')
  await bookVisit(clinic, client, TODAY, '22:30:00')
  const [desk, other] = [await openAs('cashier'), await openAs('admin')]
  const row = (page: typeof desk) =>
    page
      .getByRole('region', { name: `Appointments for ${formatDate(TODAY)}` })
      .getByRole('listitem')
      .filter({ hasText: 'Amihan Dizon' })
  await desk.goto('/cashier/appointments')
  await openListening(other, '/Appointment')
  await keepToastsOpen(desk)
  await row(desk).getByRole('button', { name: 'ARRIVED: Amihan Dizon' }).click()
  await expect(row(desk)).toContainText('Arrived:')
  await expect(row(other)).toContainText('Arrived:')
  await desk.getByRole('group').filter({ hasText: 'is here.' }).getByRole('button', { name: 'UNDO' }).click()
  for (const page of [desk, other]) await expect(row(page)).not.toContainText('Arrived:')

  await row(other).getByRole('button', { name: 'Details: Amihan Dizon' }).click()
  const details = other.getByRole('dialog', { name: 'Visit' })
  await details.getByLabel('Note for staff').fill('Prefers the quiet room.')
  await expectAccessible(other)
  await details.getByRole('button', { name: 'Save note' }).click()
  await expect(row(desk)).toContainText('Prefers the quiet room.')
  await expectNoSidewaysScroll(desk)
})

test('a client sees the rule for moving a visit and moves it, and staff are notified', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, 'Ligaya Soriano')
  const date = await freeDay(clinic, 33)
  const id = await bookVisit(clinic, client, date, '09:00:00')
  await clinic.call(clinic.cashier)(appointmentsContract.updateStatus, {
    params: { id },
    body: { status: 'confirmed' },
  })
  const desk = await openAs('cashier')
  await openListening(desk, '/cashier')
  const page = await openAs({ email: client.email })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/Profile')
  await page.getByRole('button', { name: `Move Diamond Peel Facial on ${formatLongDate(date)}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Move appointment' })
  await expect(dialog).toContainText('Free to reschedule twice, up to 24 hours before')
  await dialog.getByRole('radio', { name: /^10:30 AM/ }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Move appointment' }).click()
  await expectToast(page, 'Appointment moved successfully!')
  await expect(page.getByRole('list', { name: 'Upcoming' })).toContainText('10:30 AM')
  await expect(notice(desk, 'Moved by the client')).toContainText('Ligaya Soriano')
})

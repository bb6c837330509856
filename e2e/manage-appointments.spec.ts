import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { addDays, formatShortDate } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { freeDay, nextVisitDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { openListening } from './support/requests-page.ts'
import { TODAY } from './support/clock.ts'
import { expectToast } from './support/toasts.ts'

const MIDNIGHT = '00:00:00'

/** Returns a date that no other test of this file uses, and that is later than all dates of the other tests. */
const dateFor = (nth: number) => addDays(TODAY, 200 + nth)

const clientOf = (clinic: RunningClinic, name: string) => newClient(clinic, name)

const read = async (clinic: RunningClinic, id: string) => {
  const querystring = { scope: 'range' as const, from: TODAY, per_page: 100 }
  const { appointments } = await clinic.call(clinic.cashier)(appointmentsContract.list, { querystring })
  return appointments.find((row) => row.id === id)
}

const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
const activeRow = (page: Page, name: string) => rowOf(page, 'Active Appointments', name)

async function mark(page: Page, name: string, button: string, status: string): Promise<void> {
  await activeRow(page, name).getByRole('button', { name: button }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Do you want to mark this appointment as ${status}?`)
  await question.getByRole('button', { name: 'Yes, change the status' }).click()
  await expect(question).toBeHidden()
  await expectToast(page, `Appointment ${status} successfully!`)
}

test('a new booking appears at the front desk without a reload; staff confirm, start and complete it, and the client sees that', async ({
  openAs,
  clinic,
}) => {
  const desk = await openAs('cashier')
  await openListening(desk, '/cashier/appointments')
  await expect(desk.getByRole('heading', { name: 'Completed Treatments Today' })).toBeVisible()
  await expectAccessible(desk)
  const client = await clientOf(clinic, 'Joaquin Ocampo')
  const [date, startedOn] = [await nextVisitDay(clinic, MIDNIGHT), TODAY]
  const id = await bookVisit(clinic, client, date, MIDNIGHT)
  await expect(activeRow(desk, 'Joaquin Ocampo')).toContainText('12:00 AM - 12:30 AM (midnight)')
  await expect(activeRow(desk, 'Joaquin Ocampo')).toContainText(formatShortDate(date))
  await expect(activeRow(desk, 'Joaquin Ocampo')).toContainText('NOT PROVIDED')
  await mark(desk, 'Joaquin Ocampo', 'CONFIRM', 'confirmed')
  await mark(desk, 'Joaquin Ocampo', 'Start Treatment', 'on-going')
  await mark(desk, 'Joaquin Ocampo', 'End Treatment', 'completed')
  await expect(rowOf(desk, 'Completed Treatments Today', 'Joaquin Ocampo')).toContainText('Completed')
  await expect(activeRow(desk, 'Joaquin Ocampo')).toHaveCount(0)
  await expectAccessible(desk)
  // The visit may have been completed on the next date, if midnight passed during the test.
  expect((await read(clinic, id))?.done_at).toMatch(new RegExp(`${startedOn}|${TODAY}`))

  const profile = await openAs({ email: client.email })
  await profile.goto('/Profile')
  await expect(profile.getByRole('region', { name: 'Past' })).toContainText('Completed')
})

test('a pending booking is declined with a reason, and its time is free again', async ({ openAs, clinic }) => {
  const id = await bookVisit(clinic, await clientOf(clinic, 'Liza Mendoza'), dateFor(2), '09:00:00')
  const desk = await openAs('admin')
  await desk.goto('/Appointment')
  await activeRow(desk, 'Liza Mendoza').getByRole('button', { name: 'DECLINE' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mark as cancelled' }).click()
  await expect(dialog).toContainText('Choose why the appointment is cancelled.')
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await expectAccessible(desk)
  await dialog.getByRole('radio', { name: 'The clinic cannot do it' }).click()
  await dialog.getByRole('button', { name: 'Mark as cancelled' }).click()
  await expectToast(desk, 'Appointment cancelled successfully!')
  await expect(activeRow(desk, 'Liza Mendoza')).toHaveCount(0)
  expect(await read(clinic, id)).toMatchObject({ status: 'cancelled', cancel_reason: 'clinic' })
  const taken = await clinic.call(null)(appointmentsContract.unavailableTimes, { body: { date: dateFor(2) } })
  expect(taken.appointment_times).toEqual([])
})

test('rescheduling offers half hours from 8:00 AM to 5:00 PM, without the occupied ones', async ({
  openAs,
  clinic,
}) => {
  const client = await clientOf(clinic, 'Tricia Torres')
  const id = await bookVisit(clinic, client, dateFor(3), '09:00:00')
  // The date is no public holiday, because for a holiday the page would ask for confirmation first.
  const date = await freeDay(clinic, 212)
  await bookVisit(clinic, await clientOf(clinic, 'Somebody Else'), date, '10:00:00')
  const desk = await openAs('cashier')
  await desk.goto('/cashier/appointments')
  await activeRow(desk, 'Tricia Torres').getByRole('button', { name: 'RESCHEDULE' }).click()
  const dialog = desk.getByRole('dialog')
  // The focus moves once the dialog has opened, to the first empty field.
  await expect(dialog.getByLabel('New date')).toBeFocused()
  // The free times of the new date must have loaded before one of them can be chosen.
  await expect(dialog.getByRole('combobox', { name: 'New time' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'RESCHEDULE' }).click()
  await expect(dialog.getByRole('combobox', { name: 'New time' })).toBeFocused()
  await dialog.getByLabel('New date').fill(date)
  await dialog.getByRole('combobox', { name: 'New time' }).click()
  await expect(desk.getByRole('option')).toHaveCount(18)
  await expect(desk.getByRole('option', { name: /^10:00 AM - 10:30 AM/ })).toHaveText(/Booked/)
  await expect(desk.getByRole('option', { name: /^10:00 AM - 10:30 AM/ })).toBeDisabled()
  await desk.getByRole('option', { name: '4:30 PM - 5:00 PM' }).click()
  await dialog.getByRole('button', { name: 'RESCHEDULE' }).click()
  await expectToast(desk, 'Appointment rescheduled successfully!')
  await expect(activeRow(desk, 'Tricia Torres')).toContainText('4:30 PM - 5:00 PM')
  expect(await read(clinic, id)).toMatchObject({ status: 'resched', appointment_date: date })
})

test('when two users change the same appointment, the one who is later sees why the change failed, and the appointment as it is now', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/net::ERR_FAILED/)
  const id = await bookVisit(clinic, await clientOf(clinic, 'Maricel Cruz'), dateFor(5), '09:00:00')
  const desk = await openAs('admin')
  await desk.route('**/api/events', (route) => route.abort())
  await desk.goto('/Appointment')
  await expect(activeRow(desk, 'Maricel Cruz')).toBeVisible()
  await expect(desk.getByText(/^Live updates are interrupted/)).toBeVisible()
  await activeRow(desk, 'Maricel Cruz').getByRole('button', { name: 'CONFIRM' }).click()
  await clinic.call(clinic.cashier)(appointmentsContract.updateStatus, {
    params: { id },
    body: { status: 'confirmed' },
  })
  await desk.getByRole('button', { name: 'Yes, change the status' }).click()
  await expect(desk.getByText('This appointment was changed by someone else. Please check it again.')).toBeVisible()
  await expect(activeRow(desk, 'Maricel Cruz')).toContainText('Confirmed')
  await expect(activeRow(desk, 'Maricel Cruz').getByRole('button', { name: 'CONFIRM' })).toHaveCount(0)
})

test('opening the appointments page sends each API request once, and also loads the months before and after the displayed one', async ({
  openAs,
}) => {
  const desk = await openAs('cashier')
  await desk.addInitScript(() => {
    // The page sends its requests again if its event stream opens more than a second after the page, as on a busy
    // machine. The page's clock runs a hundred times slower here, so that the stream always opens in time.
    const { performance } = globalThis
    const now = performance.now.bind(performance)
    performance.now = () => now() / 100
  })
  const asked: string[] = []
  desk.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    const scope = searchParams.get('scope')
    asked.push(scope ? `${pathname} ${scope}` : pathname)
  })
  await desk.goto('/cashier/appointments')
  // The six weeks of a month's calendar lie in one year, or in two around New Year, so there are one or two requests.
  const isYear = (call: string) => call === '/api/public-holidays'
  const others = () => asked.filter((call) => !isYear(call)).sort()
  const once = [
    '/api/appointments/calendar',
    '/api/appointments/calendar',
    '/api/appointments/calendar',
    // The day board's data, read ahead so that it opens without waiting.
    '/api/appointments/day-board',
    '/api/appointments/requests',
    '/api/appointments/requests/count',
    '/api/events',
    '/api/get-appointments-ByAdmin active',
    '/api/get-appointments-ByAdmin completed-today',
    // Today's unpaid visits are requested twice: for their count and for their list.
    '/api/get-appointments-ByAdmin range',
    // Tells whether the clinic takes money paid ahead, for the link to the deposits.
    '/api/payment-settings',
    '/api/user',
    '/api/walk-ins',
  ]
  // The page reads ahead when the browser is idle. After that it sends no more requests.
  await expect.poll(others).toEqual(once)
  await desk.waitForLoadState('networkidle')
  expect(others()).toEqual(once)
  expect(asked.filter(isYear).length).toBeLessThanOrEqual(2)
})

test('the settings of the appointments page have a link to the till for cashiers, with a toast that confirms the switch, but not for admins', async ({
  openAs,
}) => {
  const cashier = await openAs('cashier')
  await cashier.goto('/cashier/appointments')
  await cashier.getByRole('button', { name: 'SETTINGS', exact: true }).click()
  await cashier.getByRole('link', { name: 'Cashier page' }).click()
  await expectToast(cashier, 'Switched successfully')
  await expect(cashier).toHaveURL(/\/cashier$/)
  const admin = await openAs('admin')
  await admin.goto('/Appointment')
  await admin.getByRole('button', { name: 'SETTINGS', exact: true }).click()
  await expect(admin.getByRole('switch', { name: 'Edit Mode' })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Cashier page' })).toHaveCount(0)
})

test('the appointments page fits screens 320 and 820 px wide', async ({ openAs, clinic }) => {
  await bookVisit(clinic, await clientOf(clinic, 'Narrow Reyes'), dateFor(8), '09:00:00')
  const desk = await openAs('admin')
  await desk.goto('/Appointment')
  for (const viewport of [
    { width: 320, height: 700 },
    { width: 820, height: 1180 },
  ]) {
    await desk.setViewportSize(viewport)
    await expect(activeRow(desk, 'Narrow Reyes')).toBeAttached()
    await expectNoSidewaysScroll(desk)
    await expectAccessible(desk)
  }
})

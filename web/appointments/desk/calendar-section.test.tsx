import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { requestsContract } from '#shared/appointments/desk-contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { addDays, formatLongDate, weekdayOf } from '#shared/lib/manila-time.ts'
import { walkInsContract } from '#shared/walk-ins/contract.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { client, page, profile, sampleId, service } from '#web/test/samples.ts'
import { answer, asked, drawScreen, sentBodies } from '#web/test/screen.tsx'
import ManageAppointmentsPage from './manage-appointments-page.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

withMorning()

const [first, second] = [addDays(TODAY, 1), addDays(TODAY, 2)]

// The cells and buttons are found by label or text, because computing roles and names for a whole month takes seconds
// in jsdom.
const cell = (date: string) => screen.findByLabelText(new RegExp(formatLongDate(date)))
const button = (name: string) => screen.findByText(name, { selector: 'button, button *' })
const dialog = async () => within(await waitFor(() => document.querySelector<HTMLElement>('[role=dialog]')!))

function drawMonth() {
  answer(appointmentsContract.list, { appointments: [], total: 0, ...page })
  answer(appointmentsContract.calendar, { appointments: [], just_cancelled: [], disabled_dates: [] })
  answer(requestsContract.requests, { data: [], total: 0, ...page, summary: { days: [] } })
  answer(walkInsContract.queue, { data: [] })
  const { person } = drawScreen(<ManageAppointmentsPage />, { role: 'cashier', at: '/cashier/appointments?view=month' })
  const openSettings = async () => {
    await person.click(await button('SETTINGS'))
    return dialog()
  }
  const close = async () => {
    await person.click((await dialog()).getByText('Done', { selector: 'button, button *' }))
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  }
  const switchOn = async (...names: string[]) => {
    const settings = await openSettings()
    for (const name of names) await person.click(await settings.findByRole('switch', { name: new RegExp(name) }))
    await close()
  }
  return { person, openSettings, close, switchOn }
}

test('in Add Appointment Mode, a press on a day of the calendar opens the dialog that books a visit on this day', async () => {
  answer(closedDatesContract.holidays, { data: [] })
  const { person, switchOn } = drawMonth()
  await switchOn('Add Appointment Mode')
  await person.click(await cell(second))
  const schedule = await dialog()
  expect(schedule.getByText('Schedule New Appointment')).toBeTruthy()
  expect(schedule.getByText(formatLongDate(second))).toBeTruthy()
})

test('in Edit Mode several dates are closed with a reason; without Edit Mode or a reason, a message says what is missing', async () => {
  answer(closedDatesContract.holidays, { data: [] })
  const { person, openSettings, close } = drawMonth()
  const settings = await openSettings()
  await person.click(settings.getByText('Disable', { selector: 'button, button *' }))
  expect(await screen.findByText('Enable the toggle to disable a date.')).toBeTruthy()
  await person.click(await settings.findByRole('switch', { name: /Edit Mode/ }))
  const adding = settings.getByRole('switch', { name: /Add Appointment Mode/ })
  expect(adding.getAttribute('aria-disabled') ?? adding.hasAttribute('disabled')).toBeTruthy()
  await person.click(settings.getByRole('switch', { name: /Multiple Dates/ }))
  await close()
  for (const date of [first, second]) await person.click(await cell(date))
  expect(await screen.findByText(/2 dates selected\./)).toBeTruthy()
  await person.click(await button('Disable'))
  const reason = await screen.findByLabelText(/^Reason/)
  await person.click(await button('DISABLE DATE'))
  expect(await screen.findByText('Please provide a reason for disabling the date.')).toBeTruthy()
  expect(document.activeElement).toBe(reason)
  expect(sentBodies).toEqual([])
  answer(appointmentsContract.disableDates, { success: true, data: { id: sampleId(71), ids: [sampleId(71)] } })
  await person.type(reason, 'Staff training')
  await person.click(await button('DISABLE DATE'))
  expect(await screen.findByText('2 dates have been disabled.')).toBeTruthy()
  expect(sentBodies).toEqual([{ date: [first, second], remark: 'Staff training' }])
})

/** Books a visit on a public holiday and confirms that the day is wanted. */
async function bookOnHoliday(): Promise<void> {
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  answer(appointmentsContract.unavailableTimes, { appointment_times: [] })
  const chosen = { client: { ...client, client_id: client.id }, services: [service], time: '09:00:00' } as const
  const { person } = drawScreen(<ScheduleDialog open onClose={() => undefined} date={first} {...chosen} />)
  await screen.findByRole('radio', { name: /^9:00 AM/ })
  await person.click(await button('SCHEDULE APPOINTMENT'))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/\(Christmas Day\)/)).toBeTruthy()
  expect(asked).not.toContain('POST /api/store-appointments')
  await person.click(question.getByRole('button', { name: 'Yes, use this date' }))
  await waitFor(() => expect(sentBodies).toContainEqual(expect.objectContaining({ appointment_date: first })))
  expect(asked).toContain('POST /api/store-appointments')
  cleanup()
}

test('staff can book on a public holiday after a confirmation, and open it for everyone in Edit Mode', async () => {
  answer(closedDatesContract.holidays, { data: [{ date: first, localName: 'Christmas Day' }] })
  await bookOnHoliday()
  const { person, switchOn } = drawMonth()
  expect(await screen.findByLabelText(/Public holiday: Christmas Day/)).toBe(await cell(first))
  await switchOn('Edit Mode')
  await person.click(await cell(first))
  const sentence = 'This is a public holiday (Christmas Day). Do you want to open this day for everyone?'
  expect(await screen.findByText(sentence)).toBeTruthy()
  answer(closedDatesContract.enable, { message: '' })
  answer(closedDatesContract.holidays, { data: [] })
  await person.click(await button('Open this day'))
  expect(await screen.findByText('The day is open for bookings.')).toBeTruthy()
  expect(asked).toContain(`DELETE /api/Enable-date/${first}`)
  await waitFor(() => expect(screen.queryByLabelText(/Public holiday/)).toBeNull())
  expect(await cell(first)).toBeTruthy()
})

test('the month view and the week view of the staff calendar start their weeks on Monday', async () => {
  answer(closedDatesContract.holidays, { data: [] })
  const { person } = drawMonth()
  await cell(first)
  const all = (role: string) => Array.from(document.querySelectorAll<HTMLElement>(`[role=grid] [role=${role}]`))
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  expect(all('columnheader').map((each) => each.textContent)).toEqual(names)
  const dates = all('gridcell').map((each) => each.dataset.date!)
  expect(dates).toHaveLength(42)
  expect(dates.filter((_, index) => index % 7 === 0).map(weekdayOf)).toEqual([1, 1, 1, 1, 1, 1])
  await person.click(screen.getByText('Week'))
  const cells = () => document.querySelectorAll('[role=gridcell]')
  await waitFor(() => expect(cells()).toHaveLength(7))
  expect(cells()[0]!.getAttribute('aria-label')).toMatch(/^Monday/)
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { requestsContract } from '#shared/appointments/desk-contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { addDays, formatLongDate } from '#shared/lib/manila-time.ts'
import { walkInsContract } from '#shared/walk-ins/contract.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { page, sampleId, visit } from '#web/test/samples.ts'
import { answer, asked, drawScreen, loseConnection, refuse } from '#web/test/screen.tsx'
import ManageAppointmentsPage from './manage-appointments-page.tsx'

withMorning()

class SilentEvents extends EventTarget {
  close = () => undefined
}

// The calendar's cells are found by label, because computing roles and names for a whole month takes seconds in jsdom.
const cell = (label: RegExp) => screen.findByLabelText(label)
const button = (name: string) => screen.findByText(name, { selector: 'button, button *' })

test('the reason of a date that was just disabled can be changed at once', async () => {
  vi.stubGlobal('EventSource', SilentEvents)
  const date = addDays(TODAY, 1)
  const closure = { id: sampleId(71), date, status: 'pending', remark: 'Staff training' }
  answer(appointmentsContract.list, { appointments: [], total: 0, ...page })
  answer(appointmentsContract.calendar, { appointments: [], just_cancelled: [], disabled_dates: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(requestsContract.requests, { requests: [], total: 0, ...page, summary: { days: [] } })
  answer(walkInsContract.queue, { data: [] })
  answer(appointmentsContract.disableDates, { success: true, data: { id: closure.id, ids: [closure.id] } })
  const { person } = drawScreen(<ManageAppointmentsPage />, { role: 'cashier', at: '/cashier/appointments?view=month' })
  await person.click(await button('SETTINGS'))
  const settings = within(await waitFor(() => document.querySelector<HTMLElement>('[role=dialog]')!))
  await person.click(await settings.findByRole('switch', { name: /Edit Mode/ }))
  await person.click(settings.getByText('Done', { selector: 'button, button *' }))
  await person.click(await cell(new RegExp(formatLongDate(date))))
  await person.click(await button('Disable'))
  await person.type(await screen.findByLabelText(/^Reason/), 'Staff training')
  answer(appointmentsContract.calendar, { appointments: [], just_cancelled: [], disabled_dates: [closure] })
  await person.click(await button('DISABLE DATE'))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await person.click(await screen.findByLabelText(/Closed: Staff training/))
  const reason = await screen.findByLabelText(/^Reason/)
  await person.clear(reason)
  await person.type(reason, 'Staff outing')
  answer(closedDatesContract.changeRemark, { data: { ...closure, remark: 'Staff outing' } })
  await person.click(await button('Save reason'))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
})

test('in the staff calendar Next is disabled about two months ahead, and Today returns to the current month', async () => {
  vi.setSystemTime(new Date('2027-07-13T10:00:00+08:00'))
  const today = '2027-07-13'
  answer(appointmentsContract.list, { appointments: [], total: 0, ...page })
  answer(appointmentsContract.calendar, { appointments: [], just_cancelled: [], disabled_dates: [] })
  answer(closedDatesContract.holidays, { data: [] })
  const { person } = drawScreen(<ManageAppointmentsPage />, { role: 'admin', at: '/Appointment?view=month' })
  const next = await screen.findByLabelText<HTMLButtonElement>('Next', { selector: 'button' })
  const isOff = () => next.getAttribute('aria-disabled') === 'true' || next.disabled
  expect(isOff()).toBe(false)
  await person.click(next)
  await person.click(next)
  await waitFor(() => expect(isOff()).toBe(true))
  expect(document.activeElement).toBe(next)
  await person.click(await button('Today'))
  expect((await cell(new RegExp(`^${formatLongDate(today)}`))).getAttribute('aria-current')).toBe('date')
  const yesterday = document.querySelector(`[data-date="${addDays(today, -1)}"]`)
  expect(yesterday?.getAttribute('aria-disabled')).toBe('true')
})

test('when the holidays cannot be loaded, the staff calendar shows an error and keeps the holidays that it has loaded before', async () => {
  const holiday = addDays(TODAY, 1)
  answer(appointmentsContract.list, { appointments: [], total: 0, ...page })
  answer(appointmentsContract.calendar, { appointments: [], just_cancelled: [], disabled_dates: [] })
  refuse(closedDatesContract.holidays)
  const { person } = drawScreen(<ManageAppointmentsPage />, {
    role: 'admin',
    at: `/Appointment?view=month&date=${holiday}`,
  })
  const trouble = async () =>
    (await screen.findByText('Failed to fetch holidays')).closest<HTMLElement>('[role=alert]')!
  const failed = await trouble()
  answer(closedDatesContract.holidays, { data: [{ date: holiday, localName: 'Feast of the Clinic' }] })
  await person.click(within(failed).getByRole('button', { name: 'Try again' }))
  expect(await cell(/Public holiday: Feast of the Clinic/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Failed to fetch holidays')).toBeNull())
  refuse(closedDatesContract.holidays)
  await person.click(await button('REFRESH DATA'))
  expect(await trouble()).toBeTruthy()
  expect(await cell(/Public holiday: Feast of the Clinic/)).toBeTruthy()
})

function drawDesk() {
  answer(requestsContract.requests, { requests: [], total: 0, ...page, summary: { days: [] } })
  answer(walkInsContract.queue, { data: [] })
  answer(appointmentsContract.list, { appointments: [visit], total: 1, ...page })
  answer(appointmentsContract.calendar, { appointments: [], just_cancelled: [], disabled_dates: [] })
  answer(closedDatesContract.holidays, { data: [] })
  return drawScreen(<ManageAppointmentsPage />, { role: 'admin', at: '/Appointment?view=day' })
}
const region = async (name: string) =>
  within((await screen.findByText(name, { selector: 'h2, h2 *' })).closest<HTMLElement>('section')!)
const active = () => region('Active Appointments')
const activeRow = async () => (await active()).findByText(visit.name)

test('when the lists of appointments cannot be loaded, the page shows an error and keeps its contents', async () => {
  const { person } = drawDesk()
  await activeRow()
  const table = await active()
  loseConnection(appointmentsContract.list)
  await person.click(await button('REFRESH DATA'))
  const failed = await table.findByText('Failed to load appointments.')
  expect(await activeRow()).toBeTruthy()
  answer(appointmentsContract.list, { appointments: [visit], total: 1, ...page })
  await person.click(within(failed.closest<HTMLElement>('[role=alert]')!).getByText('Try again'))
  await waitFor(() => expect(table.queryByText('Failed to load appointments.')).toBeNull())
})

test('when the server rejects a refresh because of the rate limit, the appointments page shows no error and keeps its contents', async () => {
  const { person } = drawDesk()
  await activeRow()
  const tooOften = { status: 429, code: 'too_many', message: 'Too many requests. Please wait a moment and try again.' }
  for (const call of [appointmentsContract.list, appointmentsContract.calendar]) refuse(call, tooOften)
  const before = asked.length
  await person.click(await button('REFRESH DATA'))
  const again = () => asked.slice(before)
  await waitFor(() => {
    expect(again()).toContain('GET /api/appointments/calendar')
    // Three lists are reloaded: active visits, completed ones, and today's unpaid ones.
    expect(again().filter((call) => call === 'GET /api/get-appointments-ByAdmin').length).toBeGreaterThanOrEqual(3)
  })
  // The refresh button is enabled again once all lists have been answered.
  await waitFor(async () =>
    expect((await button('REFRESH DATA')).closest('button')?.getAttribute('aria-disabled')).not.toBe('true'),
  )
  expect(await activeRow()).toBeTruthy()
  expect(document.querySelector('[role=alert]')?.textContent).toBeUndefined()
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { requestsContract } from '#shared/appointments/desk-contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { addDays, formatLongDate } from '#shared/lib/manila-time.ts'
import { walkInsContract } from '#shared/walk-ins/contract.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { page, sampleId, visit } from '#web/test/samples.ts'
import {
  answer,
  answerBy,
  asked,
  choose,
  drawScreen,
  letPass,
  loseConnection,
  refuse,
  stopTime,
} from '#web/test/screen.tsx'
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
  answer(requestsContract.requests, { data: [], total: 0, ...page, summary: { days: [] } })
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

function drawDesk(role: 'admin' | 'cashier' = 'admin') {
  answer(requestsContract.requests, { data: [], total: 0, ...page, summary: { days: [] } })
  answer(walkInsContract.queue, { data: [] })
  answer(appointmentsContract.list, { appointments: [visit], total: 1, ...page })
  answer(appointmentsContract.calendar, { appointments: [], just_cancelled: [], disabled_dates: [] })
  answer(closedDatesContract.holidays, { data: [] })
  return drawScreen(<ManageAppointmentsPage />, { role, at: '/Appointment?view=day' })
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

test('the lists of appointments show midnight, the date and a missing number in words, and the completed visits of today', async () => {
  const { person } = drawDesk()
  const late = { ...visit, appointment_time: '00:00:00', contact_number: 'NOT PROVIDED' }
  const done = { ...visit, id: sampleId(55), name: 'Dina Cruz', status: 'completed' } satisfies StaffAppointment
  answerBy(appointmentsContract.list, ({ searchParams }) => {
    const appointments = { active: [late], 'completed-today': [done] }[searchParams.get('scope')!] ?? []
    return { appointments, total: appointments.length, ...page }
  })
  await person.click(await button('REFRESH DATA'))
  const row = (await (await active()).findByText('NOT PROVIDED')).closest('tr')!
  expect(row.textContent).toContain(visit.name)
  expect(row.textContent).toContain('12:00 AM - 12:30 AM (midnight)')
  expect(row.textContent).toContain('Nov 21, 2026')
  const completed = await region('Completed Treatments Today')
  expect((await completed.findByText('Dina Cruz')).closest('tr')!.textContent).toContain('Completed')
  expect(completed.queryByText(visit.name)).toBeNull()
})

const zamora = { ...visit, name: 'Lito Zamora' }
const abella = { ...visit, id: sampleId(56), name: 'Lito Abella', status: 'confirmed' } satisfies StaffAppointment

/** Answers the list of active appointments as the server filters and sorts it. */
function answerActive(): void {
  answerBy(appointmentsContract.list, ({ searchParams: asks }) => {
    const found = [zamora, abella].filter(({ name }) => name.includes(asks.get('search') ?? ''))
    const appointments = found.filter(({ status }) => status === (asks.get('status') ?? status))
    if (asks.get('sort') === 'client') appointments.reverse()
    const summary = { pending: 1, confirmed: 1, resched: 0, 'on-going': 0 }
    return { appointments, total: appointments.length, ...page, summary }
  })
}

test('the active appointments are filtered by status with counts, searched and sorted, and the URL keeps these settings', async () => {
  const { person, router } = drawDesk('cashier')
  answerActive()
  await person.click(await button('REFRESH DATA'))
  const table = await active()
  const shows = (...names: string[]) =>
    waitFor(() => expect(table.queryAllByText(/^Lito /).map((name) => name.textContent)).toEqual(names))
  await shows('Lito Zamora', 'Lito Abella')
  expect(table.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent ?? radio.textContent)).toEqual([
    'All 2',
    'Pending 1',
    'Confirmed 1',
    'Rescheduled 0',
    'On-going 0',
  ])
  await person.type(table.getByRole('searchbox', { name: 'Search client or number' }), 'Lito')
  await choose(person, table.getByRole('combobox', { name: 'Sort by' }), 'Client')
  await shows('Lito Abella', 'Lito Zamora')
  await person.click(table.getByText('Confirmed 1'))
  await shows('Lito Abella')
  await waitFor(() => expect(router.state.location.search).toContain('search=Lito'))
  const kept = router.state.location.search
  for (const setting of ['sort=client', 'status=confirmed']) expect(kept).toContain(setting)
  await person.click(table.getByText('Rescheduled 0'))
  expect(await table.findByText('No appointments match')).toBeTruthy()
  expect(router.state.location.search).toContain('status=resched')
  cleanup()
  drawScreen(<ManageAppointmentsPage />, { role: 'cashier', at: `/cashier/appointments${kept}` })
  const again = await active()
  expect(await again.findByText('Lito Abella')).toBeTruthy()
  expect(again.queryByText('Lito Zamora')).toBeNull()
})

test('when two users change the same appointment, the one who is later sees why the change failed, and the appointment as it is now', async () => {
  const { person } = drawDesk()
  const table = await active()
  await person.click(await table.findByText('CONFIRM', { selector: 'button, button *' }))
  const message = 'This appointment was changed by someone else. Please check it again.'
  const now = { ...visit, status: 'confirmed', version: visit.version + 1 } satisfies StaffAppointment
  refuse(appointmentsContract.updateStatus, { status: 409, code: 'state_moved', message, data: now })
  answer(appointmentsContract.list, { appointments: [now], total: 1, ...page })
  await person.click(await button('Yes, change the status'))
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(() => expect(table.queryByText('CONFIRM', { selector: 'button, button *' })).toBeNull())
  expect((await table.findByText(visit.name)).closest('tr')!.textContent).toContain('Confirmed')
})

test('while live updates are interrupted, the appointments page says so and that its lists refresh every minute', async () => {
  drawDesk()
  await activeRow()
  expect(screen.queryByText(/^Live updates are interrupted/)).toBeNull()
  // Another tab has the event stream of the browser, and reports that the stream was lost.
  const otherTab = new BroadcastChannel('mutya.live-news')
  otherTab.postMessage({ kind: 'state', state: 'lost' })
  const notice = 'Live updates are interrupted. The lists refresh every minute until the connection is back.'
  expect(await screen.findByText(notice)).toBeTruthy()
  otherTab.postMessage({ kind: 'state', state: 'open' })
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull())
  otherTab.close()
})

test('the settings of the appointments page have a link to the till for cashiers, with a toast that confirms the switch, but not for admins', async () => {
  const openSettings = async ({ person }: ReturnType<typeof drawDesk>) => {
    await person.click(await button('SETTINGS'))
    expect(await screen.findByText('Edit Mode')).toBeTruthy()
    return screen.queryByText('Cashier page')
  }
  expect(await openSettings(drawDesk())).toBeNull()
  cleanup()
  const drawn = drawDesk('cashier')
  const link = (await openSettings(drawn))!.closest('a')!
  expect(link.getAttribute('href')).toBe('/cashier')
  await drawn.person.click(link)
  expect(await screen.findByText('Switched successfully')).toBeTruthy()
  expect(drawn.router.state.location.pathname).toBe('/cashier')
})

test('the clock of the front desk shows Manila time and ticks every second', async () => {
  stopTime()
  vi.setSystemTime(new Date('2026-11-21T03:59:58Z'))
  drawScreen(<ManageAppointmentsPage />, { role: 'admin', at: '/Appointment' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Manage Appointments')
  for (const time of ['11:59:58 AM', '11:59:59 AM', '12:00:00 PM']) {
    expect(screen.getByText(time).parentElement!.textContent).toBe(`${time} Manila`)
    await letPass(1)
  }
})

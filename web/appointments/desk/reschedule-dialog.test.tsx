import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { addDays, addMonths } from '#shared/lib/manila-time.ts'
import { ReasonQuestions } from '#web/alerts/reason-questions.tsx'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { profile, sampleId, visit } from '#web/test/samples.ts'
import { answer, asked, drawScreen, loseConnection, refuse, sentBodies } from '#web/test/screen.tsx'
import { RescheduleDialog } from './reschedule-dialog.tsx'

withMorning()

const booked: StaffAppointment = { ...visit, status: 'confirmed', appointment_date: addDays(TODAY, 2) }

test('in the reschedule form a typed date that is past or too far ahead shows an error at its field, offers no times and is not sent', async () => {
  answer(appointmentsContract.unavailableTimes, { appointment_times: [] })
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  answer(visitContract.moveTimes, { data: { asked_for: [], horizon_days: null, is_closed: false, starts: [] } })
  const { person } = drawScreen(<RescheduleDialog open onClose={() => undefined} appointment={booked} />, {
    role: 'cashier',
  })
  const field = await screen.findByLabelText<HTMLInputElement>(/New date/)
  const time = () => screen.getByRole<HTMLButtonElement>('combobox', { name: /New time/ })
  await waitFor(() => expect(time().ariaDisabled ?? time().disabled).toBeFalsy())
  const before = asked.length
  for (const [typed, sentence] of [
    [addDays(addMonths(TODAY, 12), 1), 'Appointments can be booked up to 12 months ahead.'],
    [addDays(TODAY, -1), 'This day has passed.'],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } })
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(time().textContent).not.toContain('Loading')
    await person.click(screen.getByRole('button', { name: 'RESCHEDULE' }))
    expect(document.activeElement).toBe(field)
  }
  expect(asked.slice(before)).toEqual([])
})

test('in the reschedule form staff see the practitioner of each time, and whether the client had chosen another practitioner', async () => {
  const at = (time: string, name: string, n: number, is_other: boolean) => ({
    time,
    practitioner_ids: [sampleId(n)],
    practitioners: [name],
    is_other,
  })
  const starts = [at('10:00:00', 'Bea', 61, false), at('11:00:00', 'Joy', 62, true)]
  answer(appointmentsContract.unavailableTimes, { appointment_times: ['12:00:00'] })
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  answer(visitContract.moveTimes, { data: { asked_for: ['Bea'], horizon_days: null, is_closed: false, starts } })
  answer(appointmentsContract.reschedule, { data: { ...booked, practitioner_name: 'Joy' } })
  const { person } = drawScreen(<RescheduleDialog open onClose={() => undefined} appointment={booked} />, {
    role: 'cashier',
  })
  const field = await screen.findByRole<HTMLButtonElement>('combobox', { name: /New time/ })
  await waitFor(() => expect(field.ariaDisabled ?? field.disabled).toBeFalsy())
  await person.click(field)
  expect((await screen.findByRole('option', { name: /^10:00 AM/ })).textContent).toContain('with Bea')
  await person.click(screen.getByRole('option', { name: /^11:00 AM/ }))
  expect(await screen.findByText('The visit is with Joy. The client asked for Bea.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'RESCHEDULE' }))
  // After the move the form reads the day again, so the call that moves the visit need not be the last one.
  await waitFor(() => expect(sentBodies).toContainEqual(expect.objectContaining({ practitioner_ids: [sampleId(62)] })))
  expect(await screen.findByText(/The visit is with Joy\./)).toBeTruthy()
})

test('a visit whose treatment the client should not have because of an alert is moved only with a reason; if none is given, the reschedule form stays open', async () => {
  const starts = [{ time: '10:00:00', practitioner_ids: [sampleId(61)], practitioners: ['Bea'], is_other: false }]
  answer(appointmentsContract.unavailableTimes, { appointment_times: [] })
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  answer(visitContract.moveTimes, { data: { asked_for: [], horizon_days: null, is_closed: false, starts } })
  const questions = [{ kind: 'alert', key: 'alert:1', alert_kind: 'keloids', text: null, treatments: ['Laser'] }]
  refuse(appointmentsContract.reschedule, { status: 409, code: 'needs_reason', message: 'Reason', data: { questions } })
  const onClose = vi.fn()
  const dialogs = (
    <>
      <RescheduleDialog open onClose={onClose} appointment={booked} />
      <ReasonQuestions />
    </>
  )
  const { person } = drawScreen(dialogs, { role: 'cashier' })
  const field = await screen.findByRole<HTMLButtonElement>('combobox', { name: /New time/ })
  await waitFor(() => expect(field.ariaDisabled ?? field.disabled).toBeFalsy())
  await person.click(field)
  await person.click(await screen.findByRole('option', { name: /^10:00 AM/ }))
  const ask = async () => {
    await person.click(screen.getByRole('button', { name: 'RESCHEDULE' }))
    return within(await screen.findByRole('dialog', { name: 'Move this visit anyway?' }))
  }
  await person.click((await ask()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Move this visit anyway?' })).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  const question = await ask()
  await person.type(question.getByRole('textbox', { name: /^Reason/ }), 'Doctor agrees')
  answer(appointmentsContract.reschedule, { data: booked })
  await person.click(question.getByRole('button', { name: 'Move anyway' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentBodies).toContainEqual(
    expect.objectContaining({ override: { reason: 'Doctor agrees', questions: ['alert:1'] } }),
  )
})

test.each<[string, () => void, boolean]>([
  [
    'stays open when the session has ended',
    () => refuse(appointmentsContract.reschedule, { status: 401, message: 'Log in.' }),
    false,
  ],
  [
    'stays open when the role may not move visits',
    () => refuse(appointmentsContract.reschedule, { status: 403, message: 'No.' }),
    false,
  ],
  [
    'stays open after a rate limit',
    () => refuse(appointmentsContract.reschedule, { status: 429, message: 'Later.' }),
    false,
  ],
  ['stays open when the connection is lost', () => loseConnection(appointmentsContract.reschedule), false],
  [
    'closes if somebody else has changed the visit',
    () =>
      refuse(appointmentsContract.reschedule, { status: 409, code: 'state_moved', message: 'Moved.', data: booked }),
    true,
  ],
])('the reschedule form %s', async (_, fail, isClosed) => {
  const free = { time: '16:30:00', practitioner_ids: [], practitioners: [], is_other: false }
  answer(appointmentsContract.unavailableTimes, { appointment_times: [] })
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  answer(visitContract.moveTimes, { data: { asked_for: [], horizon_days: null, is_closed: false, starts: [free] } })
  fail()
  const onClose = vi.fn()
  const first = { date: addDays(TODAY, 9), time: '16:30:00' }
  const { person } = drawScreen(<RescheduleDialog open onClose={onClose} appointment={booked} first={first} />, {
    role: 'cashier',
  })
  const time = await screen.findByRole<HTMLButtonElement>('combobox', { name: /New time/ })
  await waitFor(() => expect(time.ariaDisabled ?? time.disabled).toBeFalsy())
  await person.click(screen.getByRole('button', { name: 'RESCHEDULE' }))
  await waitFor(() => expect(asked).toContain(`PUT /api/reschedule/${booked.id}`))
  expect(await screen.findByText('Error!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Updating...' })).toBeNull())
  expect(onClose).toHaveBeenCalledTimes(isClosed ? 1 : 0)
  expect(time.textContent).toContain('4:30 PM')
})

test('rescheduling offers half hours from 8:00 AM to 5:00 PM, without the occupied ones', async () => {
  const free = { time: '16:30:00', practitioner_ids: [], practitioners: [], is_other: false }
  answer(appointmentsContract.unavailableTimes, { appointment_times: ['10:00:00'] })
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  answer(visitContract.moveTimes, { data: { asked_for: [], horizon_days: null, is_closed: false, starts: [free] } })
  answer(appointmentsContract.reschedule, { data: { ...booked, status: 'resched' } })
  const { person } = drawScreen(<RescheduleDialog open onClose={() => undefined} appointment={booked} />, {
    role: 'cashier',
  })
  const date = await screen.findByLabelText<HTMLInputElement>(/New date/)
  await waitFor(() => expect(document.activeElement).toBe(date))
  const time = screen.getByRole<HTMLButtonElement>('combobox', { name: /New time/ })
  await waitFor(() => expect(time.ariaDisabled ?? time.disabled).toBeFalsy())
  await person.click(screen.getByRole('button', { name: 'RESCHEDULE' }))
  expect(document.activeElement).toBe(time)
  fireEvent.change(date, { target: { value: addDays(TODAY, 9) } })
  await waitFor(() => expect(time.ariaDisabled ?? time.disabled).toBeFalsy())
  await person.click(time)
  const taken = await screen.findByRole('option', { name: /^10:00 AM - 10:30 AM/ })
  expect(taken.textContent).toContain('Booked')
  expect(taken.getAttribute('aria-disabled')).toBe('true')
  const offered = screen.getAllByRole('option').map((option) => option.textContent)
  expect(offered).toHaveLength(18)
  expect([offered[0], offered.at(-1)]).toEqual(['8:00 AM - 8:30 AM', '4:30 PM - 5:00 PM'])
  await person.click(screen.getByRole('option', { name: '4:30 PM - 5:00 PM' }))
  await person.click(screen.getByRole('button', { name: 'RESCHEDULE' }))
  expect(await screen.findByText('Appointment rescheduled successfully!')).toBeTruthy()
  const moved = { appointment_id: booked.id, appointment_date: addDays(TODAY, 9), appointment_time: '16:30:00' }
  expect(sentBodies).toContainEqual(expect.objectContaining(moved))
})

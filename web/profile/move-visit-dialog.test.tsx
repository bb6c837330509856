import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentsContract, type ClientAppointment } from '#shared/appointments/contract.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { refusalMessages } from '#shared/appointments/refusal-messages.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { addDays, formatLongDate } from '#shared/lib/manila-time.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { page, sampleId, service, treatment } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { MyAppointments } from './my-appointments.tsx'

withMorning()

const date = addDays(TODAY, 5)
const visit: ClientAppointment = {
  appointment_id: sampleId(51),
  treatment_id: treatment.id,
  service_id: service.id,
  treatment_name: 'Facials',
  service_name: 'Hydra Glow',
  further_services: [],
  practitioner_id: null,
  practitioner_name: null,
  appointment_date: date,
  appointment_time: '10:00',
  duration_minutes: 60,
  appointment_status: 'confirmed',
  cancel_reason: null,
  can_cancel: true,
  cannot_cancel: null,
  can_move: true,
  cannot_move: null,
  held_until: null,
}
const policy = { move_notice_hours: 24, cancel_notice_hours: 0 }
const rule = 'Free to reschedule twice, up to 24 hours before; cancel any time before the start.'

const offered = {
  duration_minutes: 60,
  practitioners: [],
  horizon_days: null as number | null,
  minimum_notice_minutes: 0,
  days: [],
}

function drawVisits(...appointments: ClientAppointment[]) {
  const own = { total: appointments.length, ...page, first_visit_hours: null, policy, clinic_phone: '0917 555 0101' }
  answer(appointmentsContract.mine, { appointments, ...own })
  answer(appointmentsContract.unavailableTimes, { appointment_times: ['09:00:00'] })
  answer(availabilityContract.availability, { data: offered })
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, {
    data: {
      name: 'Mutya',
      address: '',
      location_label: '',
      phone: '',
      email: '',
      tin: '',
      hours_text: '',
      receipt_foot: '',
      facebook_url: '',
      instagram_url: '',
      tiktok_url: '',
      logo_id: null,
      ...policy,
      start_interval_minutes: 30,
      minimum_notice_minutes: 0,
      horizon_days: null,
      opening_hours: Array.from({ length: 7 }, (_, weekday) => ({
        weekday,
        is_open: true,
        first_slot: 0,
        last_slot: 32,
      })),
      needs_setup: false,
      version: 1,
    },
    sends_email: false,
  })
  return drawScreen(<MyAppointments />, { role: 'client' })
}

const openMove = async ({ person }: ReturnType<typeof drawVisits>) => {
  const [button] = await screen.findAllByRole('button', { name: `Move Hydra Glow on ${formatLongDate(date)}` })
  await person.click(button!)
  await screen.findByRole('dialog', { name: 'Move appointment' })
  await screen.findByRole('radio', { name: /9:30 AM/ })
  await waitFor(() => expect(screen.getByRole('radio', { name: /9:00 AM/ }).textContent).toContain('Unavailable'))
}

test('an own visit is moved: the rule stands in the list and in the dialog, taken times cannot be chosen', async () => {
  const drawn = drawVisits(visit)
  await openMove(drawn)
  expect(screen.getAllByText(rule).length).toBeGreaterThanOrEqual(2)
  expect(screen.getByRole('radio', { name: /10:00 AM/ }).textContent).toContain('Current time')
  answer(selfServiceContract.move, {
    data: { ...visit, appointment_time: '09:30', appointment_status: 'resched', can_move: false },
  })
  await drawn.person.click(screen.getByRole('radio', { name: /9:30 AM/ }))
  await drawn.person.click(screen.getByRole('button', { name: 'Move appointment' }))
  expect(await screen.findByText('Appointment moved successfully!')).toBeTruthy()
  expect(sentBodies).toContainEqual({ appointment_date: date, appointment_time: '09:30:00' })
  expect(sentBodies).toContainEqual({ date, service_id: service.id, appointment_id: visit.appointment_id })
})

test('an own visit moves only to days within the horizon of the clinic or the service', async () => {
  const drawn = drawVisits(visit)
  answer(availabilityContract.availability, { data: { ...offered, horizon_days: 14 } })
  await openMove(drawn)
  const field = screen.getByLabelText<HTMLInputElement>(/New date/)
  await waitFor(() => expect(field.max).toBe(addDays(TODAY, 14)))
})

test('a date that is typed beyond the horizon, or that has passed, says so at once, offers no time and is not sent', async () => {
  const drawn = drawVisits(visit)
  answer(availabilityContract.availability, { data: { ...offered, horizon_days: 14 } })
  await openMove(drawn)
  const field = screen.getByLabelText<HTMLInputElement>(/New date/)
  await waitFor(() => expect(field.max).not.toBe(''))
  const before = asked.length
  for (const [typed, sentence] of [
    [addDays(TODAY, 15), 'This service can be booked up to 14 days ahead.'],
    [addDays(TODAY, -1), 'This day has passed.'],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } })
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.queryAllByRole('radio')).toEqual([])
    await drawn.person.click(screen.getByRole('button', { name: 'Move appointment' }))
    expect(document.activeElement).toBe(field)
  }
  expect(asked.slice(before)).toEqual([])
})

test('a time that was just taken is told at its field, and nothing closes', async () => {
  const drawn = drawVisits(visit)
  await openMove(drawn)
  refuse(selfServiceContract.move, { status: 409, code: 'slot_taken', message: appointmentMessages.slotTaken })
  await drawn.person.click(screen.getByRole('radio', { name: /9:30 AM/ }))
  await drawn.person.click(screen.getByRole('button', { name: 'Move appointment' }))
  expect(await screen.findByText(appointmentMessages.slotTaken)).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Move appointment' })).toBeTruthy()
})

test('a move that gets no clear answer says so', async () => {
  const drawn = drawVisits(visit)
  await openMove(drawn)
  refuse(selfServiceContract.move, { status: 502 })
  await drawn.person.click(screen.getByRole('radio', { name: /9:30 AM/ }))
  await drawn.person.click(screen.getByRole('button', { name: 'Move appointment' }))
  expect(await screen.findByText('The appointment was not moved.')).toBeTruthy()
})

test('what can be changed only by a call says why, with the number that dials', async () => {
  const why = refusalMessages.tooLateToMove(24)
  drawVisits({ ...visit, can_move: false, cannot_move: why })
  const [reason] = await screen.findAllByText(why)
  expect(reason).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Move Hydra Glow/ })).toBeNull()
  expect(screen.getAllByRole('link', { name: '0917 555 0101' })[0]?.getAttribute('href')).toBe('tel:+639175550101')
})

test('the rule is shown before a cancellation is confirmed', async () => {
  const { person } = drawVisits(visit)
  const [button] = await screen.findAllByRole('button', { name: `Cancel Hydra Glow on ${formatLongDate(date)}` })
  await person.click(button!)
  expect((await screen.findByRole('alertdialog')).textContent).toContain(rule)
})

test('a cancellation that a broken answer ends is told, and the appointment stays', async () => {
  const { person } = drawVisits(visit)
  refuse(appointmentsContract.cancelMine, { status: 502 })
  const upcoming = within(screen.getByRole('region', { name: 'Upcoming' }))
  await person.click(await upcoming.findByRole('button', { name: /^Cancel/ }))
  await person.click(await screen.findByRole('button', { name: 'Cancel appointment' }))
  const told = await screen.findByText('Failed to update appointment.')
  expect(told.closest('[role=alert]')?.textContent).toContain('Error!')
  expect(upcoming.getAllByRole('listitem')).toHaveLength(1)
})

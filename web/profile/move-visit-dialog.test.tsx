import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { appointmentsContract, type ClientAppointment } from '#shared/appointments/contract.ts'
import type { MoveStart } from '#shared/appointments/records.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import { ownDepositsContract } from '#shared/deposits/own-contract.ts'
import { appointmentMessages, refusalMessages } from '#shared/appointments/messages.ts'
import { addDays, formatLongDate } from '#shared/lib/manila-time.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { page, sampleId, service, treatment } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { NO_WAYS } from '#web/deposits/client/deposit-fixture.ts'
import { MyAppointments } from './my-appointments.tsx'
import { sampleClientAppointment } from '#shared/test/samples.ts'

withMorning()

const date = addDays(TODAY, 5)
const visit = sampleClientAppointment({
  appointment_id: sampleId(51),
  treatment_id: treatment.id,
  service_id: service.id,
  appointment_date: date,
})
const policy = { move_notice_hours: 24, cancel_notice_hours: 0 }
const rule = 'Free to reschedule twice, up to 24 hours before; cancel any time before the start.'

/** A free time with Bea, with Joy, or without a practitioner if `name` is missing. */
const start = (time: string, name?: string, is_other = false): MoveStart => ({
  time,
  practitioner_ids: [name === undefined ? null : name === 'Bea' ? sampleId(61) : sampleId(62)],
  practitioners: name === undefined ? [] : [name],
  is_other,
})
const timesOf = (asked_for: string[], ...starts: MoveStart[]) => ({
  data: { asked_for, horizon_days: null as number | null, is_closed: false, starts },
})
const anyone = timesOf([], start('09:30:00'), start('10:00:00'))

function drawVisits(...appointments: ClientAppointment[]) {
  const own = { total: appointments.length, ...page, first_visit_hours: null, policy, clinic_phone: '0917 555 0101' }
  answer(appointmentsContract.mine, { appointments, ...own })
  answer(selfServiceContract.moveTimes, anyone)
  answer(ownDepositsContract.list, { data: [], ways: NO_WAYS })
  return drawScreen(<MyAppointments />, { role: 'client' })
}

const openMove = async ({ person }: ReturnType<typeof drawVisits>) => {
  const [button] = await screen.findAllByRole('button', { name: `Move Hydra Glow on ${formatLongDate(date)}` })
  await person.click(button!)
  await screen.findByRole('dialog', { name: 'Move appointment' })
  await screen.findAllByRole('radio', { name: /AM/ })
}

test('the buttons of a client’s own visit share one row, which never wraps', async () => {
  drawVisits(visit)
  const [move] = await screen.findAllByRole('button', { name: /^Move Hydra Glow/ })
  const row = move!.parentElement!
  expect(row.textContent).toBe(`${s.move}${s.cancel}`)
  expect(row.className).not.toContain('flex-wrap')
})

test('the rule for moving a visit is beside the client’s visits and in the dialog, which offers only free times', async () => {
  const drawn = drawVisits(visit)
  await openMove(drawn)
  expect(screen.getAllByText(rule).length).toBeGreaterThanOrEqual(2)
  // The dialog does not offer the visit's current time.
  expect(screen.getAllByRole('radio').map((each) => each.textContent?.trim())).toEqual(['9:30 AM'])
  answer(selfServiceContract.move, {
    data: { ...visit, appointment_time: '09:30', appointment_status: 'resched', can_move: false },
  })
  await drawn.person.click(screen.getByRole('radio', { name: /9:30 AM/ }))
  await drawn.person.click(screen.getByRole('button', { name: 'Move appointment' }))
  expect(await screen.findByText('Appointment moved successfully!')).toBeTruthy()
  expect(sentBodies).toContainEqual({
    appointment_date: date,
    appointment_time: '09:30:00',
    practitioner_ids: [null],
  })
  expect(sentVersions).toEqual([String(visit.version)])
})

const withBea = { ...visit, practitioner_id: sampleId(61), practitioner_name: 'Bea' }

test('when a client moves a visit, times with the chosen practitioner come first and times with other practitioners are collapsed; these times and the confirmation name the practitioner', async () => {
  const drawn = drawVisits(withBea)
  answer(selfServiceContract.moveTimes, timesOf(['Bea'], start('09:30:00', 'Bea'), start('11:00:00', 'Joy', true)))
  await openMove(drawn)
  expect(screen.getByRole('dialog').textContent).toContain('Hydra Glow with Bea, now on')
  expect(screen.getAllByRole('radio').map((each) => each.textContent?.trim())).toEqual(['9:30 AM'])
  await drawn.person.click(screen.getByRole('button', { name: 'Show 1 time with somebody else' }))
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  await drawn.person.click(screen.getByRole('radio', { name: '11:00 AM Joy' }))
  const sentence = screen.getByText('Your visit will be with Joy, not with Bea.')
  // On a phone the sentence that names the practitioner is below the visible part, so the dialog scrolls to it.
  expect(scrolled.mock.contexts).toContain(sentence)
  await drawn.person.click(screen.getByRole('radio', { name: '9:30 AM' }))
  expect(screen.getByText('Your visit will be with Bea.')).toBeTruthy()
  answer(selfServiceContract.move, { data: { ...withBea, appointment_time: '09:30', appointment_status: 'pending' } })
  await drawn.person.click(screen.getByRole('button', { name: 'Move appointment' }))
  expect(await screen.findByText(/9:30 AM, with Bea\./)).toBeTruthy()
  // A moved request waits for the clinic's answer again, which the toast says.
  expect(screen.getByText('The clinic will confirm the new time.')).toBeTruthy()
  expect(sentBodies).toContainEqual(expect.objectContaining({ practitioner_ids: [sampleId(61)] }))
})

test('if the chosen practitioner has no free time on a day, the dialog says so and names the practitioners who have free times', async () => {
  const drawn = drawVisits(withBea)
  answer(selfServiceContract.moveTimes, timesOf(['Bea'], start('11:00:00', 'Joy', true)))
  await openMove(drawn)
  expect(screen.getByText('Bea has no free time on this day. Choose another date, or somebody else.')).toBeTruthy()
  expect(screen.getByRole('radio', { name: '11:00 AM Joy' })).toBeTruthy()
})

test('a visit can be moved only to days within the booking horizon of the clinic or service', async () => {
  const drawn = drawVisits(visit)
  answer(selfServiceContract.moveTimes, { data: { ...anyone.data, horizon_days: 14 } })
  await openMove(drawn)
  const field = screen.getByLabelText<HTMLInputElement>(/New date/)
  await waitFor(() => expect(field.max).toBe(addDays(TODAY, 14)))
})

test('when moving a visit, a date typed beyond the booking horizon, or in the past, shows an error at once, offers no time and is not sent', async () => {
  const drawn = drawVisits(visit)
  answer(selfServiceContract.moveTimes, { data: { ...anyone.data, horizon_days: 14 } })
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

test('a time that somebody else has just taken is reported at its field, and the dialog for moving stays open', async () => {
  const drawn = drawVisits(visit)
  await openMove(drawn)
  refuse(selfServiceContract.move, { status: 409, code: 'slot_taken', message: appointmentMessages.slotTaken })
  await drawn.person.click(screen.getByRole('radio', { name: /9:30 AM/ }))
  await drawn.person.click(screen.getByRole('button', { name: 'Move appointment' }))
  expect(await screen.findByText(appointmentMessages.slotTaken)).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Move appointment' })).toBeTruthy()
})

test('moving a visit shows an error when the server’s answer violates the contract', async () => {
  const drawn = drawVisits(visit)
  await openMove(drawn)
  refuse(selfServiceContract.move, { status: 502 })
  await drawn.person.click(screen.getByRole('radio', { name: /9:30 AM/ }))
  await drawn.person.click(screen.getByRole('button', { name: 'Move appointment' }))
  expect(await screen.findByText('The appointment was not moved.')).toBeTruthy()
})

test('a visit that can be changed only by phone shows why, with the clinic’s phone number', async () => {
  const why = refusalMessages.tooLateToMove(24)
  drawVisits({ ...visit, can_move: false, cannot_move: why })
  const [reason] = await screen.findAllByText(why)
  expect(reason).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Move Hydra Glow/ })).toBeNull()
  expect(screen.getAllByRole('link', { name: '0917 555 0101' })[0]?.getAttribute('href')).toBe('tel:+639175550101')
})

test('a client sees why a paid visit cannot be cancelled, instead of a button', async () => {
  const why = 'This visit is paid. Please call the clinic.'
  drawVisits({ ...visit, can_cancel: false, cannot_cancel: why })
  const upcoming = within(await screen.findByRole('region', { name: 'Upcoming' }))
  expect(await upcoming.findByText(why)).toBeTruthy()
  expect(upcoming.queryByRole('button', { name: /^Cancel / })).toBeNull()
})

test('the rule for cancelling is shown before the client confirms a cancellation', async () => {
  const { person } = drawVisits(visit)
  const [button] = await screen.findAllByRole('button', { name: `Cancel Hydra Glow on ${formatLongDate(date)}` })
  await person.click(button!)
  expect((await screen.findByRole('alertdialog')).textContent).toContain(rule)
})

test('when the server’s answer to a cancellation violates the contract, an error is shown, and the appointment stays', async () => {
  const { person } = drawVisits(visit)
  refuse(appointmentsContract.cancelMine, { status: 502 })
  const upcoming = within(screen.getByRole('region', { name: 'Upcoming' }))
  await person.click(await upcoming.findByRole('button', { name: /^Cancel/ }))
  await person.click(await screen.findByRole('button', { name: 'Cancel appointment' }))
  const told = await screen.findByText('Failed to update appointment.')
  expect(told.closest('[role=alert]')?.textContent).toContain('Error!')
  expect(upcoming.getAllByRole('listitem')).toHaveLength(1)
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { requestsContract, visitContract } from '#shared/appointments/desk-contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { profile, sampleId, visit } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { VisitsToMoveDialog } from './affected-visits.tsx'

withMorning()

const [date, next] = [addDays(TODAY, 2), addDays(TODAY, 3)]
const booked = { ...visit, status: 'confirmed' as const, appointment_date: date, appointment_time: '10:00:00' }
const affectedVisit = (more: object = {}) => ({
  id: visit.id,
  client_id: visit.client_id,
  client_name: 'Liza Soriano',
  contact_number: '09175551234',
  email: 'liza@clients.test',
  service_name: 'Diamond peel',
  appointment_date: date,
  appointment_time: '10:00:00',
  duration_minutes: 30,
  ...more,
})

const draw = (more: object = {}) =>
  drawScreen(
    <VisitsToMoveDialog
      open
      onClose={() => undefined}
      affected={{ sentence: '', visits: [affectedVisit(more)], total: 1 }}
    />,
    { role: 'admin' },
  )
const starts = (...times: string[]) => times.map((time) => ({ time, practitioners: [] }))
/**
 * Free starts that begin with one in the evening, which the move dialog must skip, because it offers no evening times.
 */
const eveningFirst = { date: next, starts: starts('18:00:00', '09:30:00') }

type Days = Output<typeof availabilityContract.atDesk>['data']['days']
const answerFree = (...days: Days) =>
  answer(availabilityContract.atDesk, {
    data: { duration_minutes: 30, practitioners: [], horizon_days: null, minimum_notice_minutes: 0, days },
  })

const answerVisit = (appointment: typeof booked) =>
  answer(requestsContract.arrivals, {
    data: [{ ...appointment, requested_at: visit.appointment_date, is_new_client: false, held_until: null }],
  })

/** Sets the responses to the calls that the front desk makes before a visit is moved. */
function answerDesk(...days: Days) {
  answerVisit(booked)
  answerFree(...days)
  answer(appointmentsContract.unavailableTimes, { appointment_times: [] })
  answer(visitContract.moveTimes, { data: { asked_for: [], horizon_days: null, is_closed: false, starts: [] } })
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
}

test('the dialog for moving an affected visit opens at the visit’s next free time, and the list then shows the new time', async () => {
  answerDesk({ date, starts: starts('10:00:00') }, eveningFirst)
  const { person } = draw()
  await person.click(await screen.findByRole('button', { name: 'Move the visit of Liza Soriano' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reschedule appointment' })
  expect(within(dialog).getByLabelText<HTMLInputElement>(/New date/).value).toBe(next)
  expect(await within(dialog).findByText(/^9:30 AM - 10:00 AM/)).toBeTruthy()
  answer(appointmentsContract.reschedule, { data: { ...booked, appointment_date: next, status: 'resched' } })
  await person.click(within(dialog).getByRole('button', { name: 'RESCHEDULE' }))
  expect((await screen.findByText(/^Moved to /)).textContent).toContain('9:30 AM')
  expect(sentBodies).toContainEqual({
    appointment_id: visit.id,
    appointment_date: next,
    appointment_time: '09:30:00',
  })
  expect(screen.queryByRole('button', { name: 'Move the visit of Liza Soriano' })).toBeNull()
  // The button that had the focus no longer exists, so the message with the result takes the focus.
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Moved to /))
})

test('for an affected visit that was already moved to a later date, no time before its new time is offered', async () => {
  answerDesk({ date, starts: starts('14:00:00') }, { date: next, starts: starts('09:00:00', '11:00:00') })
  answerVisit({ ...booked, appointment_date: next })
  const { person } = draw()
  await person.click(await screen.findByRole('button', { name: 'Move the visit of Liza Soriano' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reschedule appointment' })
  expect(within(dialog).getByLabelText<HTMLInputElement>(/New date/).value).toBe(next)
  expect(await within(dialog).findByText(/^11:00 AM - 11:30 AM/)).toBeTruthy()
})

test('when affected visits are moved one after the other, a time taken by one is not offered for the next', async () => {
  answerDesk(eveningFirst)
  const visits = [affectedVisit(), affectedVisit({ id: sampleId(66), client_name: 'Mara Cruz' })]
  const { person } = drawScreen(
    <VisitsToMoveDialog open onClose={() => undefined} affected={{ sentence: '', visits, total: 2 }} />,
  )
  await person.click(await screen.findByRole('button', { name: 'Move the visit of Liza Soriano' }))
  expect(await screen.findByText(/^9:30 AM - 10:00 AM/)).toBeTruthy()
  answer(appointmentsContract.reschedule, { data: { ...booked, appointment_date: next, status: 'resched' } })
  answerFree({ date: next, starts: starts('11:00:00') })
  await person.click(screen.getByRole('button', { name: 'RESCHEDULE' }))
  await screen.findByText(/^Moved to /)
  await person.click(screen.getByRole('button', { name: 'Move the visit of Mara Cruz' }))
  expect(await screen.findByText(/^11:00 AM - 11:30 AM/)).toBeTruthy()
})

test('the link of an affected visit opens the appointments page of the user’s role', async () => {
  drawScreen(
    <VisitsToMoveDialog
      open
      onClose={() => undefined}
      affected={{ sentence: '', visits: [affectedVisit()], total: 1 }}
    />,
    { role: 'cashier' },
  )
  const link = await screen.findByRole('link', { name: s.openVisit('Liza Soriano') })
  expect(link.getAttribute('href')).toBe(`${paths.appointments.cashier}?search=Liza%20Soriano`)
})

test('a client is notified with one press that the visit must be moved; if this fails, an error is shown', async () => {
  const { person } = draw()
  refuse(messagesContract.askToMove, { status: 409, message: 'No message can reach Liza Soriano. Please call them.' })
  const tell = await screen.findByRole('button', { name: 'Ask Liza Soriano to choose a new time' })
  await person.click(tell)
  expect(await screen.findByText(/Please call them/)).toBeTruthy()
  answer(messagesContract.askToMove, { message: 'Liza Soriano is told by e-mail that the visit must be moved.' })
  await person.click(tell)
  expect(await screen.findByText('Liza Soriano is told by e-mail that the visit must be moved.')).toBeTruthy()
  expect(asked.filter((call) => call === `POST /api/appointments/${visit.id}/ask-to-move`)).toHaveLength(2)
})

test('a client with neither phone number nor e-mail cannot be notified, but the visit can be moved', async () => {
  draw({ contact_number: null, email: null })
  expect(await screen.findByText('No number and no e-mail on file')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Tell / })).toBeNull()
  expect(screen.getByRole('button', { name: 'Move the visit of Liza Soriano' })).toBeTruthy()
})

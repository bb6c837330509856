import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { appointmentsContract, type ClientAppointment } from '#shared/appointments/contract.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { termsMessages } from '#shared/appointments/messages.ts'
import { publicClinic } from '#shared/clinic/public-profile.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { page, profile, sampleId } from '#web/test/samples.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { answer, asked, drawScreen, loseConnection, refuse, sentKeys } from '#web/test/screen.tsx'
import { newBooking } from './booking.ts'
import { continuePath } from './framed-booking.ts'
import { NOTHING_WRITTEN } from './submit-booking.ts'
import { useBooking } from './use-booking.ts'
import { sampleClientAppointment } from '#shared/test/samples.ts'

withMorning()
beforeEach(() => sessionStorage.clear())

const choices = { treatment: sampleId(11), service: sampleId(12), date: addDays(TODAY, 2), time: '10:00:00' }
const mine = sampleClientAppointment({
  treatment_id: choices.treatment,
  service_id: choices.service,
  appointment_date: choices.date,
  appointment_status: 'pending',
})
const visitsAre = (...appointments: ClientAppointment[]) =>
  answer(appointmentsContract.mine, {
    appointments,
    total: appointments.length,
    ...page,
    first_visit_hours: null,
    policy: { move_notice_hours: 24, cancel_notice_hours: 0 },
    clinic_phone: '',
  })

/**
 * A test component that chooses and sends bookings. As plain text, it shows the error of the confirm dialog, the booked
 * visit and the current choices.
 */
function Sending() {
  const { dispatch, submit, booked, booking } = useBooking(publicClinic(profile))
  const [said, setSaid] = useState('')
  const send = async () => {
    const outcome = await submit({ phone: '', news: [], written: NOTHING_WRITTEN })
    setSaid(outcome && 'sentence' in outcome ? outcome.sentence : 'nothing')
  }
  const restore = (time: string, practitioner: string | null = null) =>
    dispatch({ type: 'restored', choices: { ...choices, time, practitioner }, confirming: false })
  return (
    <>
      <button onClick={() => restore('10:00:00')}>10</button>
      <button onClick={() => restore('15:00:00')}>3</button>
      <button onClick={() => restore('10:00:00', sampleId(21))}>with Ana</button>
      <button onClick={() => void send()}>Confirm</button>
      <p>{`said: ${said}`}</p>
      <p>{`booked: ${booked?.time ?? 'no'}`}</p>
      {booked && <p>{`as: ${booked.id}`}</p>}
      <p>{`chosen: ${booking.time ?? 'no'}`}</p>
      <p>{`with: ${booking.practitioner ?? 'anyone'}`}</p>
      <p>{`notice: ${booking.notice ?? 'none'}`}</p>
      <p>{`before: ${booking.earlier.map(({ name, price }) => `${name} for ${price}`).join()}`}</p>
    </>
  )
}

/** Sends a booking whose response is lost; `lose` decides how. */
async function withLostAnswer(lose = () => loseConnection(appointmentsContract.book)) {
  lose()
  const drawn = drawScreen(<Sending />, { role: 'client' })
  const press = (name: string) => drawn.person.click(screen.getByRole('button', { name }))
  await press('10')
  await screen.findByText('chosen: 10:00:00')
  await press('Confirm')
  await screen.findByText(/^said: ./)
  return { ...drawn, press }
}
const twice = 'You already have a visit at that time. Please choose another.'
const refuseAgain = () => refuse(appointmentsContract.book, { status: 409, code: 'conflict', message: twice })

test.each([
  ['lost', () => loseConnection(appointmentsContract.book)],
  ['replaced by the timeout of a proxy', () => refuse(appointmentsContract.book, { status: 504 })],
])(
  'a booking is reported as successful if it is rejected because an earlier attempt, whose answer was %s, has already succeeded',
  async (_, lose) => {
    const { press } = await withLostAnswer(lose)
    visitsAre(mine)
    refuseAgain()
    await press('Confirm')
    expect(await screen.findByText('booked: 10:00:00')).toBeTruthy()
    // The booking that was found has the id of the appointment, by which the client downloads the calendar file.
    expect(screen.getByText(`as: ${mine.appointment_id}`)).toBeTruthy()
    expect(screen.queryByText(`said: ${twice}`)).toBeNull()
  },
)

test('a rejected booking shows the server’s message if no earlier attempt has succeeded', async () => {
  const { press } = await withLostAnswer()
  visitsAre()
  refuseAgain()
  await press('Confirm')
  expect(await screen.findByText(`said: ${twice}`)).toBeTruthy()
  expect(screen.getByText('booked: no')).toBeTruthy()
})

test('after the response to a booking was lost, a rejected booking of another time is not reported as successful', async () => {
  const { press } = await withLostAnswer()
  visitsAre(mine)
  refuseAgain()
  await press('3')
  await screen.findByText('chosen: 15:00:00')
  const before = asked.filter((call) => call === 'POST /api/store-appointments').length
  await press('Confirm')
  expect(await screen.findByText(`said: ${twice}`)).toBeTruthy()
  expect(asked.filter((call) => call === 'POST /api/store-appointments').length).toBe(before + 1)
  expect(screen.getByText('booked: no')).toBeTruthy()
})

const bookedNow = () => answer(appointmentsContract.book, { data: mine })

test('a booking whose response was lost is repeated with the same idempotency key, also after a reload; the next booking has a new key', async () => {
  const { press } = await withLostAnswer()
  await press('Confirm')
  await screen.findByText(/^said: ./)
  cleanup()
  loseConnection(appointmentsContract.book)
  const again = drawScreen(<Sending />, { role: 'client' })
  const pressAgain = (name: string) => again.person.click(screen.getByRole('button', { name }))
  await pressAgain('10')
  await screen.findByText('chosen: 10:00:00')
  bookedNow()
  await pressAgain('Confirm')
  expect(await screen.findByText('booked: 10:00:00')).toBeTruthy()
  expect(sentKeys).toHaveLength(3)
  expect(new Set(sentKeys).size).toBe(1)
  await pressAgain('10')
  await screen.findByText('chosen: 10:00:00')
  await pressAgain('Confirm')
  await vi.waitFor(() => expect(sentKeys).toHaveLength(4))
  expect(new Set(sentKeys).size).toBe(2)
})

test('a booking of another time gets another idempotency key', async () => {
  const { press } = await withLostAnswer()
  await press('3')
  await screen.findByText('chosen: 15:00:00')
  await press('Confirm')
  await vi.waitFor(() => expect(sentKeys).toHaveLength(2))
  expect(new Set(sentKeys).size).toBe(2)
})

test('a booking that was begun on a page in a frame continues with the names and prices of all its services, or with a message if these cannot be loaded', async () => {
  const drip = { id: sampleId(13), service_name: 'Glow Drip', service_description: '', service_price: 900 }
  const path = continuePath({
    ...newBooking,
    ...choices,
    earlier: [
      { treatment: choices.treatment, service: drip.id, treatmentName: '', name: 'Free', minutes: 5, price: 0 },
    ],
  })
  const open = () => {
    window.history.replaceState(null, '', path)
    drawScreen(<Sending />)
  }
  loseConnection(bookingCatalogueContract.treatments)
  open()
  expect(await screen.findByText(`notice: ${callMessages.noAnswer}`)).toBeTruthy()
  expect(window.location.search).not.toBe('')
  cleanup()
  const treatment = { id: choices.treatment, treatment_name: 'Drips', treatment_description: '', treatment_pic: null }
  answer(bookingCatalogueContract.treatments, { data: [treatment] })
  const service = { ...drip, duration_minutes: 30, service_pic: null, questions: [], treatment_id: treatment.id }
  answer(bookingCatalogueContract.services, { data: [service] })
  open()
  expect(await screen.findByText('before: Glow Drip for 90000')).toBeTruthy()
  expect(screen.getByText('chosen: 10:00:00')).toBeTruthy()
  expect(window.location.search).toBe('')
})

test('a booking link with a practitioner who does not do the chosen service shows a message and chooses no practitioner', async () => {
  const someoneElse = { id: sampleId(22), name: 'Dr. Bea', title: 'Dermatologist', photo: null }
  const offer = { duration_minutes: 60, horizon_days: null, minimum_notice_minutes: 0, days: [] }
  answer(availabilityContract.availability, { data: { ...offer, practitioners: [someoneElse] } })
  const { person } = drawScreen(<Sending />)
  await person.click(screen.getByRole('button', { name: 'with Ana' }))
  expect(await screen.findByText(`notice: ${termsMessages.notTheirService}`)).toBeTruthy()
  expect(screen.getByText('with: anyone')).toBeTruthy()
})

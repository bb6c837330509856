import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { bookingMessages, bookedMessages } from '#shared/appointments/booking-messages.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { publicClinic } from '#shared/clinic/public-profile.ts'
import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import { ownDepositsContract, type OwnDeposit } from '#shared/deposits/own-contract.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { newsContract } from '#shared/privacy/news-contract.ts'
import { sampleClientAppointment } from '#shared/test/samples.ts'
import { BookingConfirmDialog } from '#web/appointments/booking/booking-confirm-dialog.tsx'
import { BookingDone } from '#web/appointments/booking/booking-end-pages.tsx'
import { DepositLine } from '#web/appointments/booking/booking-notes.tsx'
import { BookingSummary } from '#web/appointments/booking/booking-summary.tsx'
import { useBooking } from '#web/appointments/booking/use-booking.ts'
import { withBookingBrowser } from '#web/test/booking-browser.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { page, profile, sampleId } from '#web/test/samples.ts'
import {
  answer,
  answerBy,
  answerLater,
  asked,
  drawScreen,
  loseConnection,
  personOfRole,
  refuse,
} from '#web/test/screen.tsx'
import { NO_WAYS, sampleDeposit } from './deposit-fixture.ts'

withMorning()
withBookingBrowser()

const clinic = publicClinic(profile)
const choices = { treatment: sampleId(11), service: sampleId(12), date: addDays(TODAY, 2), time: '10:00:00' }
const policy = { return_notice_hours: 24, note: 'Show your receipt at the desk.' }
const terms = { data: { amount: 500, hold_hours: 24, policy } }
const booked = sampleClientAppointment({ appointment_id: sampleId(51), appointment_status: 'pending' })
const TERMS_CALL = 'GET /api/my/deposit-terms'
const ways = { ...NO_WAYS, gcash: '0918 222 3344' }

/** The summary, the confirm dialog and the last page of the booking. */
function Wizard() {
  const model = useBooking(clinic)
  const { dispatch, booking } = model
  if (model.booked) return <BookingDone booked={model.booked} clinic={clinic} onBookAnother={() => undefined} />
  const restored = { ...choices, practitioner: null }
  return (
    <>
      <button onClick={() => dispatch({ type: 'restored', choices: restored, confirming: true })}>Choose</button>
      <BookingSummary model={model} covered={null} deposit={<DepositLine model={model} />} />
      {booking.confirming && <BookingConfirmDialog model={model} />}
    </>
  )
}

/** Draws the booking and chooses a service and time, so that the confirm dialog is open. */
async function openConfirm() {
  const treatment = { id: choices.treatment, treatment_name: 'Facials', treatment_description: '', treatment_pic: null }
  answer(bookingCatalogueContract.treatments, { data: [treatment] })
  const shown = { service_name: 'Hydra Glow', service_description: '', service_price: 1500, service_pic: null }
  const service = { ...shown, id: choices.service, treatment_id: treatment.id, duration_minutes: 60, questions: [] }
  answer(bookingCatalogueContract.services, { data: [service] })
  answer(sessionContract.session, { user: { ...personOfRole('client'), contact_number: '09171234567' } })
  answer(newsContract.mine, { data: [] })
  const own = { policy: { move_notice_hours: 24, cancel_notice_hours: 0 }, clinic_phone: '', first_visit_hours: 48 }
  answer(appointmentsContract.mine, { appointments: [], total: 0, ...page, ...own })
  const { person } = drawScreen(<Wizard />, { role: 'client' })
  await screen.findByRole('button', { name: 'Choose' })
  expect(asked).not.toContain(TERMS_CALL)
  await person.click(screen.getByRole('button', { name: 'Choose' }))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(asked).toContain(TERMS_CALL))
  const confirm = async () => {
    answer(appointmentsContract.book, { data: booked })
    await person.click(dialog.getByRole('button', { name: bookingMessages.confirmBooking }))
    await screen.findByRole('heading', { name: bookedMessages.title })
  }
  return { person, dialog, confirm }
}

const depositsAre = (...data: OwnDeposit[]) => ({ data, ways })

test('before a booking, the summary shows the deposit, and the confirm dialog also the time to pay and the policy; after the booking, the page shows how to pay', async () => {
  answer(ownDepositsContract.ownTerms, terms)
  const { dialog, confirm } = await openConfirm()
  const note = within(await dialog.findByRole('region', { name: s.deposit }))
  expect(note.getByText('This visit needs a deposit of ₱500')).toBeTruthy()
  expect(note.getByText(s.askedText(24))).toBeTruthy()
  expect(note.getByText(s.policy(24))).toBeTruthy()
  expect(note.getByText('Show your receipt at the desk.')).toBeTruthy()
  expect(await within(screen.getByRole('complementary')).findByText('Deposit: ₱500')).toBeTruthy()
  // The text that a first visit is reserved for 48 hours would contradict the 24 hours of its deposit.
  expect(dialog.queryByText(appointmentMessages.firstVisitHeld(48))).toBeNull()
  const release = answerLater(ownDepositsContract.list, depositsAre(sampleDeposit()))
  await confirm()
  // Space is reserved until the deposit is loaded, so that nothing below moves.
  expect(await screen.findByRole('status')).toBeTruthy()
  release()
  expect(await screen.findByRole('heading', { level: 2, name: 'Pay the deposit of ₱500.00' })).toBeTruthy()
  expect(screen.getByText('0918 222 3344')).toBeTruthy()
})

test('the booking asks for the deposit of a logged-in client on the chosen day, because a package covers a visit only until its last day', async () => {
  const days: (string | null)[] = []
  answerBy(ownDepositsContract.ownTerms, ({ searchParams }) => {
    days.push(searchParams.get('date'))
    return terms
  })
  const { dialog } = await openConfirm()
  await dialog.findByRole('region', { name: s.deposit })
  expect(days).toEqual([choices.date])
})

test('if the terms of the deposit cannot be loaded, the booking continues without them, and the page after the booking shows the deposit', async () => {
  refuse(ownDepositsContract.ownTerms)
  answer(ownDepositsContract.list, depositsAre(sampleDeposit()))
  const { dialog, confirm } = await openConfirm()
  expect(dialog.queryByText(/deposit/i)).toBeNull()
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
  await confirm()
  expect(await screen.findByRole('heading', { name: 'Pay the deposit of ₱500.00' })).toBeTruthy()
})

test('a booking does not wait for the terms of the deposit', async () => {
  answerLater(ownDepositsContract.ownTerms, terms)
  answer(ownDepositsContract.list, depositsAre())
  const { confirm } = await openConfirm()
  await confirm()
  await waitFor(() => expect(asked).toContain('GET /api/my/deposits'))
  expect(screen.queryByText(/deposit/i)).toBeNull()
})

test('for a visit without a deposit, the booking page mentions no deposit before or after the booking', async () => {
  answer(ownDepositsContract.ownTerms, { data: null })
  // The client still has to pay a deposit for another visit.
  answer(ownDepositsContract.list, depositsAre(sampleDeposit({ appointment_id: sampleId(59) })))
  const { confirm } = await openConfirm()
  expect(screen.queryByText(/deposit/i)).toBeNull()
  await confirm()
  await waitFor(() => expect(asked).toContain('GET /api/my/deposits'))
  expect(screen.queryByText(/deposit/i)).toBeNull()
})

test('if an announced deposit cannot be loaded after the booking, the page says so, and it can be loaded again', async () => {
  answer(ownDepositsContract.ownTerms, terms)
  loseConnection(ownDepositsContract.list)
  const { person, dialog, confirm } = await openConfirm()
  await dialog.findByRole('region', { name: s.deposit })
  await confirm()
  expect(await screen.findByText(s.termsFailed)).toBeTruthy()
  answer(ownDepositsContract.list, depositsAre(sampleDeposit()))
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Pay the deposit of ₱500.00' })).toBeTruthy()
})

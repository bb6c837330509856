import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { sampleId } from '#web/test/samples.ts'
import { drawScreen, refuse } from '#web/test/screen.tsx'
import { ConfirmAction, type Stage } from './booking-closing.tsx'
import { type BookingModel, submitBooking } from './use-booking.ts'

const wanted = {
  contact_number: null,
  appointment_date: '2026-11-23',
  appointment_time: '10:00:00',
  treatment_id: sampleId(11),
  service_id: sampleId(12),
}
const model = { sources: { booker: { status: 'ready', data: null } } } as unknown as BookingModel

/** The end of the dialog, with the real sending behind its button. */
function Confirming() {
  const [stage, setStage] = useState<Stage>({ kind: 'asking' })
  const send = async () => {
    const outcome = await submitBooking(wanted)
    if (outcome.kind !== 'booked') setStage(outcome)
  }
  return (
    <form action={() => void send()}>
      <ConfirmAction model={model} stage={stage}>
        Cancel
      </ConfirmAction>
    </form>
  )
}

test('a booking that fails without a reason asks to try again', async () => {
  refuse(appointmentsContract.book, { status: 500, message: 'Something went wrong.' })
  const { person } = drawScreen(<Confirming />)
  await person.click(await screen.findByRole('button', { name: 'Confirm Booking' }))
  expect(await screen.findByText('Failed to book appointment. Please try again.')).toBeTruthy()
})

import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import type { NewsChannel } from '#shared/privacy/news.ts'
import { newsMessages } from '#shared/privacy/news-messages.ts'
import { sampleId } from '#web/test/samples.ts'
import { drawScreen, refuse } from '#web/test/screen.tsx'
import { ConfirmAction, NewsTicks, type Stage } from './booking-closing.tsx'
import { submitBooking } from './submit-booking.ts'
import type { BookingModel } from './use-booking.ts'

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
    const outcome = await submitBooking(wanted, sampleId(13))
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

function Ticking() {
  const [news, setNews] = useState<readonly NewsChannel[]>([])
  const booker = { status: 'ready', data: { newsToOffer: ['email', 'sms'] } }
  return (
    <>
      <NewsTicks model={{ sources: { booker } } as unknown as BookingModel} value={news} onChange={setNews} />
      <output>{news.join()}</output>
    </>
  )
}

test('news are offered on each way by itself, and never ticked beforehand', async () => {
  const { person } = drawScreen(<Ticking />)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false])
  await person.click(screen.getByRole('checkbox', { name: newsMessages.ask.sms }))
  expect(screen.getByRole('status').textContent).toBe('sms')
  await person.click(screen.getByRole('checkbox', { name: newsMessages.ask.sms }))
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a client who has answered about news, and a visitor, are offered none', () => {
  drawScreen(<NewsTicks model={model} value={[]} onChange={() => undefined} />)
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a booking that fails without a reason asks to try again', async () => {
  refuse(appointmentsContract.book, { status: 500, message: 'Something went wrong.' })
  const { person } = drawScreen(<Confirming />)
  await person.click(await screen.findByRole('button', { name: 'Confirm Booking' }))
  expect(await screen.findByText('Failed to book appointment. Please try again.')).toBeTruthy()
})

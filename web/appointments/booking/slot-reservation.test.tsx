import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { holdContract } from '#shared/appointments/availability-contract.ts'
import { sampleId } from '#web/test/samples.ts'
import {
  answer,
  answerLater,
  asked,
  drawScreen,
  letPass,
  loseConnection,
  refuse,
  sentBodies,
  stopTime,
} from '#web/test/screen.tsx'
import { newBooking, type Booking } from './booking.ts'
import { ReservedTime } from './slot-reservation.tsx'
import type { BookingModel } from './use-booking.ts'

const loseTime = vi.fn<(sentence: string) => Promise<void>>(() => Promise.resolve())
const setIsReserved = vi.fn<(isReserved: boolean) => void>()
const setReservationResult = vi.fn<(isOurs: Promise<boolean>) => void>()
const reload = vi.fn<() => void>()

/** The hint about the reserved time, with buttons that choose other times. */
function Wizard() {
  const [booking, setBooking] = useState<Booking>({
    ...newBooking,
    treatment: sampleId(1),
    service: sampleId(2),
    date: '2026-11-24',
    time: '10:00:00',
  })
  const sources = { unavailableTimes: { status: 'ready', data: new Set(['10:00:00']), reload } }
  const model = { booking, sources, loseTime, setIsReserved, setReservationResult } as unknown as BookingModel
  return (
    <>
      <ReservedTime model={model} />
      <button onClick={() => setBooking((present) => ({ ...present, time: '11:00:00' }))}>11</button>
      <button onClick={() => setBooking((present) => ({ ...present, time: '12:00:00' }))}>12</button>
      <button onClick={() => setBooking((present) => ({ ...present, time: null }))}>none</button>
    </>
  )
}

const answerReserved = (seconds_left: number) =>
  answer(holdContract.hold, { data: { held_until: '2026-11-24T02:10:00.000Z', seconds_left } })

test('a reserved slot shows a countdown; choosing another slot reserves that one instead, and deselecting releases it', async () => {
  vi.setSystemTime(new Date('2026-11-24T10:00:00+08:00'))
  answerReserved(600)
  answer(holdContract.giveUp, { success: true })
  const { person } = drawScreen(<Wizard />)
  expect((await screen.findByRole('timer', { name: 'Time left' })).textContent).toBe('10:00')
  expect(screen.getByRole('status').textContent).toContain('We are holding 10:00 AM for you.')
  // Times loaded before the response show this browser's reservation as taken, so they are reloaded.
  await waitFor(() => expect(reload).toHaveBeenCalled())
  await person.click(screen.getByRole('button', { name: '11' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('We are holding 11:00 AM for you.'))
  expect(sentBodies.at(-1)).toEqual({
    service_id: sampleId(2),
    appointment_date: '2026-11-24',
    appointment_time: '11:00:00',
    browser_key: expect.any(String),
  })
  expect(setIsReserved).toHaveBeenLastCalledWith(true)
  await person.click(screen.getByRole('button', { name: 'none' }))
  await waitFor(() => expect(asked.at(-1)).toBe('DELETE /api/holds'))
  expect(screen.queryByRole('status')).toBeNull()
  expect(setIsReserved).toHaveBeenLastCalledWith(false)
})

test('when a slot reservation has expired, a message says so, and a button reserves the time again', async () => {
  answerReserved(0)
  const { person } = drawScreen(<Wizard />)
  const again = await screen.findByRole('button', { name: 'Hold this time again' })
  expect(screen.getByRole('status').textContent).toBe(
    '10:00 AM is no longer held for you, but you can still book it while it is free.',
  )
  answerReserved(600)
  await person.click(again)
  expect(await screen.findByRole('timer')).toBeTruthy()
})

test('a time that somebody else has reserved or booked is reported with the server’s message', async () => {
  refuse(holdContract.hold, { status: 409, code: 'slot_taken', message: 'That time has just been taken.' })
  drawScreen(<Wizard />)
  await waitFor(() => expect(loseTime).toHaveBeenCalledWith('That time has just been taken.'))
  expect(screen.queryByRole('status')).toBeNull()
})

test.each([
  [
    'the server reserves no more times',
    () => answer(holdContract.hold, { data: { held_until: null, seconds_left: null } }),
  ],
  ['the server asks to wait', () => refuse(holdContract.hold, { status: 429, code: 'too_many', message: 'Wait.' })],
])('on reserving a slot, when %s, the time stays chosen and no message is shown', async (_, prepare) => {
  loseTime.mockClear()
  setIsReserved.mockClear()
  prepare()
  drawScreen(<Wizard />)
  await waitFor(() => expect(setIsReserved.mock.calls.map(([isReserved]) => isReserved)).toEqual([true, false]))
  expect(screen.queryByRole('status')).toBeNull()
  expect(loseTime).not.toHaveBeenCalled()
})

test('a time that only clients known to the clinic can reserve stays chosen, and a message says what other clients can do', async () => {
  loseTime.mockClear()
  const notice = 'This time is kept for clients whom the clinic knows.'
  answer(holdContract.hold, { data: { held_until: null, seconds_left: null, notice } })
  drawScreen(<Wizard />)
  expect((await screen.findByRole('status')).textContent).toBe(notice)
  expect(loseTime).not.toHaveBeenCalled()
})

test('a reservation whose response was lost is requested again with the same key, and the booking waits for the response', async () => {
  loseTime.mockClear()
  setIsReserved.mockClear()
  setReservationResult.mockClear()
  stopTime()
  loseConnection(holdContract.hold)
  drawScreen(<Wizard />)
  await letPass(1)
  expect(asked.filter(isCall)).toHaveLength(1)
  expect(screen.queryByRole('timer')).toBeNull()
  const mayBook = vi.fn<() => void>()
  void setReservationResult.mock.calls.at(-1)![0].then(mayBook)
  answerReserved(600)
  await letPass(0.9)
  expect(mayBook).not.toHaveBeenCalled()
  await letPass(0.2)
  expect(mayBook).toHaveBeenCalledWith(true)
  expect(screen.getByRole('timer')).toBeTruthy()
  // While the request runs, the unavailable times may include this browser's own reservation, which must not count as
  // lost.
  expect(setIsReserved.mock.calls.every(([isReserved]) => isReserved)).toBe(true)
  expect(loseTime).not.toHaveBeenCalled()
  const keys = sentBodies.map((body) => (body as { browser_key: string }).browser_key)
  expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]])
})

test('a reservation that gets no answer is no longer retried after a minute, and the time stays chosen', async () => {
  loseTime.mockClear()
  setIsReserved.mockClear()
  stopTime()
  loseConnection(holdContract.hold)
  drawScreen(<Wizard />)
  await letPass(50)
  expect(setIsReserved).toHaveBeenLastCalledWith(true)
  await letPass(70)
  expect(setIsReserved).toHaveBeenLastCalledWith(false)
  expect(asked.filter(isCall)).toHaveLength(30)
  expect(loseTime).not.toHaveBeenCalled()
})

const isCall = (call: string) => call.endsWith(' /api/holds')
const someReservation = { data: { held_until: '2026-11-24T02:10:00.000Z', seconds_left: 600 } }

test('another slot is reserved only after the response to the previous reservation, because this response sets the browser’s secret', async () => {
  const release = answerLater(holdContract.hold, someReservation)
  const { person } = drawScreen(<Wizard />)
  await waitFor(() => expect(asked.filter(isCall)).toHaveLength(1))
  const signal = vi.spyOn(AbortController.prototype, 'abort')
  await person.click(screen.getByRole('button', { name: '11' }))
  await person.click(screen.getByRole('button', { name: '12' }))
  // While the request is pending, nothing else is sent and the reservation is not released; otherwise the server could
  // keep it afterwards.
  expect(asked.filter(isCall)).toEqual(['POST /api/holds'])
  expect(signal).not.toHaveBeenCalled()
  release()
  expect(await screen.findByText(/We are holding 12:00 PM for you/)).toBeTruthy()
  // A choice that was changed before its request was sent is never requested.
  expect(asked.filter(isCall)).toHaveLength(2)
  expect(sentBodies.at(-1)).toMatchObject({ appointment_time: '12:00:00' })
})

test('a time deselected before its reservation is answered is released after the answer', async () => {
  const release = answerLater(holdContract.hold, someReservation)
  answer(holdContract.giveUp, { success: true })
  const { person } = drawScreen(<Wizard />)
  await waitFor(() => expect(asked.filter(isCall)).toHaveLength(1))
  await person.click(screen.getByRole('button', { name: 'none' }))
  expect(asked.filter(isCall)).toEqual(['POST /api/holds'])
  release()
  await waitFor(() => expect(asked.filter(isCall)).toEqual(['POST /api/holds', 'DELETE /api/holds']))
  expect(screen.queryByRole('timer')).toBeNull()
})

test('a booking waits for the reservation of its own slot, not for a previous one', async () => {
  setReservationResult.mockClear()
  const release = answerLater(holdContract.hold, someReservation)
  const { person } = drawScreen(<Wizard />)
  await waitFor(() => expect(asked.filter(isCall)).toHaveLength(1))
  await person.click(screen.getByRole('button', { name: '11' }))
  const settled = vi.fn<() => void>()
  void setReservationResult.mock.calls.at(-1)![0].then(settled)
  refuse(holdContract.hold, { status: 409, code: 'slot_taken', message: 'Taken.' })
  expect(settled).not.toHaveBeenCalled()
  release()
  expect(await setReservationResult.mock.calls.at(-1)![0]).toBe(false)
})

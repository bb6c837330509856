import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, statusMessages } from '#shared/appointments/messages.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { setHours } from '#server/test/factories.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

const move = (id: string, date: CivilDate, time: CivilTime, more: { bodyId?: string; version?: number } = {}) =>
  clinic.desk(
    contract.reschedule,
    {
      params: { id },
      body: { appointment_id: more.bodyId ?? id, appointment_date: date, appointment_time: time },
    },
    more.version === undefined ? {} : { headers: { 'if-match': String(more.version) } },
  )

const taken = async (date: CivilDate) =>
  (await clinic.desk(contract.unavailableTimes, { body: { date } })).appointment_times

test('a rescheduled appointment has the new time, the status resched and exactly one slot; its old slot is free', async () => {
  const client = await clinic.newClient('Nico Peña')
  const id = await clinic.appointment('2026-11-23', '09:00:00', 'confirmed', client)
  const { data } = await move(id, '2026-11-24', '16:30:00', { version: 2 })
  expect(data).toMatchObject({
    appointment_date: '2026-11-24',
    appointment_time: '16:30:00',
    status: 'resched',
    version: 3,
  })
  expect(await taken('2026-11-23')).toEqual([])
  expect(await taken('2026-11-24')).toEqual(['16:30:00'])
  expect((await clinic.logs(id)).at(-1)).toBe(
    'Rescheduled the appointment of Nico Peña from November 23, 2026, 9:00 AM to November 24, 2026, 4:30 PM',
  )
})

test('rescheduling follows the booking rules (occupied, past, horizon, closed, hours), and a rejected move changes nothing', async () => {
  const id = await clinic.appointment('2026-11-25', '09:00:00')
  await clinic.appointment('2026-11-25', '10:00:00')
  await clinic.desk(contract.disableDates, { body: { date: ['2026-11-26'], remark: 'Staff training' } })
  await setHours(clinic.server.db, 5, '08:00', '18:00')
  await expectRefused(move(id, '2026-11-20', '09:00:00'), 422, s.pastDate)
  await expectRefused(move(id, '2026-11-21', '08:30:00'), 422, s.pastDate)
  await expectRefused(move(id, '2027-11-22', '09:00:00'), 422, s.beyondHorizon)
  await expectRefused(move(id, '2026-11-26', '09:00:00'), 409, s.dateClosed)
  await expectRefused(move(id, '2026-11-27', '18:00:00'), 422, s.outsideHours)
  await expectRefused(move(id, '2026-11-25', '10:00:00'), 409, s.slotTaken)
  await expectRefused(move(id, '2026-11-25', '09:00:00'), 422, s.sameTime)
  await expectRefused(move(id, '2026-11-25', '09:10:00'), 422, s.notASlot)
  expect(await clinic.read(id)).toMatchObject({ appointment_date: '2026-11-25', status: 'pending', version: 1 })
  expect(await taken('2026-11-25')).toEqual(['09:00:00', '10:00:00'])
})

test('a reschedule whose body names another appointment than its URL is rejected', async () => {
  const [id, other] = [
    await clinic.appointment('2026-11-28', '09:00:00'),
    await clinic.appointment('2026-11-28', '09:30:00'),
  ]
  const error = await expectRefused(move(id, '2026-11-28', '11:00:00', { bodyId: other }), 422, s.otherAppointment)
  expect(error.errors).toEqual({ appointment_id: [s.otherAppointment] })
  expect(await taken('2026-11-28')).toEqual(['09:00:00', '09:30:00'])
})

test('a visit that has started, is completed or is cancelled cannot be moved', async () => {
  const slots = { 'on-going': '13:00:00', completed: '13:30:00', cancelled: '14:00:00' } as const
  for (const status of ['on-going', 'completed', 'cancelled'] as const) {
    const id = await clinic.appointment('2026-11-21', slots[status], status)
    await expectRefused(
      move(id, '2026-12-01', '09:00:00'),
      409,
      s.transitionNotAllowed(status, statusMessages.inSentence.resched),
    )
  }
  expect(await taken('2026-12-01')).toEqual([])
})

test('a move based on an older version of the appointment gets a 409 and changes nothing', async () => {
  const id = await clinic.appointment('2026-12-02', '09:00:00', 'confirmed')
  const error = await expectRefused(move(id, '2026-12-02', '11:00:00', { version: 1 }), 409, s.stateChanged)
  expect(error.data).toMatchObject({ id, version: 2, appointment_time: '09:00:00' })
  expect(await taken('2026-12-02')).toEqual(['09:00:00'])
})

test('of twenty calls that reschedule one appointment at the same time, only one succeeds, and the appointment occupies exactly one slot', async () => {
  const id = await clinic.appointment('2026-12-03', '08:00:00')
  const times = Array.from(
    { length: 20 },
    (_, i) => `${String(9 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}:00`,
  )
  const outcomes = await Promise.all(
    times.map((time) =>
      move(id, '2026-12-03', time, { version: 1 }).then(
        () => 'moved',
        (e: { code: string }) => e.code,
      ),
    ),
  )
  expect(outcomes.filter((each) => each === 'moved')).toHaveLength(1)
  expect(outcomes.filter((each) => each === 'state_moved')).toHaveLength(19)
  const after = await clinic.read(id)
  expect(await taken('2026-12-03')).toEqual([after.appointment_time])
})

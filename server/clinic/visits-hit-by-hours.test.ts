import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { weekdayOf } from '#shared/lib/manila-time.ts'

// A Monday and the Tuesday after it.
const [MONDAY, TUESDAY] = ['2026-11-23', '2026-11-24']
let clinic: BookingClinic
let morning: string

beforeAll(async () => {
  clinic = await startBookingClinic({ now: new Date('2026-11-21T09:00:00+08:00') })
  morning = await clinic.appointment(MONDAY, '09:00:00', 'confirmed')
  await clinic.appointment(MONDAY, '14:00:00', 'pending')
  await clinic.appointment(MONDAY, '10:00:00', 'cancelled')
  await clinic.appointment(TUESDAY, '09:00:00', 'confirmed')
})
afterAll(() => clinic.server.close())

const read = async () => (await clinic.admin(clinicContract.read, {})).data

type Hours = { is_open?: boolean; first_slot?: number; last_slot?: number }

/** Fields that the form requires and a new clinic has not set. */
const required = { address: '12 Scout Street', phone: '0917 555 1234', email: 'hello@clinic.test', hours_text: 'Daily' }

/** Saves new opening hours for Mondays. */
async function save(hours: Hours, more: { despite_visits?: boolean; tin?: string } = {}) {
  const { needs_setup: _, logo_id: _logo, version: __, ...profile } = await read()
  const opening_hours = profile.opening_hours.map((day) =>
    day.weekday === weekdayOf(MONDAY) ? { ...day, ...hours } : day,
  )
  return clinic.admin(clinicContract.save, { body: { ...profile, ...required, opening_hours, ...more } })
}

const logs = async () =>
  clinic.server.db
    .selectFrom('events')
    .select('parameters')
    .where('type', '=', 'clinic.profile.changed')
    .orderBy('happened_at')
    .execute()

test('changing opening hours first lists the booked visits that they affect, and saves nothing until confirmed', async () => {
  const before = await read()
  // Opening at 10:00 affects the visit at 9:00, but not the afternoon visit and the cancelled one.
  const error = await errorOf(save({ first_slot: 4 }))
  expect(error).toMatchObject({
    status: 409,
    message: 'This affects 1 booked visit. It stays booked until you move it.',
  })
  expect(errorDataOf(clinicContract.save, 'conflict', error)).toMatchObject({
    total: 1,
    visits: [{ id: morning, appointment_date: MONDAY, appointment_time: '09:00:00', duration_minutes: 30 }],
  })
  expect(await read()).toEqual(before)
})

test('closing a weekday lists its visits; after confirming, they stay booked, and the history log has their number', async () => {
  const error = await errorOf(save({ is_open: false }))
  expect(errorDataOf(clinicContract.save, 'conflict', error)?.visits.map((visit) => visit.appointment_time)).toEqual([
    '09:00:00',
    '14:00:00',
  ])
  await save({ is_open: false }, { despite_visits: true })
  expect((await read()).opening_hours.find(({ weekday }) => weekday === weekdayOf(MONDAY))?.is_open).toBe(false)
  expect((await clinic.read(morning)).status).toBe('confirmed')
  expect((await logs()).at(-1)?.parameters).toEqual({ visits_hit: 2 })
})

test('visits that were outside the opening hours before are not listed again, and longer hours affect no visits', async () => {
  await save({ is_open: false, last_slot: 10 })
  await save({ is_open: true, first_slot: 0, last_slot: 32 })
  await save({}, { tin: '123-456-789' })
  expect((await logs()).at(-1)?.parameters).toEqual({})
})

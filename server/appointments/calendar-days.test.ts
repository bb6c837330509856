import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

const calendar = (from: string, to: string) => clinic.desk(contract.calendar, { querystring: { from, to } })

test('the calendar contains all appointments of its days ordered by time, without cancelled ones, and the disabled dates', async () => {
  const before = await clinic.appointment('2026-12-06', '09:00:00')
  const late = await clinic.appointment('2026-12-09', '15:00:00', 'confirmed')
  const midnight = await clinic.appointment('2026-12-09', '00:00:00')
  const early = await clinic.appointment('2026-12-07', '08:00:00')
  await clinic.appointment('2026-12-08', '09:00:00', 'cancelled')
  const after = await clinic.appointment('2026-12-10', '08:00:00')
  const body = {
    date: ['2026-12-06', '2026-12-08', '2026-12-10'],
    remark: 'Staff training',
    despite_appointments: true,
  }
  await clinic.desk(contract.disableDates, { body })
  const answer = await calendar('2026-12-07', '2026-12-09')
  expect(answer.appointments.map((row) => row.id)).toEqual([early, late, midnight])
  expect(answer.disabled_dates).toMatchObject([{ date: '2026-12-08', remark: 'Staff training' }])
  const around = await calendar('2026-12-06', '2026-12-10')
  expect(around.appointments.map((row) => row.id)).toEqual([before, early, late, midnight, after])
})

test('an appointment has the same fields in the calendar as in the lists, except those that no calendar view shows', async () => {
  const id = await clinic.appointment('2026-12-14', '09:00:00', 'confirmed')
  const { appointments } = await calendar('2026-12-14', '2026-12-14')
  const querystring = { scope: 'range', from: '2026-12-14', to: '2026-12-14' } as const
  const [row] = (await clinic.desk(contract.list, { querystring })).appointments
  expect(appointments).toHaveLength(1)
  expect(row).toMatchObject({ id, ...appointments[0] })
  for (const key of ['user_id', 'treatment_id', 'treatment_name']) expect(appointments[0]).not.toHaveProperty(key)
})

test('the calendar returns all appointments of its days in one answer, even if they are more than fit on one page of a list', async () => {
  const days = Array.from({ length: 4 }, (_, day) => addDays('2027-01-04', day))
  for (const day of days)
    for (let slot = 0; slot < 30; slot++)
      await clinic.appointment(day, `${String(8 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}:00`)
  expect((await calendar('2027-01-04', '2027-01-07')).appointments).toHaveLength(120)
})

test.each([
  ['2026-12-09', '2026-12-08'],
  ['2026-12-01', '2027-01-12'],
])('a calendar from %s to %s is rejected, because it must have at most 42 days, in order', async (from, to) => {
  await expect(calendar(from, to)).rejects.toMatchObject({
    status: 422,
    errors: { to: ['Choose at most 42 days, the earlier day first.'] },
  })
})

test('a calendar of six weeks is accepted; an invalid date is rejected at its field', async () => {
  expect((await calendar('2026-12-01', '2027-01-11')).appointments.length).toBeGreaterThan(0)
  await expect(calendar('2026-02-30', '2026-03-01')).rejects.toMatchObject({ status: 422 })
  await expect(calendar('2026-03-01', 'soon')).rejects.toMatchObject({ status: 422 })
})

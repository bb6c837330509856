import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

/** Counts the database connections that wait for a row lock. */
const waitingForTheDesk = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(clinic.server.db)
  return rows[0]?.n
}

test('a client’s list “upcoming” has unfinished visits, soonest first; the list “past” has completed and cancelled visits, newest first', async () => {
  const client = await clinic.newClient()
  const make = (date: string, time: string, status: Parameters<typeof clinic.appointment>[2]) =>
    clinic.appointment(date, time, status, client)
  const resched = await make('2026-11-25', '09:00:00', 'resched')
  const confirmed = await make('2026-11-24', '09:00:00', 'confirmed')
  const ongoing = await make('2026-11-21', '10:00:00', 'on-going')
  const pending = await make('2026-11-26', '09:00:00', 'pending')
  const completed = await make('2026-11-21', '11:00:00', 'completed')
  const cancelled = await make('2026-11-27', '09:00:00', 'cancelled')
  await clinic.appointment('2026-11-24', '10:00:00')
  const read = (querystring: { group?: 'upcoming' | 'past'; page?: number; per_page?: number }) =>
    clinic.server.as(client.token)(contract.mine, { querystring })
  const upcoming = await read({})
  expect(upcoming.appointments.map((row) => row.appointment_id)).toEqual([ongoing, confirmed, resched, pending])
  expect(upcoming.appointments.map((row) => row.can_cancel)).toEqual([false, true, true, true])
  const past = await read({ group: 'past' })
  expect(past.appointments.map((row) => row.appointment_id)).toEqual([cancelled, completed])
  expect(past.appointments[0]).toMatchObject({ cancel_reason: 'other', can_cancel: false })
  expect(await read({ page: 2, per_page: 3 })).toMatchObject({ total: 4, appointments: [{ appointment_id: pending }] })
})

test('the list of upcoming visits starts with the next visit; unfinished visits of earlier days come last', async () => {
  const client = await clinic.newClient()
  const forgotten = await clinic.appointment('2026-11-21', '16:30:00', 'confirmed', client)
  const next = await clinic.appointment('2026-11-22', '12:00:00', 'confirmed', client)
  const later = await clinic.appointment('2026-12-02', '12:00:00', 'pending', client)
  clinic.server.clock.now = new Date('2026-11-22T09:00:00+08:00')
  const { appointments } = await clinic.server.as(client.token)(contract.mine, { querystring: {} })
  expect(appointments.map((row) => row.appointment_id)).toEqual([next, later, forgotten])
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
})

test('a client cancels a visit before it starts; the slot is free and the reason is saved', async () => {
  const client = await clinic.newClient('Liza Mendoza')
  const id = await clinic.appointment('2026-11-28', '09:00:00', 'confirmed', client)
  const { data } = await clinic.server.as(client.token)(contract.cancelMine, { params: { id }, body: {} })
  expect(data).toMatchObject({ appointment_status: 'cancelled', cancel_reason: 'client', can_cancel: false })
  expect((await clinic.desk(contract.unavailableTimes, { body: { date: '2026-11-28' } })).appointment_times).toEqual([])
  expect((await clinic.logs(id)).at(-1)).toBe('Cancelled the appointment of Liza Mendoza on November 28, 2026, 9:00 AM')
})

test('a client cannot cancel a visit that was started, is over, or whose time has begun', async () => {
  const client = await clinic.newClient()
  const own = clinic.server.as(client.token)
  const cancel = (id: string) => own(contract.cancelMine, { params: { id }, body: {} })
  const slots = { 'on-going': '13:00:00', completed: '13:30:00', cancelled: '14:00:00' } as const
  for (const status of ['on-going', 'completed', 'cancelled'] as const) {
    const id = await clinic.appointment('2026-11-21', slots[status], status, client)
    await expectRefused(cancel(id), 409, s.cannotCancelAny)
  }
  const id = await clinic.appointment('2026-11-21', '15:00:00', 'confirmed', client)
  clinic.server.clock.now = new Date('2026-11-21T15:00:00+08:00')
  await expectRefused(cancel(id), 409, s.cannotCancelAny)
  clinic.server.clock.now = new Date('2026-11-21T14:59:59+08:00')
  await cancel(id)
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
})

test('when staff change an appointment during the client’s cancellation, the client gets only the fields that clients see', async () => {
  const client = await clinic.newClient()
  const id = await clinic.appointment('2026-11-30', '09:00:00', 'pending', client)
  const cancelling = await clinic.server.db.transaction().execute(async (desk) => {
    await desk.updateTable('appointments').set({ status: 'confirmed', version: 2 }).where('id', '=', id).execute()
    const call = expectRefused(
      clinic.server.as(client.token)(contract.cancelMine, { params: { id }, body: {} }),
      409,
      s.stateChanged,
    )
    await expect.poll(waitingForTheDesk).toBe(1)
    return { call }
  })
  const error = await cancelling.call
  expect(error.data).toMatchObject({ appointment_id: id, appointment_status: 'confirmed', can_cancel: true })
  // These fields are only for staff.
  for (const key of ['note', 'overdue', 'arrived_at']) expect(Object.keys(error.data as object)).not.toContain(key)
  expect(await clinic.read(id)).toMatchObject({ status: 'confirmed', version: 2 })
})

test('another client’s appointment is not found and stays unchanged', async () => {
  const [owner, stranger] = [await clinic.newClient(), await clinic.newClient()]
  const id = await clinic.appointment('2026-12-01', '09:00:00', 'confirmed', owner)
  const refused = { params: { id }, body: {} }
  await expectRefused(clinic.server.as(stranger.token)(contract.cancelMine, refused), 404, s.notFound)
  await expectRefused(clinic.desk(contract.cancelMine, refused), 404, s.notFound)
  expect((await clinic.read(id)).status).toBe('confirmed')
  const mine = await clinic.server.as(stranger.token)(contract.mine, { querystring: {} })
  expect(mine.appointments).toEqual([])
})

test('a client cannot call staff endpoints', async () => {
  const client = await clinic.newClient()
  const own = clinic.server.as(client.token)
  const id = await clinic.appointment('2026-12-02', '09:00:00', 'pending', client)
  const time = { appointment_id: id, appointment_date: '2026-12-03', appointment_time: '09:00:00' }
  const calls = [
    own(contract.list, { querystring: {} }),
    own(contract.payable, { querystring: {} }),
    own(contract.updateStatus, { params: { id }, body: { status: 'confirmed' } }),
    own(contract.reschedule, { params: { id }, body: time }),
    own(contract.disableDates, { body: { date: ['2026-12-04'], remark: 'x' } }),
  ]
  const outcomes = await Promise.allSettled(calls)
  for (const each of outcomes) expect(each).toMatchObject({ status: 'rejected', reason: { status: 403 } })
  expect(await clinic.read(id)).toMatchObject({ status: 'pending', version: 1 })
})

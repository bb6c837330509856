import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/db/pool.ts'
import { expireFirstVisits } from '#server/jobs/job-list.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import { createTestPool } from '#server/test/database.ts'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { addDays, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic
const start = new Date('2026-11-21T09:00:00+08:00')

beforeAll(async () => {
  clinic = await startBookingClinic({
    limits: { firstVisits: { openPerClient: 1, heldHours: 48, openPerAddress: 1_000 } },
  })
})
afterEach(async () => {
  await clinic.server.db.deleteFrom('resource_slots').execute()
  await clinic.server.db.deleteFrom('appointments').execute()
})
afterAll(() => clinic.server.close())

const later = (hours: number, minutes = 0) => new Date(start.getTime() + (hours * 60 + minutes) * 60_000)

async function firstVisit(date: CivilDate, time: CivilTime) {
  const person = await createUser(clinic.server.db, 'client', { isUnknown: true })
  const { data } = await clinic.server.as(person.token)(contract.book, { body: clinic.visit(date, time) })
  return { id: data.appointment_id, person }
}

const lapseAt = async (now: Date, db = clinic.server.db) => {
  const events: HubEvent[] = []
  const lapsed = await expireFirstVisits(db, now, (news) => void events.push(...news))
  return { lapsed, events }
}

const storedRow = (id: string) =>
  clinic.server.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an unconfirmed first visit expires after 48 hours: its time is free, and the log and the client get the reason', async () => {
  const { id, person } = await firstVisit('2026-12-01', '09:00:00')
  expect(await lapseAt(later(47, 59))).toEqual({ lapsed: 0, events: [] })
  expect((await storedRow(id)).status).toBe('pending')
  expect(await lapseAt(later(48))).toEqual({ lapsed: 1, events: [{ name: 'AppointmentBooked' }] })
  const row = await storedRow(id)
  expect(row).toMatchObject({ status: 'cancelled', cancel_reason: 'lapsed', cancelled_by: null, version: 2 })
  expect([row.lapses_at, row.address_hash]).toEqual([null, null])
  const taken = await clinic.server.as(null)(contract.unavailableTimes, { body: { date: '2026-12-01' } })
  expect(taken.appointment_times).not.toContain('09:00:00')
  const logs = await logEntries(clinic.server.db, { subject_id: id })
  expect(logs.find(({ type }) => type === 'system')).toMatchObject({
    action: `Lapsed the appointment of ${person.name} on December 1, 2026, 9:00 AM: not confirmed in time`,
    user_name: 'System',
    user_id: null,
    request_id: null,
  })
  const own = clinic.server.as(person.token)
  const { appointments } = await own(contract.mine, { querystring: { group: 'past' } })
  expect(appointments[0]).toMatchObject({ appointment_status: 'cancelled', cancel_reason: 'lapsed' })
  await own(contract.book, { body: clinic.visit('2026-12-01', '09:00:00') })
})

test('a first visit booked less than 48 hours ahead expires at its start', async () => {
  const { id } = await firstVisit('2026-11-21', '15:00:00')
  expect((await storedRow(id)).lapses_at).toEqual(later(6))
  expect((await lapseAt(later(5, 59))).lapsed).toBe(0)
  expect((await lapseAt(later(6))).lapsed).toBe(1)
})

test('a first visit whose request the clinic has answered, and any visit of a client known to the clinic, never expires', async () => {
  const confirmed = await firstVisit('2026-12-02', '09:00:00')
  await clinic.desk(contract.updateStatus, { params: { id: confirmed.id }, body: { status: 'confirmed' } })
  const known = await clinic.newClient()
  await clinic.server.as(known.token)(contract.book, { body: clinic.visit('2026-12-02', '09:30:00') })
  expect((await lapseAt(later(2_000))).lapsed).toBe(0)
})

test('two processes running at the same time expire each first visit once', async () => {
  // Unknown clients can book at most half of a day's times, so the visits spread over eight days.
  const dates = Array.from({ length: 8 }, (_, n) => addDays('2026-12-15', n))
  const visits = await Promise.all(
    dates.flatMap((date) => SLOT_TIMES.slice(0, 16).map((time) => firstVisit(date, time))),
  )
  const other = createDatabase(createTestPool({ connectionString: clinic.server.database.appUrl, max: 2 }))
  const both = await Promise.all([lapseAt(later(48)), lapseAt(later(48), other)])
  await other.destroy()
  // Each process skips rows that the other one has locked. A visit that both have skipped expires in this last run.
  const rest = await lapseAt(later(48))
  expect(both[0].lapsed + both[1].lapsed + rest.lapsed).toBe(visits.length)
  const ids = visits.map(({ id }) => id)
  const logs = (await logEntries(clinic.server.db)).filter(
    ({ action, subject_id }) => action.startsWith('Lapsed the appointment of ') && ids.includes(subject_id!),
  )
  expect(logs).toHaveLength(visits.length)
  expect(new Set(logs.map(({ subject_id }) => subject_id)).size).toBe(visits.length)
})

test('a first visit that is confirmed while it expires ends up either confirmed or expired, and the answer to staff says which', async () => {
  for (const time of SLOT_TIMES.slice(0, 10)) {
    const { id } = await firstVisit('2026-12-14', time)
    const [outcome] = await Promise.all([
      clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'confirmed' } }).then(
        () => 'confirmed',
        (error: { status: number }) => error.status,
      ),
      lapseAt(later(48)),
    ])
    const { status } = await storedRow(id)
    expect([outcome, status]).toEqual(outcome === 'confirmed' ? ['confirmed', 'confirmed'] : [409, 'cancelled'])
  }
})

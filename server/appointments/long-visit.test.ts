import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rounds } from '#server/test/rounds.ts'
import { newId } from '#server/lib/new-id.ts'
import {
  createResource,
  emptyBookings,
  MAIN_ROOM_ID,
  setHours,
  setService,
  type TestUser,
} from '#server/test/factories.ts'
import type { ExceptionKind } from '#shared/resources/contract.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { addDays, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

const DATE = '2026-12-01'
let clinic: BookingClinic
let people: TestUser[]

beforeAll(async () => {
  clinic = await startBookingClinic({
    poolSize: 20,
    limits: { openBookingsPerClient: 1_000, bookingsPerClient: { tries: 100_000, windowSeconds: 60 } },
  })
  people = await Promise.all(Array.from({ length: 24 }, () => clinic.newClient()))
})
afterAll(() => clinic.server.close())

/**
 * The first service takes an hour and a half, the second half an hour. There is one room, and the clinic is open from 8
 * AM to 6 PM.
 */
beforeEach(async () => {
  const { db } = clinic.server
  await emptyBookings(db)
  await setService(db, clinic.catalogue.serviceId, {
    duration_minutes: 90,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
  })
  for (let weekday = 0; weekday < 7; weekday++) await setHours(db, weekday, '08:00', '18:00')
})

const visit = (time: CivilTime, service: 'long' | 'usual' = 'long', date: CivilDate = DATE, user = people[0]!) => ({
  ...clinic.visit(date, time, user.id),
  service_id: service === 'long' ? clinic.catalogue.serviceId : clinic.catalogue.otherServiceId,
})
const book = async (...args: Parameters<typeof visit>) =>
  (await clinic.desk(contract.book, { body: visit(...args) })).data.appointment_id
const taken = async (date = DATE) =>
  (await clinic.server.as(null)(contract.unavailableTimes, { body: { date } })).appointment_times.filter(
    (time) => time >= '08:00:00' && time < '18:00:00',
  )
const slotsOf = (id: string) =>
  clinic.server.db
    .selectFrom('resource_slots')
    .select(['resource_id', sql<string>`to_char(slot_at at time zone 'Asia/Manila', 'HH24:MI')`.as('at')])
    .where('appointment_id', '=', id)
    .orderBy('slot_at')
    .execute()

test('a visit of an hour and a half occupies its room for exactly three half hours', async () => {
  const id = await book('09:00:00')
  expect(await taken()).toEqual(['09:00:00', '09:30:00', '10:00:00'])
  expect((await slotsOf(id)).map(({ at }) => at)).toEqual(['09:00', '09:15', '09:30', '09:45', '10:00', '10:15'])
  await book('10:30:00', 'usual')
  await book('08:30:00', 'usual')
})

test('a long visit does not fit into a short gap, and must not pass closing time', async () => {
  await book('09:00:00', 'usual')
  await book('10:30:00', 'usual')
  await expectRefused(book('09:30:00'), 409, s.slotTaken)
  await expectRefused(book('08:00:00'), 409, s.slotTaken)
  await expectRefused(book('17:00:00'), 422, s.outsideHours)
  await book('16:30:00')
  await book('11:00:00')
})

test('free times of a service are those at which it fits before the next visit and before closing', async () => {
  await book('10:00:00', 'usual')
  const { serviceId, otherServiceId } = clinic.catalogue
  const takenFor = async (service_id: string) =>
    (await clinic.server.as(null)(contract.unavailableTimes, { body: { date: DATE, service_id } })).appointment_times
      // The clinic opens at 8 AM and closes at 6 PM.
      .filter((time) => time >= '08:00:00' && time < '18:00:00')
  expect(await takenFor(otherServiceId)).toEqual(['10:00:00'])
  expect(await takenFor(serviceId)).toEqual(['09:00:00', '09:30:00', '10:00:00', '17:00:00', '17:30:00'])
  // For a service that is not offered, the server assumes a visit of half an hour.
  expect(await takenFor(newId())).toEqual(['10:00:00'])
})

test('staff see the duration of a visit in the list and in the calendar', async () => {
  const id = await book('09:00:00')
  const calendar = await clinic.desk(contract.calendar, { querystring: { from: DATE, to: DATE } })
  const { appointments } = await clinic.desk(contract.list, { querystring: { scope: 'range', from: DATE, to: DATE } })
  expect((await clinic.read(id)).duration_minutes).toBe(90)
  expect(appointments.map((row) => row.duration_minutes)).toEqual([90])
  expect(calendar.appointments.map((row) => row.duration_minutes)).toEqual([90])
})

test('a moved visit keeps its duration, may overlap its own old time, and is rejected where it does not fit', async () => {
  const id = await book('09:00:00')
  await book('12:00:00', 'usual')
  const move = (time: CivilTime) =>
    clinic.desk(contract.reschedule, {
      params: { id },
      body: { appointment_id: id, appointment_date: DATE, appointment_time: time },
    })
  await setService(clinic.server.db, clinic.catalogue.serviceId, { duration_minutes: 30 })
  await expectRefused(move('11:00:00'), 409, s.slotTaken)
  expect(await taken()).toEqual(['09:00:00', '09:30:00', '10:00:00', '12:00:00'])
  await move('09:30:00')
  expect(await taken()).toEqual(['09:30:00', '10:00:00', '10:30:00', '12:00:00'])
  await expectRefused(move('17:00:00'), 422, s.outsideHours)
  await clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'cancelled', reason: 'client' } })
  expect(await taken()).toEqual(['12:00:00'])
})

test('the buffers of a service occupy the room before and after a visit, and do not change the visit’s start and end', async () => {
  await setService(clinic.server.db, clinic.catalogue.serviceId, {
    buffer_before_minutes: 15,
    buffer_after_minutes: 30,
  })
  const id = await book('10:00:00')
  expect(await taken()).toEqual(['09:30:00', '10:00:00', '10:30:00', '11:00:00', '11:30:00'])
  const row = await clinic.server.db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([row.starts_at, row.ends_at]).toEqual([
    new Date('2026-12-01T10:00:00+08:00'),
    new Date('2026-12-01T11:30:00+08:00'),
  ])
  // The buffer after a visit may end after closing time.
  await book('16:30:00')
})

test('a visit is overdue after its own end, not half an hour after its start', async () => {
  const id = await book('09:00:00')
  const before = clinic.server.clock.now
  for (const [now, overdue] of [
    ['2026-12-01T10:29:00+08:00', false],
    ['2026-12-01T10:30:00+08:00', true],
  ] as const) {
    clinic.server.clock.now = new Date(now)
    expect((await clinic.read(id)).overdue).toBe(overdue)
  }
  clinic.server.clock.now = before
})

test('a visit cannot be booked outside a room’s hours or during its leave or blocks', async () => {
  const { db } = clinic.server
  // Gives the room hours on Tuesdays, because the visits of this test are on December 1, 2026, a Tuesday.
  await db
    .insertInto('resource_hours')
    .values([
      { resource_id: MAIN_ROOM_ID, weekday: 2, opens_at: '08:00', closes_at: '12:00' },
      { resource_id: MAIN_ROOM_ID, weekday: 2, opens_at: '13:00', closes_at: '18:00' },
    ])
    .execute()
  expect(await taken()).toEqual(['12:00:00', '12:30:00'])
  await expectRefused(book('11:00:00'), 409, s.slotTaken)
  const except = (kind: ExceptionKind, starts_at: string | null, ends_at: string | null) =>
    db
      .insertInto('resource_exceptions')
      .values({ id: newId(), resource_id: MAIN_ROOM_ID, date: DATE, kind, starts_at, ends_at })
      .execute()
  await except('block', '09:00', '09:30')
  await except('leave', '17:00', '18:00')
  expect(await taken()).toEqual(['09:00:00', '12:00:00', '12:30:00', '17:00:00', '17:30:00'])
  await except('hours', '08:00', '10:00')
  expect((await taken()).slice(0, 4)).toEqual(['09:00:00', '10:00:00', '10:30:00', '11:00:00'])
  await except('leave', null, null)
  expect(await taken()).toHaveLength(20)
  // On Wednesdays the room is closed: it has hours on other days only.
  expect(await taken('2026-12-02')).toHaveLength(20)
})

test('a service with a practitioner needs one practitioner and one room, and neither is booked twice', async () => {
  const { db } = clinic.server
  const [ana, bea] = [
    await createResource(db, 'practitioner', 'Ana', 1),
    await createResource(db, 'practitioner', 'Bea', 2),
  ]
  await createResource(db, 'practitioner', 'Cora', 3)
  const service_id = clinic.catalogue.serviceId
  await db
    .insertInto('service_resources')
    .values([ana, bea].map((resource_id) => ({ service_id, resource_id })))
    .execute()
  const [second, third] = [
    await createResource(db, 'room', 'Second room', 2),
    await createResource(db, 'room', 'Third room', 3),
  ]
  const resourcesOf = async (id: string) =>
    [...new Set((await slotsOf(id)).map(({ resource_id }) => resource_id))].sort()
  expect(await resourcesOf(await book('09:00:00'))).toEqual([MAIN_ROOM_ID, ana].sort())
  expect(await resourcesOf(await book('09:30:00', 'long', DATE, people[1]))).toEqual([second, bea].sort())
  await expectRefused(book('10:00:00', 'long', DATE, people[2]), 409, s.slotTaken)
  expect(await resourcesOf(await book('10:00:00', 'usual', DATE, people[2]))).toEqual([third])
  await book('10:30:00')
})

/** Returns `201` for a call that succeeds, otherwise the status and message of its error. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => '201',
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.message}` : String(error)),
  )

/** Counts the visits whose slots do not match their time. */
async function brokenVisits(): Promise<unknown> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from appointments a
    where (select count(*) from resource_slots where appointment_id = a.id and slot_at >= a.starts_at and slot_at < a.ends_at)
        <> extract(epoch from a.ends_at - a.starts_at) / 900
      or (select count(*) from resource_slots where appointment_id = a.id) <> extract(epoch from a.ends_at - a.starts_at) / 900
      or (select count(distinct resource_id) from resource_slots where appointment_id = a.id) <> 1`.execute(
    clinic.server.db,
  )
  return rows[0]?.count
}

test.each([1, 2])(
  'when twenty-four overlapping visits are booked at once in %s rooms, each booking gets all of its time or none of it, without a deadlock',
  async (rooms) => {
    const { db } = clinic.server
    if (rooms === 2) await createResource(db, 'room', 'Second room', 2)
    const starts = ['09:00:00', '09:30:00', '10:00:00', '10:30:00'] as const
    const deadlocks = async () =>
      (
        await sql<{
          n: number
        }>`select deadlocks as n from pg_stat_database where datname = current_database()`.execute(db)
      ).rows[0]?.n
    const before = await deadlocks()
    for (let round = 0; round < rounds(10); round++) {
      const date = addDays('2027-07-01', round)
      const outcomes = await Promise.all(
        people.map((person, n) => {
          const body = { ...visit(starts[n % 4]!, n % 3 === 0 ? 'usual' : 'long', date), user_id: undefined }
          return outcome(clinic.server.as(person.token)(contract.book, { body }))
        }),
      )
      expect(new Set(outcomes)).toEqual(new Set(['201', `409 ${s.slotTaken}`]))
      // Each room has space for two long visits, at 9:00 and 10:30, or for up to four visits of half an hour.
      const booked = outcomes.filter((each) => each === '201').length
      expect(booked).toBeGreaterThanOrEqual(rooms)
      expect(booked).toBeLessThanOrEqual(4 * rooms)
    }
    expect(await brokenVisits()).toBe(0)
    expect(await deadlocks()).toBe(before)
  },
)

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rounds } from '#server/test/rounds.ts'
import {
  assignResources,
  createResource,
  emptyBookings,
  MAIN_ROOM_ID,
  setHours,
  setService,
  type TestUser,
} from '#server/test/factories.ts'
import { newId } from '#server/lib/new-id.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, termsMessages } from '#shared/appointments/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { addDays, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

const DATE = '2026-12-01'
let clinic: BookingClinic
let people: TestUser[]
let ana: string
let bea: string
let secondRoom: string

beforeAll(async () => {
  clinic = await startBookingClinic({
    poolSize: 20,
    limits: { openBookingsPerClient: 1_000, bookingsPerClient: { tries: 100_000, windowSeconds: 60 } },
  })
  people = await Promise.all(Array.from({ length: 50 }, () => clinic.newClient()))
})
afterAll(() => clinic.server.close())

/** Starts each test with a service of one hour that Ana or Bea does in one of two rooms, and without bookings. */
beforeEach(async () => {
  const { db } = clinic.server
  await emptyBookings(db)
  await setService(db, clinic.catalogue.serviceId, {
    duration_minutes: 60,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    minimum_notice_minutes: null,
    horizon_days: null,
    bookable_online: true,
  })
  for (let weekday = 0; weekday < 7; weekday++) await setHours(db, weekday, '08:00', '18:00')
  ana = await createResource(db, 'practitioner', 'Ana', 2)
  bea = await createResource(db, 'practitioner', 'Bea', 1)
  secondRoom = await createResource(db, 'room', 'Second room', 2)
  await assignResources(db, clinic.catalogue.serviceId, ana, bea)
})

type Wish = { date?: CivilDate; with?: string; service_id?: string }
/** Books a visit as the given client and returns the appointment. */
const bookAs = async (
  person: TestUser,
  time: CivilTime,
  { date = DATE, with: practitioner_id, ...wish }: Wish = {},
) => {
  const body = { ...clinic.visit(date, time), ...(practitioner_id && { practitioner_id }), ...wish }
  return (await clinic.server.as(person.token)(contract.book, { body })).data
}
const resourcesOf = async (id: string) => {
  const { rows } = await sql<{ name: string; first: string; quarters: number }>`
    select name, to_char(min(slot_at) at time zone 'Asia/Manila', 'HH24:MI') as first, count(*) as quarters
    from resource_slots s join resources r on r.id = s.resource_id
    where appointment_id = ${id} group by name order by name`.execute(clinic.server.db)
  return rows.map(({ name, first, quarters }) => `${name} ${first} ${quarters}`)
}
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => '201',
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.message}` : String(error)),
  )
const tally = (outcomes: string[]): Record<string, number> =>
  Object.fromEntries([...new Set(outcomes)].map((each) => [each, outcomes.filter((one) => one === each).length]))
const deadlocks = async () =>
  (
    await sql<{ n: number }>`select deadlocks as n from pg_stat_database where datname = current_database()`.execute(
      clinic.server.db,
    )
  ).rows[0]?.n

test('a visit occupies the chosen practitioner, a room and all devices, including buffers, and names the practitioner', async () => {
  const { db } = clinic.server
  await setService(db, clinic.catalogue.serviceId, { buffer_before_minutes: 15, buffer_after_minutes: 30 })
  await assignResources(
    db,
    clinic.catalogue.serviceId,
    await createResource(db, 'device', 'Laser', 1),
    await createResource(db, 'device', 'Cooler', 2),
  )
  const { appointment_id, practitioner_name } = await bookAs(people[0]!, '10:00:00', { with: bea })
  expect(practitioner_name).toBe('Bea')
  const quarters = '09:45 7'
  const [room] = (await resourcesOf(appointment_id)).filter((line) => !/^(Bea|Cooler|Laser)/.test(line))
  expect(await resourcesOf(appointment_id)).toEqual(
    [`Bea ${quarters}`, `Cooler ${quarters}`, `Laser ${quarters}`, room].sort(),
  )
  expect(await clinic.read(appointment_id)).toMatchObject({ practitioner_id: bea, practitioner_name: 'Bea' })
  expect(await clinic.logs(appointment_id)).toEqual([
    `Booked Diamond peel with Bea for ${people[0]!.name} on December 1, 2026, 10:00 AM`,
  ])
})

test('without a chosen practitioner, the practitioner with the fewest visits on that day is booked; of two with equally many, the first in the alphabet', async () => {
  const whoHas = async (n: number, time: CivilTime, wish?: Wish) =>
    (await bookAs(people[n]!, time, wish)).practitioner_name
  expect(await whoHas(0, '09:00:00')).toBe('Ana')
  expect(await whoHas(1, '10:00:00')).toBe('Bea')
  expect(await whoHas(2, '11:00:00', { with: bea })).toBe('Bea')
  expect(await whoHas(3, '12:00:00')).toBe('Ana')
  expect(await whoHas(4, '13:00:00', { date: '2026-12-02' })).toBe('Ana')
  // A visit for a service that needs no particular person has no practitioner.
  expect(await whoHas(5, '14:00:00', { service_id: clinic.catalogue.otherServiceId })).toBeNull()
})

test('a practitioner who is busy, or does not offer the service, cannot be booked', async () => {
  await bookAs(people[0]!, '09:00:00', { with: ana })
  await expectRefused(bookAs(people[1]!, '09:30:00', { with: ana }), 409, s.slotTaken)
  const cora = await createResource(clinic.server.db, 'practitioner', 'Cora', 3)
  for (const nobody of [cora, MAIN_ROOM_ID, newId()])
    await expectRefused(bookAs(people[1]!, '11:00:00', { with: nobody }), 422, termsMessages.notTheirService)
  await bookAs(people[1]!, '09:30:00', { with: bea })
})

test('when fifty clients book the only practitioner, who works in two rooms, at the same time, only one booking succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const date = addDays('2027-02-01', round)
    const outcomes = await Promise.all(people.map((person) => outcome(bookAs(person, '09:00:00', { date, with: ana }))))
    expect(tally(outcomes)).toEqual({ '201': 1, [`409 ${s.slotTaken}`]: 49 })
  }
})

test('when fifty clients book any practitioner at the same time, two bookings succeed: each practitioner and each room is booked once', async () => {
  const outcomes = await Promise.all(people.map((person) => outcome(bookAs(person, '09:00:00'))))
  expect(tally(outcomes)).toEqual({ '201': 2, [`409 ${s.slotTaken}`]: 48 })
  const { rows } = await sql<{ people: number; rooms: number }>`
    select count(distinct practitioner_id) as people, count(distinct s.resource_id) as rooms
    from appointments a join resource_slots s on s.appointment_id = a.id
    where s.resource_id in (${MAIN_ROOM_ID}, ${secondRoom})`.execute(clinic.server.db)
  expect(rows[0]).toEqual({ people: 2, rooms: 2 })
})

test('bookings that need the same devices in opposite order never deadlock', { timeout: 60_000 }, async () => {
  const { db } = clinic.server
  const { serviceId, otherServiceId } = clinic.catalogue
  const devices = [await createResource(db, 'device', 'Laser', 1), await createResource(db, 'device', 'Cooler', 2)]
  await assignResources(db, serviceId, ...devices)
  await assignResources(db, otherServiceId, ...devices.toReversed(), bea, ana)
  const before = await deadlocks()
  for (let round = 0; round < rounds(10); round++) {
    const date = addDays('2027-07-01', round)
    const outcomes = await Promise.all(
      people.slice(0, 30).map((person, n) =>
        outcome(
          bookAs(person, n % 3 === 0 ? '09:30:00' : '09:00:00', {
            date,
            service_id: n % 2 === 0 ? serviceId : otherServiceId,
            with: n % 4 < 2 ? ana : bea,
          }),
        ),
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set(['201', `409 ${s.slotTaken}`]))
  }
  expect(await deadlocks()).toBe(before)
})

test('a client never gets two overlapping visits, even if the client and staff book twelve at the same moment', async () => {
  const [person] = people
  const desk = (time: CivilTime) =>
    outcome(clinic.desk(contract.book, { body: { ...clinic.visit(DATE, time, person!.id) } }))
  const before = await deadlocks()
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, n) => (n % 2 ? desk('09:30:00') : outcome(bookAs(person!, '09:00:00')))),
  )
  expect(outcomes.filter((each) => each === '201')).toHaveLength(1)
  for (const each of outcomes.filter((one) => one !== '201'))
    expect([`409 ${termsMessages.youAreBusy}`, `409 ${termsMessages.clientIsBusy}`, `409 ${s.slotTaken}`]).toContain(
      each,
    )
  expect(await desk('10:30:00')).toBe('201')
  expect(await outcome(bookAs(person!, '11:00:00'))).toBe(`409 ${termsMessages.youAreBusy}`)
  expect(await deadlocks()).toBe(before)
})

test('minimum notice, booking horizon and “not bookable online” apply to clients, but not to staff', async () => {
  const { serviceId } = clinic.catalogue
  const { db, clock } = clinic.server
  const [person, other] = people
  const desk = (date: CivilDate, time: CivilTime) =>
    outcome(clinic.desk(contract.book, { body: clinic.visit(date, time, other!.id) }))
  const before = clock.now
  clock.now = new Date(`${DATE}T09:00:00+08:00`)
  try {
    await setService(db, serviceId, { minimum_notice_minutes: 90, horizon_days: 30 })
    expect(await outcome(bookAs(person!, '10:30:00'))).toBe(`422 ${termsMessages.tooSoon('')}`)
    expect(await outcome(bookAs(person!, '11:00:00'))).toBe('201')
    expect(await outcome(bookAs(person!, '10:00:00', { date: '2027-01-04' }))).toBe(
      `422 ${termsMessages.tooFarAhead(30)}`,
    )
    expect(await desk(DATE, '10:00:00')).toBe('201')
    expect(await desk('2027-01-04', '10:00:00')).toBe('201')
    await setService(db, serviceId, { bookable_online: false })
    expect(await outcome(bookAs(person!, '14:00:00'))).toBe(`409 ${termsMessages.notOnline('')}`)
    expect(await desk(DATE, '14:00:00')).toBe('201')
  } finally {
    clock.now = before
  }
})

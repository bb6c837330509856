import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResource, type TestUser } from '#server/test/factories.ts'
import { rounds } from '#server/test/rounds.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { addDays, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic
let people: TestUser[]

beforeAll(async () => {
  clinic = await startBookingClinic({
    poolSize: 20,
    limits: { openBookingsPerClient: 1_000, bookingsPerClient: { tries: 100_000, windowSeconds: 60 } },
  })
  people = await Promise.all(Array.from({ length: 200 }, () => clinic.newClient()))
})
afterAll(() => clinic.server.close())

/** Returns `201` for a call that succeeds, otherwise the status and message of its error. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => '201',
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.message}` : String(error)),
  )

const tally = (outcomes: string[]): Record<string, number> =>
  Object.fromEntries([...new Set(outcomes)].map((each) => [each, outcomes.filter((one) => one === each).length]))

const bookAs = (person: TestUser, date: CivilDate, time: CivilTime) =>
  outcome(clinic.server.as(person.token)(contract.book, { body: clinic.visit(date, time) }))

const holders = (date: CivilDate, time: CivilTime) =>
  clinic.server.db
    .selectFrom('appointments')
    .innerJoin('resource_slots', (join) =>
      join
        .onRef('resource_slots.appointment_id', '=', 'appointments.id')
        .onRef('resource_slots.slot_at', '=', 'appointments.starts_at'),
    )
    .select('appointments.id')
    .where('appointment_date', '=', date)
    .where('appointment_time', '=', time)
    .execute()

/** Each round uses its own date and time. */
const slotOf = (firstDate: CivilDate, round: number): [CivilDate, CivilTime] => [
  addDays(firstDate, Math.floor(round / SLOT_TIMES.length)),
  SLOT_TIMES[round % SLOT_TIMES.length]!,
]

test.each([
  { n: 2, times: rounds(100), from: '2027-02-01' },
  { n: 5, times: rounds(60), from: '2027-03-01' },
  { n: 50, times: rounds(10), from: '2027-04-12' },
  { n: 200, times: rounds(4), from: '2027-06-01' },
])('of $n simultaneous bookings of one slot, only one succeeds, in each of $times rounds', async (race) => {
  for (let round = 0; round < race.times; round++) {
    const [date, time] = slotOf(race.from, round)
    const outcomes = await Promise.all(people.slice(0, race.n).map((person) => bookAs(person, date, time)))
    expect(tally(outcomes)).toEqual({ '201': 1, [`409 ${s.slotTaken}`]: race.n - 1 })
    expect(await holders(date, time)).toHaveLength(1)
  }
})

test('when staff and a client book the same slot at once, only one of them succeeds', async () => {
  for (let round = 0; round < rounds(40); round++) {
    const [date, time] = slotOf('2027-07-01', round)
    const [client, other] = [people[round]!, people[round + 50]!]
    const desk = () => outcome(clinic.desk(contract.book, { body: clinic.visit(date, time, other.id) }))
    const own = () => bookAs(client, date, time)
    const outcomes = await Promise.all(round % 2 ? [desk(), own()] : [own(), desk()])
    expect(tally(outcomes)).toEqual({ '201': 1, [`409 ${s.slotTaken}`]: 1 })
    expect(await holders(date, time)).toHaveLength(1)
  }
})

test('when one visit is rescheduled into a slot while another books this slot, only one succeeds, and a visit whose reschedule fails keeps its time', async () => {
  for (let round = 0; round < rounds(20); round++) {
    const [date, time] = slotOf('2027-08-02', round)
    const [oldDate, oldTime] = slotOf('2027-08-09', round)
    const id = await clinic.appointment(oldDate, oldTime, 'confirmed')
    const moving = () =>
      outcome(
        clinic.desk(contract.reschedule, {
          params: { id },
          body: { appointment_id: id, appointment_date: date, appointment_time: time },
        }),
      )
    const booking = () => bookAs(people[round]!, date, time)
    const both = await Promise.all(round % 2 ? [moving(), booking()] : [booking(), moving()])
    expect(tally(both)).toEqual({ '201': 1, [`409 ${s.slotTaken}`]: 1 })
    expect(await holders(date, time)).toHaveLength(1)
    const moved = (round % 2 ? both[0] : both[1]) === '201'
    expect(await holders(oldDate, oldTime)).toHaveLength(moved ? 0 : 1)
  }
})

test('two appointments that swap slots at the same time never share a slot and never lose one', async () => {
  const [date, first, second] = ['2027-08-20', '09:00:00', '10:00:00'] as const
  const ids = [await clinic.appointment(date, first), await clinic.appointment(date, second)]
  const move = (id: string, time: CivilTime) =>
    outcome(
      clinic.desk(contract.reschedule, {
        params: { id },
        body: { appointment_id: id, appointment_date: date, appointment_time: time },
      }),
    )
  const outcomes = await Promise.all([move(ids[0]!, second), move(ids[1]!, first)])
  for (const each of outcomes) expect(['201', `409 ${s.slotTaken}`]).toContain(each)
  const slots = await clinic.server.db
    .selectFrom('resource_slots')
    .select(['slot_at', 'appointment_id'])
    .where('appointment_id', 'in', ids)
    .execute()
  expect(slots).toHaveLength(4)
  expect(new Set(slots.map((slot) => slot.slot_at.getTime())).size).toBe(4)
})

test('when a date is closed while it is booked, either the booking is rejected or the closing lists it', async () => {
  for (let round = 0; round < rounds(30); round++) {
    const date = addDays('2027-09-01', round)
    const closing = () =>
      outcome(clinic.admin(contract.disableDates, { body: { date: [date], remark: 'Staff training' } }))
    const booking = () => bookAs(people[round]!, date, '09:00:00')
    const [closed, booked] =
      round % 2
        ? await Promise.all([closing(), booking()])
        : ((await Promise.all([booking(), closing()])).reverse() as [string, string])
    expect([closed, booked]).toEqual(
      closed === '201' ? ['201', `409 ${s.dateClosed}`] : [`409 ${s.datesHaveAppointments(1)}`, '201'],
    )
  }
})

test('with a second room, two of three simultaneous bookings of one slot succeed', async () => {
  const room = await createResource(clinic.server.db, 'room', 'Second room')
  const [date, time] = ['2027-10-11', '09:00:00'] as const
  const outcomes = await Promise.all(people.slice(0, 3).map((person) => bookAs(person, date, time)))
  expect(tally(outcomes)).toEqual({ '201': 2, [`409 ${s.slotTaken}`]: 1 })
  const taken = await clinic.desk(contract.unavailableTimes, { body: { date } })
  expect(taken.appointment_times).toEqual([time])
  const half = await bookAs(people[0]!, date, '10:00:00')
  expect(half).toBe('201')
  const after = await clinic.desk(contract.unavailableTimes, { body: { date } })
  expect(after.appointment_times).toEqual([time])
  await clinic.server.db.updateTable('resources').set({ is_active: false }).where('id', '=', room).execute()
})

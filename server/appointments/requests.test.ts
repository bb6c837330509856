import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { requestsContract } from '#shared/appointments/desk-contract.ts'
import { requestMessages as s } from '#shared/appointments/desk-messages.ts'
import { startBookingClinic, errorOf, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())
beforeEach(async () => {
  clinic.server.clock.now = new Date('2026-11-21T07:00:00+08:00')
  await clinic.server.db.deleteFrom('resource_slots').execute()
  await clinic.server.db.deleteFrom('appointments').execute()
})

const at = (instant: string) => {
  clinic.server.clock.now = new Date(instant)
}
const queue = (querystring: { date?: string; page?: number; per_page?: number; search?: string } = {}) =>
  clinic.desk(requestsContract.requests, { querystring })
const count = async () => (await clinic.desk(liveContract.requestCount, {})).data.requests
const confirm = async (ids: string[]) => (await clinic.desk(requestsContract.confirm, { body: { ids } })).data
const statusOf = async (id: string) => (await clinic.read(id)).status

test('booking requests are listed in the order of booking, with their waiting time and the number of requests of each day', async () => {
  const first = await clinic.appointment('2026-11-25', '09:00:00')
  at('2026-11-21T07:30:00+08:00')
  const second = await clinic.appointment('2026-11-23', '09:00:00')
  const third = await clinic.appointment('2026-11-25', '10:00:00')
  await clinic.appointment('2026-11-25', '11:00:00', 'confirmed')
  await clinic.appointment('2026-11-25', '12:00:00', 'cancelled')
  const { data: requests, total, summary } = await queue()
  expect(requests.map(({ id, requested_at }) => [id, requested_at])).toEqual([
    [first, '2026-11-21T07:00:00+08:00'],
    [second, '2026-11-21T07:30:00+08:00'],
    [third, '2026-11-21T07:30:00+08:00'],
  ])
  const days = [
    { date: '2026-11-23', requests: 1 },
    { date: '2026-11-25', requests: 2 },
  ]
  expect({ total, summary }).toEqual({ total: 3, summary: { days } })
  const ofDay = await queue({ date: '2026-11-25' })
  expect([ofDay.data.map(({ id }) => id), ofDay.total, ofDay.summary.days]).toEqual([[first, third], 2, days])
  expect(await count()).toBe(3)
})

test('a booking request says if the clinic does not know the client yet, and shows the time at which such a request expires', async () => {
  const stranger = await createUser(clinic.server.db, 'client', { isUnknown: true })
  await clinic.server.as(stranger.token)(contract.book, { body: clinic.visit('2026-11-25', '09:00:00') })
  const known = await clinic.newClient()
  await clinic.server.as(known.token)(contract.book, { body: clinic.visit('2026-11-25', '10:00:00') })
  const { data: requests } = await queue()
  expect(requests.map(({ is_new_client, held_until }) => [is_new_client, held_until])).toEqual([
    [true, '2026-11-23T07:00:00+08:00'],
    [false, null],
  ])
})

test('several requests are confirmed with one call, each with its own log entry, and their clients are known clients from then on', async () => {
  const stranger = await createUser(clinic.server.db, 'client', { isUnknown: true })
  const body = clinic.visit('2026-11-25', '09:00:00')
  const ofStranger = (await clinic.server.as(stranger.token)(contract.book, { body })).data.appointment_id
  const other = await clinic.appointment('2026-11-25', '10:00:00')
  const elsewhere = await clinic.appointment('2026-11-26', '10:00:00')
  expect(await confirm([ofStranger, other])).toEqual({ confirmed: 2, left: [] })
  for (const id of [ofStranger, other]) {
    expect(await clinic.read(id)).toMatchObject({ status: 'confirmed', version: 2 })
    expect((await clinic.logs(id)).filter((line) => line.startsWith('Confirmed the appointment of'))).toHaveLength(1)
  }
  expect(await statusOf(elsewhere)).toBe('pending')
  const proven = await clinic.server.db
    .selectFrom('clients')
    .select('proven_at')
    .where('id', '=', stranger.clientId!)
    .executeTakeFirstOrThrow()
  expect(proven.proven_at).toEqual(clinic.server.clock.now)
  expect(await count()).toBe(1)
})

test('confirming several requests skips and names those that somebody else has answered', async () => {
  const waiting = await clinic.appointment('2026-11-25', '09:00:00')
  const declined = await clinic.appointment('2026-11-25', '10:00:00', 'cancelled')
  const confirmed = await clinic.appointment('2026-11-25', '11:00:00', 'confirmed')
  const { confirmed: done, left } = await confirm([
    declined,
    confirmed,
    waiting,
    '01900000-0000-7000-8000-00000000ffff',
  ])
  expect(done).toBe(1)
  expect(left.map(({ id, status }) => [id, status])).toEqual([
    [declined, 'cancelled'],
    [confirmed, 'confirmed'],
  ])
  expect((await clinic.logs(confirmed)).filter((line) => line.startsWith('Confirmed'))).toHaveLength(1)
})

test('two users who confirm all requests of a day at once confirm each visit once', async () => {
  const ids: string[] = []
  for (const hour of ['09', '10', '11', '12', '13', '14'])
    ids.push(await clinic.appointment('2026-11-25', `${hour}:00:00`))
  const answers = await Promise.all([confirm(ids), confirm(ids.toReversed()), confirm(ids)])
  expect(answers.reduce((sum, { confirmed }) => sum + confirmed, 0)).toBe(6)
  for (const id of ids) {
    expect(await clinic.read(id)).toMatchObject({ status: 'confirmed', version: 2 })
    expect((await clinic.logs(id)).filter((line) => line.startsWith('Confirmed'))).toHaveLength(1)
  }
})

test('several requests are declined with one call and a reason: each is logged, its client notified and its time freed', async () => {
  const stranger = await createUser(clinic.server.db, 'client', { isUnknown: true })
  const body = clinic.visit('2026-11-25', '09:00:00')
  const ofStranger = (await clinic.server.as(stranger.token)(contract.book, { body })).data.appointment_id
  const other = await clinic.appointment('2026-11-25', '10:00:00')
  const confirmed = await clinic.appointment('2026-11-25', '11:00:00', 'confirmed')
  const ids = [ofStranger, confirmed, other]
  const { data } = await clinic.desk(requestsContract.decline, { body: { ids, reason: 'clinic' } })
  expect([data.declined, data.left.map(({ id, status }) => [id, status])]).toEqual([2, [[confirmed, 'confirmed']]])
  for (const id of [ofStranger, other]) {
    expect(await clinic.read(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'clinic', version: 2 })
    expect((await clinic.logs(id)).filter((line) => line.startsWith('Cancelled the appointment of'))).toHaveLength(1)
  }
  const messages = await clinic.server.db
    .selectFrom('messages')
    .select('occasion')
    .where('subject_id', 'in', ids)
    .where('occasion', '=', 'declined')
    .execute()
  expect(messages.length).toBeGreaterThan(0)
  const free = await clinic.server.as(null)(contract.unavailableTimes, { body: { date: '2026-11-25' } })
  expect(free.appointment_times).toEqual(['11:00:00'])
  const again = await clinic.desk(requestsContract.decline, { body: { ids, reason: 'other' } })
  expect([again.data.declined, again.data.left]).toMatchObject([0, [{}, {}, {}]])
  const proven = clinic.server.db.selectFrom('clients').select('proven_at').where('id', '=', stranger.clientId!)
  expect(await proven.executeTakeFirstOrThrow()).toEqual({ proven_at: null })
})

test('staff cannot decline booking requests without a reason', async () => {
  const id = await clinic.appointment('2026-11-25', '10:00:00')
  const error = await errorOf(clinic.desk(requestsContract.decline, { body: { ids: [id] } as never }))
  expect([error.status, await statusOf(id)]).toEqual([422, 'pending'])
})

test.each<[string, string[], string]>([
  ['no request', [], s.nothingChosen],
  ['more requests than a page has', Array.from({ length: 101 }, () => crypto.randomUUID()), s.tooMany(100)],
])('a call that confirms %s is rejected with a message that says why', async (_, ids, sentence) => {
  const error = await errorOf(clinic.desk(requestsContract.confirm, { body: { ids } }))
  expect([error.status, Object.values(error.errors ?? {}).flat()]).toEqual([422, [sentence]])
})

test('visits whose ids were sent in the event stream can be read by id, in their current state', async () => {
  const waiting = await clinic.appointment('2026-11-25', '09:00:00')
  const cancelled = await clinic.appointment('2026-11-25', '10:00:00', 'cancelled')
  const ids = [cancelled, waiting, '01900000-0000-7000-8000-00000000ffff'].join(',')
  const answer = await clinic.desk(requestsContract.arrivals, { querystring: { ids } })
  expect(answer.data.map(({ id, status }) => [id, status])).toEqual([
    [cancelled, 'cancelled'],
    [waiting, 'pending'],
  ])
  const wrong = await errorOf(clinic.desk(requestsContract.arrivals, { querystring: { ids: 'x,y' } }))
  expect(wrong.status).toBe(422)
})

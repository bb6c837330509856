import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser, setHours, type TestUser } from '#server/test/factories.ts'
import { openTill } from '#server/sales/till-fixture.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

const PHONE = '+63 2 8555 0128'
let clinic: BookingClinic
let url: string

beforeAll(async () => {
  clinic = await startBookingClinic({ poolSize: 20 })
  const row = { name: 'Mutya', phone: PHONE, updated_at: clinic.server.clock.now }
  await clinic.server.db.updateTable('branches').set(row).execute()
  await clinic.server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(clinic.server.app.server.address() as AddressInfo).port}`
})
afterAll(() => clinic.server.close())

/** Each test starts without visits, so that no earlier visit counts against the limit of an IP address. */
beforeEach(async () => {
  const { db } = clinic.server
  await db.deleteFrom('resource_slots').execute()
  await db.deleteFrom('appointments').execute()
})

const stranger = () => createUser(clinic.server.db, 'client', { isUnknown: true })
const strangers = (count: number) => Promise.all(Array.from({ length: count }, stranger))

/** Books from the given IP address. Returns the status and the message of the response. */
async function bookFrom(address: string, token: string, date: CivilDate, time: CivilTime) {
  const answer = await clinic.server.app.inject({
    method: 'POST',
    url: contract.book.url,
    remoteAddress: address,
    headers: { authorization: `Bearer ${token}` },
    payload: clinic.visit(date, time),
  })
  return { status: answer.statusCode, message: answer.json<{ message?: string }>().message }
}

/** Books through a real network connection, whose IP address the server sees; returns the HTTP status. */
async function bookOverSocket(person: TestUser, date: CivilDate, time: CivilTime): Promise<number> {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify(clinic.visit(date, time))
  return (await fetch(`${url}${contract.book.url}`, { method: 'POST', headers, body })).status
}

const heldRows = () =>
  clinic.server.db
    .selectFrom('appointments')
    .select(['id', 'lapses_at', 'address_hash'])
    .where('lapses_at', 'is not', null)
    .execute()

const provenAt = async (clientId: string | null) =>
  (
    await clinic.server.db
      .selectFrom('clients')
      .select('proven_at')
      .where('id', '=', clientId ?? '')
      .executeTakeFirstOrThrow()
  ).proven_at

test('thirty clients unknown to the clinic who share one IP address and try to book five visits each get ten half hours in total', async () => {
  const { app } = clinic.server
  const statuses: number[] = []
  for (let n = 0; n < 30; n++) {
    const registered = await app.inject({
      method: 'POST',
      url: '/api/register',
      remoteAddress: '203.0.113.7',
      payload: { name: `Stranger ${n}`, email: `stranger-${n}@example.ph`, password: 'pearl of the orient' },
    })
    expect(registered.statusCode).toBe(201)
    const { token } = registered.json<{ token: string }>()
    for (let visit = 0; visit < 5; visit++) {
      const date = `2026-12-0${1 + Math.floor(n / 5)}`
      const time = SLOT_TIMES[(n % 5) * 5 + visit]!
      statuses.push((await bookFrom('203.0.113.7', token, date, time)).status)
    }
  }
  expect(statuses).toHaveLength(150)
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect(statuses.filter((status) => status === 409)).toHaveLength(140)
  const slots = await clinic.server.db.selectFrom('resource_slots').select('slot_at').execute()
  expect(slots).toHaveLength(20)
})

test('forty clients known to the clinic can book from one IP address, as on a mobile network', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => clinic.newClient()))
  const answers = await Promise.all(
    people.map(({ token }, n) =>
      bookFrom('203.0.113.8', token, n < 20 ? '2026-12-01' : '2026-12-02', SLOT_TIMES[n % 20]!),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(40).fill(201))
  expect(await heldRows()).toEqual([])
})

test('a client unknown to the clinic can have only one visit until the clinic confirms it, and is told the number to call for more visits', async () => {
  const person = await stranger()
  const own = clinic.server.as(person.token)
  const { data } = await own(contract.book, { body: clinic.visit('2026-12-01', '09:00:00') })
  expect(data.held_until).toBe('2026-11-23T09:00:00+08:00')
  const second = clinic.visit('2026-12-02', '09:00:00')
  await expectRefused(own(contract.book, { body: second }), 409, s.firstVisitOpen(PHONE))
  expect(s.firstVisitOpen(PHONE)).toContain('please call the clinic: +63 2 8555 0128.')
  await clinic.desk(contract.updateStatus, { params: { id: data.appointment_id }, body: { status: 'confirmed' } })
  const { data: next } = await own(contract.book, { body: second })
  expect(next.held_until).toBeNull()
  expect(await heldRows()).toEqual([])
})

test('only a client whom the clinic does not know yet is told for how many hours a booking is reserved', async () => {
  const person = await stranger()
  const mine = async (who: TestUser) => clinic.server.as(who.token)(contract.mine, { querystring: {} })
  expect((await mine(person)).first_visit_hours).toBe(48)
  expect((await mine(await clinic.newClient())).first_visit_hours).toBeNull()
  expect((await mine(clinic.cashier)).first_visit_hours).toBeNull()
})

test('twenty simultaneous bookings of one client unknown to the clinic create exactly one visit', async () => {
  const person = await stranger()
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => bookOverSocket(person, '2026-12-03', SLOT_TIMES[n]!)),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(19)
})

test('fifty clients unknown to the clinic who book at once never get more than half of a day; known clients can still book the rest', async () => {
  const people = await strangers(50)
  const date = '2026-12-04'
  // Unknown clients can book half of the day's 33 start times: 17, rounded up. Each booking comes from its own IP
  // address.
  const answers = await Promise.all(
    people.map(({ token }, n) => bookFrom(`198.51.100.${n}`, token, date, SLOT_TIMES[n % 33]!)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(17)
  const refused = answers.filter(({ message }) => message === s.keptForKnownClients(PHONE))
  expect(refused.length).toBeGreaterThanOrEqual(16)
  expect(await heldRows()).toHaveLength(17)
  const taken = await clinic.server.as(null)(contract.unavailableTimes, { body: { date } })
  const free = SLOT_TIMES.find((time) => !taken.appointment_times.includes(time))!
  const known = await clinic.newClient()
  await clinic.server.as(known.token)(contract.book, { body: clinic.visit(date, free) })
})

test('on a short day, the limit for clients unknown to the clinic is half of the times that can still be booked, rounded up', async () => {
  const { db, clock } = clinic.server
  await setHours(db, 6, '10:00', '11:30')
  const [first, second, third] = await strangers(3)
  expect((await bookFrom('192.0.2.1', first!.token, '2026-12-05', '10:00:00')).status).toBe(201)
  expect((await bookFrom('192.0.2.2', second!.token, '2026-12-05', '10:30:00')).status).toBe(201)
  expect(await bookFrom('192.0.2.3', third!.token, '2026-12-05', '11:00:00')).toMatchObject({ status: 409 })
  // The clinic closes at 11:30 on Saturdays such as today. At 10:45 one half hour is left, and an unknown client may
  // have it.
  clock.now = new Date('2026-11-21T10:45:00+08:00')
  expect((await bookFrom('192.0.2.3', third!.token, '2026-11-21', '11:00:00')).status).toBe(201)
  clock.now = new Date('2026-11-21T09:00:00+08:00')
  await setHours(db, 6, '08:00', '00:30')
})

test('ten clients unknown to the clinic can book from one IPv6 network, the eleventh must wait or call; another network is not limited', async () => {
  const people = await strangers(12)
  const from = (n: number) => `2001:db8:5:1::${n.toString(16)}`
  for (const [n, { token }] of people.slice(0, 10).entries())
    expect((await bookFrom(from(n + 1), token, '2026-12-07', SLOT_TIMES[n]!)).status).toBe(201)
  const eleventh = await bookFrom(from(99), people[10]!.token, '2026-12-09', '09:00:00')
  expect(eleventh).toEqual({ status: 409, message: s.firstVisitsOfAddressFull(PHONE) })
  expect((await bookFrom('2001:db8:5:2::1', people[11]!.token, '2026-12-09', '09:00:00')).status).toBe(201)
})

test('twenty clients unknown to the clinic who book at once from one IP address get at most ten half hours', async () => {
  const people = await strangers(20)
  const answers = await Promise.all(
    people.map(({ token }, n) => bookFrom('192.0.2.50', token, `2026-12-${10 + n}`, '09:00:00')),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
})

test('the IP address of a client unknown to the clinic is stored only as a keyed hash, and only until the clinic has answered the request', async () => {
  const [confirmed, moved, declined, cancelled] = await strangers(4)
  const ids: string[] = []
  for (const [n, person] of [confirmed, moved, declined, cancelled].entries()) {
    const { data } = await clinic.server.as(person!.token)(contract.book, {
      body: clinic.visit('2026-12-09', SLOT_TIMES[n]!),
    })
    ids.push(data.appointment_id)
  }
  const rows = await heldRows()
  expect(rows.map(({ address_hash }) => address_hash?.length)).toEqual([32, 32, 32, 32])
  expect(new Set(rows.map(({ address_hash }) => address_hash?.toString('hex'))).size).toBe(1)
  const answer = (id: string, body: { status: 'confirmed' } | { status: 'cancelled'; reason: 'clinic' }) =>
    clinic.desk(contract.updateStatus, { params: { id }, body })
  await answer(ids[0]!, { status: 'confirmed' })
  await clinic.desk(contract.reschedule, {
    params: { id: ids[1]! },
    body: { appointment_id: ids[1]!, appointment_date: '2026-12-10', appointment_time: '09:00:00' },
  })
  await answer(ids[2]!, { status: 'cancelled', reason: 'clinic' })
  await clinic.server.as(cancelled!.token)(contract.cancelMine, { params: { id: ids[3]! }, body: {} })
  expect(await heldRows()).toEqual([])
  const proven = await Promise.all([confirmed, moved, declined, cancelled].map((each) => provenAt(each!.clientId)))
  const { now } = clinic.server.clock
  expect(proven).toEqual([now, now, null, null])
})

test('a visit booked by staff, a record created by staff or a sale makes a client a known client; registering does not', async () => {
  const booked = await stranger()
  await clinic.desk(contract.book, { body: clinic.visit('2026-12-11', '09:00:00', booked.id) })
  expect(await provenAt(booked.clientId)).toEqual(clinic.server.clock.now)
  const { data } = await clinic.desk(clientsContract.create, { body: { name: 'Corazon Walk-in' } })
  expect(await provenAt(data.id)).toEqual(clinic.server.clock.now)
  const visitor = { name: 'Visitor', email: 'visitor@example.ph', password: 'pearl of the orient' }
  const answer = await clinic.server.app.inject({ method: 'POST', url: '/api/register', payload: visitor })
  const { user } = answer.json<{ user: { id: string } }>()
  const registered = await clinic.server.db
    .selectFrom('clients')
    .select('proven_at')
    .where('person_id', '=', user.id)
    .executeTakeFirst()
  expect(registered).toEqual({ proven_at: null })
})

test('buying at the till makes a client a known client, whose pending visits then no longer expire', async () => {
  const till = await openTill()
  const person = await createUser(till.server.db, 'client', { isUnknown: true })
  const { catalogue } = till
  const body = {
    appointment_date: '2026-12-01',
    appointment_time: '09:00:00',
    treatment_id: catalogue.treatmentId,
    service_id: catalogue.serviceId,
  }
  await till.server.as(person.token)(contract.book, { body })
  const held = () => till.server.db.selectFrom('appointments').select('id').where('lapses_at', 'is not', null).execute()
  expect(await held()).toHaveLength(1)
  await till.send(till.order([till.peel()], { customer_name: person.name, user_id: person.id }))
  expect(await held()).toEqual([])
  await till.server.as(person.token)(contract.book, { body: { ...body, appointment_time: '09:30:00' } })
  await till.server.close()
})

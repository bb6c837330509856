import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import {
  assignResources,
  createResource,
  createUser,
  linkPractitioner,
  setHours,
  setService,
  type TestUser,
} from '#server/test/factories.ts'
import type { Caller } from '#server/test/server.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { myDayContract } from '#shared/my-day/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'

const DAY = '2026-11-23'
/** A Wednesday with opening hours that end after midnight. */
const NIGHT = '2026-11-25'
let clinic: BookingClinic
let reyes: TestUser
let cruz: TestUser
let asReyes: Caller
let asCruz: Caller
let own: string
let others: string

beforeAll(async () => {
  clinic = await startBookingClinic({ now: new Date('2026-11-23T08:00:00+08:00') })
  const { server, catalogue } = clinic
  const first = await createResource(server.db, 'practitioner', 'Dra. Reyes')
  const second = await createResource(server.db, 'practitioner', 'Dr. Cruz')
  await createResource(server.db, 'room', 'Second room')
  await assignResources(server.db, catalogue.serviceId, first, second)
  reyes = await createUser(server.db, 'practitioner')
  cruz = await createUser(server.db, 'practitioner')
  await linkPractitioner(server.db, reyes.id, first)
  await linkPractitioner(server.db, cruz.id, second)
  asReyes = server.as(reyes.token)
  asCruz = server.as(cruz.token)
  const client = await createUser(server.db, 'client', { name: 'Bianca Garcia', contactNumber: '0917 555 1234' })
  const other = await createUser(server.db, 'client', { name: 'Jessa Lim' })
  own = await book(client, first, '09:00:00')
  others = await book(other, second, '09:00:00')
  await clinic.desk(visitContract.changeNote, { params: { id: own }, body: { note: 'Allergic to lidocaine' } })
})
afterAll(() => clinic.server.close())
beforeEach(() => {
  clinic.server.clock.now = new Date('2026-11-23T08:50:00+08:00')
})

async function book(client: TestUser, practitioner_id: string, time: string, date = DAY) {
  const body = { ...clinic.visit(date, time, client.id), practitioner_id, status: 'confirmed' as const }
  return (await clinic.desk(appointmentsContract.book, { body })).data.appointment_id
}

const dayOf = async (call: Caller, date = DAY) => (await call(myDayContract.day, { querystring: { date } })).data

describe('the day of a practitioner', () => {
  test('a practitioner’s day contains their own visits with client, service, room and note, and no other visits', async () => {
    const { practitioner_name, visits } = await dayOf(asReyes)
    expect(practitioner_name).toBe('Dra. Reyes')
    expect(visits).toMatchObject([
      {
        id: own,
        name: 'Bianca Garcia',
        service_name: 'Diamond peel',
        appointment_time: '09:00:00',
        duration_minutes: 30,
        status: 'confirmed',
        note: { text: 'Allergic to lidocaine' },
        arrived_at: null,
      },
    ])
    expect(visits[0]!.room_name).not.toBeNull()
    expect((await dayOf(asCruz)).visits.map(({ id }) => id)).toEqual([others])
    expect((await dayOf(asReyes, '2026-11-24')).visits).toEqual([])
  })

  test('a practitioner’s day contains no prices and no contact details of clients', async () => {
    const [visit] = (await dayOf(asReyes)).visits
    expect(Object.keys(visit!).toSorted()).toEqual(
      [
        'id',
        'client_id',
        'name',
        'appointment_date',
        'appointment_time',
        'duration_minutes',
        'starts_at',
        'status',
        'version',
        'service_name',
        'further_services',
        'whole',
        'room_name',
        'arrived_at',
        'note',
        'client_note',
        'undo',
        'overdue',
      ].toSorted(),
    )
    expect(JSON.stringify(visit)).not.toMatch(/917 555|paid|price|@/)
  })

  test('the day of an account without a practitioner is empty and has no name', async () => {
    const nobody = await createUser(clinic.server.db, 'practitioner')
    expect(await dayOf(clinic.server.as(nobody.token))).toEqual({ practitioner_name: null, visits: [] })
  })

  test('a practitioner’s day omits cancelled visits', async () => {
    const client = await createUser(clinic.server.db, 'client')
    const id = await book(client, (await practitionerOf(reyes))!, '15:00:00')
    expect((await dayOf(asReyes)).visits).toHaveLength(2)
    const body = { status: 'cancelled', reason: 'client' } as const
    await clinic.desk(appointmentsContract.updateStatus, { params: { id }, body })
    expect((await dayOf(asReyes)).visits).toHaveLength(1)
  })
})

const practitionerOf = async (user: TestUser) =>
  (
    await clinic.server.db
      .selectFrom('users')
      .select('practitioner_id')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
  ).practitioner_id

describe('a visit that two practitioners do in turn', () => {
  test('if two practitioners do parts of a visit one after the other, each sees their part and the time of the whole visit, and either may start the visit', async () => {
    const { server, catalogue } = clinic
    expect((await dayOf(asCruz)).practitioner_name).toBe('Dr. Cruz')
    const other = (
      await server.db.selectFrom('resources').select('id').where('name', '=', 'Dr. Cruz').executeTakeFirstOrThrow()
    ).id
    await assignResources(server.db, catalogue.otherServiceId, other)
    const client = await createUser(server.db, 'client', { name: 'Ella Ramos' })
    // Dr. Cruz has another visit during the first service.
    await book(await createUser(server.db, 'client'), other, '16:00:00')
    const body = {
      ...clinic.visit(DAY, '16:00:00', client.id),
      further_services: [catalogue.otherServiceId],
      status: 'confirmed' as const,
    }
    const { appointment_id: id } = (await clinic.desk(appointmentsContract.book, { body })).data
    const seenBy = async (call: Caller) => (await dayOf(call)).visits.find((visit) => visit.id === id)
    const whole = { appointment_time: '16:00:00', duration_minutes: 60 }
    expect(await seenBy(asReyes)).toMatchObject({
      appointment_time: '16:00:00',
      duration_minutes: 30,
      service_name: 'Diamond peel',
      further_services: [],
      whole,
    })
    expect(await seenBy(asCruz)).toMatchObject({
      appointment_time: '16:30:00',
      duration_minutes: 30,
      service_name: 'Hydra glow',
      further_services: [],
      whole,
    })
    expect((await seenBy(asReyes))?.service_name).toBe('Diamond peel')
    clinic.server.clock.now = new Date('2026-11-23T15:55:00+08:00')
    const { data } = await asCruz(myDayContract.changeStatus, { params: { id }, body: { status: 'on-going' } })
    expect(data).toMatchObject({ status: 'on-going', appointment_time: '16:30:00', whole })
  })
})

test('a part of a visit that starts after midnight comes last in the practitioner’s day, with its actual time', async () => {
  const { server, catalogue } = clinic
  const { db } = server
  const [first, second] = [await practitionerOf(reyes), await practitionerOf(cruz)]
  await setHours(db, 3, '08:00', '00:30')
  await book(await createUser(db, 'client'), second!, '22:00:00', NIGHT)
  await setService(db, catalogue.serviceId, { duration_minutes: 45 })
  await setService(db, catalogue.otherServiceId, { duration_minutes: 15 })
  await db
    .deleteFrom('service_resources')
    .where('service_id', '=', catalogue.serviceId)
    .where('resource_id', '<>', first)
    .execute()
  const client = await createUser(db, 'client')
  const visit = { ...clinic.visit(NIGHT, '23:30:00', client.id), further_services: [catalogue.otherServiceId] }
  await clinic.desk(appointmentsContract.book, { body: visit })
  const { visits } = await dayOf(asCruz, NIGHT)
  expect(visits.map((one) => [one.appointment_time, one.starts_at])).toEqual([
    ['22:00:00', `${NIGHT}T22:00:00+08:00`],
    ['00:15:00', '2026-11-26T00:15:00+08:00'],
  ])
})

describe('a practitioner', () => {
  test('a practitioner records arrivals, starts and completes own visits, and undoes a completion; the log names the practitioner', async () => {
    const params = { id: own }
    expect(
      (await asReyes(myDayContract.setArrived, { params, body: { arrived: true } })).data.arrived_at,
    ).not.toBeNull()
    expect((await asReyes(myDayContract.changeStatus, { params, body: { status: 'on-going' } })).data.status).toBe(
      'on-going',
    )
    expect((await asReyes(myDayContract.changeStatus, { params, body: { status: 'completed' } })).data.status).toBe(
      'completed',
    )
    const { data } = await asReyes(myDayContract.undo, { params, body: {} })
    expect(data).toMatchObject({ status: 'on-going', room_name: expect.any(String) })
    expect((await clinic.read(own)).status).toBe('on-going')
    const by = await clinic.server.db.selectFrom('events').select('user_id').where('subject_id', '=', own).execute()
    expect(by.filter(({ user_id }) => user_id === reyes.id)).toHaveLength(4)
  })

  test.each([
    ['marked as arrived', () => asReyes(myDayContract.setArrived, { params: { id: others }, body: { arrived: true } })],
    ['started', () => asReyes(myDayContract.changeStatus, { params: { id: others }, body: { status: 'on-going' } })],
    ['undone', () => asReyes(myDayContract.undo, { params: { id: others }, body: {} })],
  ])(
    'a practitioner cannot mark a colleague’s visit as %s: the answer is the same 404 as for an unknown visit',
    async (_, call) => {
      const before = await clinic.read(others)
      expect(await errorOf(call())).toMatchObject({ status: 404, message: 'Appointment not found.' })
      expect(await clinic.read(others)).toEqual(before)
    },
  )

  test('a practitioner undoes only the displayed change of a visit, not a later one', async () => {
    const body = { status: 'on-going' as const }
    const { data: seen } = await asCruz(myDayContract.changeStatus, { params: { id: others }, body })
    const call = (version: number) =>
      asCruz(myDayContract.undo, { params: { id: others }, body: {} }, { headers: { 'if-match': String(version) } })
    const error = await errorOf(call(seen.version - 1))
    expect(error).toMatchObject({ status: 409, message: appointmentMessages.stateChanged })
    expect((await call(seen.version)).data.status).toBe('confirmed')
  })

  test('a practitioner gets only a message, and no data of the visit, when a change is not allowed', async () => {
    clinic.server.clock.now = new Date('2026-11-22T09:00:00+08:00')
    const call = asCruz(myDayContract.changeStatus, { params: { id: others }, body: { status: 'on-going' } })
    const error = await errorOf(call)
    expect(error).toMatchObject({ status: 409, code: 'state_moved' })
    expect(error.data).toBeUndefined()
  })

  test('a practitioner cannot cancel or move visits, or read clients, sales or staff lists', async () => {
    const body = { status: 'cancelled' } as never
    expect((await errorOf(asReyes(myDayContract.changeStatus, { params: { id: own }, body }))).status).toBe(422)
    expect((await errorOf(asReyes(appointmentsContract.list, { querystring: {} }))).status).toBe(403)
    expect((await errorOf(asReyes(clientsContract.list, { querystring: {} }))).status).toBe(403)
  })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  assignResources,
  createResource,
  createUser,
  emptyBookings,
  setHours,
  type TestUser,
} from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages, termsMessages } from '#shared/appointments/messages.ts'
import { requestsContract, visitContract } from '#shared/appointments/desk-contract.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import type { CivilTime } from '#shared/lib/manila-time.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

const DATE = '2026-12-01'
let clinic: BookingClinic
let client: TestUser
let ana: string
let bea: string

beforeAll(async () => {
  clinic = await startBookingClinic({ limits: { bookingsPerClient: { tries: 1_000, windowSeconds: 60 } } })
})
afterAll(() => clinic.server.close())

/**
 * Starts each test with a service of half an hour that Ana or Bea does in one of two rooms. Bea has a visit at 11:00,
 * Ana one at 12:00.
 */
beforeEach(async () => {
  const { db } = clinic.server
  await emptyBookings(db)
  for (let weekday = 0; weekday < 7; weekday++) await setHours(db, weekday, '10:00', '14:00')
  ana = await createResource(db, 'practitioner', 'Ana', 1)
  bea = await createResource(db, 'practitioner', 'Bea', 2)
  await createResource(db, 'room', 'Second room', 2)
  await assignResources(db, clinic.catalogue.serviceId, ana, bea)
  client = await clinic.newClient('Nico Peña')
  await book('11:00:00', bea, await clinic.newClient())
  await book('12:00:00', ana, await clinic.newClient())
})

const book = async (time: CivilTime, practitioner_id?: string, person = client) => {
  const body = { ...clinic.visit(DATE, time), ...(practitioner_id && { practitioner_id }) }
  return (await clinic.server.as(person.token)(contract.book, { body })).data.appointment_id
}
const move = async (id: string, appointment_time: CivilTime, practitioner_ids?: string[]) => {
  const body = { appointment_date: DATE, appointment_time, ...(practitioner_ids && { practitioner_ids }) }
  return (await clinic.server.as(client.token)(selfServiceContract.move, { params: { id }, body })).data
}
const reschedule = async (id: string, appointment_time: CivilTime, more: object = {}) => {
  const body = { appointment_id: id, appointment_date: DATE, appointment_time, ...more }
  return (await clinic.desk(contract.reschedule, { params: { id }, body })).data
}
const confirm = (id: string) => clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'confirmed' } })

test('a client’s move keeps the practitioner the client chose, and is rejected where only another one is free', async () => {
  const id = await book('10:00:00', bea)
  await confirm(id)
  expect(await move(id, '12:00:00')).toMatchObject({ practitioner_name: 'Bea', appointment_status: 'resched' })
  await expectRefused(move(id, '11:00:00'), 409, refusalMessages.personNotFree('Bea'))
  expect(await clinic.read(id)).toMatchObject({ appointment_time: '12:00:00', practitioner_name: 'Bea' })
})

test('a moved visit gets another practitioner only if the client agrees, and the answer and the log name both practitioners', async () => {
  const id = await book('10:00:00', bea)
  await confirm(id)
  expect(await move(id, '11:00:00', [ana])).toMatchObject({ practitioner_id: ana, practitioner_name: 'Ana' })
  expect((await clinic.logs(id)).at(-1)).toMatch(/ to December 1, 2026, 11:00 AM with Ana instead of Bea$/)
  // From here on, Ana is the person whom the client chose.
  await expectRefused(move(id, '12:00:00'), 409, refusalMessages.personNotFree('Ana'))
  await expectRefused(move(id, '13:00:00', [clinic.catalogue.serviceId]), 422, termsMessages.notTheirService)
})

test('a visit booked with any practitioner moves to a free one, and a practitioner whom the client was shown is never replaced silently', async () => {
  const id = await book('10:00:00')
  await confirm(id)
  await expectRefused(move(id, '11:00:00', [bea]), 409, s.slotTaken)
  expect(await move(id, '11:00:00')).toMatchObject({ practitioner_name: 'Ana' })
  expect(await move(id, '12:00:00')).toMatchObject({ practitioner_name: 'Bea' })
})

test('each time offered for a move names the practitioner, and is marked if that is not the visit’s current practitioner', async () => {
  const id = await book('10:00:00', bea)
  const times = async (
    call: Promise<{ data: { starts: { time: string; practitioners: string[]; is_other: boolean }[] } }>,
  ) =>
    (await call).data.starts
      .filter(({ time }) => ['10:00:00', '11:00:00', '12:00:00'].includes(time))
      .map(({ time, practitioners, is_other }) => [time, ...practitioners, is_other])
  const asked = { params: { id }, querystring: { date: DATE } }
  const own = clinic.server.as(client.token)
  const expected = [
    ['10:00:00', 'Bea', false],
    ['11:00:00', 'Ana', true],
    ['12:00:00', 'Bea', false],
  ]
  expect(await times(own(selfServiceContract.moveTimes, asked))).toEqual(expected)
  expect(await times(clinic.desk(visitContract.moveTimes, asked))).toEqual(expected)
  expect((await own(selfServiceContract.moveTimes, asked)).data.asked_for).toEqual(['Bea'])
  const stranger = clinic.server.as((await createUser(clinic.server.db, 'client')).token)
  await expectRefused(stranger(selfServiceContract.moveTimes, asked), 404, s.notFound)
})

test('a move by staff keeps the practitioner whom the client chose, unless staff name another', async () => {
  const id = await book('10:00:00', bea)
  await confirm(id)
  await expectRefused(reschedule(id, '11:00:00'), 409, refusalMessages.personNotFree('Bea'))
  expect(await reschedule(id, '12:00:00')).toMatchObject({ practitioner_name: 'Bea' })
  expect(await reschedule(id, '11:00:00', { practitioner_ids: [ana] })).toMatchObject({ practitioner_name: 'Ana' })
  expect(await reschedule(id, '13:00:00', { practitioner_id: bea })).toMatchObject({ practitioner_name: 'Bea' })
  // The client already has another visit at 10:30.
  await book('10:30:00')
  await expectRefused(reschedule(id, '10:30:00'), 409, termsMessages.clientIsBusy)
})

test('a pending visit moved by its client stays pending and in the request queue, at its new time', async () => {
  const id = await book('10:00:00', bea)
  expect(await move(id, '12:00:00')).toMatchObject({ appointment_status: 'pending', appointment_time: '12:00' })
  const { data: requests } = await clinic.desk(requestsContract.requests, { querystring: {} })
  expect(requests.find((each) => each.id === id)).toMatchObject({ appointment_time: '12:00:00', status: 'pending' })
  await confirm(id)
  expect(await clinic.read(id)).toMatchObject({ status: 'confirmed', appointment_time: '12:00:00' })
})

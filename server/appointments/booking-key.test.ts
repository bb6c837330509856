import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '#server/test/factories.ts'
import { killAfterCommit } from '#server/test/kill-after-commit.ts'
import { startMain } from '#server/test/start-main.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { addDays, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic
beforeAll(async () => {
  clinic = await startBookingClinic({ poolSize: 12 })
})
afterAll(() => clinic.server.close())

const visitsOf = async (person: TestUser) =>
  (await clinic.server.db.selectFrom('appointments').select('id').where('client_id', '=', person.clientId!).execute())
    .length
const twenty = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, send))
const bookFor = async (person: TestUser, date: CivilDate) => {
  const { data } = await clinic.server.as(person.token)(contract.book, { body: clinic.visit(date, '10:00:00') })
  return data.appointment_id
}

test.each(['client', 'staff'] as const)(
  'twenty simultaneous bookings by %s with one idempotency key create one booking',
  async (by) => {
    const person = await clinic.newClient()
    const date = by === 'client' ? '2026-12-01' : '2026-12-02'
    const caller = by === 'client' ? clinic.server.as(person.token) : clinic.desk
    const idempotencyKey = randomUUID()
    const body = clinic.visit(date, '10:00:00', person.id)
    const answers = await twenty(() => caller(contract.book, { body }, { idempotencyKey }))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await visitsOf(person)).toBe(1)
    expect(await clinic.logs(answers[0]!.data.appointment_id)).toHaveLength(1)
  },
)

test('a booking sent twice without an idempotency key is treated as two bookings: the second is rejected as a conflict', async () => {
  const person = await clinic.newClient()
  const book = () => bookFor(person, '2026-12-03')
  await book()
  await expect(book()).rejects.toMatchObject({ status: 409 })
})

test('a different booking with the same idempotency key is rejected with a message, and books nothing', async () => {
  const person = await clinic.newClient()
  const options = { idempotencyKey: randomUUID() }
  const book = (time: string) =>
    clinic.server.as(person.token)(contract.book, { body: clinic.visit('2026-12-04', time) }, options)
  await book('10:00:00')
  await expect(book('15:00:00')).rejects.toMatchObject({
    status: 422,
    errors: { 'Idempotency-Key': [requestRefusals.idempotencyKeyUsed] },
  })
  expect(await visitsOf(person)).toBe(1)
})

test('an idempotency key never returns the booking of another person, and no personal data is stored with it', async () => {
  const person = await clinic.newClient()
  const idempotencyKey = randomUUID()
  const body = { ...clinic.visit('2026-12-07', '10:00:00'), contact_number: '0917 555 0199' }
  const { data } = await clinic.server.as(person.token)(contract.book, { body }, { idempotencyKey })
  const stranger = await clinic.newClient()
  const stolen = clinic.server.as(stranger.token)(contract.book, { body }, { idempotencyKey })
  await expect(stolen).rejects.toMatchObject({ status: 422, message: requestRefusals.idempotencyKeyUsed })
  const rows = clinic.server.db.selectFrom('idempotency_keys').select('answer').where('key', '=', idempotencyKey)
  expect(JSON.parse((await rows.executeTakeFirstOrThrow()).answer)).toEqual({ appointment_id: data.appointment_id })
})

test('a move or cancellation repeated with its idempotency key returns the answer of the first request', async () => {
  const person = await clinic.newClient()
  const own = clinic.server.as(person.token)
  const id = await bookFor(person, '2026-12-09')
  const params = { id }
  const to = (date: CivilDate) => ({ appointment_date: date, appointment_time: '11:00:00' })
  const desk = { idempotencyKey: randomUUID() }
  const byStaff = () =>
    clinic.desk(contract.reschedule, { params, body: { appointment_id: id, ...to('2026-12-10') } }, desk)
  expect(await byStaff()).toEqual(await byStaff())
  const moved = { idempotencyKey: randomUUID() }
  const byClient = () => own(selfServiceContract.move, { params, body: to('2026-12-11') }, moved)
  expect(await byClient()).toEqual(await byClient())
  const cancelled = { idempotencyKey: randomUUID() }
  const cancel = () => own(contract.cancelMine, { params, body: {} }, cancelled)
  expect(await cancel()).toEqual(await cancel())
  expect(await clinic.logs(id)).toHaveLength(4)
})

test('a booking repeated after the server was killed right after the commit returns the existing booking', async () => {
  const { database, uploadsDir, clock, db } = clinic.server
  clock.now = new Date()
  const person = await clinic.newClient()
  // The server runs with the machine's clock, so this day must not be one on which another test of this file books.
  const date = addDays(manilaDate(clock.now), 60)
  const body = clinic.visit(date, '10:00:00', person.id)
  const key = randomUUID()
  const dying = startMain({
    DATABASE_URL: database.appUrl,
    DATABASE_ADMIN_URL: database.ownerUrl,
    DATA_DIR: uploadsDir,
  })
  const headers = {
    authorization: `Bearer ${clinic.cashier.token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  const url = new URL(contract.book.url, await dying.address)
  const isRecorded = async () =>
    (await db.selectFrom('idempotency_keys').select('key').where('key', '=', key).execute()).length === 1
  await killAfterCommit(dying, () => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }), isRecorded)
  const again = await clinic.desk(contract.book, { body }, { idempotencyKey: key })
  expect(again.data).toMatchObject({ appointment_date: date, appointment_time: '10:00' })
  expect(await visitsOf(person)).toBe(1)
})

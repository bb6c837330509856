import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignResources, createResource } from '#server/test/factories.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { runWhileLocked } from '#server/test/run-while-locked.ts'
import type { Tx } from '#server/db/pool.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { outcomeOf, startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'

let clinic: BookingClinic
let ana: string

beforeAll(async () => {
  clinic = await startBookingClinic({ poolSize: 8 })
  ana = await createResource(clinic.server.db, 'practitioner', 'Ana')
  await assignResources(clinic.server.db, clinic.catalogue.serviceId, ana)
})
afterAll(() => clinic.server.close())

async function book(date: CivilDate, overbook?: { resource_ids: string[]; reason: string }): Promise<string> {
  const client = await clinic.newClient()
  const visit = clinic.visit(date, '10:00:00', client.id)
  return outcomeOf(clinic.desk(contract.book, { body: { ...visit, ...(overbook && { overbook }) } }))
}

const addLeave = (date: CivilDate) =>
  clinic.admin(resourcesContract.addException, {
    params: { id: ana },
    body: {
      kind: 'leave',
      first_date: date,
      last_date: date,
      starts_at: null,
      ends_at: null,
      note: '',
      despite_visits: false,
    },
  })

const holdService = (tx: Tx) =>
  tx.selectFrom('services').select('id').where('id', '=', clinic.catalogue.serviceId).forUpdate().execute()

const visitsOn = async (date: CivilDate) =>
  (await clinic.server.db.selectFrom('appointments').select('id').where('appointment_date', '=', date).execute()).length

test('leave added while a booking is being saved is respected by the booking', async () => {
  const date = '2027-02-01'
  const booked = await runWhileLocked(clinic.server.db, {
    lock: holdService,
    work: () => book(date),
    meanwhile: () => addLeave(date),
  })
  expect(booked).toBe(`409 ${s.slotTaken}`)
  expect(await visitsOn(date)).toBe(0)
})

test('a booking that has waited for leave to be saved is refused if it overlaps this leave', async () => {
  const date = '2027-02-02'
  const holdLeave = async (tx: Tx) => {
    await tx.selectFrom('resources').select('id').where('id', '=', ana).forUpdate().execute()
    const leave = { id: crypto.randomUUID(), resource_id: ana, date, kind: 'leave' as const, note: '' }
    await tx.insertInto('resource_exceptions').values(leave).execute()
  }
  expect(await runWhileLocked(clinic.server.db, { lock: holdLeave, work: () => book(date) })).toBe(`409 ${s.slotTaken}`)
  expect(await visitsOn(date)).toBe(0)
})

test('an overbooking is refused if leave was added for the practitioner while the overbooking was being saved', async () => {
  const date = '2027-02-03'
  expect(await book(date)).toBe('done')
  const rooms = await clinic.server.db.selectFrom('resources').select('id').where('kind', '=', 'room').execute()
  const over = { resource_ids: [ana, ...rooms.map(({ id }) => id)], reason: 'Quick check' }
  const enter = async () => {
    const hit = await outcomeOf(addLeave(date))
    expect(hit).toMatch(/^409/)
    await inTransaction(clinic.server.db, (tx) =>
      tx
        .insertInto('resource_exceptions')
        .values({ id: crypto.randomUUID(), resource_id: ana, date, kind: 'leave', note: '' })
        .execute(),
    )
  }
  const booked = await runWhileLocked(clinic.server.db, {
    lock: holdService,
    work: () => book(date, over),
    meanwhile: enter,
  })
  expect(booked).toBe(`409 ${s.slotTaken}`)
  expect(await visitsOn(date)).toBe(1)
})

test('leave that was added for another day does not prevent a booking', async () => {
  const date = '2027-02-08'
  await addLeave('2027-02-09')
  expect(await book(date)).toBe('done')
})

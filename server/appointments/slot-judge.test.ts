import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { newId } from '#server/lib/new-id.ts'
import { reserveFreeSet } from '#server/resources/public.ts'
import { MAIN_ROOM_ID, type TestUser } from '#server/test/factories.ts'
import { slotInstant, visitEnd } from '#shared/appointments/slots.ts'
import { addDays, type CivilDate } from '#shared/lib/manila-time.ts'
import { startBookingClinic, type BookingClinic } from './booking-fixture.ts'
import * as queries from './queries.ts'

const TIME = '09:00:00'

let clinic: BookingClinic
let people: TestUser[]

beforeAll(async () => {
  clinic = await startBookingClinic({
    poolSize: 20,
    limits: { openBookingsPerClient: 1_000, bookingsPerClient: { tries: 100_000, windowSeconds: 60 } },
  })
  people = await Promise.all(Array.from({ length: 50 }, () => clinic.newClient()))
})
afterAll(() => clinic.server.close())

const countOn = async (date: CivilDate) => {
  const rows = await clinic.server.db
    .selectFrom('appointments')
    .select('id')
    .where('appointment_date', '=', date)
    .execute()
  return rows.length
}

/**
 * Books without checking whether the time is free, so that only the unique rows of the quarter hours can prevent a
 * double booking.
 */
function bookUnchecked(person: TestUser, date: CivilDate): Promise<boolean> {
  const { db } = clinic.server
  const now = new Date('2026-11-21T09:00:00+08:00')
  const { treatmentId, serviceId } = clinic.catalogue
  const [from, to] = [slotInstant(date, TIME), slotInstant(date, visitEnd(TIME, 30))]
  const write = db.transaction().execute(async (tx) => {
    const { id } = await queries
      .insertAppointment(tx, {
        id: newId(),
        branch_id: MAIN_BRANCH_ID,
        client_id: person.clientId!,
        treatment_id: treatmentId,
        service_id: serviceId,
        starts_at: from,
        ends_at: to,
        created_by: person.id,
        created_at: now,
        updated_at: now,
      })
      .executeTakeFirstOrThrow()
    await reserveFreeSet(tx, { appointmentId: id }, { sets: [[{ id: MAIN_ROOM_ID, from, to }]], now, holdKey: null })
  })
  return write.then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ name: 'AppError', code: 'slot_taken' })
      return false
    },
  )
}

test('even if the checks in the booking code are skipped, the database accepts only one of fifty bookings of a slot', async () => {
  for (let round = 0; round < 10; round++) {
    const date = addDays('2027-02-01', round)
    const outcomes = await Promise.all(people.map((person) => bookUnchecked(person, date)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await countOn(date)).toBe(1)
  }
})

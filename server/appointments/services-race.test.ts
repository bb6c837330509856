import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '#server/test/rounds.ts'
import { assignResources, createUser } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { startServicesClinic } from './booking-fixture.ts'

type Made = Awaited<ReturnType<typeof startServicesClinic>>
let { clinic, peel, facial, laser, ana, cora } = {} as Made

beforeAll(async () => {
  ;({ clinic, peel, facial, laser, ana, cora } = await startServicesClinic())
})
afterAll(() => clinic.server.close())

/** Returns `201` for a call that succeeds, otherwise the status and message of its error. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => '201',
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.message}` : String(error)),
  )

test('when fifty overlapping visits that need one device are booked at once, one booking succeeds, and the rejected ones occupy nothing', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => createUser(clinic.server.db, 'client')))
  for (let round = 0; round < 3; round++) {
    const date = addDays('2027-01-11', round)
    const outcomes = await Promise.all(
      people.map((person, i) =>
        outcome(
          clinic.server.as(person.token)(contract.book, {
            body: {
              ...clinic.visit(date, i % 2 ? '09:00:00' : '09:30:00'),
              ...(i % 3 === 0
                ? {
                    treatment_id: clinic.catalogue.otherTreatmentId,
                    service_id: laser,
                    further_services: [peel, facial],
                  }
                : { further_services: [laser] }),
              appointment_time: i % 3 === 0 ? '10:00:00' : i % 2 ? '09:00:00' : '09:30:00',
            },
          }),
        ),
      ),
    )
    const wins = outcomes.filter((each) => each === '201')
    for (const each of outcomes) expect(['201', `409 ${s.slotTaken}`]).toContain(each)
    // Every booking needs the device at an overlapping time: from 10:00 to 10:45 or from 10:30 to 11:15.
    expect(wins).toHaveLength(1)
    const visits = await clinic.server.db
      .selectFrom('appointments')
      .select('id')
      .where('appointment_date', '=', date)
      .execute()
    expect(visits).toHaveLength(1)
    const slots = await clinic.server.db
      .selectFrom('resource_slots')
      .select('appointment_id')
      .distinct()
      .where('slot_at', '>=', new Date(`${date}T00:00:00+08:00`))
      .where('slot_at', '<', new Date(`${addDays(date, 1)}T00:00:00+08:00`))
      .execute()
    expect(slots).toEqual([{ appointment_id: visits[0]!.id }])
  }
})

test('bookings that need two practitioners in opposite order never deadlock', async () => {
  const { db } = clinic.server
  const people = await Promise.all(Array.from({ length: 20 }, () => createUser(db, 'client')))
  const onlyAna = await anotherService('Ana only', ana)
  const onlyCora = await anotherService('Cora only', cora)
  for (let round = 0; round < rounds(10); round++) {
    const date = addDays('2027-05-03', round)
    const outcomes = await Promise.all(
      people.map((person, i) => {
        const [first, second] = i % 2 ? ([onlyAna, onlyCora] as const) : ([onlyCora, onlyAna] as const)
        return outcome(
          clinic.server.as(person.token)(contract.book, {
            body: { ...clinic.visit(date, '09:00:00'), service_id: first, further_services: [second] },
          }),
        )
      }),
    )
    // Two bookings can succeed: one begins with Ana, the other with Cora.
    for (const each of outcomes) expect(['201', `409 ${s.slotTaken}`]).toContain(each)
    expect(outcomes.filter((each) => each === '201')).toHaveLength(2)
  }
})

async function anotherService(name: string, person: string): Promise<string> {
  const { db } = clinic.server
  const row = await db.selectFrom('services').selectAll().where('id', '=', facial).executeTakeFirstOrThrow()
  const id = crypto.randomUUID()
  await db
    .insertInto('services')
    .values({ ...row, id, name, search_text: name.toLowerCase(), buffer_after_minutes: 0 })
    .execute()
  await assignResources(db, id, person)
  return id
}

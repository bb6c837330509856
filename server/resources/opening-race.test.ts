import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import type { Tx } from '#server/db/pool.ts'
import { setHours, setService } from '#server/test/factories.ts'
import { runWhileLocked } from '#server/test/run-while-locked.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { instantOf, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { resourceMessages } from '#shared/resources/messages.ts'

// Each test uses a weekday of its own, so that it does not see the hours of another test.
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [
  '2027-02-01',
  '2027-02-02',
  '2027-02-03',
  '2027-02-04',
  '2027-02-05',
]
let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic({ poolSize: 8 })
})
afterAll(() => clinic.server.close())

async function book(date: CivilDate, further_services: string[] = []): Promise<string> {
  const client = await clinic.newClient()
  const visit = clinic.visit(date, '16:00:00', client.id)
  return outcomeOf(clinic.desk(contract.book, { body: { ...visit, further_services } }))
}

const required = { address: '12 Scout Street', phone: '0917 555 1234', email: 'hello@clinic.test', hours_text: 'Daily' }

/** Sets the closing time of the date's weekday to 2:30 PM. */
async function closeEarly(date: CivilDate): Promise<string> {
  const { needs_setup: _, logo_id: _logo, version: __, ...profile } = (await clinic.admin(clinicContract.read, {})).data
  const opening_hours = profile.opening_hours.map((day) =>
    day.weekday === weekdayOf(date) ? { ...day, first_slot: 0, last_slot: 12 } : day,
  )
  return outcomeOf(clinic.admin(clinicContract.save, { body: { ...profile, ...required, opening_hours } }))
}

const holdService = (tx: Tx) =>
  tx.selectFrom('services').select('id').where('id', '=', clinic.catalogue.serviceId).forUpdate().execute()

const visitsOn = (date: CivilDate) =>
  clinic.server.db.selectFrom('appointments').select('id').where('appointment_date', '=', date).execute()

test('opening hours changed while a booking is being saved are respected by the booking', async () => {
  const booked = await runWhileLocked(clinic.server.db, {
    lock: holdService,
    work: () => book(MONDAY),
    meanwhile: async () => expect(await closeEarly(MONDAY)).toBe('done'),
  })
  expect(booked).toBe(`409 ${s.slotTaken}`)
  expect(await visitsOn(MONDAY)).toHaveLength(0)
})

test('a booking that has waited for new opening hours to be saved is refused if it is outside the new hours', async () => {
  const booked = await runWhileLocked(clinic.server.db, {
    lock: (tx) => setHours(tx, weekdayOf(TUESDAY), '08:00', '15:00'),
    work: () => book(TUESDAY),
  })
  expect(booked).toBe(`409 ${s.slotTaken}`)
  expect(await visitsOn(TUESDAY)).toHaveLength(0)
})

test('new opening hours wait for a booking in progress, and list it among the affected visits', async () => {
  expect(await book(WEDNESDAY)).toBe('done')
  const [visit] = await visitsOn(WEDNESDAY)
  const at = (time: string) => instantOf(WEDNESDAY, time)
  // Locks the resources as a booking does at its end, and then inserts the visit.
  const hold = async (tx: Tx) => {
    await tx.selectFrom('resources').select('id').forKeyShare().execute()
    const time = { starts_at: at('17:00:00'), ends_at: at('17:30:00') }
    await tx.updateTable('appointments').set(time).where('id', '=', visit!.id).execute()
  }
  await clinic.server.db
    .updateTable('appointments')
    .set({ starts_at: at('09:00:00'), ends_at: at('09:30:00') })
    .where('id', '=', visit!.id)
    .execute()
  const saved = await runWhileLocked(clinic.server.db, { lock: hold, work: () => closeEarly(WEDNESDAY) })
  expect(saved).toBe(`409 ${resourceMessages.affectedVisits(1)}`)
})

test.each([
  ['the service', THURSDAY, () => clinic.catalogue.serviceId],
  ['a further service', FRIDAY, () => clinic.catalogue.otherServiceId],
])(
  'if the duration of %s changes while a visit is booked, the visit is not booked with the old duration',
  async (_, date, id) => {
    const booked = await runWhileLocked(clinic.server.db, {
      lock: async (tx) => {
        // Locks and changes the service, as a change in the catalogue's settings does.
        await tx.selectFrom('services').select('id').where('id', '=', id()).forUpdate().execute()
        await setService(tx, id(), { duration_minutes: 120 })
      },
      work: () => book(date, [clinic.catalogue.otherServiceId]),
    })
    expect(booked).toBe(`409 ${s.slotTaken}`)
    expect(await visitsOn(date)).toHaveLength(0)
    await setService(clinic.server.db, id(), { duration_minutes: 30 })
    expect(await book(date, [clinic.catalogue.otherServiceId])).toBe('done')
  },
)

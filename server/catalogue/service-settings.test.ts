import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract as contract } from '#shared/catalogue/contract.ts'
import { catalogueMessages as s } from '#shared/catalogue/messages.ts'
import { bookingOf, USUAL_BOOKING, type ServiceBooking } from '#shared/catalogue/service-booking.ts'

const DATE = '2026-12-01'
let clinic: BookingClinic
beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())
beforeEach(async () => {
  const { db } = clinic.server
  for (const table of ['resource_slots', 'appointments'] as const) await db.deleteFrom(table).execute()
  await db.updateTable('services').set(USUAL_BOOKING).execute()
})

const change = async (
  more: Partial<ServiceBooking> & { despite_visits?: boolean } = {},
  headers: Record<string, string> = {},
) =>
  (
    await clinic.admin(
      contract.changeBooking,
      { params: { id: clinic.catalogue.serviceId }, body: { ...USUAL_BOOKING, ...more } },
      { headers },
    )
  ).data
const stored = async () =>
  bookingOf(
    await clinic.server.db
      .selectFrom('services')
      .selectAll()
      .where('id', '=', clinic.catalogue.serviceId)
      .executeTakeFirstOrThrow(),
  )
const offered = async () =>
  (
    await clinic.server.as(null)(bookingCatalogueContract.services, {
      params: { treatmentId: clinic.catalogue.treatmentId },
    })
  ).data.map(({ service_name }) => service_name)

test('an admin changes the questions of a service; a call without questions keeps them, and the history names the change', async () => {
  const questions = ['Are you pregnant?', 'Any allergy?']
  expect((await change({ questions })).questions).toEqual(questions)
  expect((await lastLogEntry(clinic.server.db)).action).toMatch(/questions/)
  expect((await change({ questions: undefined, duration_minutes: 45 })).questions).toEqual(questions)
  const { data } = await clinic.server.as(null)(bookingCatalogueContract.services, {
    params: { treatmentId: clinic.catalogue.treatmentId },
  })
  expect(data.find(({ id }) => id === clinic.catalogue.serviceId)?.questions).toEqual(questions)
  await expect(change({ questions: ['One?', 'One?'] })).rejects.toThrow(s.questionTwice)
  await expect(change({ questions: Array.from({ length: 6 }, (_, at) => `Question ${at}?`) })).rejects.toThrow(
    s.mostQuestions(5),
  )
})

test('an admin sets the duration of a service and how it is booked, and the history shows it', async () => {
  const booking = {
    duration_minutes: 90,
    buffer_before_minutes: 15,
    buffer_after_minutes: 30,
    bookable_online: true,
    minimum_notice_minutes: 240,
    horizon_days: 60,
    rebook_after_days: 14,
    questions: [],
  }
  expect(await change(booking)).toMatchObject(booking)
  expect(await stored()).toEqual(booking)
  expect((await lastLogEntry(clinic.server.db)).action).toBe(
    'Changed the service Diamond peel: minutes from 30 to 90, minutes before from 0 to 15, minutes after from 0 to 30, minutes of notice from nothing to 240, days ahead from nothing to 60, days to the next visit from 28 to 14',
  )
})

test('a new service takes half an hour and can be booked online by default', async () => {
  const body = { service_name: 'Peel A', service_price: '10', treatment_id: clinic.catalogue.otherTreatmentId }
  const make = async (service_name: string, booking?: ServiceBooking) =>
    (
      await clinic.admin(contract.createService, {
        body: {
          ...body,
          service_name,
          service_pic: fileOf(await picture()),
          ...(booking && { booking: JSON.stringify(booking) }),
        },
      })
    ).data
  expect(bookingOf(await make('Peel A'))).toEqual(USUAL_BOOKING)
  const longer = { ...USUAL_BOOKING, duration_minutes: 120, bookable_online: false }
  expect(bookingOf(await make('Peel B', longer))).toEqual(longer)
})

test('a service that is not bookable online is hidden from the public, and staff can book it', async () => {
  await change({ bookable_online: false })
  expect(await offered()).toEqual(['Hydra glow'])
  const { data } = await clinic.desk(contract.services, {
    querystring: { treatment_id: clinic.catalogue.treatmentId },
  })
  expect(data.map(({ service_name }) => service_name)).toEqual(['Diamond peel', 'Hydra glow'])
  await clinic.appointment(DATE, '09:00:00', 'confirmed')
})

test('lengthening a service first lists the visits that were booked with the shorter duration; these visits keep their duration', async () => {
  const liza = await clinic.newClient('Liza Soriano')
  await clinic.appointment(DATE, '09:00:00', 'confirmed', liza)
  const visit = {
    client_name: 'Liza Soriano',
    appointment_date: DATE,
    appointment_time: '09:00:00',
    duration_minutes: 30,
  }
  await expect(change({ duration_minutes: 60 })).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    message: s.visitsShorter(1),
    data: { total: 1, visits: [visit] },
  })
  expect(await stored()).toEqual(USUAL_BOOKING)
  const kept = await change({ duration_minutes: 60, despite_visits: true })
  expect(kept.duration_minutes).toBe(60)
  const { starts_at, ends_at } = await clinic.server.db
    .selectFrom('appointments')
    .select(['starts_at', 'ends_at'])
    .executeTakeFirstOrThrow()
  expect(ends_at.getTime() - starts_at.getTime()).toBe(30 * 60_000)
  expect((await change({ duration_minutes: 45 })).duration_minutes).toBe(45)
})

test('a service form based on an older version is rejected with the newer service, and an unknown service gets a 404', async () => {
  const { version } = await change({ duration_minutes: 45 })
  const stale = change({ duration_minutes: 60 }, { 'if-match': String(version - 1) })
  await expect(stale).rejects.toMatchObject({ status: 409, code: 'stale', data: { duration_minutes: 45 } })
  await expect(
    clinic.admin(contract.changeBooking, { params: { id: clinic.cashier.id }, body: USUAL_BOOKING }),
  ).rejects.toMatchObject({ status: 404, message: s.serviceNotFound })
})

test.each([
  ['a duration of twenty minutes', { duration_minutes: 20 }, { duration_minutes: [s.duration] }],
  ['a duration of nine hours', { duration_minutes: 540 }, { duration_minutes: [s.duration] }],
  ['a buffer of five minutes before the visit', { buffer_before_minutes: 5 }, { buffer_before_minutes: [s.buffer] }],
  ['a buffer of five hours after the visit', { buffer_after_minutes: 300 }, { buffer_after_minutes: [s.buffer] }],
  ['a minimum notice of two months', { minimum_notice_minutes: 86_400 }, { minimum_notice_minutes: [s.notice] }],
  ['a booking horizon of no days', { horizon_days: 0 }, { horizon_days: [s.horizon] }],
  ['a next visit on the same day', { rebook_after_days: 0 }, { rebook_after_days: [s.rebookAfter] }],
])('a service with %s is rejected with a message', async (_, more, errors) => {
  await expect(change(more)).rejects.toMatchObject({ status: 422, errors })
  expect(await stored()).toEqual(USUAL_BOOKING)
})

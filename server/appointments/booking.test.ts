import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { setHours } from '#server/test/factories.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

const count = async () => {
  const { n } = await clinic.server.db
    .selectFrom('appointments')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

const numberOf = async (userId: string) =>
  (
    await clinic.server.db
      .selectFrom('users')
      .select('contact_number')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).contact_number

test('a client books, and staff see the pending appointment with the client’s name and phone number', async () => {
  const client = await clinic.newClient('Bianca Garcia')
  const { data } = await clinic.server.as(client.token)(contract.book, {
    body: { ...clinic.visit('2026-11-23', '09:00:00'), contact_number: '0917 123 4567' },
  })
  expect(data).toMatchObject({
    treatment_name: 'Facials',
    service_name: 'Diamond peel',
    appointment_date: '2026-11-23',
    appointment_time: '09:00',
    appointment_status: 'pending',
    can_cancel: true,
  })
  expect(await clinic.read(data.appointment_id)).toMatchObject({
    name: 'Bianca Garcia',
    user_id: client.id,
    contact_number: '0917 123 4567',
    appointment_time: '09:00:00',
    status: 'pending',
    version: 1,
    overdue: false,
    is_paid: false,
  })
  expect(await clinic.logs(data.appointment_id)).toEqual([
    'Booked Diamond peel for Bianca Garcia on November 23, 2026, 9:00 AM',
  ])
})

test('a phone number that is entered in a booking is saved in the profile if the profile has none, and staff find it in local and international format', async () => {
  const client = await clinic.newClient()
  const body = { ...clinic.visit('2026-11-23', '10:00:00'), contact_number: '0917 765 4321' }
  await clinic.server.as(client.token)(contract.book, { body })
  expect(await numberOf(client.id)).toBe('0917 765 4321')
  expect(await clinic.logs(client.id)).toEqual([`Added a mobile number to the profile of ${client.name}`])
  const again = { ...clinic.visit('2026-11-23', '10:30:00'), contact_number: '0999 000 1111' }
  const { data } = await clinic.server.as(client.token)(contract.book, { body: again })
  expect(await numberOf(client.id)).toBe('0917 765 4321')
  expect((await clinic.read(data.appointment_id)).contact_number).toBe('0999 000 1111')
  expect(await clinic.logs(client.id)).toHaveLength(1)
  const found = await clinic.desk(contract.list, { querystring: { scope: 'active', search: '+639177654321' } })
  expect(found.total).toBe(2)
})

test('the words «NOT PROVIDED» sent as phone number of a booking are shown to staff, but never saved as the client’s number', async () => {
  const client = await clinic.newClient()
  const body = { ...clinic.visit('2026-11-23', '11:00:00', client.id), contact_number: 'NOT PROVIDED' }
  const { data } = await clinic.desk(contract.book, { body })
  expect(await numberOf(client.id)).toBeNull()
  expect((await clinic.read(data.appointment_id)).contact_number).toBe('NOT PROVIDED')
})

test('staff may book a visit as confirmed, and one log line records booking and confirmation', async () => {
  const client = await clinic.newClient('Rosa Lim')
  const body = { ...clinic.visit('2026-11-23', '13:00:00', client.id), status: 'confirmed' as const }
  const { data } = await clinic.desk(contract.book, { body })
  expect(await clinic.read(data.appointment_id)).toMatchObject({ status: 'confirmed', version: 1 })
  expect(await clinic.logs(data.appointment_id)).toEqual([
    'Booked and confirmed Diamond peel for Rosa Lim on November 23, 2026, 1:00 PM',
  ])
})

test('a client cannot book a visit as confirmed, and staff cannot book one as already in progress', async () => {
  const client = await clinic.newClient()
  const before = await count()
  const booking = clinic.visit('2026-11-23', '13:30:00')
  const confirmed = { ...booking, status: 'confirmed' as const }
  await expectRefused(clinic.server.as(client.token)(contract.book, { body: confirmed }), 403, s.onlyStaffConfirm)
  const begun = { ...booking, user_id: client.id, status: 'on-going' as 'confirmed' }
  await expect(clinic.desk(contract.book, { body: begun })).rejects.toMatchObject({ status: 422 })
  expect(await count()).toBe(before)
})

test('a client cannot book for somebody else', async () => {
  const [client, other] = [await clinic.newClient(), await clinic.newClient()]
  const before = await count()
  const body = clinic.visit('2026-11-23', '12:00:00', other.id)
  await expectRefused(clinic.server.as(client.token)(contract.book, { body }), 403, s.onlyForYourself)
  expect(await count()).toBe(before)
})

test('staff must choose a client: no client, staff, unknown people and closed accounts are rejected', async () => {
  const closed = await clinic.newClient()
  await clinic.server.db
    .updateTable('people')
    .set({ closed_at: new Date(), email: null })
    .where('id', '=', closed.id)
    .execute()
  const unknown = '01900000-0000-7000-8000-00000000dead'
  const before = await count()
  for (const userId of [undefined, clinic.cashier.id, unknown, closed.id]) {
    const body = clinic.visit('2026-11-23', '12:00:00', userId)
    const error = await expectRefused(clinic.desk(contract.book, { body }), 422, s.invalidCustomer)
    expect(error.errors).toEqual({ user_id: [s.invalidCustomer] })
  }
  expect(await count()).toBe(before)
})

test('a booking of a time that cannot be booked is rejected with a message about the reason, and changes nothing', async () => {
  const client = await clinic.newClient()
  const before = await count()
  const cases = [
    ['2026-11-20', '09:00:00', 422, s.pastDate],
    ['2026-11-21', '08:30:00', 422, s.pastDate],
    ['2026-11-21', '09:00:00', 422, s.pastDate],
    ['2027-11-22', '09:00:00', 422, s.beyondHorizon],
    ['2026-11-23', '07:30:00', 422, s.notASlot],
    ['2026-11-23', '09:15:00', 422, s.notASlot],
    ['2026-11-23', '00:30:00', 422, s.notASlot],
  ] as const
  for (const caller of [clinic.desk, clinic.server.as(client.token)])
    for (const [date, time, status, sentence] of cases)
      await expectRefused(caller(contract.book, { body: clinic.visit(date, time, client.id) }), status, sentence)
  expect(await count()).toBe(before)
})

test('a date exactly twelve months ahead can still be booked', async () => {
  const client = await clinic.newClient()
  const { data } = await clinic.desk(contract.book, { body: clinic.visit('2027-11-21', '09:00:00', client.id) })
  expect(data.appointment_date).toBe('2027-11-21')
})

test('no visit can be booked outside the opening hours or on a closed weekday', async () => {
  const { db } = clinic.server
  // The clinic is open on Tuesdays from 10:00 to 18:00 and closed on Thursdays.
  await setHours(db, 2, '10:00', '18:00')
  await db.updateTable('opening_hours').set({ is_open: false }).where('weekday', '=', 4).execute()
  const client = await clinic.newClient()
  const book = (date: string, time: string) => clinic.desk(contract.book, { body: clinic.visit(date, time, client.id) })
  await expectRefused(book('2026-11-24', '09:30:00'), 422, s.outsideHours)
  await expectRefused(book('2026-11-24', '18:00:00'), 422, s.outsideHours)
  await expectRefused(book('2026-11-26', '12:00:00'), 422, s.outsideHours)
  await book('2026-11-24', '10:00:00')
  await book('2026-11-24', '17:30:00')
  const taken = await clinic.server.as(null)(contract.unavailableTimes, { body: { date: '2026-11-24' } })
  expect(taken.appointment_times.slice(0, 5)).toEqual(['08:00:00', '08:30:00', '09:00:00', '09:30:00', '10:00:00'])
  expect(taken.appointment_times).not.toContain('10:30:00')
  const closed = await clinic.server.as(null)(contract.unavailableTimes, { body: { date: '2026-11-26' } })
  expect(closed.appointment_times).toHaveLength(33)
  for (const weekday of [2, 4]) await setHours(db, weekday, '08:00', '00:30')
})

test('an unknown treatment, and an unknown, deleted or unrelated service are each rejected with a message', async () => {
  const { treatmentId, otherTreatmentServiceId, otherServiceId } = clinic.catalogue
  const client = await clinic.newClient()
  const unknown = '01900000-0000-7000-8000-00000000dead'
  const before = await count()
  const book = (treatment_id: string, service_id: string) =>
    clinic.desk(contract.book, {
      body: { ...clinic.visit('2026-11-23', '13:00:00', client.id), treatment_id, service_id },
    })
  await clinic.server.db
    .updateTable('services')
    .set({ deleted_at: new Date() })
    .where('id', '=', otherServiceId)
    .execute()
  await expectRefused(book(unknown, otherServiceId), 422, s.unknownTreatment)
  await expectRefused(book(treatmentId, unknown), 422, s.unknownService)
  await expectRefused(book(treatmentId, otherServiceId), 422, s.unknownService)
  await expectRefused(book(treatmentId, otherTreatmentServiceId), 422, s.unknownService)
  expect(await count()).toBe(before)
})

test('a booking of an occupied time is rejected with a message; the list of unavailable times contains only times, and nothing about the bookings', async () => {
  await clinic.appointment('2026-12-01', '15:00:00')
  const client = await clinic.newClient()
  const body = clinic.visit('2026-12-01', '15:00:00')
  const error = await expectRefused(clinic.server.as(client.token)(contract.book, { body }), 409, s.slotTaken)
  expect(error.code).toBe('slot_taken')
  const answer = await clinic.server.app.inject({
    method: 'POST',
    url: '/api/check-conflict-time',
    payload: { date: '2026-12-01' },
  })
  expect(answer.json()).toEqual({ appointment_times: ['15:00:00'] })
})

test('a booking with malformed, missing, oversized or unknown fields is rejected and changes nothing', async () => {
  const client = await clinic.newClient()
  const good = clinic.visit('2026-12-05', '09:00:00', client.id)
  const before = await count()
  const bodies: unknown[] = [
    {},
    [],
    'text',
    null,
    { ...good, appointment_date: '2026-02-30' },
    { ...good, appointment_date: '5 December' },
    { ...good, appointment_time: '9:00' },
    { ...good, appointment_time: 540 },
    { ...good, service_id: 'x' },
    { ...good, user_id: '1 or 1=1' },
    { ...good, contact_number: 'x'.repeat(41) },
    { ...good, contact_number: 'call me' },
    { ...good, status: 'completed' },
    { ...good, id: good.service_id },
    { ...good, price: 1 },
    { ...good, created_by: client.id },
    { ...good, treatment_id: undefined },
  ]
  for (const body of bodies) {
    const answer = await clinic.server.app.inject({
      method: 'POST',
      url: '/api/store-appointments',
      headers: { authorization: `Bearer ${clinic.cashier.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body) ?? '',
    })
    expect([JSON.stringify(body), answer.statusCode]).toEqual([JSON.stringify(body), 422])
    expect(answer.json()).toMatchObject({ code: 'validation' })
  }
  expect(await count()).toBe(before)
})

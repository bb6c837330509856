import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { createResource, emptyBookings, MAIN_ROOM_ID } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { resourcesContract as contract } from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'

/** The date of the visits in this file, a Tuesday. */
const DATE = '2026-12-01'
let clinic: BookingClinic
let practitioner: string

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

/** One practitioner does the service. There are visits of it at 9:00 and 14:00. */
beforeEach(async () => {
  const { db } = clinic.server
  await emptyBookings(db)
  practitioner = await createResource(db, 'practitioner', 'Ana')
  await db
    .insertInto('service_resources')
    .values({ service_id: clinic.catalogue.serviceId, resource_id: practitioner })
    .execute()
  await clinic.appointment(DATE, '09:00:00', 'confirmed', await clinic.newClient('Liza Soriano'))
  await clinic.appointment(DATE, '14:00:00', 'pending', await clinic.newClient('Maria Santos'))
})

const params = () => ({ id: practitioner })
const leave = (more: object = {}) => ({
  first_date: DATE,
  last_date: DATE,
  kind: 'leave' as const,
  starts_at: null as string | null,
  ends_at: null as string | null,
  note: '',
  ...more,
})
const addException = (more: object = {}) => clinic.admin(contract.addException, { params: params(), body: leave(more) })
const body = (more: object = {}) => ({
  name: 'Ana',
  title: '',
  colour: '' as const,
  is_active: 'true' as const,
  service_ids: JSON.stringify([clinic.catalogue.serviceId]),
  week: '[]',
  ...more,
})
const update = (more: object = {}) => clinic.admin(contract.update, { params: params(), body: body(more) })
const statuses = async () =>
  (await clinic.server.db.selectFrom('appointments').select('status').orderBy('starts_at').execute()).map(
    ({ status }) => status,
  )
const week = (opens_at: string, closes_at: string) => JSON.stringify([{ weekday: 2, opens_at, closes_at }])

/** Expects that a change is refused with a 409 that lists the visits of these clients, and that nothing is saved. */
async function expectAffected(change: () => Promise<unknown>, names: string[]): Promise<void> {
  const before = await clinic.admin(contract.list, { querystring: {} })
  await expect(change()).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    message: s.affectedVisits(names.length),
    data: { total: names.length, visits: names.map((client_name) => ({ client_name })) },
  })
  expect(await clinic.admin(contract.list, { querystring: {} })).toEqual(before)
}

test('adding leave over booked visits is refused with a list of these visits, and no leave is added', async () => {
  await expectAffected(() => addException(), ['Liza Soriano', 'Maria Santos'])
  await expect(addException()).rejects.toMatchObject({
    data: {
      visits: [
        { service_name: 'Diamond peel', appointment_date: DATE, appointment_time: '09:00:00', duration_minutes: 30 },
        {},
      ],
    },
  })
})

test('after the user has confirmed the listed visits, the leave is added, and each visit stays booked', async () => {
  const { data } = await addException({ despite_visits: true })
  expect(data.exceptions).toHaveLength(1)
  expect(await statuses()).toEqual(['confirmed', 'pending'])
  expect((await lastLogEntry(clinic.server.db)).action).toBe('Added leave of Ana on 2026-12-01 (2 booked visits kept)')
  await expect(
    clinic.desk(appointmentsContract.book, { body: clinic.visit(DATE, '10:00:00', (await clinic.newClient()).id) }),
  ).rejects.toMatchObject({ status: 409 })
})

test('leave for part of a day, different hours and a block list only the visits they overlap', async () => {
  await expectAffected(() => addException({ starts_at: '13:00:00', ends_at: '18:00:00' }), ['Maria Santos'])
  await expectAffected(
    () => addException({ kind: 'hours', starts_at: '13:00:00', ends_at: '18:00:00' }),
    ['Liza Soriano'],
  )
  await expectAffected(
    () => addException({ kind: 'block', starts_at: '09:15:00', ends_at: '09:45:00' }),
    ['Liza Soriano'],
  )
  await addException({ kind: 'block', starts_at: '09:30:00', ends_at: '14:00:00' })
})

test('shortening weekly hours lists the visits outside the new hours', async () => {
  await expectAffected(() => update({ week: week('10:00:00', '18:00:00') }), ['Liza Soriano'])
  await update({ week: week('09:00:00', '14:30:00') })
  const { data } = await update({ week: week('09:00:00', '14:15:00'), despite_visits: 'true' })
  expect(data.week).toEqual([{ weekday: 2, opens_at: '09:00:00', closes_at: '14:15:00' }])
})

test('deactivating a resource lists all of its visits', async () => {
  await expectAffected(() => update({ is_active: 'false' }), ['Liza Soriano', 'Maria Santos'])
  expect((await update({ is_active: 'false', despite_visits: 'true' })).data.is_active).toBe(false)
  expect(await statuses()).toEqual(['confirmed', 'pending'])
})

test('a visit that a resource could not take even before a change is not listed as affected by the change', async () => {
  await addException({ despite_visits: true })
  await addException({ kind: 'block', starts_at: '09:00:00', ends_at: '10:00:00' })
})

test('past or cancelled visits are not listed as affected visits', async () => {
  await clinic.server.db.updateTable('appointments').set({ status: 'completed', done_at: new Date() }).execute()
  await addException()
})

test('removing the different hours that a practitioner or room has on one date lists the visits in these hours', async () => {
  await update({ week: week('09:00:00', '18:00:00') })
  const { data } = await addException({ kind: 'hours', starts_at: '08:00:00', ends_at: '20:00:00' })
  await clinic.appointment(DATE, '18:30:00', 'confirmed', await clinic.newClient('Rosa Cruz'))
  const remove = (despite_visits: 'no' | 'yes') =>
    clinic.admin(contract.removeException, {
      params: { ...params(), exception_id: data.exceptions[0]!.id },
      querystring: { despite_visits },
    })
  await expectAffected(() => remove('no'), ['Rosa Cruz'])
  expect((await remove('yes')).data.exceptions).toEqual([])
})

test('closing the clinic for some hours blocks every room, once the user has confirmed the visits in these hours', async () => {
  const second = await createResource(clinic.server.db, 'room', 'Second room')
  const close = (despite_visits: boolean) =>
    clinic.admin(contract.closeRooms, {
      body: { first_date: DATE, last_date: DATE, starts_at: '13:00:00', ends_at: '17:00:00', note: '', despite_visits },
    })
  await expectAffected(() => close(false), ['Maria Santos'])
  expect((await close(true)).data).toEqual({ rooms: 2 })
  expect(await statuses()).toEqual(['confirmed', 'pending'])
  const { data } = await clinic.admin(contract.list, { querystring: { kind: 'room' } })
  const block = { kind: 'block', first_date: DATE, last_date: DATE, starts_at: '13:00:00', ends_at: '17:00:00' }
  expect(data.map(({ id, exceptions }) => [id, exceptions])).toMatchObject([
    [MAIN_ROOM_ID, [block]],
    [second, [block]],
  ])
  expect((await lastLogEntry(clinic.server.db)).action).toBe(
    'Closed the clinic from 13:00 to 17:00 on 2026-12-01 (1 booked visits kept)',
  )
  const { appointment_times: taken } = await clinic.server.as(null)(appointmentsContract.unavailableTimes, {
    body: { date: DATE },
  })
  expect(taken.filter((time) => time >= '12:00:00' && time <= '17:00:00')).toEqual(
    ['13:00', '13:30', '14:00', '14:30', '15:00', '15:30', '16:00', '16:30'].map((time) => `${time}:00`),
  )

  const [entry] = data[0]!.exceptions
  expect(entry?.closes_clinic).toBe(true)
  await clinic.admin(contract.reopenRooms, { params: { entry_id: entry!.id } })
  const { data: opened } = await clinic.admin(contract.list, { querystring: { kind: 'room' } })
  expect(opened.map(({ exceptions }) => exceptions)).toEqual([[], []])
  expect((await lastLogEntry(clinic.server.db)).action).toBe(
    'Opened the clinic again from 13:00 to 17:00 on 2026-12-01',
  )
  const again = clinic.admin(contract.reopenRooms, { params: { entry_id: entry!.id } })
  await expect(again).rejects.toMatchObject({ status: 404, message: s.exceptionNotFound })
})

test('the clinic cannot be closed for hours on a past day, or hours that end before they start', async () => {
  const close = (more: object) =>
    clinic.admin(contract.closeRooms, {
      body: { first_date: DATE, last_date: DATE, starts_at: '13:00:00', ends_at: '17:00:00', note: '', ...more },
    })
  await expect(close({ first_date: '2026-10-01' })).rejects.toMatchObject({
    status: 422,
    errors: { first_date: [s.pastDate] },
  })
  await expect(close({ ends_at: '12:00:00' })).rejects.toMatchObject({
    status: 422,
    errors: { ends_at: [s.endAfterBegin] },
  })
})

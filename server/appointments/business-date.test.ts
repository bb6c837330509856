import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

const D = '2026-11-30'
const NEXT = '2026-12-01'

let clinic: BookingClinic
let midnight: string

beforeAll(async () => {
  clinic = await startBookingClinic()
  midnight = await clinic.appointment(D, '00:00:00', 'confirmed')
  await clinic.appointment(D, '23:30:00', 'confirmed')
  await clinic.appointment(NEXT, '08:00:00', 'confirmed')
})
afterAll(() => clinic.server.close())

const at = async <T>(instant: string, work: () => Promise<T>): Promise<T> => {
  const before = clinic.server.clock.now
  clinic.server.clock.now = new Date(instant)
  try {
    return await work()
  } finally {
    clinic.server.clock.now = before
  }
}

const range = async (from: string, to: string) =>
  (await clinic.desk(contract.list, { querystring: { scope: 'range', from, to } })).appointments.map(
    (row) => `${row.appointment_date} ${row.appointment_time}`,
  )

const taken = async (date: string) =>
  (await clinic.server.as(null)(contract.unavailableTimes, { body: { date } })).appointment_times

test('the slot at midnight belongs to the day that ends then, and is its last slot in every list', async () => {
  expect(await range(D, D)).toEqual([`${D} 23:30:00`, `${D} 00:00:00`])
  expect(await range(NEXT, NEXT)).toEqual([`${NEXT} 08:00:00`])
  expect(await range('2026-11-29', '2026-11-29')).toEqual([])
  expect(await range(D, NEXT)).toEqual([`${D} 23:30:00`, `${D} 00:00:00`, `${NEXT} 08:00:00`])
})

test('a visit at midnight occupies no slot but the one of midnight', async () => {
  expect(await taken(D)).toEqual(['23:30:00', '00:00:00'])
  expect(await taken(NEXT)).toEqual(['08:00:00'])
  const client = await clinic.newClient()
  await expectRefused(clinic.desk(contract.book, { body: clinic.visit(D, '00:00:00', client.id) }), 409, s.slotTaken)
})

test('a visit at the midnight that ends a date can be booked until a second before that midnight', async () => {
  const client = await clinic.newClient()
  const today = { body: clinic.visit('2026-11-21', '00:00:00', client.id) }
  await at('2026-11-22T00:00:00+08:00', () => expectRefused(clinic.desk(contract.book, today), 422, s.pastDate))
  await at('2026-11-21T23:59:59+08:00', async () => {
    expect((await taken('2026-11-21')).at(-1)).toBe('23:30:00')
    await clinic.desk(contract.book, today)
    expect((await taken('2026-11-21')).at(-1)).toBe('00:00:00')
  })
})

test('closing a date closes the midnight at its end; closing the following date does not close that midnight', async () => {
  const disable = (date: string) => clinic.desk(contract.disableDates, { body: { date: [date], remark: 'Closed' } })
  await disable('2027-01-06')
  await disable('2027-01-08')
  const client = await clinic.newClient()
  const book = (date: string) => clinic.desk(contract.book, { body: clinic.visit(date, '00:00:00', client.id) })
  await expectRefused(book('2027-01-06'), 409, s.dateClosed)
  await book('2027-01-07')
})

test('a midnight appointment can be started on its date, and is overdue half an hour after midnight', async () => {
  const overdue = async () => (await clinic.read(midnight)).overdue
  await at('2026-12-01T00:29:59+08:00', async () => expect(await overdue()).toBe(false))
  await at('2026-12-01T00:30:00+08:00', async () => expect(await overdue()).toBe(true))
  await at('2026-11-30T10:00:00+08:00', () =>
    clinic.desk(contract.updateStatus, { params: { id: midnight }, body: { status: 'on-going' } }),
  )
  expect((await clinic.read(midnight)).status).toBe('on-going')
})

test('a client sees a midnight visit on its date and may cancel it until it starts', async () => {
  const client = await clinic.newClient()
  const own = clinic.server.as(client.token)
  await own(contract.book, { body: clinic.visit('2026-12-10', '00:00:00') })
  const mine = () => own(contract.mine, { querystring: {} })
  expect((await mine()).appointments[0]).toMatchObject({ appointment_date: '2026-12-10', appointment_time: '00:00' })
  await at('2026-12-10T23:59:00+08:00', async () => expect((await mine()).appointments[0]?.can_cancel).toBe(true))
  await at('2026-12-11T00:00:00+08:00', async () => expect((await mine()).appointments[0]?.can_cancel).toBe(false))
})

test('moving a visit from midnight to 11:30 PM of the same date frees midnight', async () => {
  const id = await clinic.appointment('2026-12-15', '00:00:00')
  const body = { appointment_id: id, appointment_date: '2026-12-15', appointment_time: '23:30:00' }
  await clinic.desk(contract.reschedule, { params: { id }, body })
  expect(await taken('2026-12-15')).toEqual(['23:30:00'])
})

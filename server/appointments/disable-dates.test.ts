import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { closedDatesMessages } from '#shared/closed-dates/messages.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

type More = { remark?: string; despite_appointments?: boolean; seen_appointments?: string[] }
const disable = (dates: string[], more: More = {}) =>
  clinic.desk(contract.disableDates, { body: { date: dates, remark: 'Staff training', ...more } })

const closedDates = async () =>
  (await clinic.server.as(null)(closedDatesContract.disabledDates, {})).data.map((row) => row.date)

test('several dates are closed with one remark, each with its own id, status and log entry', async () => {
  const { success, data } = await disable(['2026-12-02', '2026-12-01', '2026-12-02'])
  expect(success).toBe(true)
  expect(data.ids).toHaveLength(2)
  expect(data.id).toBe(data.ids[0])
  expect(await closedDates()).toEqual(['2026-12-01', '2026-12-02'])
  expect(await clinic.logs(data.ids[0]!)).toEqual(['Disabled December 1, 2026'])
  const client = await clinic.newClient()
  for (const caller of [clinic.desk, clinic.server.as(client.token)])
    await expectRefused(
      caller(contract.book, { body: clinic.visit('2026-12-01', '09:00:00', client.id) }),
      409,
      s.dateClosed,
    )
})

test('if a date to be closed has appointments, they are listed first; after a confirmation the date is closed and the appointments stay booked', async () => {
  const id = await clinic.appointment('2026-12-08', '09:00:00', 'confirmed')
  await clinic.appointment('2026-12-08', '10:00:00', 'cancelled')
  await clinic.appointment('2026-12-10', '10:00:00')
  const before = await closedDates()
  const error = await expectRefused(disable(['2026-12-07', '2026-12-08']), 409, s.datesHaveAppointments(1))
  expect(error.data).toMatchObject({ total: 1, appointments: [{ id, appointment_date: '2026-12-08' }] })
  expect(await closedDates()).toEqual(before)
  await disable(['2026-12-07', '2026-12-08'], { despite_appointments: true })
  expect(await closedDates()).toEqual([...before, '2026-12-07', '2026-12-08'])
  expect((await clinic.read(id)).status).toBe('confirmed')
})

test('an appointment booked after the list of appointments was shown is listed too before the date is closed', async () => {
  const seen = await clinic.appointment('2026-12-15', '09:00:00', 'confirmed')
  const before = await closedDates()
  await clinic.appointment('2026-12-15', '10:00:00')
  const despite = { despite_appointments: true, seen_appointments: [seen] }
  const error = await expectRefused(disable(['2026-12-15'], despite), 409, s.datesHaveAppointments(2))
  expect(await closedDates()).toEqual(before)
  const { appointments } = error.data as { appointments: { id: string }[] }
  await disable(['2026-12-15'], { despite_appointments: true, seen_appointments: appointments.map(({ id }) => id) })
  expect(await closedDates()).toEqual([...before, '2026-12-15'])
})

test('closing dates is rejected with a message for past and already closed dates, without a reason, and for none or more than sixty', async () => {
  const before = await closedDates()
  await expectRefused(disable(['2026-12-20', '2026-11-20']), 422, closedDatesMessages.pastDate)
  await expectRefused(disable(['2026-12-21', '2026-12-01']), 409, closedDatesMessages.alreadyDisabled)
  await expectRefused(disable(['2026-12-20'], { remark: '  ' }), 422, closedDatesMessages.reasonRequired)
  await expectRefused(disable([]), 422, 'Choose at least one date.')
  const many = Array.from({ length: 61 }, () => '2026-12-20')
  await expectRefused(disable(many), 422, 'Choose at most 60 dates at once.')
  expect(await closedDates()).toEqual(before)
})

test('staff can close the rest of today, and then nobody can book it', async () => {
  await disable(['2026-11-21'])
  const client = await clinic.newClient()
  const body = clinic.visit('2026-11-21', '20:00:00', client.id)
  await expectRefused(clinic.desk(contract.book, { body }), 409, s.dateClosed)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused, startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { closedDatesContract as contract } from '#shared/closed-dates/contract.ts'
import { closedDatesMessages as s } from '#shared/closed-dates/messages.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { closedDatesOf } from './closed-dates.ts'

let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

const UNKNOWN = '01900000-0000-7000-8000-00000000dead'

const close = async (date: string) =>
  (await clinic.desk(appointmentsContract.disableDates, { body: { date: [date], remark: 'Aircon repair' } })).data.id

const publicDates = () => clinic.server.as(null)(contract.disabledDates, {})

const bookAsClient = async (date: string, time = '09:00:00') => {
  const client = await clinic.newClient()
  return clinic.server.as(client.token)(appointmentsContract.book, { body: clinic.visit(date, time) })
}

test('the closed dates from today on are public, but only staff see the reason', async () => {
  const old = await close('2026-11-22')
  const id = await close('2026-12-01')
  expect((await publicDates()).data).toEqual([
    { id: old, date: '2026-11-22', status: 'pending' },
    { id, date: '2026-12-01', status: 'pending' },
  ])
  clinic.server.clock.now = new Date('2026-11-23T00:00:00+08:00')
  expect((await publicDates()).data.map((row) => row.id)).toEqual([id])
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  const staff = await clinic.desk(appointmentsContract.list, {
    querystring: { scope: 'range', from: '2026-12-01', to: '2026-12-01' },
  })
  expect(staff.disabled_dates).toEqual([{ id, date: '2026-12-01', status: 'pending', remark: 'Aircon repair' }])
})

test('the closed dates of a period that touches three years contain the holidays of each year', async () => {
  const row = { disabled: [], holidays: [], opened: [], years: [] }
  const { holidays } = await closedDatesOf(row, '2026-12-01', '2028-01-31')
  for (const date of ['2026-12-25', '2027-12-25', '2028-01-01'])
    expect([date, holidays.has(date)]).toEqual([date, true])
})

test('a change of the remark of a closed date is logged without the text of the remark; saving an unchanged remark is not logged', async () => {
  const id = await close('2026-12-02')
  const { data } = await clinic.desk(contract.changeRemark, { params: { id }, body: { remark: ' Staff outing ' } })
  expect(data).toEqual({ id, date: '2026-12-02', status: 'pending', remark: 'Staff outing' })
  await clinic.desk(contract.changeRemark, { params: { id }, body: { remark: 'Staff outing' } })
  expect(await clinic.logs(id)).toEqual([
    'Disabled December 2, 2026',
    'Changed the remark of the disabled date December 2, 2026',
  ])
  const blank = clinic.desk(contract.changeRemark, { params: { id }, body: { remark: '' } })
  await expectRefused(blank, 422, s.reasonRequired)
  const unknown = clinic.desk(contract.changeRemark, { params: { id: UNKNOWN }, body: { remark: 'x' } })
  await expectRefused(unknown, 404, s.notFound)
})

test('a closed date that staff enable can be booked again; enabling it twice gets an error', async () => {
  const id = await close('2026-12-03')
  await expectRefused(bookAsClient('2026-12-03'), 409, appointmentMessages.dateClosed)
  expect(await clinic.desk(contract.enable, { params: { id } })).toEqual({ message: s.enabled })
  await bookAsClient('2026-12-03')
  expect((await clinic.logs(id)).at(-1)).toBe('Enabled December 3, 2026 again')
  await expectRefused(clinic.desk(contract.enable, { params: { id } }), 404, s.notFound)
})

test('a public holiday cannot be booked by clients, even before anyone has loaded a calendar; staff can book it', async () => {
  await expectRefused(bookAsClient('2026-12-25'), 409, appointmentMessages.dateClosed)
  await expectRefused(bookAsClient('2026-12-25', '00:00:00'), 409, appointmentMessages.dateClosed)
  await clinic.appointment('2026-12-25', '10:00:00')
  await bookAsClient('2026-12-26')
})

test('a public holiday that staff open for bookings can be booked by clients, and is no longer in the list of holidays', async () => {
  const holidays = async () =>
    (await clinic.server.as(null)(contract.holidays, { querystring: { year: 2026 } })).data.map((day) => day.date)
  expect(await holidays()).toContain('2026-12-30')
  await clinic.desk(contract.enable, { params: { id: '2026-12-30' } })
  expect(await holidays()).not.toContain('2026-12-30')
  await bookAsClient('2026-12-30')
  expect(await clinic.logs('2026-12-30')).toEqual(['Opened December 30, 2026 (Rizal Day) for bookings'])
  await expectRefused(clinic.desk(contract.enable, { params: { id: '2026-12-30' } }), 404, s.noHoliday)
  await expectRefused(clinic.desk(contract.enable, { params: { id: '2026-12-29' } }), 404, s.noHoliday)
  // A public holiday that the clinic has opened for bookings can be closed like any other day.
  await clinic.desk(appointmentsContract.disableDates, {
    body: { date: ['2026-12-30'], remark: 'Closed after all', despite_appointments: true },
  })
  await expectRefused(bookAsClient('2026-12-30', '11:00:00'), 409, appointmentMessages.dateClosed)
})

test('enabling a closed date for bookings with an invalid id or date is rejected', async () => {
  for (const id of ['x', '2026-02-30', '2026-12-25T00:00:00'])
    await expectRefused(clinic.desk(contract.enable, { params: { id } }), 422, fieldMessages.id)
})

import { openBrowser, type Browser } from '#server/test/browser.ts'
import { expect, test } from 'vitest'
import { setService } from '#server/test/factories.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, termsMessages } from '#shared/appointments/messages.ts'
import { boardContract } from '#shared/appointments/board-contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { addDays, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { expectRefused } from './booking-fixture.ts'
import { ana, ask, bea, book, clinic, DATE, setRules, openAvailabilityClinic } from './availability-fixture.ts'

openAvailabilityClinic()

/** Returns the first free start for staff, to whom no minimum notice applies. */
const desk = async () =>
  (
    await clinic.desk(availabilityContract.atDesk, {
      querystring: { service_id: clinic.catalogue.serviceId, date: DATE },
    })
  ).data.days[0]!.starts.map(({ time }) => time)

test('visits start every quarter hour, half hour or hour, as the clinic sets it, and at no other time', async () => {
  const { db } = clinic.server
  await setService(db, clinic.catalogue.serviceId, { duration_minutes: 45 })
  const times = async () => (await ask()).days[0]!.starts.map(({ time }) => time.slice(0, 5))
  const taken = async () =>
    (await clinic.server.as(null)(contract.unavailableTimes, { body: { date: DATE, ...withService() } }))
      .appointment_times
  const withService = () => ({ service_id: clinic.catalogue.serviceId })
  expect(await times()).toEqual(['08:00', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00'])
  await setRules({ start_interval_minutes: 60 })
  expect(await times()).toEqual(['08:00', '09:00', '10:00', '11:00'])
  expect((await taken()).every((time) => time.endsWith(':00:00'))).toBe(true)
  await expectRefused(book('08:30:00'), 422, s.notASlot)
  await setRules({ start_interval_minutes: 15 })
  await book('08:15:00')
  await book('08:15:00')
  // From 8:15 to 9:00 both practitioners and both rooms are taken.
  expect((await times()).slice(0, 3)).toEqual(['09:00', '09:15', '09:30'])
  expect((await times()).at(-1)).toBe('11:15')
  expect((await taken()).slice(0, 4)).toEqual(['08:00:00', '08:15:00', '08:30:00', '08:45:00'])
})

test('a visit outside the clinic’s start times keeps its time when another practitioner takes over', async () => {
  await setRules({ start_interval_minutes: 15 })
  await book('09:15:00')
  await setRules({ start_interval_minutes: 60 })
  const { data } = await clinic.desk(boardContract.day, { querystring: { date: DATE } })
  expect(data.start_interval_minutes).toBe(60)
  const [visit] = data.visits
  const to = { appointment_id: visit!.id, appointment_date: DATE }
  const move = (appointment_time: CivilTime, practitioner_id: string, appointment_date: CivilDate = DATE) =>
    clinic.desk(contract.reschedule, {
      params: { id: visit!.id },
      body: { ...to, appointment_time, appointment_date, practitioner_id },
    })
  const other = visit!.practitioner_id === ana ? bea : ana
  await expectRefused(move('10:15:00', other), 422, s.notASlot)
  await expectRefused(move('09:15:00', other, addDays(DATE, 1)), 422, s.notASlot)
  expect((await move('09:15:00', other)).data).toMatchObject({ practitioner_id: other, appointment_time: '09:15:00' })
})

test('when the clinic changes its start times, a reserved time can be booked by the browser that reserved it, and no other', async () => {
  await setRules({ start_interval_minutes: 15 })
  const browsers = await Promise.all(
    [1, 2].map(async (n) =>
      openBrowser(clinic.server.app, {
        address: `10.0.0.${n}`,
        headers: { authorization: `Bearer ${(await clinic.newClient()).token}` },
      }),
    ),
  )
  const visit = clinic.visit(DATE, '09:15:00')
  const [holder, other] = [browsers[0]!, browsers[1]!]
  const { treatment_id: _, ...wanted } = visit
  expect((await holder.send('POST', '/api/holds', wanted)).status).toBe(201)
  await setRules({ start_interval_minutes: 60 })
  const bookIn = async (browser: Browser, one = visit) =>
    (await browser.send('POST', '/api/store-appointments', one)).status
  expect(await bookIn(other)).toBe(422)
  expect(await bookIn(holder, clinic.visit(DATE, '09:45:00'))).toBe(422)
  expect(await bookIn(holder)).toBe(201)
})

test('a service without its own minimum notice and booking horizon uses those of the clinic', async () => {
  const { db } = clinic.server
  clinic.server.clock.now = new Date(`${DATE}T08:10:00+08:00`)
  await setRules({ minimum_notice_minutes: 120, horizon_days: 30 })
  const first = async () => (await ask()).days[0]!.starts[0]?.time
  const horizon = async () => (await ask()).horizon_days
  expect(await horizon()).toBe(30)
  const isFree = async (date: CivilDate) => (await ask({ date })).days[0]!.starts.length > 0
  const taken = async (body: { service_id?: string }) =>
    (await clinic.server.as(null)(contract.unavailableTimes, { body: { date: DATE, ...body } })).appointment_times
  expect(await first()).toBe('10:30:00')
  expect(await taken({ service_id: clinic.catalogue.serviceId })).toContain('10:00:00')
  expect(await taken({})).toContain('10:00:00')
  expect([await isFree('2026-12-29'), await isFree('2027-01-05')]).toEqual([true, false])
  const { phone } = (await clinic.server.as(null)(clinicContract.read, {})).data
  const client = clinic.server.as((await clinic.newClient()).token)
  const late = client(contract.book, { body: clinic.visit(DATE, '10:00:00') })
  await expectRefused(late, 422, termsMessages.tooSoon(phone))
  // A service with a minimum notice of 0 has no notice; with null it would have the clinic's.
  await setService(db, clinic.catalogue.serviceId, { minimum_notice_minutes: 0, horizon_days: 60 })
  expect(await first()).toBe('08:30:00')
  expect(await horizon()).toBe(60)
  expect([await isFree('2027-01-05'), await isFree('2027-02-02')]).toEqual([true, false])
  expect((await desk()).slice(0, 1)).toEqual(['08:30:00'])
})

test('the unavailable times respect the minimum notice for clients, but not for staff', async () => {
  await setService(clinic.server.db, clinic.catalogue.serviceId, { minimum_notice_minutes: 120 })
  clinic.server.clock.now = new Date(`${DATE}T08:00:00+08:00`)
  const body = { date: DATE, service_id: clinic.catalogue.serviceId }
  const isTaken = async (token: string | null, time: CivilTime) =>
    (await clinic.server.as(token)(contract.unavailableTimes, { body })).appointment_times.includes(time)
  const { token } = await clinic.newClient()
  expect(await Promise.all([null, token, clinic.cashier.token].map((each) => isTaken(each, '10:00:00')))).toEqual([
    true,
    true,
    false,
  ])
  expect(await isTaken(null, '10:30:00')).toBe(false)
})

test('staff see free times of a service that cannot be booked online, without minimum notice; the public sees none', async () => {
  const { serviceId: service_id } = clinic.catalogue
  clinic.server.clock.now = new Date(`${DATE}T08:00:00+08:00`)
  await setService(clinic.server.db, service_id, { bookable_online: false, minimum_notice_minutes: 120 })
  const querystring = { service_id, date: DATE }
  const atDesk = await clinic.desk(availabilityContract.atDesk, { querystring })
  expect(atDesk.data.days[0]!.starts[0]?.time).toBe('08:30:00')
  const online = await clinic.server.as(null)(availabilityContract.availability, { querystring })
  expect(online.data.days[0]!.starts).toEqual([])
})

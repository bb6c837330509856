import { expect, test } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import { assignResources, createResource, MAIN_ROOM_ID, setHours, setService } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { expectRefused } from './booking-fixture.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { ana, ask, bea, book, clinic, DATE, except, lines, openAvailabilityClinic } from './availability-fixture.ts'

openAvailabilityClinic()

test('each free start time leaves room for the whole visit before closing, and lists its available practitioners alphabetically', async () => {
  const shown = { title: 'Dermatologist', photo_path: 'ana.webp' }
  await clinic.server.db.updateTable('resources').set(shown).where('id', '=', ana).execute()
  const { duration_minutes, practitioners } = await ask()
  expect(duration_minutes).toBe(60)
  expect(practitioners).toEqual([
    { id: bea, name: 'Bea', title: '', photo: null },
    { id: ana, name: 'Ana', title: 'Dermatologist', photo: '/api/resource-photos/ana.webp' },
  ])
  expect(await lines()).toEqual([
    '08:00 Ana Bea',
    '08:30 Ana Bea',
    '09:00 Ana Bea',
    '09:30 Ana Bea',
    '10:00 Ana Bea',
    '10:30 Ana Bea',
    '11:00 Ana Bea',
  ])
})

test('the practitioner with the fewest visits that day comes first; when practitioners or rooms are all booked, no time is free', async () => {
  await book('08:00:00')
  expect((await lines())[0]).toBe('08:00 Bea')
  expect((await lines()).slice(2, 4)).toEqual(['09:00 Bea Ana', '09:30 Bea Ana'])
  await book('11:00:00', clinic.catalogue.otherServiceId)
  await book('11:00:00', clinic.catalogue.otherServiceId)
  expect((await lines()).at(-1)).toBe('10:00 Bea Ana')
})

test('choosing a practitioner shows only the times at which that practitioner is free; an unknown id has no free times', async () => {
  await book('08:00:00')
  const { practitioners } = await ask({ practitioner_id: ana })
  expect(practitioners).toHaveLength(2)
  expect((await lines({ practitioner_id: ana }))[0]).toBe('09:00 Ana')
  expect((await lines({ practitioner_id: bea }))[0]).toBe('08:00 Bea')
  expect(await lines({ practitioner_id: newId() })).toEqual([])
  expect(await lines({ practitioner_id: MAIN_ROOM_ID })).toEqual([])
})

test('free times respect weekly hours, different hours on a date, leave and blocks', async () => {
  const { db } = clinic.server
  // On Tuesdays Ana works until 9:30 and from 10:00; Bea has no hours of her own.
  await db
    .insertInto('resource_hours')
    .values([
      { resource_id: ana, weekday: 2, opens_at: '08:00', closes_at: '09:30' },
      { resource_id: ana, weekday: 2, opens_at: '10:00', closes_at: '12:00' },
    ])
    .execute()
  await except(bea, DATE, 'leave', '09:00', '10:30')
  await except(ana, DATE, 'block', '10:30', '11:00')
  expect(await lines()).toEqual(['08:00 Ana Bea', '08:30 Ana', '10:30 Bea', '11:00 Ana Bea'])
  // Ana does not work on Wednesdays but comes for two hours on this one; Bea is away.
  await except(ana, '2026-12-02', 'hours', '09:00', '11:00')
  await except(bea, '2026-12-02', 'leave', null, null)
  expect(await lines({ date: '2026-12-02' })).toEqual(['09:00 Ana', '09:30 Ana', '10:00 Ana'])
})

test('occupied devices and buffers make a time unavailable; the minimum notice hides times that are too soon', async () => {
  const { db } = clinic.server
  const { serviceId } = clinic.catalogue
  const laser = await createResource(db, 'device', 'Laser', 1)
  await assignResources(db, serviceId, laser)
  await except(laser, DATE, 'block', '09:00', '09:30')
  await setService(db, serviceId, { buffer_after_minutes: 30 })
  expect((await lines()).map((line) => line.slice(0, 5))).toEqual(['09:30', '10:00', '10:30', '11:00'])
  await setService(db, serviceId, { minimum_notice_minutes: 120 })
  clinic.server.clock.now = new Date(`${DATE}T08:00:00+08:00`)
  expect((await lines()).map((line) => line.slice(0, 5))).toEqual(['10:30', '11:00'])
})

test('no time is free on a closed date, on a public holiday, in the past, or beyond the booking horizon', async () => {
  await clinic.admin(contract.disableDates, { body: { date: [DATE], remark: 'Training' } })
  await setService(clinic.server.db, clinic.catalogue.serviceId, { horizon_days: 40 })
  const { days } = await ask({ date: '2026-11-30', days: 42 })
  // In the requested range, all days without free starts but DATE, which is closed, are public holidays or lie after
  // December 31, the end of the horizon of 40 days.
  const empty = days.filter(({ starts }) => starts.length === 0).map(({ date }) => date)
  expect(empty).toEqual([
    '2026-11-30',
    DATE,
    '2026-12-08',
    '2026-12-24',
    '2026-12-25',
    '2026-12-30',
    '2026-12-31',
    ...Array.from({ length: 10 }, (_, i) => `2027-01-${String(i + 1).padStart(2, '0')}`),
  ])
  expect(await lines({ date: '2026-11-19' })).toEqual([])
  expect(await lines({ date: '2028-01-10' })).toEqual([])
})

test('a service that only staff can book shows its practitioners and no free times; an unknown service is not found', async () => {
  await setService(clinic.server.db, clinic.catalogue.serviceId, { bookable_online: false })
  expect(await lines()).toEqual([])
  expect((await ask()).practitioners.map(({ name }) => name)).toEqual(['Bea', 'Ana'])
  await expectRefused(ask({ service_id: newId() }), 404, s.unknownService)
  await expectRefused(ask({ days: 43 }), 422, s.calendarRange(42))
})

test('each time of a date is either among its free times or among its unavailable times, never among both', async () => {
  await book('09:00:00')
  await book('09:30:00')
  await except(bea, DATE, 'leave', '11:00', '12:00')
  for (const practitioner_id of [undefined, ana, bea]) {
    const who = practitioner_id && { practitioner_id }
    const { days } = await ask({ ...who })
    const { appointment_times } = await clinic.server.as(null)(contract.unavailableTimes, {
      body: { date: DATE, service_id: clinic.catalogue.serviceId, ...who },
    })
    const free = days[0]!.starts.map(({ time }) => time)
    expect(free.length).toBeGreaterThan(0)
    expect([...appointment_times, ...free].sort()).toEqual([...SLOT_TIMES].sort())
  }
})

test('the last start time of a date is the midnight that ends it, which cannot be booked if the next morning is blocked', async () => {
  await setHours(clinic.server.db, 2, '23:00', '01:30')
  await setHours(clinic.server.db, 3, '08:00', '09:00')
  expect(await lines()).toEqual(['23:00 Ana Bea', '23:30 Ana Bea', '00:00 Ana Bea'])
  await except(ana, '2026-12-02', 'block', '00:30', '02:00')
  expect(await lines()).toEqual(['23:00 Ana Bea', '23:30 Ana Bea', '00:00 Bea'])
  await book('00:00:00')
  expect(await lines({ days: 2 })).toEqual([`${DATE} 23:00 Ana Bea`, `${DATE} 23:30 Ana`, '2026-12-02 08:00 Ana Bea'])
  clinic.server.clock.now = new Date('2026-12-01T23:59:00+08:00')
  await clinic.server.db.deleteFrom('resource_slots').execute()
  expect(await lines()).toEqual(['00:00 Bea'])
  clinic.server.clock.now = new Date('2026-12-02T00:00:00+08:00')
  expect(await lines()).toEqual([])
})

test('thirty simultaneous requests for free times all take into account a visit that was booked before', async () => {
  const times = ['08:00', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00'] as const
  await except(bea, DATE, 'leave', null, null)
  for (const time of ['08:00:00', '09:00:00', '10:00:00']) {
    const before = Array.from({ length: 15 }, () => lines())
    await book(time)
    const after = await Promise.all(Array.from({ length: 15 }, () => lines()))
    for (const seen of after) expect(seen.some((line) => line.startsWith(time.slice(0, 5)))).toBe(false)
    for (const seen of await Promise.all(before)) expect(times).toContain(seen[0]?.slice(0, 5))
  }
  expect(await lines()).toEqual(['11:00 Ana'])
})

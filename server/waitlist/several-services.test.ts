import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefused, startServicesClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { setService } from '#server/test/factories.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { appointmentMessages, termsMessages } from '#shared/appointments/messages.ts'
import { visitServicesMessages } from '#shared/lib/visit-services.ts'
import { ownWaitlistContract as own, waitlistContract as contract } from '#shared/waitlist/contract.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import { offerFreeTimes } from './offer-runner.ts'

const NOW = new Date('2026-11-21T09:00:00+08:00')
let clinic: BookingClinic
let peel: string
let facial: string
let laser: string
let ana: string
let bea: string
let device: string

beforeAll(async () => {
  // The test makes the offers itself, so that the app makes none between two changes that belong together.
  ;({ clinic, peel, facial, laser, ana, bea, device } = await startServicesClinic({ offersAtOnce: false }))
})
afterAll(() => clinic.server.close())
beforeEach(() => {
  clinic.server.clock.now = NOW
})

const offer = () =>
  offerFreeTimes({
    db: clinic.server.appDb,
    clock: () => clinic.server.clock.now,
    limits: defaultLimits.waitlist,
    publish: () => undefined,
    warn: (error) => {
      throw error
    },
  })

const book = async (date: string, time: string, further: string[], more: object = {}) =>
  (
    await clinic.desk(appointmentsContract.book, {
      body: {
        ...clinic.visit(date, time, (await clinic.newClient()).id),
        further_services: further,
        status: 'confirmed',
        ...more,
      },
    })
  ).data
const cancel = (id: string) =>
  clinic.desk(appointmentsContract.updateStatus, { params: { id }, body: { status: 'cancelled', reason: 'other' } })

/** Adds a client who waits for several services in one visit, on the morning of a day. */
async function waiting(date: string, services: string[], more: object = {}) {
  const [service_id, ...further_services] = services as [string, ...string[]]
  const user = await clinic.newClient()
  const call = clinic.server.as(user.token)
  const wish = { service_id, further_services, first_date: date, last_date: date, day_parts: ['morning' as const] }
  const { data } = await call(own.join, { body: { ...wish, ...more } })
  const entry = async () => (await call(own.mine, {})).data.find(({ id }) => id === data.id)
  const take = async () => call(own.take, { params: { id: data.id }, body: { offer_id: (await entry())!.offer!.id } })
  return { user, call, id: data.id, entry, take }
}

/** Books the whole morning of a day, so that only cancellations free times. */
async function morningOf(date: string) {
  // The visits fill both rooms from 8:00 to 12:00, with the practitioners who do both services.
  const first = await book(date, '08:00:00', [], { practitioner_id: ana })
  const second = await book(date, '09:00:00', [], { practitioner_id: ana })
  const third = await book(date, '10:00:00', [], { practitioner_id: ana })
  const fourth = await book(date, '11:00:00', [], { practitioner_id: ana })
  for (const time of ['08:00:00', '09:00:00', '10:00:00', '11:00:00'])
    await book(date, time, [], { practitioner_id: bea })
  return [first, second, third, fourth].map(({ appointment_id }) => appointment_id)
}

test('a waitlist entry for several services is offered a time long enough for all, with the practitioner of each', async () => {
  const date = '2026-12-01'
  const visits = await morningOf(date)
  const both = await waiting(date, [peel, facial])
  expect(await both.entry()).toMatchObject({
    service_id: peel,
    further_services: [
      { service_id: facial, service_name: 'Hydra glow', treatment_name: 'Facials', duration_minutes: 30 },
    ],
    duration_minutes: 90,
  })
  await cancel(visits[1]!)
  await offer()
  // One free hour is enough for the peel, but not for both services.
  expect((await both.entry())!.offer).toBeNull()
  await cancel(visits[2]!)
  await offer()
  const offered = (await both.entry())!.offer!
  // Ana does the peel and Cora the facial, so the offer names no single practitioner.
  expect(offered).toMatchObject({ appointment_date: date, appointment_time: '09:00:00', practitioner_name: null })
  const stranger = clinic.server.as((await clinic.newClient()).token)
  const other = stranger(appointmentsContract.book, { body: clinic.visit(date, '09:30:00') })
  await expectRefused(other, 409, appointmentMessages.slotTaken)
  const { data } = await both.take()
  expect(data).toMatchObject({
    appointment_time: '09:00',
    duration_minutes: 90,
    practitioner_name: 'Ana',
    further_services: [{ service_id: facial, practitioner_name: 'Cora' }],
  })
  expect(await clinic.logs(both.id)).toEqual([
    expect.stringMatching(/ for Diamond peel \+ Hydra glow on the waitlist/),
    expect.stringMatching(/^Offered .* for Diamond peel \+ Hydra glow$/),
    expect.stringMatching(/^Took the offer .* for Diamond peel \+ Hydra glow$/),
  ])
  expect(await both.entry()).toBeUndefined()
})

test('all services of an offer are with the chosen practitioner, and a device is occupied only during its service', async () => {
  const date = '2026-12-02'
  await morningOf(date)
  const withBea = await waiting(date, [peel, facial], { practitioner_id: bea })
  const withLaser = await waiting(date, [facial, laser])
  const { appointments } = await clinic.desk(appointmentsContract.list, {
    querystring: { scope: 'range', from: date, to: date, per_page: 50 },
  })
  const ofBea = appointments.filter(({ practitioner_id }) => practitioner_id === bea)
  for (const { id, appointment_time } of ofBea) if (appointment_time >= '10:00:00') await cancel(id)
  await offer()
  expect((await withBea.entry())!.offer).toMatchObject({ appointment_time: '10:00:00', practitioner_name: 'Bea' })
  // After the other client has left the waitlist, a room is free, but the laser device is inactive.
  await withBea.call(own.withdraw, { params: { id: withBea.id }, body: {} })
  await clinic.server.db.updateTable('resources').set({ is_active: false }).where('id', '=', device).execute()
  await offer()
  expect((await withLaser.entry())!.offer).toBeNull()
  await clinic.server.db.updateTable('resources').set({ is_active: true }).where('id', '=', device).execute()
  await offer()
  expect((await withLaser.entry())!.offer).not.toBeNull()
  expect((await withLaser.take()).data).toMatchObject({ service_id: facial, further_services: [{ service_id: laser }] })
})

test('a visit from the waitlist counts as with the practitioner asked for only if the client has asked for one', async () => {
  const date = '2026-12-04'
  const visits = await morningOf(date)
  const takeNext = async (cancelled: string, wish: object) => {
    const client = await waiting(date, [peel], wish)
    await cancel(cancelled)
    await offer()
    expect((await client.entry())!.offer).toMatchObject({ practitioner_name: 'Ana' })
    const { data } = await client.take()
    const times = { params: { id: data.appointment_id }, querystring: { date: '2026-12-07' } }
    return (await clinic.desk(visitContract.moveTimes, times)).data.asked_for
  }
  expect(await takeNext(visits[0]!, {})).toEqual([])
  expect(await takeNext(visits[1]!, { practitioner_id: ana })).toEqual(['Ana'])
})

test('a client cannot join the waitlist twice for a service, nor for a service that is not offered or is named twice', async () => {
  const date = '2026-12-03'
  const one = await waiting(date, [peel, facial])
  const join = (more: object) =>
    one.call(own.join, {
      body: { service_id: laser, first_date: date, last_date: date, day_parts: ['morning'], ...more },
    })
  await expectRefused(join({ service_id: facial }), 409, s.alreadyWaiting('Diamond peel + Hydra glow'))
  await expectRefused(join({ further_services: [peel] }), 409, s.alreadyWaiting('Diamond peel + Hydra glow'))
  await expectRefused(join({ further_services: [laser] }), 422, visitServicesMessages.twice)
  await expectRefused(join({ further_services: [one.user.id] }), 422, appointmentMessages.unknownService)
  const other = (await clinic.newClient()).token
  const notBoth = clinic.server.as(other)(own.join, {
    body: {
      service_id: peel,
      further_services: [facial],
      practitioner_id: ana,
      first_date: date,
      last_date: date,
      day_parts: ['morning'],
    },
  })
  await expectRefused(notBoth, 422, termsMessages.notTheirService)
  expect((await one.call(own.mine, {})).data).toHaveLength(1)
})

test('a waitlist entry ends when one of its services is no longer offered; if only staff can book one of its services, staff handle the entry', async () => {
  const date = '2026-12-09'
  const { db } = clinic.server
  const user = await clinic.newClient()
  await setService(db, laser, { bookable_online: false })
  const { data } = await clinic.desk(contract.add, {
    body: {
      user_id: user.id,
      service_id: peel,
      further_services: [laser],
      first_date: date,
      last_date: date,
      day_parts: ['morning'],
    },
  })
  expect(data).toMatchObject({ offered_online: false, further_services: [{ service_id: laser }] })
  const visit = await book(date, '09:00:00', [laser])
  await cancel(visit.appointment_id)
  await offer()
  const entryNow = async () =>
    (await clinic.desk(contract.list, { querystring: { search: user.name, state: 'expired' } })).data[0]
  expect(await entryNow()).toBeUndefined()
  await db.updateTable('services').set({ deleted_at: NOW }).where('id', '=', laser).execute()
  await offer()
  expect(await entryNow()).toMatchObject({ id: data.id, state: 'expired' })
  await db.updateTable('services').set({ deleted_at: null, bookable_online: true }).where('id', '=', laser).execute()
})

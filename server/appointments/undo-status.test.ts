import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '#server/test/rounds.ts'
import { createUser, setService } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import type { ApiError } from '#shared/lib/http-client.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

const TODAY = '2026-11-21'
const MORNING = new Date('2026-11-21T09:00:00+08:00')
let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

const undo = (id: string, by = clinic.desk) => by(visitContract.undo, { params: { id }, body: {} })
const mark = (id: string, status: AppointmentStatus) =>
  clinic.desk(contract.updateStatus, {
    params: { id },
    body: status === 'cancelled' ? { status, reason: 'no-show' as const } : { status },
  })
const slotsOf = (id: string) =>
  clinic.server.db
    .selectFrom('resource_slots')
    .select(['resource_id', 'slot_at'])
    .where('appointment_id', '=', id)
    .orderBy('slot_at')
    .execute()

const STEPS: [AppointmentStatus, AppointmentStatus, string][] = [
  ['pending', 'confirmed', '10:00:00'],
  ['confirmed', 'on-going', '10:30:00'],
  ['on-going', 'completed', '11:00:00'],
  ['pending', 'cancelled', '11:30:00'],
  ['confirmed', 'cancelled', '12:00:00'],
  ['on-going', 'cancelled', '12:30:00'],
  ['resched', 'confirmed', '13:00:00'],
]

test.each(STEPS)(
  'a %s visit that was marked %s gets its earlier state back when staff undo this, and only once',
  async (from, to, time) => {
    const id = await clinic.appointment(TODAY, time, from)
    const [before, place] = [await clinic.read(id), await slotsOf(id)]
    const { data } = await mark(id, to)
    expect(data.undo).toEqual({ by: clinic.cashier.id, until: '2026-11-21T09:10:00+08:00' })
    const { data: after } = await undo(id)
    expect(after).toEqual({ ...before, version: before.version + 2, undo: null })
    expect(await slotsOf(id)).toEqual(place)
    expect((await clinic.logs(id)).at(-1)).toMatch(/^Undid a change: the appointment of .+ is \S+ again, not \S+$/)
    await expectRefused(undo(id), 409, refusalMessages.nothingToUndo)
  },
)

test('undoing a move restores time, duration and arrival', async () => {
  await setService(clinic.server.db, clinic.catalogue.serviceId, { duration_minutes: 90 })
  const id = await clinic.appointment(TODAY, '14:00:00', 'confirmed')
  await clinic.desk(visitContract.setArrived, { params: { id }, body: { arrived: true } })
  await setService(clinic.server.db, clinic.catalogue.serviceId, { duration_minutes: 30 })
  const [before, place] = [await clinic.read(id), await slotsOf(id)]
  const body = { appointment_id: id, appointment_date: '2026-12-10', appointment_time: '14:30:00' }
  await clinic.desk(contract.reschedule, { params: { id }, body })
  await undo(id)
  expect(await clinic.read(id)).toMatchObject({ ...before, version: before.version + 2, undo: null })
  expect(await slotsOf(id)).toEqual(place)
})

test('an arrival recorded after a move within the day is kept when the move is undone', async () => {
  const id = await clinic.appointment(TODAY, '18:00:00', 'confirmed')
  const body = { appointment_id: id, appointment_date: TODAY, appointment_time: '18:30:00' }
  await clinic.desk(contract.reschedule, { params: { id }, body })
  const { data } = await clinic.desk(visitContract.setArrived, { params: { id }, body: { arrived: true } })
  expect((await undo(id)).data).toMatchObject({ appointment_time: '18:00:00', arrived_at: data.arrived_at })
})

test('a cancellation cannot be undone when the time is occupied: the visit stays cancelled', async () => {
  const id = await clinic.appointment(TODAY, '16:00:00', 'confirmed')
  await mark(id, 'cancelled')
  await clinic.appointment(TODAY, '16:00:00')
  await expectRefused(undo(id), 409, s.slotTaken)
  expect(await clinic.read(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'no-show' })
  expect(await slotsOf(id)).toEqual([])
})

test('undoing a status change is rejected after ten minutes, for somebody else’s change, and after a later change', async () => {
  const id = await clinic.appointment(TODAY, '16:30:00', 'confirmed')
  await expectRefused(undo(id, clinic.admin), 409, refusalMessages.undoOthers)
  clinic.server.clock.now = new Date(MORNING.getTime() + 10 * 60_000)
  const error = await expectRefused(undo(id), 409, refusalMessages.undoTooLate(10))
  expect(error.data).toMatchObject({ id, status: 'confirmed', undo: null })
  clinic.server.clock.now = new Date(MORNING.getTime() + 10 * 60_000 - 1)
  expect((await undo(id)).data.status).toBe('pending')
  clinic.server.clock.now = MORNING
  const colleague = clinic.server.as((await createUser(clinic.server.db, 'cashier')).token)
  await mark(id, 'confirmed')
  await colleague(contract.updateStatus, { params: { id }, body: { status: 'on-going' } })
  await expectRefused(undo(id), 409, refusalMessages.undoOthers)
  expect((await undo(id, colleague)).data.status).toBe('confirmed')
  await expectRefused(undo(id), 409, refusalMessages.nothingToUndo)
  await expectRefused(undo('01900000-0000-7000-8000-00000000dead'), 404, s.notFound)
})

test('staff cannot undo a client’s own cancellation', async () => {
  const client = await clinic.newClient()
  const id = await clinic.appointment('2026-11-25', '10:00:00', 'confirmed', client)
  await clinic.server.as(client.token)(contract.cancelMine, { params: { id }, body: {} })
  await expectRefused(undo(id), 409, refusalMessages.nothingToUndo)
  expect((await clinic.read(id)).undo).toBeNull()
})

test('an undo is refused with a 409, and changes nothing, unless it is based on the current version of the visit', async () => {
  const id = await clinic.appointment(TODAY, '17:00:00', 'confirmed')
  const call = clinic.desk(visitContract.undo, { params: { id }, body: {} }, { headers: { 'if-match': '"1"' } })
  await expectRefused(call, 409, s.stateChanged)
  expect((await clinic.read(id)).status).toBe('confirmed')
})

test('undoing a completed visit removes it as the client’s last visit', async () => {
  const client = await clinic.newClient()
  const id = await clinic.appointment(TODAY, '17:30:00', 'on-going', client)
  const lastVisit = async () =>
    (
      await clinic.server.db
        .selectFrom('clients')
        .select('last_visit')
        .where('person_id', '=', client.id)
        .executeTakeFirst()
    )?.last_visit
  await mark(id, 'completed')
  expect(await lastVisit()).toBe(TODAY)
  await undo(id)
  expect(await lastVisit()).toBeNull()
})

test('undoing the decline of a first visit restores the time at which it expires', async () => {
  const stranger = await createUser(clinic.server.db, 'client', { isUnknown: true })
  const { data } = await clinic.server.as(stranger.token)(contract.book, {
    body: clinic.visit('2026-12-12', '10:00:00'),
  })
  expect(data.held_until).not.toBeNull()
  await mark(data.appointment_id, 'cancelled')
  await undo(data.appointment_id)
  const mine = await clinic.server.as(stranger.token)(contract.mine, { querystring: {} })
  expect(mine.appointments[0]).toMatchObject({ appointment_status: 'pending', held_until: data.held_until })
})

test('a confirmed first visit that is set back to pending no longer expires, because its client is a known client now', async () => {
  const stranger = await createUser(clinic.server.db, 'client', { isUnknown: true })
  const { data } = await clinic.server.as(stranger.token)(contract.book, {
    body: clinic.visit('2026-12-13', '10:00:00'),
  })
  await mark(data.appointment_id, 'confirmed')
  await undo(data.appointment_id)
  const mine = await clinic.server.as(stranger.token)(contract.mine, { querystring: {} })
  expect(mine.appointments[0]).toMatchObject({ appointment_status: 'pending', held_until: null })
})

test('when one status change is undone twenty times at once, only one undo succeeds, the others get an error, and the log has one entry', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await clinic.appointment(TODAY, '22:00:00', 'confirmed')
    await mark(id, 'cancelled')
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        undo(id).then(
          () => 'undone',
          (error: ApiError) => error.message,
        ),
      ),
    )
    expect(outcomes.filter((each) => each === 'undone')).toHaveLength(1)
    const refusals = outcomes.filter((each) => each !== 'undone')
    expect(refusals).toEqual(Array.from({ length: 19 }, () => refusalMessages.nothingToUndo))
    expect((await clinic.logs(id)).filter((line) => line.startsWith('Undid'))).toHaveLength(1)
    expect(await slotsOf(id)).toHaveLength(2)
    await clinic.server.db.deleteFrom('resource_slots').where('appointment_id', '=', id).execute()
  }
})

test('when a cancellation is undone while somebody books the freed time, only one of the two succeeds', async () => {
  for (let round = 0; round < rounds(8); round++) {
    const id = await clinic.appointment(TODAY, '22:30:00', 'confirmed')
    await mark(id, 'cancelled')
    const client = await clinic.newClient()
    const [undone, booked] = await Promise.allSettled([
      undo(id),
      clinic.desk(contract.book, { body: clinic.visit(TODAY, '22:30:00', client.id) }),
    ])
    expect([undone.status, booked.status].sort()).toEqual(['fulfilled', 'rejected'])
    for (const each of [undone, booked])
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409, message: s.slotTaken })
    await clinic.server.db.deleteFrom('resource_slots').execute()
  }
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser, setService, type TestUser } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import { addDays, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

const MORNING = new Date('2026-11-21T09:00:00+08:00')
let clinic: BookingClinic
/** Each test uses a week of its own without public holidays. */
let day = '2027-07-01'

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())
beforeEach(async () => {
  clinic.server.clock.now = MORNING
  day = addDays(day, 8)
  await setPolicy(24, 0)
})

const setPolicy = (move_notice_hours: number, cancel_notice_hours: number) =>
  clinic.server.db.updateTable('branches').set({ move_notice_hours, cancel_notice_hours }).execute()
const move = (client: TestUser, id: string, appointment_date: CivilDate, appointment_time: CivilTime) =>
  clinic.server.as(client.token)(selfServiceContract.move, {
    params: { id },
    body: { appointment_date, appointment_time },
  })
const cancel = (client: TestUser, id: string) =>
  clinic.server.as(client.token)(contract.cancelMine, { params: { id }, body: {} })
const mine = (client: TestUser) => clinic.server.as(client.token)(contract.mine, { querystring: {} })
const taken = async (date: CivilDate, more: { appointment_id?: string; service_id?: string } = {}, token?: string) =>
  (await clinic.server.as(token ?? null)(contract.unavailableTimes, { body: { date, ...more } })).appointment_times

test('a client moves a visit: the new time is occupied, the old one free, the status resched, and the log names the client', async () => {
  const client = await clinic.newClient('Nico Peña')
  const id = await clinic.appointment(day, '09:00:00', 'confirmed', client)
  const { data } = await move(client, id, day, '16:30:00')
  expect(data).toMatchObject({ appointment_time: '16:30', appointment_status: 'resched', can_move: true })
  expect(await taken(day)).toEqual(['16:30:00'])
  expect(await clinic.read(id)).toMatchObject({ status: 'resched', version: 3, undo: null })
  expect((await clinic.logs(id)).at(-1)).toMatch(
    /^Rescheduled the appointment of Nico Peña from .+ 9:00 AM to .+ 4:30 PM$/,
  )
})

test('a client who saw the visit before staff moved it can neither cancel nor move it, and gets the visit as it is now', async () => {
  const client = await clinic.newClient()
  const id = await clinic.appointment(day, '09:00:00', 'confirmed', client)
  const { version } = (await mine(client)).appointments[0]!
  const body = { appointment_id: id, appointment_date: day, appointment_time: '14:00:00' }
  await clinic.desk(contract.reschedule, { params: { id }, body })
  const own = clinic.server.as(client.token)
  const seen = { headers: { 'if-match': String(version) } }
  const to = { appointment_date: day, appointment_time: '16:00:00' }
  const calls = [
    () => own(contract.cancelMine, { params: { id }, body: {} }, seen),
    () => own(selfServiceContract.move, { params: { id }, body: to }, seen),
  ]
  for (const call of calls) {
    const error = await expectRefused(call(), 409, s.stateChanged)
    expect(error.data).toMatchObject({ appointment_id: id, appointment_time: '14:00' })
  }
  expect(await clinic.read(id)).toMatchObject({ status: 'resched', appointment_time: '14:00:00' })
  const now = { headers: { 'if-match': String((await mine(client)).appointments[0]!.version) } }
  expect((await own(contract.cancelMine, { params: { id }, body: {} }, now)).data.appointment_status).toBe('cancelled')
})

test('a client can move a visit twice, not a third time; moves by staff do not count', async () => {
  const client = await clinic.newClient()
  const id = await clinic.appointment(day, '09:00:00', 'confirmed', client)
  await move(client, id, day, '10:00:00')
  await clinic.desk(contract.reschedule, {
    params: { id },
    body: { appointment_id: id, appointment_date: day, appointment_time: '11:00:00' },
  })
  expect((await move(client, id, day, '12:00:00')).data).toMatchObject({
    can_move: false,
    cannot_move: refusalMessages.movedTwice,
  })
  const error = await expectRefused(move(client, id, day, '13:00:00'), 409, refusalMessages.movedTwice)
  expect(error.data).toMatchObject({ appointment_id: id, appointment_time: '12:00', can_cancel: true })
  expect(await taken(day)).toEqual(['12:00:00'])
  await expect(
    clinic.server.db.updateTable('appointments').set({ client_moves: 3 }).where('id', '=', id).execute(),
  ).rejects.toThrow('appointments__client_moves')
})

test('a client can move a visit until the clinic’s notice period begins, exact to the second, and cancel it until it starts', async () => {
  const client = await clinic.newClient()
  const id = await clinic.appointment(day, '09:00:00', 'confirmed', client)
  const begins = new Date(`${day}T09:00:00+08:00`).getTime()
  clinic.server.clock.now = new Date(begins - 24 * 3_600_000 + 1)
  await expectRefused(move(client, id, day, '15:00:00'), 409, refusalMessages.tooLateToMove(24))
  expect(await mine(client)).toMatchObject({
    policy: { move_notice_hours: 24, cancel_notice_hours: 0 },
    appointments: [
      { can_move: false, cannot_move: refusalMessages.tooLateToMove(24), can_cancel: true, cannot_cancel: null },
    ],
  })
  clinic.server.clock.now = new Date(begins - 24 * 3_600_000)
  expect((await move(client, id, day, '09:30:00')).data.appointment_time).toBe('09:30')
  clinic.server.clock.now = new Date(begins)
  expect((await cancel(client, id)).data.appointment_status).toBe('cancelled')
})

test('a client’s cancellation within the clinic’s notice period is rejected and says whom to call; staff can still cancel', async () => {
  await setPolicy(48, 12)
  const client = await clinic.newClient()
  const id = await clinic.appointment(day, '09:00:00', 'confirmed', client)
  clinic.server.clock.now = new Date(new Date(`${day}T09:00:00+08:00`).getTime() - 12 * 3_600_000 + 1)
  const error = await expectRefused(cancel(client, id), 409, refusalMessages.tooLateToCancel(12))
  expect(error.data).toMatchObject({ can_cancel: false, cannot_cancel: refusalMessages.tooLateToCancel(12) })
  expect((await mine(client)).clinic_phone).not.toBeUndefined()
  expect((await clinic.read(id)).status).toBe('confirmed')
  await clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'cancelled', reason: 'client' } })
})

test('a client’s move is rejected, and changes nothing, if the new time is occupied, closed, on a holiday, in the past, too far ahead or not at a half hour', async () => {
  const client = await clinic.newClient()
  const id = await clinic.appointment(day, '09:00:00', 'confirmed', client)
  await clinic.appointment(day, '10:00:00')
  const closed = addDays(day, 1)
  await clinic.desk(contract.disableDates, { body: { date: [closed], remark: 'Staff training' } })
  await expectRefused(move(client, id, day, '10:00:00'), 409, s.slotTaken)
  await expectRefused(move(client, id, closed, '10:00:00'), 409, s.dateClosed)
  await expectRefused(move(client, id, '2026-12-25', '10:00:00'), 409, s.dateClosed)
  await expectRefused(move(client, id, '2026-11-20', '10:00:00'), 422, s.pastDate)
  await expectRefused(move(client, id, '2027-11-22', '10:00:00'), 422, s.beyondHorizon)
  await expectRefused(move(client, id, day, '10:10:00'), 422, s.notASlot)
  await expectRefused(move(client, id, day, '09:00:00'), 422, s.sameTime)
  expect(await clinic.read(id)).toMatchObject({ appointment_time: '09:00:00', status: 'confirmed', version: 2 })
  expect(await taken(day)).toEqual(['09:00:00', '10:00:00'])
})

test('another client’s visit is not found, and neither a started or cancelled visit nor an unconfirmed first visit can be moved', async () => {
  const [owner, stranger] = [await clinic.newClient(), await clinic.newClient()]
  const id = await clinic.appointment(day, '09:00:00', 'confirmed', owner)
  await expectRefused(move(stranger, id, day, '11:00:00'), 404, s.notFound)
  await clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'cancelled', reason: 'other' } })
  await expectRefused(move(owner, id, day, '11:00:00'), 409, refusalMessages.cannotMoveAny)
  const unknownClient = await createUser(clinic.server.db, 'client', { isUnknown: true })
  const booked = await clinic.server.as(unknownClient.token)(contract.book, { body: clinic.visit(day, '13:00:00') })
  expect(booked.data).toMatchObject({
    can_move: false,
    cannot_move: refusalMessages.staysUntilConfirmed,
    can_cancel: true,
  })
  await expectRefused(
    move(unknownClient, booked.data.appointment_id, day, '14:00:00'),
    409,
    refusalMessages.staysUntilConfirmed,
  )
})

test('a long visit may move onto part of its own time, which is free for staff and its client but occupied for others', async () => {
  const { serviceId } = clinic.catalogue
  await setService(clinic.server.db, serviceId, { duration_minutes: 90 })
  const [client, other] = [await clinic.newClient(), await clinic.newClient()]
  const id = await clinic.appointment(day, '09:00:00', 'confirmed', client)
  await setService(clinic.server.db, serviceId, { duration_minutes: 30 })
  await clinic.appointment(day, '11:30:00')
  const own = { appointment_id: id, service_id: serviceId }
  const byDay = async (token?: string) =>
    (await taken(day, own, token)).filter((time) => time > '08:00' && time < '20:00')
  // Another visit begins at 11:30. The moved visit still takes the hour and a half for which it was booked, although
  // the service takes only half an hour today, so it can begin at 10:00 at the latest.
  for (const token of [client.token, clinic.cashier.token])
    expect(await byDay(token)).toEqual(['10:30:00', '11:00:00', '11:30:00'])
  for (const token of [other.token, undefined])
    expect(await byDay(token)).toEqual(['09:00:00', '09:30:00', '10:00:00', '11:30:00'])
  expect((await move(client, id, day, '09:30:00')).data).toMatchObject({
    appointment_time: '09:30',
    duration_minutes: 90,
  })
  expect(await taken(day)).toEqual(['09:30:00', '10:00:00', '10:30:00', '11:30:00'])
})

test('when twenty clients move their visits to the same time at once, one succeeds and all others keep their time', async () => {
  const times = Array.from(
    { length: 20 },
    (_, i) => `${String(8 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}:00`,
  )
  const visits = await Promise.all(
    times.map(async (time) => {
      const client = await clinic.newClient()
      return { client, time, id: await clinic.appointment(day, time, 'confirmed', client) }
    }),
  )
  const outcomes = await Promise.allSettled(visits.map(({ client, id }) => move(client, id, day, '20:00:00')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of outcomes)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409, message: s.slotTaken })
  const left = times.filter((_, i) => outcomes[i]?.status === 'rejected')
  expect(await taken(day)).toEqual([...left, '20:00:00'])
})

test('when a client and staff move one visit at once, both moves succeed one after the other, or one gets a conflict', async () => {
  for (let round = 0; round < 5; round++) {
    const client = await clinic.newClient()
    const id = await clinic.appointment(day, '09:00:00', 'confirmed', client)
    const body = { appointment_id: id, appointment_date: day, appointment_time: '13:00:00' }
    await Promise.allSettled([
      move(client, id, day, '12:00:00'),
      clinic.desk(contract.reschedule, { params: { id }, body }),
    ])
    expect(await taken(day)).toEqual([(await clinic.read(id)).appointment_time])
    await clinic.server.db.deleteFrom('resource_slots').where('appointment_id', '=', id).execute()
  }
})

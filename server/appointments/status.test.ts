import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '#server/test/rounds.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { appointmentMessages as s, statusMessages } from '#shared/appointments/messages.ts'
import { APPOINTMENT_STATUSES, type AppointmentStatus } from '#shared/appointments/status.ts'
import type { ApiError } from '#shared/lib/http-client.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

const TODAY = '2026-11-21'
let next = 0
/** A time today that no other test uses. */
const freeTime = () => {
  const slot = next++
  return `${String(10 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}:00`
}

const whoSaw = (version?: number) => (version === undefined ? {} : { headers: { 'if-match': `"${version}"` } })

const bodyFor = (status: AppointmentStatus) =>
  status === 'cancelled' ? { status, reason: 'clinic' as const } : { status }

/** The change to `resched` has its own call, which includes the new time. */
const reschedule = (id: string, version?: number) =>
  clinic.desk(
    contract.reschedule,
    { params: { id }, body: { appointment_id: id, appointment_date: '2026-11-22', appointment_time: '22:30:00' } },
    whoSaw(version),
  )

const mark = (id: string, status: AppointmentStatus, version?: number) =>
  clinic.desk(contract.updateStatus, { params: { id }, body: bodyFor(status) }, whoSaw(version))

const moveTo = (id: string, status: AppointmentStatus, version?: number) =>
  status === 'resched' ? reschedule(id, version) : mark(id, status, version)

/**
 * The allowed changes from each status, written by hand from the documented decisions and not derived from the tested
 * code.
 */
const ALLOWED: Record<AppointmentStatus, AppointmentStatus[]> = {
  pending: ['confirmed', 'cancelled', 'resched'],
  confirmed: ['on-going', 'resched', 'cancelled'],
  resched: ['confirmed', 'on-going', 'resched', 'cancelled'],
  'on-going': ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

test('for every pair of statuses, an allowed change succeeds, and any other change gets a 409 with the reason and the current appointment', async () => {
  const seen: string[] = []
  // All pairs of statuses use the same time, because each appointment is deleted after its check.
  for (const from of APPOINTMENT_STATUSES)
    for (const to of APPOINTMENT_STATUSES) {
      const id = await clinic.appointment(TODAY, '22:00:00', from)
      if (ALLOWED[from].includes(to)) {
        expect((await moveTo(id, to)).data.status).toBe(to)
        seen.push(`${from} → ${to}`)
      } else {
        const error = await expectRefused(
          moveTo(id, to),
          409,
          s.transitionNotAllowed(statusMessages.inSentence[from], statusMessages.inSentence[to]),
        )
        expect(error.data).toMatchObject({ id, status: from })
        expect((await clinic.read(id)).status).toBe(from)
      }
      await clinic.server.db.deleteFrom('resource_slots').where('appointment_id', '=', id).execute()
    }
  expect(seen).toHaveLength(12)
})

test('the status resched needs a new date and time, and without them nothing changes', async () => {
  for (const from of APPOINTMENT_STATUSES) {
    const id = await clinic.appointment(TODAY, '22:00:00', from)
    const before = [await clinic.read(id), await clinic.logs(id)]
    const error = await expectRefused(mark(id, 'resched'), 422, s.newTimeNeeded)
    expect([error.code, error.errors]).toEqual(['validation', { status: [s.newTimeNeeded] }])
    expect([await clinic.read(id), await clinic.logs(id)]).toEqual(before)
    await clinic.server.db.deleteFrom('resource_slots').where('appointment_id', '=', id).execute()
  }
})

test('only completing a visit stores the time of completion (done_at)', async () => {
  const id = await clinic.appointment(TODAY, freeTime(), 'on-going')
  expect((await clinic.read(id)).done_at).toBeNull()
  const { data } = await mark(id, 'completed')
  expect(data.done_at).toBe('2026-11-21T09:00:00+08:00')
})

test('starting a visit stores when the treatment began, completing it updates the date of the client’s first completed visit; undo restores both', async () => {
  const undo = (id: string) => clinic.desk(visitContract.undo, { params: { id }, body: {} })
  const startOf = async (id: string) =>
    (
      await clinic.server.db
        .selectFrom('appointments')
        .select('started_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).started_at
  const id = await clinic.appointment(TODAY, freeTime(), 'confirmed')
  const { client_id, starts_at } = await clinic.server.db
    .selectFrom('appointments')
    .select(['client_id', 'starts_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const firstVisit = async () =>
    (
      await clinic.server.db
        .selectFrom('clients')
        .select('first_kept_at')
        .where('id', '=', client_id)
        .executeTakeFirstOrThrow()
    ).first_kept_at
  await mark(id, 'on-going')
  expect(await startOf(id)).toEqual(clinic.server.clock.now)
  await undo(id)
  expect(await startOf(id)).toBeNull()
  const before = await firstVisit()
  for (const status of ['on-going', 'completed'] as const) await mark(id, status)
  expect(await firstVisit()).toEqual(before === null || before > starts_at ? starts_at : before)
  await undo(id)
  expect([await firstVisit(), await startOf(id)]).toEqual([before, clinic.server.clock.now])
})

test('a treatment cannot be started before its date in Manila', async () => {
  const id = await clinic.appointment('2026-11-22', '10:00:00', 'confirmed')
  const error = await expectRefused(mark(id, 'on-going'), 409, s.notBeforeDate('Sunday, November 22, 2026'))
  expect(error.data).toMatchObject({ id, status: 'confirmed' })
  clinic.server.clock.now = new Date('2026-11-21T23:59:59+08:00')
  await expectRefused(mark(id, 'on-going'), 409, s.notBeforeDate('Sunday, November 22, 2026'))
  clinic.server.clock.now = new Date('2026-11-22T00:00:00+08:00')
  expect((await mark(id, 'on-going')).data.status).toBe('on-going')
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
})

test('a cancellation by staff needs a reason, which is saved, and frees the slot', async () => {
  const time = freeTime()
  const id = await clinic.appointment(TODAY, time, 'confirmed')
  const bare = clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'cancelled' } })
  const error = await expectRefused(bare, 422, s.reasonRequired)
  expect(error.errors).toEqual({ reason: [s.reasonRequired] })
  expect((await clinic.read(id)).status).toBe('confirmed')
  const { data } = await clinic.desk(contract.updateStatus, {
    params: { id },
    body: { status: 'cancelled', reason: 'no-show' },
  })
  expect(data).toMatchObject({ status: 'cancelled', cancel_reason: 'no-show', done_at: null })
  const again = await clinic.appointment(TODAY, time)
  expect((await clinic.read(again)).appointment_time).toBe(time)
})

test('a status change with a reason is rejected unless it cancels the appointment', async () => {
  const id = await clinic.appointment(TODAY, freeTime())
  const call = clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'confirmed', reason: 'other' } })
  await expectRefused(call, 422, s.reasonOnlyForCancel)
})

test('an unfinished or completed appointment keeps its slot', async () => {
  for (const status of ['pending', 'confirmed', 'resched', 'on-going', 'completed'] as const) {
    const time = freeTime()
    await clinic.appointment(TODAY, time, status)
    const client = await clinic.newClient()
    await expectRefused(clinic.desk(contract.book, { body: clinic.visit(TODAY, time, client.id) }), 409, s.slotTaken)
  }
})

test('a status change based on an older version gets a 409 with the current appointment; one based on the current version succeeds', async () => {
  const id = await clinic.appointment(TODAY, freeTime())
  await mark(id, 'confirmed', 1)
  const error = await expectRefused(mark(id, 'cancelled', 1), 409, s.stateChanged)
  expect(error.code).toBe('state_moved')
  expect(error.data).toMatchObject({ id, status: 'confirmed', version: 2 })
  expect((await mark(id, 'cancelled', 2)).data).toMatchObject({ status: 'cancelled', version: 3 })
})

test('each change of a status writes one log entry with person and time, and a failed change writes none', async () => {
  const time = freeTime()
  const id = await clinic.appointment(TODAY, time, 'pending', await clinic.newClient('Carla Bautista'))
  await mark(id, 'confirmed')
  await expectRefused(mark(id, 'completed'), 409, s.transitionNotAllowed('confirmed', 'completed'))
  await mark(id, 'cancelled')
  const [, ...moves] = await clinic.logs(id)
  expect(moves).toEqual([
    expect.stringMatching(/^Confirmed the appointment of Carla Bautista on November 21, 2026, \d+:\d\d [AP]M$/),
    expect.stringMatching(/^Cancelled the appointment of Carla Bautista on /),
  ])
})

test('a status change of an unknown appointment gets a 404', async () => {
  const call = mark('01900000-0000-7000-8000-00000000dead', 'confirmed')
  await expectRefused(call, 404, s.notFound)
})

type Outcome = { to: AppointmentStatus; won: boolean; error?: ApiError }

/** Twenty people send a status change at the same time. */
const pressAll = (id: string, wishes: AppointmentStatus[], version?: number): Promise<Outcome[]> =>
  Promise.all(
    Array.from({ length: 20 }, (_, i) => wishes[i % wishes.length]!).map((to) =>
      moveTo(id, to, version).then(
        () => ({ to, won: true }),
        (error: ApiError) => ({ to, won: false, error }),
      ),
    ),
  )

test('of twenty simultaneous status changes based on the same version, only one succeeds, and all others get a 409 with the current appointment', async () => {
  for (let round = 0; round < rounds(10); round++) {
    const id = await clinic.appointment('2026-11-23', `1${round}:00:00`)
    const outcomes = await pressAll(id, ['confirmed', 'cancelled', 'resched'], 1)
    const winner = outcomes.filter((each) => each.won)
    expect(winner).toHaveLength(1)
    const after = await clinic.read(id)
    expect(after).toMatchObject({ status: winner[0]!.to, version: 2, done_at: null })
    for (const { error } of outcomes.filter((each) => !each.won))
      expect([error?.status, error?.code, error?.data]).toMatchObject([409, 'state_moved', { id, version: 2 }])
    expect(await clinic.logs(id)).toHaveLength(2)
    // Every round reschedules to the same time, so this time is made free again.
    await clinic.server.db.deleteFrom('resource_slots').where('appointment_id', '=', id).execute()
  }
})

test('when twenty calls move a visit to the same time at once, one succeeds; the others get the moved visit, not “time occupied”', async () => {
  const id = await clinic.appointment('2026-11-24', '10:00:00', 'confirmed')
  const outcomes = await pressAll(id, ['resched'], 2)
  expect(outcomes.filter((each) => each.won)).toHaveLength(1)
  for (const { error } of outcomes.filter((each) => !each.won))
    expect([error?.status, error?.code, error?.data]).toMatchObject([409, 'state_moved', { id, version: 3 }])
})

test('twenty simultaneous changes without a version follow the allowed transitions, with one log entry for each real change', async () => {
  for (let round = 0; round < rounds(10); round++) {
    const id = await clinic.appointment(TODAY, '23:30:00', 'on-going')
    const outcomes = await pressAll(id, ['completed', 'cancelled', 'confirmed'])
    const winners = outcomes.filter((each) => each.won)
    expect(winners).toHaveLength(1)
    const after = await clinic.read(id)
    expect(after.status).toBe(winners[0]!.to)
    expect(after.done_at !== null).toBe(after.status === 'completed')
    // The history log has four entries: the visit was booked, confirmed and started, and one of the changes succeeded.
    expect(await clinic.logs(id)).toHaveLength(4)
    await clinic.server.db.deleteFrom('resource_slots').where('appointment_id', '=', id).execute()
  }
})

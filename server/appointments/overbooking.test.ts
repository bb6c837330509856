import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '#server/test/rounds.ts'
import { assignResources, createResource, MAIN_ROOM_ID, setHours } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { availabilityContract, holdContract } from '#shared/appointments/availability-contract.ts'
import { appointmentMessages as s, refusalMessages, termsMessages } from '#shared/appointments/messages.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { addDays, weekdayOf, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { errorOf, expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic
let ana: string
let bea: string
let room2: string
let lastDay = '2027-02-01'

/** A date that no other test uses. */
const newDate = () => (lastDay = addDays(lastDay, 1))

beforeAll(async () => {
  clinic = await startBookingClinic({ poolSize: 12 })
  const { db } = clinic.server
  ana = await createResource(db, 'practitioner', 'Ana')
  bea = await createResource(db, 'practitioner', 'Bea')
  room2 = await createResource(db, 'room', 'Room 2')
  await assignResources(db, clinic.catalogue.serviceId, ana, bea)
})
afterAll(() => clinic.server.close())

type Extra = { practitioner_id?: string; room_id?: string; overbook?: { resource_ids: string[]; reason: string } }

/** Books for a new client as staff. */
async function book(date: CivilDate, time: CivilTime, extra: Extra = {}, who?: string): Promise<string> {
  const userId = who ?? (await clinic.newClient()).id
  const { data } = await clinic.desk(contract.book, { body: { ...clinic.visit(date, time, userId), ...extra } })
  return data.appointment_id
}

const move = (id: string, appointment_date: CivilDate, appointment_time: CivilTime, extra: Extra = {}) =>
  clinic.desk(contract.reschedule, {
    params: { id },
    body: { appointment_id: id, appointment_date, appointment_time, ...extra },
  })

const slotsOf = async (table: 'resource_slots' | 'overbooked_slots', id: string) =>
  (
    await clinic.server.db
      .selectFrom(table)
      .select(['resource_id', 'slot_at'])
      .where('appointment_id', '=', id)
      .orderBy('slot_at')
      .execute()
  ).map(({ resource_id }) => resource_id)

test('an expired reservation does not count as occupied when staff overbook', async () => {
  const date = newDate()
  await book(date, '10:00:00', { practitioner_id: ana, room_id: MAIN_ROOM_ID })
  const wish = { appointment_date: date, appointment_time: '10:00:00', service_id: clinic.catalogue.serviceId }
  expect((await clinic.server.as(null)(holdContract.hold, { body: wish })).data.seconds_left).toBe(600)
  clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + 600_000)
  const overbook = { resource_ids: [ana], reason: 'Asked for Ana' }
  const id = await book(date, '10:00:00', { practitioner_id: ana, room_id: room2, overbook })
  expect(await slotsOf('resource_slots', id)).toEqual([room2, room2])
  expect(await slotsOf('overbooked_slots', id)).toEqual([ana, ana])
})

test('a visit given to another practitioner without a change of its time keeps its status; undo restores the practitioner', async () => {
  const date = newDate()
  const id = await book(date, '09:00:00', { practitioner_id: ana })
  await clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'confirmed' } })
  const { data } = await move(id, date, '09:00:00', { practitioner_id: bea })
  expect(data).toMatchObject({ status: 'confirmed', practitioner_name: 'Bea', appointment_time: '09:00:00' })
  expect((await clinic.logs(id)).some((line) => line.endsWith('to Bea, Main station'))).toBe(true)
  const undone = await clinic.desk(visitContract.undo, { params: { id }, body: {} })
  expect(undone.data).toMatchObject({ status: 'confirmed', practitioner_name: 'Ana' })
})

test('a move to another time and practitioner is a reschedule; a rejection names the practitioner or room that is occupied', async () => {
  const date = newDate()
  const here = await book(date, '09:00:00', { practitioner_id: ana, room_id: room2 })
  const id = await book(date, '11:00:00', { practitioner_id: bea })
  const moved = await move(id, date, '10:00:00', { practitioner_id: ana })
  expect(moved.data).toMatchObject({ status: 'resched', practitioner_id: ana, appointment_time: '10:00:00' })
  const taken = await errorOf(move(id, date, '09:00:00', { practitioner_id: ana }))
  expect([taken.status, taken.message]).toEqual([409, s.slotTaken])
  expect(errorDataOf(contract.reschedule, 'slot_taken', taken)?.conflicts).toEqual([
    { id: ana, name: 'Ana', why: 'busy', until: '09:30:00' },
  ])
  const room = await errorOf(move(id, date, '09:00:00', { practitioner_id: bea, room_id: room2 }))
  expect(errorDataOf(contract.reschedule, 'slot_taken', room)?.conflicts).toMatchObject([{ name: 'Room 2' }])
  expect(await clinic.read(id)).toMatchObject({ appointment_time: '10:00:00', practitioner_id: ana })
  expect(await slotsOf('resource_slots', here)).toHaveLength(4)
})

test('moving a visit to a practitioner who does not offer the service, or without any change, is rejected', async () => {
  const date = newDate()
  const id = await book(date, '09:00:00')
  const cora = await createResource(clinic.server.db, 'practitioner', 'Cora')
  await expectRefused(move(id, date, '10:00:00', { practitioner_id: cora }), 422, termsMessages.notTheirService)
  await expectRefused(move(id, date, '09:00:00'), 422, s.sameTime)
})

test('staff overbook a practitioner with a reason: both visits stay, and the log names the user, but not the reason', async () => {
  const date = newDate()
  const first = await book(date, '09:00:00', { practitioner_id: ana })
  const overbook = { resource_ids: [ana], reason: 'Only needs five minutes' }
  const second = await book(date, '09:00:00', { practitioner_id: ana, overbook })
  expect(await clinic.read(second)).toMatchObject({ practitioner_id: ana, overbook_reason: 'Only needs five minutes' })
  expect(await clinic.read(first)).toMatchObject({ overbook_reason: null })
  expect(await slotsOf('overbooked_slots', second)).toEqual([ana, ana])
  // Room 1 is taken, so the second visit is in room 2 and overbooks only the practitioner.
  expect(await slotsOf('resource_slots', second)).toEqual([room2, room2])
  const lines = await clinic.logs(second)
  expect(lines.some((line) => line.startsWith('Overbooked Ana for '))).toBe(true)
  expect(lines.join()).not.toContain('five minutes')
})

test('overbooking a practitioner does not overbook the room: if that is occupied too, the booking is rejected', async () => {
  const date = newDate()
  await book(date, '09:00:00', { practitioner_id: ana, room_id: MAIN_ROOM_ID })
  await book(date, '09:00:00', { practitioner_id: bea, room_id: room2 })
  const userId = (await clinic.newClient()).id
  const over = (ids: string[]) =>
    book(date, '09:00:00', { practitioner_id: ana, overbook: { resource_ids: ids, reason: 'Emergency' } }, userId)
  const refused = await errorOf(over([ana]))
  expect(
    errorDataOf(contract.book, 'slot_taken', refused)
      ?.conflicts.map(({ name }) => name)
      .sort(),
  ).toEqual(['Ana', 'Main station'])
  await over([ana, MAIN_ROOM_ID])
})

test('a client can never overbook, and is not told who is booked', async () => {
  const date = newDate()
  const client = await clinic.newClient()
  const asClient = clinic.server.as(client.token)
  const overbook = { resource_ids: [ana], reason: 'I want to' }
  await expectRefused(
    asClient(contract.book, { body: { ...clinic.visit(date, '09:00:00'), overbook } }),
    403,
    refusalMessages.onlyStaffOverbook,
  )
  await book(date, '09:00:00', { practitioner_id: ana })
  const body = { ...clinic.visit(date, '09:00:00'), practitioner_id: ana }
  const error = await expectRefused(asClient(contract.book, { body }), 409, s.slotTaken)
  expect(error.data).toBeUndefined()
})

test('two visits of one client cannot overlap, even by overbooking', async () => {
  const date = newDate()
  const client = await clinic.newClient()
  await book(date, '09:00:00', { practitioner_id: ana }, client.id)
  const overbook = { resource_ids: [ana], reason: 'Twice' }
  await expectRefused(
    book(date, '09:00:00', { practitioner_id: ana, overbook }, client.id),
    409,
    termsMessages.clientIsBusy,
  )
})

test('an overbooked time is free only after both visits have been moved or cancelled', async () => {
  const date = newDate()
  const { serviceId: service_id } = clinic.catalogue
  const starts = async () => {
    const querystring = { service_id, date, practitioner_id: ana }
    const { data } = await clinic.desk(availabilityContract.availability, { querystring })
    return data.days[0]!.starts.map(({ time }) => time)
  }
  const first = await book(date, '09:00:00', { practitioner_id: ana })
  const overbook = { resource_ids: [ana], reason: 'Short' }
  const second = await book(date, '09:00:00', { practitioner_id: ana, overbook })
  const cancel = (id: string) =>
    clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'cancelled', reason: 'client' } })
  await cancel(first)
  expect(await starts()).not.toContain('09:00:00')
  await cancel(second)
  expect(await starts()).toContain('09:00:00')
  // The cancellations are undone in the order of the visits, so the second visit is again booked over the first.
  await clinic.desk(visitContract.undo, { params: { id: first }, body: {} })
  await clinic.desk(visitContract.undo, { params: { id: second }, body: {} })
  expect(await clinic.read(second)).toMatchObject({ status: 'pending', overbook_reason: 'Short' })
  expect(await slotsOf('overbooked_slots', second)).toHaveLength(2)
})

test('a visit that moves to a free time is no longer overbooked', async () => {
  const date = newDate()
  await book(date, '09:00:00', { practitioner_id: ana })
  const id = await book(date, '10:00:00', { practitioner_id: ana })
  const overbook = { resource_ids: [ana], reason: 'Late train' }
  const over = await move(id, date, '09:00:00', { practitioner_id: ana, overbook })
  expect(over.data).toMatchObject({ overbook_reason: 'Late train' })
  const free = await move(id, date, '11:00:00', { practitioner_id: ana, overbook })
  expect(free.data).toMatchObject({ overbook_reason: null })
  expect(await slotsOf('overbooked_slots', id)).toEqual([])
})

test('staff can also book over leave and blocks, but not past closing time', async () => {
  const date = newDate()
  const block = { date, starts_at: '09:00:00', ends_at: '10:00:00', note: 'Meeting' }
  await clinic.desk(resourcesContract.addBlock, { params: { id: ana }, body: block })
  const refused = await errorOf(book(date, '09:30:00', { practitioner_id: ana }))
  expect(errorDataOf(contract.book, 'slot_taken', refused)?.conflicts).toMatchObject([
    { name: 'Ana', why: 'busy', until: '10:00:00' },
  ])
  const overbook = { resource_ids: [ana], reason: 'She leaves the meeting' }
  const id = await book(date, '09:30:00', { practitioner_id: ana, overbook })
  expect(await clinic.read(id)).toMatchObject({ overbook_reason: 'She leaves the meeting' })
  await setHours(clinic.server.db, weekdayOf(date), '08:00', '18:00')
  await expectRefused(book(date, '18:00:00', { practitioner_id: ana, overbook }), 422, s.outsideHours)
})

test('when two visits are dragged to the same free time at once, only one move succeeds, and the other visit keeps its time', async () => {
  for (let round = 0; round < rounds(20); round++) {
    const date = newDate()
    const ids = [
      await book(date, '09:00:00', { practitioner_id: ana }),
      await book(date, '11:00:00', { practitioner_id: ana }),
    ]
    const outcomes = await Promise.all(
      ids.map((id) =>
        move(id, date, '10:00:00', { practitioner_id: ana }).then(
          () => 'moved',
          (error: unknown) => (error as Error).message,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual([s.slotTaken, 'moved'].toSorted())
    const times = await Promise.all(ids.map(async (id) => (await clinic.read(id)).appointment_time))
    expect(times.filter((time) => time === '10:00:00')).toHaveLength(1)
  }
})

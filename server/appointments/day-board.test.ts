import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignResources, createResource, MAIN_ROOM_ID, setService } from '#server/test/factories.ts'
import { boardContract } from '#shared/appointments/board-contract.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { resourceMessages } from '#shared/resources/messages.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic
let ana: string

beforeAll(async () => {
  clinic = await startBookingClinic()
  const { db } = clinic.server
  ana = await createResource(db, 'practitioner', 'Ana')
  await assignResources(db, clinic.catalogue.serviceId, ana)
  await setService(db, clinic.catalogue.serviceId, { duration_minutes: 60, buffer_after_minutes: 15 })
})
afterAll(() => clinic.server.close())

const board = async (date: string) => (await clinic.desk(boardContract.day, { querystring: { date } })).data

test('the day board contains the day’s visits with everything they occupy, including buffers, and no cancelled visits', async () => {
  const id = await clinic.appointment('2026-12-09', '09:00:00', 'confirmed')
  await clinic.appointment('2026-12-09', '11:00:00', 'cancelled')
  await clinic.appointment('2026-12-10', '09:00:00')
  const { visits, services, resources, opening, is_disabled } = await board('2026-12-09')
  expect(visits.map((visit) => visit.id)).toEqual([id])
  expect(visits[0]).toMatchObject({
    status: 'confirmed',
    practitioner_id: ana,
    occupied: { from: 540, to: 615 },
    resource_ids: [ana, MAIN_ROOM_ID].toSorted(),
  })
  expect(services).toEqual([
    {
      id: clinic.catalogue.serviceId,
      buffer_before: 0,
      buffer_after: 15,
      chosen: [{ id: ana, kind: 'practitioner' }],
    },
  ])
  expect(resources.map(({ name, hours }) => [name, hours])).toEqual(expect.arrayContaining([['Ana', null]]))
  expect(opening).toEqual([{ from: 480, to: 1_470 }])
  expect(is_disabled).toBe(false)
})

test('the day board shows leave and blocks, but not the reason for leave', async () => {
  const params = { id: ana }
  const dates = { first_date: '2026-12-11', last_date: '2026-12-12' }
  const leave = { ...dates, kind: 'leave' as const, starts_at: '13:00:00', ends_at: '15:00:00', note: 'Dentist' }
  await clinic.admin(resourcesContract.addException, { params, body: leave })
  const block = { date: '2026-12-11', starts_at: '09:00:00', ends_at: '09:30:00', note: 'Team meeting' }
  await clinic.desk(resourcesContract.addBlock, { params, body: block })
  const shown = (await board('2026-12-11')).resources.find(({ id }) => id === ana)!
  expect(shown.entries).toMatchObject([
    { kind: 'block', from: 540, to: 570, note: 'Team meeting', is_one_day: true },
    { kind: 'leave', from: 780, to: 900, note: '', is_one_day: false },
  ])
  const entry_id = shown.entries[0]!.id
  await clinic.desk(resourcesContract.removeBlock, { params: { ...params, entry_id } })
  const after = (await board('2026-12-11')).resources.find(({ id }) => id === ana)!
  expect(after.entries.map(({ kind }) => kind)).toEqual(['leave'])
  const remove = clinic.desk(resourcesContract.removeBlock, { params: { ...params, entry_id: shown.entries[1]!.id } })
  await expectRefused(remove, 404, resourceMessages.exceptionNotFound)
})

test('a block, leave and closed hours that are sent again after a lost answer are added once', async () => {
  const [params, date] = [{ id: ana }, '2026-12-21']
  const day = { first_date: date, last_date: date }
  const body = { starts_at: '09:00:00', ends_at: '09:30:00', note: '' }
  const twice = async (send: (idempotencyKey: string) => Promise<unknown>) => {
    const key = crypto.randomUUID()
    const first = await send(key)
    expect(await send(key)).toEqual(first)
  }
  await twice((idempotencyKey) =>
    clinic.desk(resourcesContract.addBlock, { params, body: { ...body, date } }, { idempotencyKey }),
  )
  const leave = { ...day, ...body, kind: 'leave' as const, starts_at: '10:00:00', ends_at: '11:00:00' }
  await twice((idempotencyKey) =>
    clinic.admin(resourcesContract.addException, { params, body: leave }, { idempotencyKey }),
  )
  const closed = { ...day, starts_at: '16:00:00', ends_at: '17:00:00', note: 'Fiesta' }
  await twice((idempotencyKey) => clinic.admin(resourcesContract.closeRooms, { body: closed }, { idempotencyKey }))
  const { resources } = await board(date)
  expect(resources.find(({ id }) => id === ana)!.entries.map(({ kind }) => kind)).toEqual(['block', 'leave'])
  const rooms = resources.filter(({ kind }) => kind === 'room')
  expect(rooms.length).toBeGreaterThan(0)
  for (const { entries } of rooms) expect(entries).toHaveLength(1)
})

test('leave, blocks and closed hours make open day boards load again, when they are added and when they are removed', async () => {
  let events = 0
  const stop = clinic.server.hub.subscribe(({ name }) => {
    if (name === 'AppointmentBooked') events++
  })
  const expectEvent = async <T>(change: () => Promise<T>): Promise<T> => {
    const before = events
    const answer = await change()
    await expect.poll(() => events).toBeGreaterThan(before)
    return answer
  }
  const date = '2026-12-16'
  const hours = { starts_at: '09:00:00', ends_at: '09:30:00', note: '' }
  const days = { ...hours, first_date: date, last_date: date }
  const params = { id: ana }
  const entryOf = async (id: string) => (await board(date)).resources.find((one) => one.id === id)!.entries[0]!.id
  await expectEvent(() => clinic.desk(resourcesContract.addBlock, { params, body: { ...hours, date } }))
  const block = { params: { ...params, entry_id: await entryOf(ana) } }
  await expectEvent(() => clinic.desk(resourcesContract.removeBlock, block))
  await expectEvent(() =>
    clinic.admin(resourcesContract.addException, { params, body: { ...days, kind: 'leave' as const } }),
  )
  const leave = { params: { ...params, exception_id: await entryOf(ana) }, querystring: {} }
  await expectEvent(() => clinic.admin(resourcesContract.removeException, leave))
  await expectEvent(() => clinic.admin(resourcesContract.closeRooms, { body: days }))
  const closed = { params: { entry_id: await entryOf(MAIN_ROOM_ID) } }
  await expectEvent(() => clinic.admin(resourcesContract.reopenRooms, closed))
  stop()
})

test('only an admin may remove a block of a practitioner’s or room’s time that lasts several days', async () => {
  const dates = { first_date: '2026-12-14', last_date: '2026-12-15' }
  const body = { ...dates, kind: 'block' as const, starts_at: '13:00:00', ends_at: '15:00:00', note: '' }
  await clinic.admin(resourcesContract.addException, { params: { id: ana }, body })
  const shown = (await board('2026-12-14')).resources.find(({ id }) => id === ana)!
  const remove = clinic.desk(resourcesContract.removeBlock, { params: { id: ana, entry_id: shown.entries[0]!.id } })
  await expectRefused(remove, 409, resourceMessages.blockOfSeveralDays)
})

test('blocking time in which a visit is booked needs a confirmation that names the number of visits; the visit stays booked', async () => {
  await clinic.appointment('2026-12-16', '09:00:00', 'confirmed')
  const body = { date: '2026-12-16', starts_at: '09:00:00', ends_at: '10:00:00' }
  await expectRefused(
    clinic.desk(resourcesContract.addBlock, { params: { id: ana }, body }),
    409,
    resourceMessages.affectedVisits(1),
  )
  await clinic.desk(resourcesContract.addBlock, { params: { id: ana }, body: { ...body, despite_visits: true } })
  expect((await board('2026-12-16')).visits).toHaveLength(1)
})

test('a deactivated practitioner stays on the board of a day with booked visits', async () => {
  const id = await clinic.appointment('2026-12-17', '09:00:00', 'confirmed')
  await clinic.server.db.updateTable('resources').set({ is_active: false }).where('id', '=', ana).execute()
  expect((await board('2026-12-17')).resources.find((one) => one.id === ana)).toMatchObject({ is_active: false })
  expect((await board('2026-12-18')).resources.find((one) => one.id === ana)).toBeUndefined()
  await clinic.server.db.updateTable('resources').set({ is_active: true }).where('id', '=', ana).execute()
  expect(
    (await clinic.desk(contract.list, { querystring: { scope: 'range', per_page: 100 } })).appointments.map(
      (row) => row.id,
    ),
  ).toContain(id)
})

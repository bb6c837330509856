import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorOf, expectRefused, outcomeOf, startServicesClinic } from '#server/appointments/booking-fixture.ts'
import { setHours, type TestUser } from '#server/test/factories.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { boardContract } from '#shared/appointments/board-contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { addDays, instantOf, weekdayOf, type CivilTime } from '#shared/lib/manila-time.ts'
import { usersContract } from '#shared/users/contract.ts'
import { walkInsContract as contract, type WalkIn } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'

let opened: Awaited<ReturnType<typeof startServicesClinic>>
/** Each test uses a day of its own, so that walk-ins of other tests are not in its queue. */
let day = '2026-12-01'

beforeAll(async () => {
  opened = await startServicesClinic()
})
afterAll(() => opened.clinic.server.close())

const desk = () => opened.clinic.desk
const at = (time: CivilTime, date = day) => {
  opened.clinic.server.clock.now = instantOf(date, time)
}
/** Moves the clock to the next day, at `time`. */
const newDay = (time: CivilTime = '10:41:20') => {
  day = addDays(day, 1)
  at(time)
}

type Added = { service?: string; client?: TestUser; with?: string }

async function add({ service = opened.peel, client, with: practitioner_id }: Added = {}): Promise<WalkIn> {
  const { id } = client ?? (await opened.clinic.newClient())
  const body = { user_id: id, service_id: service, ...(practitioner_id && { now_with: { practitioner_id } }) }
  return (await desk()(contract.add, { body })).data
}
const takeIn = async ({ id }: WalkIn, body = {}): Promise<WalkIn> =>
  (await desk()(contract.takeIn, { params: { id }, body })).data
const setLeft = ({ id }: WalkIn, left: boolean) => desk()(contract.setLeft, { params: { id }, body: { left } })
const queue = async () => (await desk()(contract.queue, {})).data.map(({ number }) => number)
const startOptionsFor = async (service_id: string) =>
  (await desk()(contract.startOptions, { querystring: { service_id } })).data

/** Books a visit of another client today, which keeps a practitioner busy. */
const bookWith = async (practitioner_id: string, time: CivilTime) => {
  const { id } = await opened.clinic.newClient()
  await desk()(appointmentsContract.book, { body: { ...opened.clinic.visit(day, time, id), practitioner_id } })
}

describe('queue numbers', () => {
  test('walk-ins who are added at the same time get consecutive numbers, each once', async () => {
    newDay()
    const clients = await Promise.all(Array.from({ length: 12 }, () => opened.clinic.newClient()))
    const added = await Promise.all(clients.map((client) => add({ client })))
    expect(added.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    )
    expect(await queue()).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
  })

  test('a number is never given twice on a day, and the next day begins with 1', async () => {
    newDay()
    await add()
    const leaves = await add()
    await setLeft(leaves, true)
    await opened.clinic.admin(usersContract.remove, { params: { id: leaves.user_id } })
    expect((await add()).number).toBe(3)
    expect(await queue()).toEqual([1, 3])
    newDay()
    expect(await queue()).toEqual([])
    expect((await add()).number).toBe(1)
  })

  test('when two users add one client at once, the later one is told the number that the client already has', async () => {
    newDay()
    const client = await opened.clinic.newClient('Lia Ramos')
    const outcomes = await Promise.all([outcomeOf(add({ client })), outcomeOf(add({ client }))])
    expect(outcomes.toSorted()).toEqual([`409 ${s.alreadyWaiting('Lia Ramos', 1)}`, 'done'])
    expect(await queue()).toEqual([1])
  })
})

describe('a walk-in who is added', () => {
  test('a walk-in is refused if the person is a staff member, or if the service is unknown or deleted', async () => {
    newDay()
    const { id: user_id } = await opened.clinic.newClient()
    const cashier = opened.clinic.cashier.id
    const addAs = (body: { user_id: string; service_id: string }) => desk()(contract.add, { body })
    await expectRefused(addAs({ user_id: cashier, service_id: opened.peel }), 422, appointmentMessages.invalidCustomer)
    await expectRefused(addAs({ user_id, service_id: user_id }), 422, appointmentMessages.unknownService)
    const { db } = opened.clinic.server
    const deleted = (deleted_at: Date | null) =>
      db.updateTable('services').set({ deleted_at }).where('id', '=', opened.laser).execute()
    await deleted(new Date())
    await expectRefused(addAs({ user_id, service_id: opened.laser }), 422, appointmentMessages.unknownService)
    await deleted(null)
    expect(await queue()).toEqual([])
  })

  test('an added walk-in is in the queue with number, service and arrival time, and in the log', async () => {
    newDay()
    const client = await opened.clinic.newClient('Nena Cruz')
    const walkIn = await add({ client })
    const { data } = await desk()(contract.queue, {})
    expect(data).toEqual([walkIn])
    expect(walkIn).toMatchObject({
      number: 1,
      name: 'Nena Cruz',
      user_id: client.id,
      service_name: 'Diamond peel',
      state: 'waiting',
      came_at: `${day}T10:41:20+08:00`,
    })
    expect(await opened.clinic.logs(walkIn.id)).toEqual([
      'Put walk-in Nena Cruz (number 1) for Diamond peel into the queue',
    ])
  })
})

describe('a walk-in who is taken in', () => {
  test('a walk-in who is taken in gets a visit that starts with the current quarter hour, is in progress and occupies the practitioner', async () => {
    newDay()
    const waiting = await add({ client: await opened.clinic.newClient('Rosa Lim') })
    at('11:07:00')
    const walkIn = await takeIn(waiting, { practitioner_id: opened.ana })
    expect(walkIn).toMatchObject({ state: 'taken-in', number: 1 })
    expect(await queue()).toEqual([])
    const { visits } = (await desk()(boardContract.day, { querystring: { date: day } })).data
    expect(visits).toMatchObject([
      {
        id: walkIn.appointment_id,
        status: 'on-going',
        appointment_time: '11:00:00',
        practitioner_id: opened.ana,
        arrived_at: `${day}T11:07:00+08:00`,
        occupied: { from: 660, to: 720 },
      },
    ])
    expect(visits[0]!.resource_ids).toContain(opened.ana)
    expect((await opened.clinic.logs(waiting.id)).at(-1)).toBe(
      'Took in walk-in Rosa Lim (number 1) for Diamond peel, with Ana',
    )
    const { appointments } = await desk()(appointmentsContract.payable, { querystring: { user_id: walkIn.user_id } })
    expect(appointments.map(({ id }) => id)).toEqual([walkIn.appointment_id])
  })

  test('a walk-in may be taken in without waiting first, and gets no message about the visit', async () => {
    newDay()
    const walkIn = await add({ with: opened.bea })
    expect(walkIn).toMatchObject({ state: 'taken-in', number: 1 })
    expect(await queue()).toEqual([])
    const visit = opened.clinic.visit(day, '15:00:00', walkIn.user_id)
    const booked = await desk()(appointmentsContract.book, { body: { ...visit, status: 'confirmed' } })
    const { db } = opened.clinic.server
    const ids = [walkIn.appointment_id!, booked.data.appointment_id]
    const told = await db.selectFrom('messages').select('subject_id').where('subject_id', 'in', ids).execute()
    expect(told).toEqual([{ subject_id: booked.data.appointment_id }])
  })

  test('a walk-in can be given a busy practitioner only with a reason, and each option says until when the practitioner is busy', async () => {
    newDay('10:20:00')
    await bookWith(opened.ana, '10:30:00')
    expect((await startOptionsFor(opened.peel)).options.map(({ name, conflicts }) => [name, conflicts])).toEqual([
      ['Bea', []],
      ['Ana', [{ id: opened.ana, name: 'Ana', why: 'busy', until: '11:30:00' }]],
    ])
    const waiting = await add()
    const refused = await errorOf(takeIn(waiting, { practitioner_id: opened.ana }))
    expect([refused.status, errorDataOf(contract.takeIn, 'slot_taken', refused)]).toEqual([
      409,
      { conflicts: [{ id: opened.ana, name: 'Ana', why: 'busy', until: '11:30:00' }] },
    ])
    expect(await queue()).toEqual([1])
    const overbook = { resource_ids: [opened.ana], reason: 'Asked for Ana' }
    expect(await takeIn(waiting, { practitioner_id: opened.ana, overbook })).toMatchObject({ state: 'taken-in' })
  })

  test('a walk-in is not added to the queue if the visit should start at once but the chosen practitioner is busy', async () => {
    newDay('10:20:00')
    await bookWith(opened.ana, '10:30:00')
    expect((await errorOf(add({ with: opened.ana }))).code).toBe('slot_taken')
    expect((await add()).number).toBe(1)
  })

  test('a walk-in gets one visit when two users take in the walk-in at the same time', async () => {
    newDay()
    const waiting = await add({ client: await opened.clinic.newClient('Mina Go') })
    const outcomes = await Promise.all([
      outcomeOf(takeIn(waiting, { practitioner_id: opened.ana })),
      outcomeOf(takeIn(waiting, { practitioner_id: opened.bea })),
    ])
    expect(outcomes.toSorted()).toEqual([`409 ${s.isOver('Mina Go')}`, 'done'])
    const { visits } = (await desk()(boardContract.day, { querystring: { date: day } })).data
    expect(visits).toHaveLength(1)
  })
})

describe('the practitioners who can start a visit now', () => {
  test('the practitioners who can start a visit now are those on duty who offer the service; a service without practitioners needs none', async () => {
    newDay()
    const weekday = weekdayOf(day)
    const { db } = opened.clinic.server
    await db
      .insertInto('resource_hours')
      .values({ resource_id: opened.ana, weekday, opens_at: '13:00:00', closes_at: '19:00:00' })
      .execute()
    expect((await startOptionsFor(opened.peel)).options.map(({ name }) => name)).toEqual(['Bea'])
    await db.deleteFrom('resource_hours').where('resource_id', '=', opened.ana).execute()
    expect(await startOptionsFor(opened.laser)).toEqual({
      appointment_time: '10:30:00',
      options: [{ practitioner_id: null, name: null, conflicts: [] }],
      obstacle: null,
    })
    expect(await takeIn(await add({ service: opened.laser }))).toMatchObject({ state: 'taken-in' })
  })

  test('no practitioner can start a visit that would end after closing, and the answer gives the reason', async () => {
    newDay('18:20:00')
    await setHours(opened.clinic.server.db, weekdayOf(day), '08:00:00', '19:00:00')
    expect(await startOptionsFor(opened.peel)).toEqual({
      appointment_time: '18:15:00',
      options: [],
      obstacle: s.doesNotFit,
    })
    await expectRefused(add({ with: opened.ana }), 422, appointmentMessages.outsideHours)
    expect((await startOptionsFor(opened.facial)).options).toHaveLength(2)
    at('00:05:00', addDays(day, 1))
    expect((await startOptionsFor(opened.facial)).obstacle).toBe(s.doesNotFit)
  })
})

test('a walk-in marked as left is off the queue and can return under the same number, and both are logged', async () => {
  newDay()
  const client = await opened.clinic.newClient('Tess Uy')
  const walkIn = await add({ client })
  expect((await setLeft(walkIn, true)).data.state).toBe('left')
  await setLeft(walkIn, true)
  expect(await queue()).toEqual([])
  await expectRefused(takeIn(walkIn), 409, s.isOver('Tess Uy'))
  await setLeft(walkIn, false)
  expect(await queue()).toEqual([1])
  expect((await opened.clinic.logs(walkIn.id)).slice(1)).toEqual([
    'Marked that walk-in Tess Uy (number 1) for Diamond peel has left',
    'Put walk-in Tess Uy (number 1) for Diamond peel back into the queue',
  ])
  newDay()
  await expectRefused(takeIn(walkIn), 409, s.notOfToday)
  await expectRefused(setLeft(walkIn, true), 409, s.notOfToday)
})

test('closing a client’s account removes the client from the queue of walk-ins', async () => {
  newDay()
  const walkIn = await add()
  await opened.clinic.admin(usersContract.remove, { params: { id: walkIn.user_id } })
  const { db } = opened.clinic.server
  expect(await db.selectFrom('walk_ins').select('id').where('id', '=', walkIn.id).execute()).toEqual([])
  await expectRefused(setLeft(walkIn, true), 404, s.notFound)
})

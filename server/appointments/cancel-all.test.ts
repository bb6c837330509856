import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '#server/test/rounds.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import type { Caller } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { cancelAllContract } from '#shared/appointments/desk-contract.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { expectRefused } from './booking-fixture.ts'

let till: Till
let desk: Caller

beforeAll(async () => {
  till = await openTill()
  desk = till.server.as(till.cashier.token)
})
afterAll(() => till.server.close())

const person = () => createUser(till.server.db, 'client')

async function book(client: TestUser, date: CivilDate, time: CivilTime): Promise<string> {
  const { treatmentId: treatment_id, serviceId: service_id } = till.catalogue
  const body = { user_id: client.id, appointment_date: date, appointment_time: time, treatment_id, service_id }
  return (await desk(contract.book, { body })).data.appointment_id
}

const statusesOf = async (client: TestUser) => {
  const { appointments } = await desk(contract.list, {
    querystring: { scope: 'range', client_id: client.clientId ?? '', per_page: 100 },
  })
  return appointments.map(({ status, cancel_reason }) => [status, cancel_reason])
}

const cancelAll = async (client: TestUser, appointment_ids?: string[]) => {
  const body = { reason: 'other' as const, ...(appointment_ids && { appointment_ids }) }
  return (await desk(cancelAllContract.cancelAllOf, { params: { id: client.clientId ?? '' }, body })).data
}

const mark = (id: string, status: 'confirmed' | 'on-going') =>
  desk(contract.updateStatus, { params: { id }, body: { status } })

test('cancelling all visits of a client cancels and logs each upcoming one and frees its time; other clients’ visits stay', async () => {
  const [client, other] = [await person(), await person()]
  const ids = [await book(client, '2026-12-01', '09:00:00'), await book(client, '2026-12-02', '09:00:00')]
  await mark(ids[1]!, 'confirmed')
  await book(other, '2026-12-01', '09:30:00')
  expect(await cancelAll(client)).toEqual({ cancelled: 2, paid: [] })
  expect(await statusesOf(client)).toEqual([
    ['cancelled', 'other'],
    ['cancelled', 'other'],
  ])
  expect(await statusesOf(other)).toEqual([['pending', null]])
  const taken = await till.server.as(null)(contract.unavailableTimes, { body: { date: '2026-12-01' } })
  expect(taken.appointment_times).toEqual(['09:30:00'])
  for (const id of ids) {
    const logs = await logEntries(till.server.db, { subject_id: id })
    expect(
      logs.filter(({ action }) => action.startsWith(`Cancelled the appointment of ${client.name} on`)),
    ).toHaveLength(1)
  }
  expect(await cancelAll(client)).toEqual({ cancelled: 0, paid: [] })
})

test('cancelling all visits of a client skips a visit in progress and a paid one, and returns the paid one with its receipt number', async () => {
  const client = await person()
  const paid = await book(client, '2026-11-21', '10:00:00')
  await mark(paid, 'confirmed')
  const running = await book(client, '2026-11-21', '10:30:00')
  await mark(running, 'confirmed')
  await mark(running, 'on-going')
  await book(client, '2026-12-03', '09:00:00')
  const order = { customer_name: client.name, user_id: client.id, appointment_id: paid, is_walk_in: false }
  const sale = await till.send(till.order([till.peel()], order))
  const data = await cancelAll(client)
  expect(data.cancelled).toBe(1)
  expect(data.paid).toMatchObject([{ id: paid, status: 'confirmed', paid_receipt_number: sale.receipt_number }])
  expect(await statusesOf(client)).toEqual([
    ['confirmed', null],
    ['on-going', null],
    ['cancelled', 'other'],
  ])
})

test('a call that cancels listed visits of a client cancels only these visits; visits that are not listed, and visits of other clients, stay booked', async () => {
  const [client, other] = [await person(), await person()]
  const listed = await book(client, '2026-12-04', '09:00:00')
  await book(client, '2026-12-05', '09:00:00')
  const ofOther = await book(other, '2026-12-04', '10:00:00')
  expect(await cancelAll(client, [listed, ofOther])).toEqual({ cancelled: 1, paid: [] })
  expect(await statusesOf(client)).toEqual([
    ['cancelled', 'other'],
    ['pending', null],
  ])
  expect(await statusesOf(other)).toEqual([['pending', null]])
})

test('a booking at the same time as the cancellation of all visits leaves neither a half-booked visit nor an occupied slot', async () => {
  const client = await person()
  for (let round = 0; round < rounds(8); round++) {
    await book(client, '2026-12-10', '09:00:00')
    const own = till.server.as(client.token)
    const { treatmentId: treatment_id, serviceId: service_id } = till.catalogue
    const body = { appointment_date: '2026-12-10', appointment_time: '10:00:00', treatment_id, service_id }
    await Promise.all([cancelAll(client), own(contract.book, { body })])
    await cancelAll(client)
    expect((await statusesOf(client)).every(([status]) => status === 'cancelled')).toBe(true)
    const slots = await till.server.db.selectFrom('resource_slots').select('slot_at').execute()
    expect(slots.filter(({ slot_at }) => slot_at >= new Date('2026-12-10T00:00:00+08:00'))).toEqual([])
  }
})

test('cancelling all visits of a client needs an existing client and a reason', async () => {
  const params = { id: crypto.randomUUID() }
  await expectRefused(
    desk(cancelAllContract.cancelAllOf, { params, body: { reason: 'other' } }),
    404,
    clientMessages.notFoundTitle,
  )
  await expect(desk(cancelAllContract.cancelAllOf, { params, body: {} as never })).rejects.toMatchObject({
    status: 422,
  })
})

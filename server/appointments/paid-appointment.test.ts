import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rounds } from '#server/test/rounds.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { expectRefused } from './booking-fixture.ts'

let till: Till
let admin: TestUser

beforeAll(async () => {
  till = await openTill()
  admin = await createUser(till.server.db, 'admin')
})
afterAll(() => till.server.close())

/** Pays an appointment at the till and returns the receipt number. */
const pay = async (appointment_id: string) =>
  (await till.send(till.order([till.peel()], { appointment_id, is_walk_in: false }))).receipt_number

const seenBy = async (person: TestUser, id: string) => {
  const { appointments } = await till.server.as(person.token)(contract.list, { querystring: { scope: 'range' } })
  return appointments.find((row) => row.id === id)
}

test('staff see which receipt paid an appointment, in the lists and in the answer to a move', async () => {
  const [paid, unpaid] = [await till.appointment(till.client), await till.appointment(till.otherClient)]
  await till.send(till.order([till.peel()]))
  expect(await seenBy(till.cashier, paid)).toMatchObject({ is_paid: false, paid_receipt_number: null })
  const receipt = await pay(paid)
  for (const person of [till.cashier, admin])
    expect(await seenBy(person, paid)).toMatchObject({ is_paid: true, paid_receipt_number: receipt })
  expect(await seenBy(till.cashier, unpaid)).toMatchObject({ is_paid: false, paid_receipt_number: null })

  const desk = till.server.as(till.cashier.token)
  const { data } = await desk(contract.updateStatus, {
    params: { id: paid },
    body: { status: 'cancelled', reason: 'client' },
  })
  expect(data).toMatchObject({ status: 'cancelled', is_paid: true, paid_receipt_number: receipt })
})

test('the list of unpaid visits contains those that have started or ended unpaid on the requested days', async () => {
  const desk = till.server.as(till.cashier.token)
  const unpaid = async (more: { client_id?: string; to?: string }) => {
    const querystring = { scope: 'range' as const, payment: 'unpaid' as const, ...more }
    return (await desk(contract.list, { querystring })).appointments.map((row) => row.id)
  }
  const person = await createUser(till.server.db, 'client')
  const make = (status: 'confirmed' | 'on-going' | 'completed' | 'cancelled') => till.appointment(person, status)
  const [, going, done] = [await make('confirmed'), await make('on-going'), await make('completed')]
  await make('cancelled')
  const { client_id } = (await seenBy(till.cashier, going))!
  expect((await unpaid({ client_id })).sort()).toEqual([going, done].sort())
  expect(await unpaid({ client_id, to: '2026-01-01' })).toEqual([])
  await till.send(till.order([till.peel()], { user_id: person.id, appointment_id: done, is_walk_in: false }))
  expect(await unpaid({ client_id })).toEqual([going])
})

test('the till can look up one visit to pay, and finds nothing once the visit is paid', async () => {
  const desk = till.server.as(till.cashier.token)
  const [id] = [await till.appointment(till.client), await till.appointment(till.client)]
  const payable = async () =>
    (await desk(contract.payable, { querystring: { appointment_id: id } })).appointments.map((row) => row.id)
  expect(await payable()).toEqual([id])
  await pay(id)
  expect(await payable()).toEqual([])
})

test('a client learns nothing more about a paid appointment than about any other, in the list or in errors', async () => {
  const id = await till.appointment(till.client)
  const call = (url: string, method: 'GET' | 'PUT') =>
    till.server.app.inject({
      url,
      method,
      headers: { authorization: `Bearer ${till.client.token}` },
      ...(method === 'PUT' && { payload: {} }),
    })
  // The version says only that the visit has changed.
  const mine = async () => (await call('/api/my/appointments?per_page=100', 'GET')).body.replace(/"version":\d+/g, '')
  const before = await mine()
  expect(before).toContain(id)
  await pay(id)
  expect(await mine()).toBe(before)
  // The visit began at 8:00 AM, an hour ago.
  const refused = await call(`/api/my/appointments/${id}/cancel`, 'PUT')
  expect([refused.statusCode, refused.body]).toEqual([409, expect.not.stringMatching(/paid|receipt/i)])
  expect((await call('/api/get-appointments-ByAdmin', 'GET')).statusCode).toBe(403)
})

/** Books and confirms a future visit of the client. */
async function visitAhead(slot: number): Promise<string> {
  const desk = till.server.as(till.cashier.token)
  const { treatmentId: treatment_id, serviceId: service_id } = till.catalogue
  const at = { appointment_date: '2026-11-22', appointment_time: SLOT_TIMES[slot]! }
  const body = { user_id: till.client.id, treatment_id, service_id, ...at, status: 'confirmed' as const }
  return (await desk(contract.book, { body })).data.appointment_id
}

test('a client cannot cancel a paid visit, is told to call, and sees the reason instead of a button', async () => {
  const id = await visitAhead(0)
  const own = till.server.as(till.client.token)
  const seen = async () => {
    const { appointments } = await own(contract.mine, { querystring: { group: 'upcoming', per_page: 100 } })
    return appointments.find(({ appointment_id }) => appointment_id === id)
  }
  expect(await seen()).toMatchObject({ can_cancel: true, cannot_cancel: null })
  await pay(id)
  expect(await seen()).toMatchObject({ can_cancel: false, cannot_cancel: s.paidCallClinic })
  const error = await expectRefused(
    own(contract.cancelMine, { params: { id }, body: {} }),
    409,
    'This visit is paid. Please call the clinic.',
  )
  expect(error.data).toMatchObject({ appointment_id: id, can_cancel: false })
  expect((await seenBy(till.cashier, id))?.status).toBe('confirmed')
})

test('a sale increases the version of the visit it pays, so that a change based on the unpaid visit is rejected', async () => {
  const onEvent = vi.fn<(event: HubEvent) => void>()
  const stop = till.server.hub.subscribe(onEvent)
  const id = await visitAhead(21)
  // Events that are announced at the same time are merged into one, so the test waits until the event of the booking
  // was sent.
  const isAnnounced = () => onEvent.mock.calls.some(([event]) => JSON.stringify(event).includes(id))
  await expect.poll(isAnnounced).toBe(true)
  const desk = till.server.as(till.cashier.token)
  const before = (await seenBy(till.cashier, id))!.version
  onEvent.mockClear()
  await pay(id)
  await expect.poll(() => onEvent.mock.calls.flat()).toContainEqual({ name: 'AppointmentBooked' })
  stop()
  expect((await seenBy(till.cashier, id))!.version).toBe(before + 1)
  const cancel = desk(
    contract.updateStatus,
    { params: { id }, body: { status: 'cancelled', reason: 'clinic' } },
    { headers: { 'if-match': String(before) } },
  )
  const error = await expectRefused(cancel, 409, s.stateChanged)
  expect(error.data).toMatchObject({ is_paid: true })
})

test('when a visit is sold and cancelled by its client at the same time, only one of the two succeeds', async () => {
  const own = till.server.as(till.client.token)
  for (let round = 0; round < rounds(20); round++) {
    const id = await visitAhead(1 + round)
    const done = (call: Promise<unknown>) =>
      call.then(
        () => true,
        () => false,
      )
    const sell = () => done(pay(id))
    const cancel = () => done(own(contract.cancelMine, { params: { id }, body: {} }))
    const [first, second] = await Promise.all(round % 2 ? [sell(), cancel()] : [cancel(), sell()])
    const [sold, cancelled] = round % 2 ? [first, second] : [second, first]
    expect([sold, cancelled].filter(Boolean)).toHaveLength(1)
    const row = await seenBy(till.cashier, id)
    expect([row?.is_paid, row?.status === 'cancelled']).toEqual([sold, cancelled])
  }
})

const undo = (id: string) =>
  till.server
    .as(till.cashier.token)(visitContract.undo, { params: { id }, body: {} })
    .then(
      () => 'undone',
      (error: { message: string }) => error.message,
    )

test('a change of a visit cannot be undone if the visit was paid afterwards, but can if it was paid before the change', async () => {
  const desk = till.server.as(till.cashier.token)
  const complete = (id: string) => desk(contract.updateStatus, { params: { id }, body: { status: 'completed' } })
  const paidAfter = await till.appointment(till.client, 'on-going')
  await complete(paidAfter)
  await pay(paidAfter)
  expect(await undo(paidAfter)).toBe(refusalMessages.undoPaid)
  expect((await seenBy(till.cashier, paidAfter))?.undo).toBeNull()
  const paidBefore = await till.appointment(till.client, 'on-going')
  await pay(paidBefore)
  await complete(paidBefore)
  expect(await undo(paidBefore)).toBe('undone')
  expect(await seenBy(till.cashier, paidBefore)).toMatchObject({ status: 'on-going', is_paid: true })
})

test('when a visit is paid while a change of it is undone, the undo comes before the payment or is rejected because of the payment', async () => {
  const desk = till.server.as(till.cashier.token)
  for (let round = 0; round < rounds(8); round++) {
    const id = await till.appointment(till.client, 'on-going')
    await desk(contract.updateStatus, { params: { id }, body: { status: 'completed' } })
    const [outcome] = await Promise.all([undo(id), pay(id)])
    expect(await seenBy(till.cashier, id)).toMatchObject({
      is_paid: true,
      status: outcome === 'undone' ? 'on-going' : 'completed',
    })
    expect(['undone', refusalMessages.undoPaid]).toContain(outcome)
  }
})

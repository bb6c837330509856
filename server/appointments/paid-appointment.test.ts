import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'

let till: Till
let admin: TestUser

beforeAll(async () => {
  till = await openTill()
  admin = await createUser(till.server.db, 'admin')
})
afterAll(() => till.server.close())

/** The receipt number of a sale of that appointment. */
const pay = async (appointment_id: string) =>
  (await till.send(till.order([till.peel()], { appointment_id, is_walk_in: false }))).receipt_number

const seenBy = async (person: TestUser, id: string) => {
  const { appointments } = await till.server.as(person.token)(contract.list, { querystring: { scope: 'range' } })
  return appointments.find((row) => row.id === id)
}

test('staff see with which receipt an appointment was paid, in the lists and in what a move answers', async () => {
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

test('a client learns no more of a paid appointment than of any other, neither in the list nor from a refusal', async () => {
  const id = await till.appointment(till.client)
  const call = (url: string, method: 'GET' | 'PUT') =>
    till.server.app.inject({
      url,
      method,
      headers: { authorization: `Bearer ${till.client.token}` },
      ...(method === 'PUT' && { payload: {} }),
    })
  const mine = async () => (await call('/api/my/appointments?per_page=100', 'GET')).body
  const before = await mine()
  expect(before).toContain(id)
  await pay(id)
  expect(await mine()).toBe(before)
  // It began at 8:00 AM, an hour ago.
  const refused = await call(`/api/my/appointments/${id}/cancel`, 'PUT')
  expect([refused.statusCode, refused.body]).toEqual([409, expect.not.stringMatching(/paid|receipt/i)])
  expect((await call('/api/get-appointments-ByAdmin', 'GET')).statusCode).toBe(403)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { walkInsContract as contract, type WalkIn } from '#shared/walk-ins/contract.ts'

let till: Till
beforeEach(async () => {
  await till?.server.close()
  till = await openTill()
})
afterAll(() => till.server.close())

const desk = () => till.server.as(till.cashier.token)
const queue = async () => (await desk()(contract.queue, {})).data.map(({ number }) => number)
const add = async (user = till.client): Promise<WalkIn> =>
  (await desk()(contract.add, { body: { user_id: user.id, service_id: till.catalogue.serviceId } })).data
const pay = (walk_in_id: string, paid = {}) => till.send(till.order([till.peel()], { walk_in_id, ...paid }))
const takeBack = async ({ id }: Sale) => {
  const admin = await createUser(till.server.db, 'admin')
  await till.server.as(admin.token)(salesContract.voidSale, { params: { id }, body: { reason: 'Wrong amount' } })
}
const log = async ({ id }: WalkIn) => (await logEntries(till.server.db, { subject_id: id })).map(({ action }) => action)

test('a sale for a walk-in removes the walk-in from the queue, and the log records it', async () => {
  const walkIn = await add()
  const sale = await pay(walkIn.id)
  expect(sale).toMatchObject({ is_walk_in: true, customer_name: till.client.name })
  expect(await queue()).toEqual([])
  expect((await log(walkIn)).at(-1)).toBe(
    `Took walk-in ${till.client.name} (number 1) for Diamond peel off the queue with the sale`,
  )
})

test('a walk-in whose visit is paid by another client leaves the queue too', async () => {
  const walkIn = await add()
  await pay(walkIn.id, { user_id: till.otherClient.id, customer_name: till.otherClient.name })
  expect(await queue()).toEqual([])
})

test('voiding the sale of a walk-in puts the walk-in back into the queue under the same number, and the next sale removes the walk-in again', async () => {
  const walkIn = await add()
  const sale = await pay(walkIn.id)
  await takeBack(sale)
  expect(await queue()).toEqual([1])
  expect((await log(walkIn)).at(-1)).toBe(
    `Put walk-in ${till.client.name} (number 1) for Diamond peel back into the queue`,
  )
  await pay(walkIn.id)
  expect(await queue()).toEqual([])
})

test('a sale for a walk-in who is not in the queue succeeds, and the walk-in does not change', async () => {
  await pay(randomUUID())
  const walkIn = await add()
  const body = { practitioner_id: undefined }
  await desk()(contract.takeIn, { params: { id: walkIn.id }, body })
  await pay(walkIn.id)
  const { db } = till.server
  expect(await db.selectFrom('walk_ins').select(['state', 'sale_id']).execute()).toEqual([
    { state: 'taken-in', sale_id: null },
  ])
})

test('a rejected sale does not change the queue of walk-ins', async () => {
  const walkIn = await add()
  await till.error({ ...till.order([till.peel()], { walk_in_id: walkIn.id }), total: 1 })
  expect(await queue()).toEqual([1])
})

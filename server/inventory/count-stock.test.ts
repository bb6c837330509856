import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { inventoryContract as inventory } from '#shared/inventory/contract.ts'
import { roundAmount } from '#shared/inventory/movement.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'

let server: TestServer
let admin: Caller
let category_id: string
const products: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin', { name: 'Ana Cruz' })).token)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['products', 'categories'] as const) await server.db.deleteFrom(table).execute()
  category_id = (await admin(inventory.createCategory, { body: { name: 'Injectables' } })).data.id
  products.length = 0
  for (const name of ['Botulinum', 'Filler', 'Glutathione']) {
    const body = { name, quantity: '10', unit_type: 'vial', category_id }
    products.push((await admin(inventory.createProduct, { body })).data.id)
  }
})

const key = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } })
const stockOf = (id: string) => admin(stockContract.stock, { params: { id } })
const quantities = () => Promise.all(products.map(async (id) => (await stockOf(id)).data.quantity))
const move = (id: string, body: object) =>
  admin(stockContract.move, { params: { id }, body: body as { kind: 'use'; amount: number } }, key())

/** A line of a stock count: the counted amount of a product, and the number of the product's last movement. */
const countNow = async (id: string, counted: number) => ({
  product_id: id,
  counted,
  after_movement: (await stockOf(id)).last_movement,
})
type Line = Awaited<ReturnType<typeof countNow>>
const post = (lines: Line[], options = key()) =>
  admin(stockContract.postCount, { body: { category_id, reason: 'Monthly count', lines } }, options)

const balancesFollow = async () => {
  const { data } = await admin(stockContract.movements, { querystring: { per_page: 100 } })
  for (const id of products) {
    const amounts = data.filter(({ product_id }) => product_id === id).map(({ amount }) => amount)
    expect(roundAmount(amounts.reduce((sum, amount) => sum + amount, 0))).toBe((await stockOf(id)).data.quantity)
  }
}

test('a stock count adjusts each product by the difference between the counted pieces and the stock at the time of counting, so pieces used or received later are not lost', async () => {
  const [botulinum, filler, glutathione] = products as [string, string, string]
  await move(botulinum, { kind: 'receive', amount: 2, code: 'B1', expires_on: '2027-01-01' })
  const lines = [await countNow(glutathione, 10), await countNow(botulinum, 9.5), await countNow(filler, 13)]
  await move(botulinum, { kind: 'use', amount: 3 })
  await move(filler, { kind: 'receive', amount: 5 })
  await move(glutathione, { kind: 'use', amount: 1 })
  expect(await post(lines)).toEqual({
    counted: 3,
    differences: [
      { product_id: botulinum, name: 'Botulinum', unit_type: 'vial', amount: -2.5, balance: 6.5 },
      { product_id: filler, name: 'Filler', unit_type: 'vial', amount: 3, balance: 18 },
    ],
  })
  expect(await quantities()).toEqual([6.5, 18, 9])
  const { data } = await admin(stockContract.movements, { querystring: { kind: 'adjust', per_page: 10 } })
  expect(data.map(({ reason, moved_by }) => [reason, moved_by])).toEqual([
    ['Monthly count', 'Ana Cruz'],
    ['Monthly count', 'Ana Cruz'],
  ])
  const actions = (await logEntries(server.db)).map(({ action }) => action)
  expect(actions.slice(-3)).toEqual([
    'Adjusted the stock by -2.5 vial of Botulinum, 6.5 in stock, reason: Monthly count',
    'Adjusted the stock by 3 vial of Filler, 18 in stock, reason: Monthly count',
    'Counted the stock of 3 products of Injectables, 2 with a difference, reason: Monthly count',
  ])
  await balancesFollow()
})

test('a stock count sent twice is posted once; of two people who count the same products, the one who posts later must count again', async () => {
  const lines = await Promise.all(products.map((id) => countNow(id, 8)))
  const again = key()
  const [one, two] = await Promise.all([post(lines, again), post(lines, again)])
  expect(one).toEqual(two)
  expect(await quantities()).toEqual([8, 8, 8])
  // The same count is sent with another idempotency key, as by a phone that missed the response and on which the count
  // was then changed.
  await expect(post(lines)).rejects.toMatchObject({
    status: 409,
    message: 'The stock was adjusted after you counted: Botulinum, Filler, Glutathione. Count these products again.',
    data: { product_ids: [...products].sort() },
  })
  const next = await Promise.all(products.map((id) => countNow(id, 7)))
  const outcomes = await Promise.allSettled([post(next), post(next.toReversed())])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await quantities()).toEqual([7, 7, 7])
  await balancesFollow()
})

test('stock counts and uses of the same products at the same moment end at the right stock', async () => {
  const lines = await Promise.all(products.map((id) => countNow(id, 9)))
  const used = products.flatMap((id) => Array.from({ length: 5 }, () => move(id, { kind: 'use', amount: 0.5 })))
  await Promise.all([post(lines), ...used])
  expect(await quantities()).toEqual([6.5, 6.5, 6.5])
  await balancesFollow()
})

test('a stock count makes the stock negative if more pieces were used since the counting than were counted; deleted products are skipped', async () => {
  const [botulinum, filler] = products as [string, string]
  const lines = [await countNow(botulinum, 1), await countNow(filler, 4)]
  await move(botulinum, { kind: 'use', amount: 4 })
  await admin(inventory.deleteProduct, { params: { id: filler } })
  expect(await post(lines)).toMatchObject({ counted: 1, differences: [{ amount: -9, balance: -3 }] })
  expect((await stockOf(botulinum)).data.quantity).toBe(-3)
})

test('a count without lines or reason, with a product twice, a wrong number or an unknown movement is refused and changes nothing', async () => {
  const line = await countNow(products[0]!, 5)
  const refused: [object, string][] = [
    [{ lines: [] }, 'lines'],
    [{ lines: [line, line] }, 'lines'],
    [{ reason: ' ' }, 'reason'],
    [{ lines: [{ ...line, counted: -1 }] }, 'lines.0.counted'],
    [{ lines: [{ ...line, counted: 0.0001 }] }, 'lines.0.counted'],
    [{ lines: [{ ...line, after_movement: 99 }] }, 'lines'],
  ]
  for (const [change, field] of refused)
    await expect(
      admin(stockContract.postCount, { body: { category_id, reason: 'Count', lines: [line], ...change } }, key()),
    ).rejects.toMatchObject({ status: 422, errors: { [field]: expect.any(Array) } })
  expect(await quantities()).toEqual([10, 10, 10])
})

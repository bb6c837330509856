import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { ifMatchCurrent } from '#server/test/if-match.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { inventoryContract as inventory } from '#shared/inventory/contract.ts'
import { roundAmount } from '#shared/inventory/movement.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'

let server: TestServer
let admin: Caller
let product: string
let category_id: string

const fields = (more: object = {}) => ({ name: 'Botulinum', quantity: '10', unit_type: 'vial', category_id, ...more })

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin', { name: 'Ana Cruz' })).token)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['products', 'categories'] as const) await server.db.deleteFrom(table).execute()
  category_id = (await admin(inventory.createCategory, { body: { name: 'Injectables' } })).data.id
  product = (await admin(inventory.createProduct, { body: fields() })).data.id
})

const key = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } })
const move = (body: object, options = key()) =>
  admin(stockContract.move, { params: { id: product }, body: body as { kind: 'use'; amount: number } }, options)
/**
 * Sends a movement, and sends it again with the same key while the server answers that it is too busy, as browsers do.
 */
async function moveUntilAnswered(body: object, options = key()): Promise<void> {
  try {
    await move(body, options)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'unavailable') throw error
    await moveUntilAnswered(body, options)
  }
}
const stock = async () => {
  const { data, batches, without_batch } = await admin(stockContract.stock, { params: { id: product } })
  return [data.quantity, Object.fromEntries(batches.map(({ code, quantity }) => [code, quantity])), without_batch]
}
const movements = async (querystring: object = {}) =>
  (await admin(stockContract.movements, { querystring: { product_id: product, per_page: 100, ...querystring } })).data
const steps = async () =>
  (await movements()).map(({ kind, amount, balance, batch }) => [kind, amount, balance, batch?.code ?? null])

/**
 * Expects that the quantity of the product is the sum of its movements and of its batches, and that each balance is the
 * sum of the movements so far.
 */
async function expectLedger(): Promise<void> {
  const rows = (await movements()).toReversed()
  const sums = rows.map((_, end) => roundAmount(rows.slice(0, end + 1).reduce((sum, { amount }) => sum + amount, 0)))
  expect(rows.map(({ balance }) => balance)).toEqual(sums)
  const [quantity, batches, rest] = await stock()
  expect(sums.at(-1)).toBe(quantity)
  const inBatches = Object.values(batches as Record<string, number>).reduce((sum, amount) => sum + amount, 0)
  expect(roundAmount(inBatches + (rest as number))).toBe(quantity)
}

test('each change of a stock is a movement with person, reason, cost and the stock after it, and the last balance is the quantity', async () => {
  await move({ kind: 'receive', amount: 5, unit_cost: 1250.5, code: 'A1', expires_on: '2027-03-01' })
  expect(await lastLogEntry(server.db)).toMatchObject({
    action: 'Received 5 vial of Botulinum, 15 in stock',
    subject_id: product,
  })
  await move({ kind: 'waste', amount: 1.5, reason: 'Dropped' })
  expect((await lastLogEntry(server.db)).action).toBe('Discarded 1.5 vial of Botulinum, 13.5 in stock, reason: Dropped')
  await move({ kind: 'return', amount: 0.5 })
  await move({ kind: 'adjust', amount: -2, reason: 'Counted' })
  await move({ kind: 'use', amount: 0.125 })
  const version = await ifMatchCurrent(server.db, 'products', product)
  await admin(inventory.updateProduct, { params: { id: product }, body: fields({ quantity: '12' }) }, version)
  await admin(inventory.updateProduct, { params: { id: product }, body: { quantity_change: '-1' } })
  expect(await steps()).toEqual([
    ['adjust', -1, 11, 'A1'],
    ['adjust', 0.125, 12, null],
    ['use', -0.125, 11.875, 'A1'],
    ['adjust', -2, 12, 'A1'],
    ['return', 0.5, 14, null],
    ['waste', -1.5, 13.5, 'A1'],
    ['receive', 5, 15, 'A1'],
    ['receive', 10, 10, null],
  ])
  expect((await movements({ kind: 'receive', search: 'a1' }))[0]).toMatchObject({
    moved_by: 'Ana Cruz',
    unit_cost: 1250.5,
    batch: { code: 'A1', expires_on: '2027-03-01' },
    product_name: 'Botulinum',
  })
  expect((await movements({ search: 'dropp' })).map(({ reason }) => reason)).toEqual(['Dropped'])
  await expectLedger()
})

test('the batch that expires first is used first, and pieces of an expired batch only if the call allows it', async () => {
  await move({ kind: 'receive', amount: 3, code: 'LATE', expires_on: '2027-12-01' })
  await move({ kind: 'receive', amount: 2, code: 'SOON', expires_on: '2026-12-01' })
  await move({ kind: 'receive', amount: 1, code: 'soon', expires_on: '2026-12-01' })
  expect(await stock()).toEqual([16, { SOON: 3, LATE: 3 }, 10])
  await move({ kind: 'use', amount: 4 })
  expect(await stock()).toEqual([12, { LATE: 2 }, 10])
  await move({ kind: 'receive', amount: 1, code: 'OLD', expires_on: '2026-11-20' })
  const before = await logEntries(server.db)
  await expect(move({ kind: 'use', amount: 1 })).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    message: 'Batch OLD has expired.',
    data: { code: 'OLD', expires_on: '2026-11-20' },
  })
  expect(await logEntries(server.db)).toEqual(before)
  expect((await move({ kind: 'use', amount: 1, use_expired: true })).data.quantity).toBe(12)
  expect((await lastLogEntry(server.db)).action).toBe(
    'Used 1 vial of Botulinum, 12 in stock, from the expired Batch OLD',
  )
  const [late] = (await admin(stockContract.stock, { params: { id: product } })).batches
  await move({ kind: 'waste', amount: 2, batch_id: late!.id, reason: 'Warm' })
  await expect(move({ kind: 'waste', amount: 1, batch_id: late!.id, reason: 'Warm' })).rejects.toMatchObject({
    status: 422,
    errors: { amount: ['Only 0 in stock.'] },
  })
  expect(await stock()).toEqual([10, {}, 10])
  await expectLedger()
})

test('a stock becomes negative only by using more than there is, and the product’s form can still be saved then', async () => {
  for (const kind of ['waste', 'adjust']) {
    const amount = kind === 'waste' ? 11 : -11
    const errors = { amount: ['Only 10 in stock.'] }
    await expect(move({ kind, amount, reason: 'Lost' })).rejects.toMatchObject({ status: 422, errors })
  }
  await move({ kind: 'use', amount: 12.5 })
  expect(await stock()).toEqual([-2.5, {}, -2.5])
  const version = await ifMatchCurrent(server.db, 'products', product)
  const rename = { params: { id: product }, body: fields({ name: 'Toxin', quantity: '-2.5' }) }
  expect((await admin(inventory.updateProduct, rename, version)).data).toMatchObject({ name: 'Toxin', quantity: -2.5 })
  const lower = { params: { id: product }, body: fields({ quantity: '-3' }) }
  await expect(admin(inventory.updateProduct, lower)).rejects.toMatchObject({ status: 422 })
  await move({ kind: 'receive', amount: 3, code: 'B', expires_on: '2027-01-01' })
  expect(await stock()).toEqual([0.5, { B: 3 }, -2.5])
  await expectLedger()
})

test('movements without a reason, with a wrong sign, too many decimals or an unknown batch are refused', async () => {
  const refused: [object, string][] = [
    [{ kind: 'waste', amount: 1 }, 'reason'],
    [{ kind: 'adjust', amount: 1 }, 'reason'],
    [{ kind: 'use', amount: -1 }, 'amount'],
    [{ kind: 'receive', amount: 0 }, 'amount'],
    [{ kind: 'receive', amount: 0.0001 }, 'amount'],
    [{ kind: 'receive', amount: 999_990 }, 'amount'],
    [{ kind: 'use', amount: 1, code: 'X' }, 'code'],
    [{ kind: 'use', amount: 1, batch_id: product }, 'batch_id'],
  ]
  const before = await stock()
  for (const [body, field] of refused)
    await expect(move(body)).rejects.toMatchObject({ status: 422, errors: { [field]: expect.any(Array) } })
  await expect(move({ kind: 'sale', amount: 1 })).rejects.toMatchObject({ status: 422 })
  expect(await stock()).toEqual(before)
})

test('after a thousand simultaneous movements by 25 people the stock is right, and a repeated request moves the stock once', async () => {
  await move({ kind: 'receive', amount: 4, code: 'A', expires_on: '2027-01-01' })
  const movedByOnePerson = async () => {
    for (let n = 0; n < 40; n += 1)
      await moveUntilAnswered(n % 4 === 0 ? { kind: 'receive', amount: 2 } : { kind: 'use', amount: 0.3 })
  }
  await Promise.all(Array.from({ length: 25 }, movedByOnePerson))
  expect((await stock())[0]).toBe(289)
  const { rows } = await sql<object>`select number, balance from (
      select number, balance, sum(amount) over (order by number) as total, row_number() over (order by number) as position
      from stock_movements where product_id = ${product}) ledger
    where balance <> total or number <> position`.execute(server.db)
  expect(rows).toEqual([])
  const again = key()
  await Promise.all([1, 2].map(() => move({ kind: 'receive', amount: 7 }, again)))
  expect((await stock())[0]).toBe(296)
})

test('a stock of 0.1 and 0.2 adds up to exactly 0.3, and its batches and movements have the same sum', async () => {
  product = (await admin(inventory.createProduct, { body: fields({ name: 'Serum', quantity: '0.1' }) })).data.id
  await move({ kind: 'receive', amount: 0.1, code: 'A' })
  await move({ kind: 'receive', amount: 0.2, code: 'A' })
  expect(await stock()).toEqual([0.4, { A: 0.3 }, 0.1])
  await move({ kind: 'adjust', amount: 0.2, reason: 'Counted' })
  expect((await steps()).map(([, amount, balance]) => [amount, balance])).toEqual([
    [0.2, 0.6],
    [0.2, 0.4],
    [0.1, 0.2],
    [0.1, 0.1],
  ])
  const version = await ifMatchCurrent(server.db, 'products', product)
  const body = fields({ name: 'Serum', quantity: '0.3' })
  expect((await admin(inventory.updateProduct, { params: { id: product }, body }, version)).data.quantity).toBe(0.3)
  expect(await stock()).toEqual([0.3, {}, 0.3])
  await move({ kind: 'use', amount: 0.3 })
  expect(await stock()).toEqual([0, {}, 0])
  await expectLedger()
})

test('a quantity that an earlier version of Mutya has changed without a movement is recorded as an adjustment', async () => {
  const [before] = await movements()
  await server.db.updateTable('products').set({ quantity: 7 }).where('id', '=', product).execute()
  await move({ kind: 'use', amount: 0.5 })
  expect(await steps()).toEqual([
    ['use', -0.5, 6.5, null],
    ['adjust', -3, 7, null],
    ['receive', 10, 10, null],
  ])
  expect((await movements())[1]).toMatchObject({ moved_by: null, reason: null })
  expect(before).toMatchObject({ moved_by: 'Ana Cruz' })
  await expectLedger()
  const row = await server.db.selectFrom('products').selectAll().where('id', '=', product).executeTakeFirstOrThrow()
  product = crypto.randomUUID()
  const added = { ...row, id: product, name: 'Added by an earlier version', quantity: 4 }
  await server.db.insertInto('products').values(added).execute()
  expect(await steps()).toEqual([['adjust', 4, 4, null]])
  await expectLedger()
})

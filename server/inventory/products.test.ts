import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { ifMatchCurrent } from '#server/test/if-match.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { inventoryContract as inventory } from '#shared/inventory/contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'

let server: TestServer
let admin: Caller
let gloves: string
let serums: string
const unknown = '01900000-0000-7000-8000-00000000ffff'

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin', { name: 'Ana Cruz' })).token)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['products', 'categories'] as const) await server.db.deleteFrom(table).execute()
  gloves = (await admin(inventory.createCategory, { body: { name: 'Gloves' } })).data.id
  serums = (await admin(inventory.createCategory, { body: { name: 'Serums' } })).data.id
})

const fields = (more: object = {}) => ({
  name: 'Nitrile gloves M',
  quantity: '12',
  unit_type: 'box',
  category_id: gloves,
  ...more,
})
const create = async (more: object = {}) => (await admin(inventory.createProduct, { body: fields(more) })).data
/** Saves the product's form with its current version. */
const update = async (id: string, more: object = {}) =>
  (
    await admin(
      inventory.updateProduct,
      { params: { id }, body: fields(more) },
      await ifMatchCurrent(server.db, 'products', id),
    )
  ).data
const remove = (id: string) => admin(inventory.deleteProduct, { params: { id } })
const list = (querystring: object = {}) => admin(inventory.products, { querystring })
const names = async (querystring: object = {}) => (await list(querystring)).data.map((row) => row.name)
const lastLog = () => lastLogEntry(server.db)
const logCount = async () => (await logEntries(server.db)).length
const everything = async () => ({
  products: await server.db.selectFrom('products').selectAll().orderBy('id').execute(),
  logs: await logCount(),
})

/** Expects a call to fail with this error and to change nothing. */
async function refused(call: () => Promise<unknown>, error: object): Promise<void> {
  const before = await everything()
  await expect(call()).rejects.toMatchObject(error)
  expect(await everything()).toEqual(before)
}

test('an added product is listed with its category and stock, and the log shows who added it', async () => {
  const product = await create({ name: '  Nitrile gloves M ', quantity: ' 12 ' })
  const expected = {
    id: product.id,
    name: 'Nitrile gloves M',
    image: null,
    quantity: 12,
    low_stock_level: 5,
    next_expiry: null,
    unit_type: 'box',
    category_id: gloves,
    category_name: 'Gloves',
    price: null,
    cost: null,
    barcode: null,
    tax_class: 'vatable',
    senior_pwd_eligible: false,
    updated_at: '2026-11-21T09:00:00+08:00',
    version: 1,
  }
  expect(product).toEqual(expected)
  expect(await list()).toEqual({ data: [expected], total: 1, page: 1, per_page: 5 })
  expect(await lastLog()).toMatchObject({
    action: 'Added the product Nitrile gloves M to Gloves, quantity 12 box',
    type: 'create',
    user_name: 'Ana Cruz',
    subject: 'product',
    subject_id: product.id,
  })
})

test('a changed quantity is logged with the old and new value and the time', async () => {
  const { id } = await create()
  server.clock.now = new Date('2026-11-22T15:30:00+08:00')
  expect(await update(id, { quantity: '8' })).toMatchObject({ quantity: 8, updated_at: '2026-11-22T15:30:00+08:00' })
  expect(await lastLog()).toMatchObject({
    action: 'Changed the product Nitrile gloves M: quantity from 12 to 8',
    type: 'update',
    changed_fields: ['quantity'],
  })
  expect((await list()).data).toMatchObject([{ quantity: 8 }])
})

test('changes of a product’s other fields are logged with the field names; without a change nothing is logged', async () => {
  const { id } = await create()
  const change = { name: 'Vitamin C', unit_type: 'bottle (30 mL)', category_id: serums }
  expect(await update(id, change)).toMatchObject({ ...change, category_name: 'Serums', quantity: 12 })
  expect(await lastLog()).toMatchObject({
    action:
      'Changed the product Vitamin C: name from Nitrile gloves M to Vitamin C, unit from box to bottle (30 mL), category from Gloves to Serums',
    changed_fields: ['name', 'unit_type', 'category_id'],
  })
  const logs = await logCount()
  await update(id, change)
  expect(await logCount()).toBe(logs)
})

test('a product has its own low-stock level: 5 by default, kept when a change omits it, and logged', async () => {
  const { id } = await create({ low_stock_level: '20' })
  await create({ name: 'Cotton' })
  const low = async () => (await list({ stock: 'low' })).data.map(({ name }) => name)
  expect(await low()).toEqual(['Nitrile gloves M'])
  expect(await update(id, { quantity: '13' })).toMatchObject({ quantity: 13, low_stock_level: 20 })
  expect(await update(id, { quantity: '13', low_stock_level: '12' })).toMatchObject({ low_stock_level: 12 })
  expect(await lastLog()).toMatchObject({
    action: 'Changed the product Nitrile gloves M: low-stock level from 20 to 12',
    changed_fields: ['low_stock_level'],
  })
  expect(await low()).toEqual([])
  const errors = { low_stock_level: ['Enter a whole number from 0 to 999,999.'] }
  for (const level of ['-1', '1.5', '', 'ten']) {
    await refused(() => create({ name: 'Masks', low_stock_level: level }), { status: 422, errors })
    await refused(() => update(id, { low_stock_level: level }), { status: 422, errors })
  }
  const below = server.db.updateTable('products').set({ low_stock_level: -1 }).execute()
  await expect(below).rejects.toMatchObject({ constraint: 'products__low_stock_level' })
})

test('a deleted product is removed permanently, and its name and stock stay in the log', async () => {
  const { id } = await create()
  expect(await remove(id)).toEqual({ message: 'Product deleted successfully!' })
  expect(await names()).toEqual([])
  expect(await lastLog()).toMatchObject({
    action: 'Deleted the product Nitrile gloves M, quantity 12 box',
    type: 'delete',
    subject_id: id,
  })
  const error = { status: 404, message: 'Product not found' }
  await refused(() => remove(id), error)
  await refused(() => update(id), error)
})

test('a product without name, unit type or category is rejected with the message of the field', async () => {
  const cases: [object, string, string][] = [
    [{ name: ' ' }, 'name', 'Product name is required!'],
    [{ name: null }, 'name', 'Product name is required!'],
    [{ unit_type: ' ' }, 'unit_type', 'Unit type is required!'],
    [{ unit_type: null }, 'unit_type', 'Unit type is required!'],
    [{ category_id: '' }, 'category_id', 'Category is required!'],
    [{ category_id: null }, 'category_id', 'Category is required!'],
    [{ category_id: unknown }, 'category_id', 'Choose a category from the list.'],
  ]
  const { id } = await create()
  for (const [more, field, message] of cases) {
    await refused(() => create(more), { status: 422, message, errors: { [field]: [message] } })
    await refused(() => update(id, more), { status: 422, errors: { [field]: [message] } })
  }
  await refused(() => create({ name: 'x'.repeat(121) }), { status: 422 })
  await refused(() => create({ unit_type: 'x'.repeat(41) }), { status: 422 })
  await refused(() => create({ picture_path: 'x.webp' }), { errors: { picture_path: ['This field is not known.'] } })
})

test('the quantity of a product must be a number with at most three decimals and not negative in every kind of request', async () => {
  const sentence = 'Enter a number from 0 to 999,999, with at most 3 decimals.'
  for (const quantity of ['-1', '1.2345', '', '1e3', '0x10', 'NaN', '1000000', 'ten', null])
    await refused(() => create({ quantity }), { status: 422, errors: { quantity: [sentence] } })
  expect(await create({ quantity: '0' })).toMatchObject({ quantity: 0 })
  expect(await create({ name: 'Cotton', quantity: '999999' })).toMatchObject({ quantity: 999_999 })
  expect(await create({ name: 'Ampoules', quantity: '1.5' })).toMatchObject({ quantity: 1.5 })
  const below = server.db.updateTable('products').set({ quantity: -1_000_000 }).execute()
  await expect(below).rejects.toMatchObject({ constraint: 'products__quantity' })
})

test('product names are unique in a category, regardless of case; a form sent twice creates one product', async () => {
  const message = 'This category already has a product with this name.'
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => create()))
  expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
  expect(await names()).toEqual(['Nitrile gloves M'])
  await refused(() => create({ name: 'NITRILE gloves m' }), { status: 422, message, errors: { name: [message] } })
  const elsewhere = await create({ category_id: serums })
  await refused(() => update(elsewhere.id), { status: 422, message })
})

test('two simultaneous changes of a stock are logged one after the other', async () => {
  const { id } = await create()
  const before = await logCount()
  const take = (quantity_change: string) =>
    admin(inventory.updateProduct, { params: { id }, body: { quantity_change } })
  await Promise.all(['-1', '-2', '-3'].map(take))
  const actions = (await logEntries(server.db)).slice(before)
  const steps = actions.map(({ action }) => /from (\d+) to (\d+)/.exec(action)?.slice(1).map(Number) ?? [])
  expect(new Set(steps.map(([from]) => from)).size).toBe(3)
  const left = steps.map(([, to]) => to).filter((to) => !steps.some(([from]) => from === to))
  expect((await list()).data.map((row) => row.quantity)).toEqual(left)
})

test('products are searched by words of their name and category regardless of accents, and filtered by category', async () => {
  await create()
  await create({ name: 'Vitamin C Señorita', category_id: serums })
  await create({ name: 'Latex gloves', category_id: gloves })
  expect(await names()).toEqual(['Latex gloves', 'Nitrile gloves M', 'Vitamin C Señorita'])
  expect(await names({ search: 'SENOR vit' })).toEqual(['Vitamin C Señorita'])
  expect(await names({ search: 'serums' })).toEqual(['Vitamin C Señorita'])
  expect(await names({ search: 'nitrile gloves' })).toEqual(['Nitrile gloves M'])
  expect(await names({ search: 'serum gloves' })).toEqual([])
  expect(await names({ category_id: serums })).toEqual(['Vitamin C Señorita'])
  expect(await names({ category_id: unknown })).toEqual([])
  for (const search of ['%', '_', '\\', "'; drop table products; --"]) expect(await names({ search })).toEqual([])
})

test('a page of the supplies has five products by default, and the total counts all matches', async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await create({ name: `Item ${n}` })
  const first = await list()
  expect([first.data.length, first.total, first.page, first.per_page]).toEqual([5, 7, 1, 5])
  expect(await names({ page: 2 })).toEqual(['Item 6', 'Item 7'])
  expect((await list({ per_page: 20 })).data).toHaveLength(7)
  const far = await list({ page: 1_000_000, per_page: 100 })
  expect([far.data, far.total]).toEqual([[], 7])
  for (const querystring of [{ page: 0 }, { per_page: 101 }, { category_id: 'gloves' }, { sort: 'name' }])
    await expect(list(querystring)).rejects.toMatchObject({ status: 422 })
})

test('supplies whose pieces have expired or expire within 7 or 30 days are listed with the first to expire first, without batches that are used up', async () => {
  server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  const receive = (id: string, expires_on: string | null, amount = 2) =>
    admin(
      stockContract.move,
      { params: { id }, body: { kind: 'receive', amount, expires_on } },
      { headers: { 'idempotency-key': crypto.randomUUID() } },
    )
  const added = async (name: string, ...dates: (string | null)[]) => {
    const { id } = await create({ name })
    for (const date of dates) await receive(id, date)
    return id
  }
  await added('Without a date', null)
  await added('Later than a month', '2026-12-22')
  await added('On the thirtieth day', '2027-01-05', '2026-12-21')
  await added('On the seventh day', '2026-11-28')
  await added('Today', '2026-11-21')
  await added('Yesterday', '2026-11-20', '2026-11-30')
  const used = await added('Used up', '2026-11-19')
  await admin(
    stockContract.move,
    { params: { id: used }, body: { kind: 'waste', amount: 2, reason: 'Expired' } },
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  )
  const soon = ['Yesterday', 'Today', 'On the seventh day']
  expect(await names({ stock: 'expired' })).toEqual(['Yesterday'])
  expect(await names({ stock: 'expires-7' })).toEqual(soon)
  expect(await names({ stock: 'expires-30' })).toEqual([...soon, 'On the thirtieth day'])
  const { data, total } = await list({ stock: 'expires-30', per_page: 2, page: 2 })
  expect([total, data.map(({ next_expiry }) => next_expiry)]).toEqual([4, ['2026-11-28', '2026-12-21']])
  expect((await list({ search: 'used up' })).data[0]).toMatchObject({ next_expiry: null })
  await expect(list({ stock: 'gone' })).rejects.toMatchObject({ status: 422 })
})

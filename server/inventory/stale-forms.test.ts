import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import type { CallOptions } from '#shared/lib/http-client.ts'
import { inventoryContract as inventory, type Product } from '#shared/inventory/contract.ts'

let server: TestServer
let admin: Caller
let gloves: string

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin')).token)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['products', 'categories'] as const) await server.db.deleteFrom(table).execute()
  gloves = (await admin(inventory.createCategory, { body: { name: 'Gloves' } })).data.id
})

const fields = () => ({ name: 'Nitrile gloves M', unit_type: 'box', category_id: gloves })
const stock = async () => (await admin(inventory.products, { querystring: {} })).data[0]!
const create = async (quantity: string): Promise<Product> =>
  (await admin(inventory.createProduct, { body: { ...fields(), quantity } })).data
const update = async (id: string, more: object, version: number): Promise<Product> =>
  (await admin(inventory.updateProduct, { params: { id }, body: { ...fields(), ...more } }, ifMatchVersion(version)))
    .data
/** Changes the stock by a difference, which needs no version. */
const add = async (id: string, quantity_change: string): Promise<Product> =>
  (await admin(inventory.updateProduct, { params: { id }, body: { quantity_change } })).data

test('saving a product form that was opened at a stock of 10 does not reset a stock of 3', async () => {
  const old = await create('10')
  const counted = await update(old.id, { quantity: '3' }, old.version)
  const logs = await logEntries(server.db)
  await expect(update(old.id, { quantity: '10', unit_type: 'pack' }, old.version)).rejects.toMatchObject({
    status: 409,
    code: 'stale',
    data: counted,
  })
  expect(await stock()).toEqual(counted)
  expect(await logEntries(server.db)).toEqual(logs)
  expect(await update(old.id, { quantity: '10' }, counted.version)).toMatchObject({ quantity: 10 })
})

test('ten simultaneous reductions of a stock of 100 by one leave 90, and the log shows each step', async () => {
  const { id } = await create('100')
  await Promise.all(Array.from({ length: 10 }, () => add(id, '-1')))
  expect(await stock()).toMatchObject({ quantity: 90 })
  expect((await lastLogEntry(server.db)).action).toBe('Changed the product Nitrile gloves M: quantity from 91 to 90')
})

test('of ten simultaneous counts saved from the same form one succeeds', async () => {
  const { id, version } = await create('100')
  const counts = Array.from({ length: 10 }, (_, i) => update(id, { quantity: String(i) }, version))
  const outcomes = await Promise.allSettled(counts)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await stock()).version).toBe(version + 1)
})

test('a change of the stock of a product is refused if it takes more pieces than there are, and unless it has either a new quantity or a difference', async () => {
  const { id } = await create('3')
  const before = await stock()
  const wrong = [
    [{ quantity_change: '-4' }, { quantity_change: ['Only 3 in stock.'] }],
    [{ quantity_change: '999999' }, { quantity_change: ['Enter a whole number from 0 to 999,999.'] }],
    [{ quantity_change: '1.5' }, { quantity_change: ['Enter a whole number, such as 5 or -1.'] }],
    [
      { quantity_change: '1', quantity: '4' },
      { quantity: ['Enter a number from 0 to 999,999, with at most 3 decimals.'] },
    ],
    [{}, { quantity: ['Enter a number from 0 to 999,999, with at most 3 decimals.'] }],
  ] as const
  for (const [more, errors] of wrong)
    await expect(update(id, more, before.version)).rejects.toMatchObject({ status: 422, errors })
  await expect(add(id, '-4')).rejects.toMatchObject({ status: 422, errors: { quantity_change: ['Only 3 in stock.'] } })
  expect(await stock()).toEqual(before)
  expect(await add(id, '+2')).toMatchObject({ quantity: 5 })
  expect(await update(id, { quantity_change: '-1', unit_type: 'pack' }, before.version + 1)).toMatchObject({
    quantity: 4,
    unit_type: 'pack',
  })
})

test('a change of a product without the If-Match header, or with If-Match: *, is saved even if somebody else has changed the product in the meantime', async () => {
  const { id } = await create('3')
  const change = async (more: object, options?: CallOptions) =>
    (await admin(inventory.updateProduct, { params: { id }, body: { ...fields(), ...more } }, options)).data
  expect(await change({ quantity: '10' })).toMatchObject({ quantity: 10 })
  expect(await change({ quantity_change: '1' })).toMatchObject({ quantity: 11 })
  const withPicture = await change({ quantity_change: '1', image: fileOf(await picture()) })
  expect(withPicture).toMatchObject({ quantity: 12, image: expect.any(String) })
  expect(await change({ quantity: '4' }, { headers: { 'if-match': '*' } })).toMatchObject({ quantity: 4 })
})

test('saving a category form based on an older version does not restore an old name', async () => {
  const { version } = (await admin(inventory.categories, { querystring: {} })).data[0]!
  const rename = (name: string, seenVersion: number) =>
    admin(inventory.updateCategory, { params: { id: gloves }, body: { name } }, ifMatchVersion(seenVersion))
  const { data } = await rename('Gloves and masks', version)
  await expect(rename('Masks', version)).rejects.toMatchObject({ status: 409, code: 'stale', data })
  expect((await admin(inventory.categories, { querystring: {} })).data).toEqual([data])
})

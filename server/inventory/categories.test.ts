import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rounds } from '#server/test/rounds.ts'
import { createUser } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { inventoryContract as inventory } from '#shared/inventory/contract.ts'

let server: TestServer
let admin: Caller
const unknown = '01900000-0000-7000-8000-00000000ffff'

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin', { name: 'Ana Cruz' })).token)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['products', 'categories'] as const) await server.db.deleteFrom(table).execute()
})

const create = async (name: string) => (await admin(inventory.createCategory, { body: { name } })).data
const rename = async (id: string, name: string) =>
  (await admin(inventory.updateCategory, { params: { id }, body: { name } })).data
const remove = (id: string) => admin(inventory.deleteCategory, { params: { id } })
const addProduct = (category_id: string, name: string) =>
  admin(inventory.createProduct, { body: { name, quantity: '1', unit_type: 'pc', category_id } })
const list = (querystring: object = {}) => admin(inventory.categories, { querystring })
const names = async (querystring: object = {}) => (await list(querystring)).data.map((row) => row.name)
const lastLog = () => lastLogEntry(server.db)
const everything = async () => ({
  categories: await server.db.selectFrom('categories').selectAll().orderBy('id').execute(),
  products: await server.db.selectFrom('products').selectAll().orderBy('id').execute(),
  logs: (await logEntries(server.db)).length,
})

/** Expects a call to fail with this error and to change nothing. */
async function refused(call: () => Promise<unknown>, error: object): Promise<void> {
  const before = await everything()
  await expect(call()).rejects.toMatchObject(error)
  expect(await everything()).toEqual(before)
}

test('an added category is listed by name with its number of products, and logged', async () => {
  const serums = await create(' Serums ')
  expect(serums).toEqual({
    id: serums.id,
    name: 'Serums',
    created_at: '2026-11-21T09:00:00+08:00',
    product_count: 0,
    version: 1,
  })
  expect(await lastLog()).toMatchObject({
    action: 'Added the category Serums',
    type: 'create',
    user_name: 'Ana Cruz',
    subject: 'category',
    subject_id: serums.id,
  })
  await create('Gloves')
  await addProduct(serums.id, 'Vitamin C')
  await addProduct(serums.id, 'Niacinamide')
  const { data, ...counters } = await list()
  expect(data.map((row) => [row.name, row.product_count])).toEqual([
    ['Gloves', 0],
    ['Serums', 2],
  ])
  expect(counters).toEqual({ total: 2, page: 1, per_page: 100 })
})

test('a renamed category has its new name on its products and in searches, and the change is logged; saving the same name changes nothing', async () => {
  const { id } = await create('Serums')
  await addProduct(id, 'Vitamin C')
  expect(await rename(id, 'Ampoules')).toMatchObject({ id, name: 'Ampoules', product_count: 1 })
  const action = 'Renamed the category Serums to Ampoules'
  expect(await lastLog()).toMatchObject({ action, type: 'update', changed_fields: ['name'] })
  const found = await admin(inventory.products, { querystring: { search: 'ampoules' } })
  expect(found.data).toMatchObject([{ name: 'Vitamin C', category_name: 'Ampoules' }])
  const before = await everything()
  await rename(id, 'Ampoules')
  expect(await everything()).toEqual(before)
  expect((await rename(id, 'AMPOULES')).name).toBe('AMPOULES')
})

test('a category without a name, or with a used name in any case, is rejected', async () => {
  const required = 'Category name is required!'
  const taken = 'A category with this name already exists.'
  await create('Gloves')
  const { id } = await create('Serums')
  for (const name of ['', '  ']) {
    await refused(() => create(name), { status: 422, message: required, errors: { name: [required] } })
    await refused(() => rename(id, name), { status: 422, message: required })
  }
  await refused(() => create('GLOVES'), { status: 422, message: taken, errors: { name: [taken] } })
  await refused(() => rename(id, 'gloves'), { status: 422, message: taken })
  await refused(() => create('x'.repeat(81)), { status: 422 })
})

test('of ten simultaneous additions of the same category one succeeds', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => create('Masks')))
  expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
  expect(await names()).toEqual(['Masks'])
})

test('a category with products cannot be deleted and shows how many use it; an empty one is deleted permanently', async () => {
  const { id } = await create('Serums')
  const other = await create('Gloves')
  await addProduct(id, 'Vitamin C')
  const one = 'Category is used by 1 product. Move or delete it first.'
  await refused(() => remove(id), { status: 409, message: one })
  await addProduct(id, 'Niacinamide')
  const two = 'Category is used by 2 products. Move or delete them first.'
  await refused(() => remove(id), { status: 409, message: two })
  for (const product of (await admin(inventory.products, { querystring: {} })).data) {
    const body = { name: product.name, quantity: '1', unit_type: 'pc', category_id: other.id }
    await admin(inventory.updateProduct, { params: { id: product.id }, body }, ifMatchVersion(product.version))
  }
  expect(await remove(id)).toEqual({ message: 'Category deleted successfully!' })
  expect(await names()).toEqual(['Gloves'])
  expect(await lastLog()).toMatchObject({ action: 'Deleted the category Serums', type: 'delete', subject_id: id })
})

test('an unknown category cannot be renamed or deleted', async () => {
  const error = { status: 404, message: 'Category not found' }
  await refused(() => rename(unknown, 'Masks'), error)
  await refused(() => remove(unknown), error)
})

test('when a product is added while its category is deleted, one of the two fails, and no product loses its category', async () => {
  for (let round = 0; round < rounds(10); round++) {
    const { id } = await create(`Round ${round}`)
    const [added, removed] = await Promise.allSettled([addProduct(id, 'Cotton'), remove(id)])
    const statuses = [added, removed].flatMap((end) =>
      end.status === 'rejected' ? [(end.reason as { status: number }).status] : [],
    )
    expect(statuses).toEqual([added.status === 'rejected' ? 422 : 409])
  }
})

test('categories are searched and divided into pages like every list', async () => {
  for (const name of ['Gloves', 'Señorita masks', 'Masks']) await create(name)
  expect(await names({ search: 'MASK senor' })).toEqual(['Señorita masks'])
  expect(await names({ per_page: 2, page: 2 })).toEqual(['Señorita masks'])
  expect((await list({ search: 'mask', per_page: 1 })).total).toBe(2)
})

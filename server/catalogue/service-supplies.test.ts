import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCatalogue, createUser, type TestCatalogue } from '#server/test/factories.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { suppliesContract } from '#shared/catalogue/supplies-contract.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'

let server: TestServer
let admin: Caller
let catalogue: TestCatalogue
let gauze: string
let toxin: string

const addProduct = async (name: string, category_id: string) =>
  (
    await admin(inventoryContract.createProduct, {
      body: { name, quantity: '10', unit_type: 'vial', category_id },
    })
  ).data.id

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin')).token)
  catalogue = await createCatalogue(server.db)
  const category = (await admin(inventoryContract.createCategory, { body: { name: 'Injectables' } })).data.id
  toxin = await addProduct('Toxin', category)
  gauze = await addProduct('Gauze', category)
})
afterAll(() => server.close())

const read = async (id = catalogue.serviceId) => (await admin(suppliesContract.ofService, { params: { id } })).data
const change = (supplies: { product_id: string; amount: number }[], options = {}, id = catalogue.serviceId) =>
  admin(suppliesContract.changeOfService, { params: { id }, body: { supplies } }, options)

test('the supplies of a service are amounts of products, also parts of a unit, and each change of them is logged', async () => {
  expect((await read()).supplies).toEqual([])
  const { data } = await change([
    { product_id: toxin, amount: 0.125 },
    { product_id: gauze, amount: 2 },
  ])
  expect(data.supplies).toEqual([
    { product_id: gauze, product_name: 'Gauze', unit_type: 'vial', amount: 2 },
    { product_id: toxin, product_name: 'Toxin', unit_type: 'vial', amount: 0.125 },
  ])
  expect(await read()).toEqual(data)
  expect((await lastLogEntry(server.db)).action).toMatch(
    /^Changed the supplies of .+ from none to 2 vial of Gauze, 0\.125 vial of Toxin$/,
  )
  const before = await logEntries(server.db)
  expect((await change(data.supplies.map(({ product_id, amount }) => ({ product_id, amount })))).data).toEqual(data)
  expect(await logEntries(server.db)).toEqual(before)
})

test('supplies of a service with an amount of zero, four decimals or an unknown product are refused, and change nothing', async () => {
  const before = await read()
  const refused = [
    [[{ product_id: toxin, amount: 0 }], 'Enter an amount up to 9,999, with at most 3 decimals.'],
    [[{ product_id: toxin, amount: 0.1234 }], 'Enter an amount up to 9,999, with at most 3 decimals.'],
    [[{ product_id: toxin, amount: 10_000 }], 'Enter an amount up to 9,999, with at most 3 decimals.'],
    [[toxin, toxin].map((product_id) => ({ product_id, amount: 1 })), 'The same product is there twice.'],
    [[{ product_id: catalogue.serviceId, amount: 1 }], 'A product was deleted meanwhile. Remove it from the list.'],
  ] as const
  for (const [supplies, sentence] of refused) {
    const error: { status: number; errors: Record<string, string[]> } = await change([...supplies]).then(
      () => expect.fail('not refused'),
      (failure: unknown) => failure as never,
    )
    expect(error.status).toBe(422)
    expect(Object.values(error.errors).flat()).toContain(sentence)
  }
  await expect(change([], {}, toxin)).rejects.toMatchObject({ status: 404 })
  expect(await read()).toEqual(before)
})

test('a stale form of a service’s supplies is refused with the newer supplies', async () => {
  const version = { headers: { 'if-match': String((await read()).version) } }
  const { data } = await change([{ product_id: gauze, amount: 3 }], version)
  await expect(change([{ product_id: gauze, amount: 4 }], version)).rejects.toMatchObject({
    status: 409,
    code: 'stale',
    data,
  })
  expect(await read()).toEqual(data)
})

test('a product that a service uses cannot be deleted until it is removed from the supplies', async () => {
  await change([{ product_id: gauze, amount: 3 }])
  await change([{ product_id: gauze, amount: 1 }], {}, catalogue.otherServiceId)
  const remove = () => admin(inventoryContract.deleteProduct, { params: { id: gauze } })
  await expect(remove()).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^2 services use this product, such as .+\. Remove it from their supplies first\.$/),
  })
  await change([])
  await expect(remove()).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^.+ uses this product\. Remove it from the service's supplies first\.$/),
  })
  await admin(catalogueContract.deleteService, { params: { id: catalogue.otherServiceId }, body: {} })
  await remove()
  expect((await admin(stockContract.choices, { querystring: { search: '' } })).data).toEqual([
    { id: toxin, name: 'Toxin', unit_type: 'vial' },
  ])
})

test('a product can be deleted if only services of a deleted treatment use it, because nobody can open these services', async () => {
  await change([{ product_id: toxin, amount: 1 }])
  await admin(catalogueContract.deleteTreatment, { params: { id: catalogue.treatmentId }, body: {} })
  await admin(inventoryContract.deleteProduct, { params: { id: toxin } })
  expect((await admin(stockContract.choices, { querystring: { search: 'Toxin' } })).data).toEqual([])
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { inventoryContract as inventory } from '#shared/inventory/contract.ts'
import { forSaleContract } from '#shared/inventory/for-sale-contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'

let server: TestServer
let admin: Caller
let category_id: string

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin')).token)
  category_id = (await admin(inventory.createCategory, { body: { name: 'Retail' } })).data.id
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('products').execute()
})

const EAN = '4006381333931'
const UPC = '036000291452'
type Selling = Partial<Record<'price' | 'cost' | 'barcode', string>> & {
  tax_class?: 'exempt'
  senior_pwd_eligible?: 'true'
}
const create = async (name: string, selling: Selling = {}) =>
  (await admin(inventory.createProduct, { body: { name, quantity: '5', unit_type: 'pc', category_id, ...selling } }))
    .data
const change = async (id: string, selling: Selling) => {
  const body = { name: 'Sunscreen', quantity: '5', unit_type: 'pc', category_id, ...selling }
  return (await admin(inventory.updateProduct, { params: { id }, body })).data
}

test('price, cost, barcode, tax class and eligibility of a product can be changed; the log says what changed, and fields that a request does not contain stay', async () => {
  const sunscreen = await create('Sunscreen', { price: '1,250.50', cost: '700', barcode: ` ${EAN} ` })
  const first = { price: 1250.5, cost: 700, barcode: EAN, tax_class: 'vatable', senior_pwd_eligible: false }
  expect(sunscreen).toMatchObject(first)
  expect(await change(sunscreen.id, {})).toMatchObject({ ...first, version: sunscreen.version })
  const eligible = await change(sunscreen.id, { price: '900', tax_class: 'exempt', senior_pwd_eligible: 'true' })
  expect(eligible).toMatchObject({
    price: 900,
    cost: 700,
    barcode: EAN,
    tax_class: 'exempt',
    senior_pwd_eligible: true,
  })
  expect((await lastLogEntry(server.db))?.action).toBe(
    'Changed the product Sunscreen: price from ₱1,250.50 to ₱900, tax class from vatable to exempt, Senior/PWD discount from no to yes',
  )
  expect(await change(sunscreen.id, { price: '', cost: '', barcode: '' })).toMatchObject({
    price: null,
    cost: null,
    barcode: null,
    quantity: 5,
  })
})

test('a product with a wrong check digit, a price of zero or a price that is no amount is refused and not changed', async () => {
  const { id, version } = await create('Sunscreen', { price: '900', barcode: EAN })
  for (const [field, value, sentence] of [
    ['barcode', '4006381333930', s.barcode],
    ['barcode', '400638', s.barcode],
    ['price', '0', s.priceZero],
    ['price', 'free', undefined],
    ['cost', '-5', undefined],
  ] as const) {
    const errors = { [field]: sentence ? [sentence] : expect.any(Array) }
    await expect(change(id, { [field]: value })).rejects.toMatchObject({ status: 422, errors })
  }
  expect((await admin(inventory.products, { querystring: {} })).data).toMatchObject([
    { price: 900, barcode: EAN, version },
  ])
})

test('two products of a branch never have the same barcode, even if one is written as EAN-13 and the other as UPC-A', async () => {
  await create('Sunscreen', { barcode: UPC })
  const taken = { status: 422, errors: { barcode: [s.barcodeTaken] } }
  await expect(create('Toner', { barcode: UPC })).rejects.toMatchObject(taken)
  await expect(create('Toner', { barcode: `0${UPC}` })).rejects.toMatchObject(taken)
  const both = await Promise.allSettled([create('One', { barcode: EAN }), create('Two', { barcode: EAN })])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a cashier can read the products that have a price, sorted by name, with price, stock and tax class', async () => {
  await create('Toner', { price: '500', barcode: EAN })
  await create('Cotton')
  const serum = await create('Serum', { price: '950', cost: '400', tax_class: 'exempt' })
  const cashier = server.as((await createUser(server.db, 'cashier')).token)
  const { data } = await cashier(forSaleContract.products, {})
  expect(data.map(({ name }) => name)).toEqual(['Serum', 'Toner'])
  expect(data[0]).toEqual({
    id: serum.id,
    name: 'Serum',
    category_id,
    category_name: 'Retail',
    price: 950,
    barcode: null,
    quantity: 5,
    unit_type: 'pc',
    tax_class: 'exempt',
    senior_pwd_eligible: false,
  })
})

test('the exported list of products has price, cost, barcode and tax class', async () => {
  await create('Sunscreen', { price: '1250.5', cost: '700', barcode: EAN, tax_class: 'exempt' })
  const { token } = await createUser(server.db, 'admin')
  const headers = { authorization: `Bearer ${token}` }
  const csv = (await server.app.inject({ url: '/api/products/export.csv', headers })).body
  expect(csv).toContain('"Price","Cost per piece","Barcode","Tax class"')
  expect(csv).toContain(`"1250.50","700.00","'${EAN}","VAT-exempt"`)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { inventoryContract as inventory, proposedOrder } from '#shared/inventory/contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'

let server: TestServer
let admin: Caller
let token: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ token } = await createUser(server.db, 'admin'))
  admin = server.as(token)
})
afterAll(() => server.close())

const move = (id: string, body: object) =>
  admin(
    stockContract.move,
    { params: { id }, body: body as { kind: 'use'; amount: number } },
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  )

test.each([
  [3, 5, 7],
  [5, 5, 5],
  [-2.5, 4, 11],
  [0.25, 1, 2],
  [0, 0, 1],
])('with %d in stock and a low-stock level of %d it is proposed to order %d', (quantity, low_stock_level, proposed) => {
  expect(proposedOrder({ quantity, low_stock_level })).toBe(proposed)
})

test('products at or below their low-stock level are listed by the supplier of their last delivery, with balance, level, proposed amount and last cost', async () => {
  const { data: category } = await admin(inventory.createCategory, { body: { name: 'Serums' } })
  const { data: other } = await admin(inventory.createCategory, { body: { name: 'Gloves' } })
  const added = async (name: string, more: object = {}) => {
    const body = { name, quantity: '2', low_stock_level: '5', unit_type: 'pc', category_id: category.id, ...more }
    return (await admin(inventory.createProduct, { body })).data.id
  }
  await added('Aloe', { cost: '12.50' })
  const mask = await added('Mask', { cost: '3' })
  const gel = await added('Gel', { category_id: other.id })
  await added('Enough', { quantity: '6' })
  await move(gel, { kind: 'receive', amount: 1, supplier: 'Old Trading', unit_cost: 8 })
  await move(gel, { kind: 'receive', amount: 1, supplier: 'Zeta Medical', unit_cost: 9 })
  await move(gel, { kind: 'receive', amount: 1 })
  await move(mask, { kind: 'receive', amount: 1.5, supplier: ' Beauty Supply ', unit_cost: 4 })
  expect((await lastLogEntry(server.db)).action).toBe('Received 1.5 pc of Mask, 3.5 in stock, from Beauty Supply')
  await move(mask, { kind: 'use', amount: 0.5 })

  const { data, total } = await admin(stockContract.order, { querystring: {} })
  const row = (name: string, quantity: number, proposed: number, supplier: string | null, unit_cost: number | null) =>
    expect.objectContaining({ name, quantity, low_stock_level: 5, proposed, supplier, unit_cost, unit_type: 'pc' })
  expect([total, data]).toEqual([
    3,
    [row('Mask', 3, 7, 'Beauty Supply', 4), row('Gel', 5, 5, 'Zeta Medical', 9), row('Aloe', 2, 8, null, 12.5)],
  ])
  const filtered = await admin(stockContract.order, { querystring: { category_id: other.id, search: 'gel' } })
  expect(filtered.data.map(({ name }) => name)).toEqual(['Gel'])
  const { body: csv } = await server.app.inject({
    url: '/api/products-to-order/export.csv',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(csv).toContain('"Mask","Serums","3","5","7","pc","Beauty Supply","4.00"')

  const stock = await admin(stockContract.stock, { params: { id: gel } })
  expect(stock.suppliers).toEqual(['Zeta Medical', 'Old Trading', 'Beauty Supply'])
  const found = await admin(stockContract.movements, { querystring: { search: 'zeta' } })
  expect(found.data.map(({ product_name, supplier }) => [product_name, supplier])).toEqual([['Gel', 'Zeta Medical']])
  await expect(move(gel, { kind: 'use', amount: 1, supplier: 'Zeta Medical' })).rejects.toMatchObject({ status: 422 })
})

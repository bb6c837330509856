import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { reportsContract } from '#shared/reports/contract.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin')).token)
})
afterAll(() => server.close())

const valueOn = async (to: string) => {
  const { data } = await admin(reportsContract.read, {
    params: { report: 'stock-value' },
    querystring: { from: to, to },
  })
  return data
}

test('the value of a product’s stock on a date is its quantity times its cost on that date; products without a cost are listed at the end', async () => {
  const { data: category } = await admin(inventoryContract.createCategory, { body: { name: 'Serums' } })
  const added = async (name: string, quantity: string, cost?: string) => {
    const body = { name, quantity, unit_type: 'vial', category_id: category.id, ...(cost !== undefined && { cost }) }
    return (await admin(inventoryContract.createProduct, { body })).data.id
  }
  const move = (id: string, body: object) =>
    admin(
      stockContract.move,
      { params: { id }, body: body as { kind: 'use'; amount: number } },
      { headers: { 'idempotency-key': crypto.randomUUID() } },
    )
  server.clock.now = new Date('2026-11-21T23:59:59+08:00')
  await added('Aloe', '3')
  const delivered = await added('Botulinum', '10', '100')
  const typed = await added('Collagen', '4', '20.25')
  await added('Never there', '0', '5')
  server.clock.now = new Date('2026-11-22T00:00:00+08:00')
  await move(delivered, { kind: 'receive', amount: 5, unit_cost: 90.5 })
  await move(delivered, { kind: 'use', amount: 0.125 })
  server.clock.now = new Date('2026-11-23T09:00:00+08:00')
  await move(delivered, { kind: 'receive', amount: 1, unit_cost: 80 })
  await move(delivered, { kind: 'receive', amount: 1 })
  await move(typed, { kind: 'use', amount: 5 })

  expect(await valueOn('2026-11-20')).toMatchObject({ rows: [], count: 0 })
  const first = await valueOn('2026-11-21')
  expect(first.rows).toEqual([
    ['Botulinum', 'Serums', 10, 'vial', 100, 0, 1000],
    ['Collagen', 'Serums', 4, 'vial', 20.25, 0, 81],
    ['Aloe', 'Serums', 3, 'vial', null, 1, null],
  ])
  expect(first.totals).toEqual([null, null, null, null, null, 1, 1081])
  expect((await valueOn('2026-11-22')).rows[0]).toEqual(['Botulinum', 'Serums', 14.875, 'vial', 90.5, 0, 1346.19])
  expect((await valueOn('2026-11-23')).rows.slice(0, 2)).toEqual([
    ['Botulinum', 'Serums', 16.875, 'vial', 80, 0, 1350],
    ['Collagen', 'Serums', -1, 'vial', 20.25, 0, -20.25],
  ])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { salesContract } from '#shared/sales/contract.ts'
import { putDocument } from './document-fixture.ts'
import { openTill, type Till } from './till-fixture.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  till.server.clock.now = new Date('2026-11-21T10:00:00+08:00')
})
afterAll(() => till.server.close())

const mostSold = async () => (await till.server.as(till.cashier.token)(salesContract.mostSold, {})).data
const sellPeelOn = (date: string, voids?: string) => {
  const { cashier, client, catalogue } = till
  return putDocument(till.server.db, { date, cashier, client, catalogue, voids })
}

test('a clinic without sales has no best-selling services', async () => {
  expect(await mostSold()).toEqual([])
})

test('services sold in the last 90 days are counted by quantity, most first, without voids and refunds', async () => {
  const { serviceId: peel, otherServiceId: glow, otherTreatmentServiceId: carbon } = till.catalogue
  await till.send(till.order([till.glow({ quantity: 3, addOns: [till.light(9)] }), till.carbon()]))
  await sellPeelOn('2026-08-23')
  await sellPeelOn('2026-11-20')
  // Neither of these two sales counts: one is a day too old, and the other was voided.
  await sellPeelOn('2026-08-22')
  await sellPeelOn('2026-11-20', await sellPeelOn('2026-11-19'))
  expect(await mostSold()).toEqual([
    { service_id: glow, quantity: 3 },
    { service_id: peel, quantity: 2 },
    { service_id: carbon, quantity: 1 },
  ])
})

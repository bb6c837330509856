import { afterAll, beforeAll, expect, test } from 'vitest'
import { salesContract } from '#shared/sales/contract.ts'
import { openCashClinic, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
beforeAll(async () => {
  clinic = await openCashClinic()
})
afterAll(() => clinic.server.close())

test('while a shift of the period is open, the list of sales shows a cashier the total revenue, but no sums by payment method', async () => {
  const summaryFor = async (who: 'asCashier' | 'asAdmin', from?: string, to?: string) =>
    (await clinic[who](salesContract.list, { querystring: { ...(from && { from, to }) } })).summary
  const cash = (total: number, transaction_count: number) => [{ payment_method: 'cash', total, transaction_count }]
  const first = await clinic.open(1000)
  await clinic.peel()
  expect(await summaryFor('asCashier')).toMatchObject({ total_revenue: 1500, transaction_count: 1, methods: [] })
  expect((await summaryFor('asAdmin')).methods).toEqual(cash(1500, 1))
  await clinic.close(first.id, 2500)
  await clinic.closeDay()
  expect((await summaryFor('asCashier')).methods).toEqual(cash(1500, 1))

  clinic.at('2026-11-22T09:00:00+08:00')
  await clinic.open(1000)
  await clinic.peel()
  expect((await summaryFor('asCashier', '2026-11-21', '2026-11-21')).methods).toEqual(cash(1500, 1))
  for (const [from, to] of [[], ['2026-11-22', '2026-11-22'], ['2026-11-21', '2026-11-30']])
    expect(await summaryFor('asCashier', from, to)).toMatchObject({ methods: [] })
  expect((await summaryFor('asAdmin', '2026-11-21', '2026-11-22')).methods).toEqual(cash(3000, 2))
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { salesContract } from '#shared/sales/contract.ts'
import { openTill, type Till } from './till-fixture.ts'

let till: Till

beforeAll(async () => {
  till = await openTill()
  const walkIn = { user_id: null, customer_name: 'Lia Ramos', contact_number: '0917 555 1234' }
  await till.send(till.order([till.peel()], walkIn))
  await till.send(till.order([till.carbon()], { payment_method: 'gcash', reference_number: 'GC 9988-776655' }))
  const other = { user_id: till.otherClient.id, customer_name: 'Jessa Bautista' }
  await till.send(till.order([till.glow()], { ...other, payment_method: 'maya', reference_number: 'MY-1' }))
  const bank = { payment_method: 'bank_transfer', reference_number: 'BPI0042' } as const
  await till.send(till.order([till.peel(), till.glow()], { ...other, ...bank }))
})
afterAll(() => till.server.close())

const list = (querystring: object) => till.server.as(till.cashier.token)(salesContract.list, { querystring })

describe('a search of the sales', () => {
  test.each([
    ['a reference number as it was entered', 'GC 9988-776655', [2]],
    ['a reference number without spaces and hyphens', 'gc9988776655', [2]],
    ['the end of a reference number', '6655', [2]],
    ['no sale by the letters of its reference number', 'BPI', []],
    ['an amount paid', '5000', [2]],
    ['an amount paid, as it is displayed', '₱2,500.50', [3]],
    ['an amount paid for two services', '4,000.50', [4]],
    ['a payment method', 'GCash', [2]],
    ['a payment method by its name in the API', 'bank_transfer', [4]],
    ['a payment method by a part of its name', 'bank', [4]],
    ['a phone number in the Philippine format', '0917 555 1234', [1]],
    ['a phone number in the international format', '+639175551234', [1]],
    ['an underscore only as a plain character', 'GC99_8776655', []],
  ])('the search of the sales finds %s, for example %s', async (_, search, receipts) => {
    const page = await list({ search })
    expect(page.data.map((sale) => sale.receipt_number)).toEqual(receipts)
    expect(page.total).toBe(receipts.length)
  })

  test('finds the text only within the chosen period', async () => {
    expect((await list({ search: 'gcash', from: '2026-01-01', to: '2026-01-31' })).total).toBe(0)
  })
})

test('the totals by payment method above the list of sales cover all filtered sales, and the method with the largest total comes first', async () => {
  expect((await list({ per_page: 1 })).summary.methods).toEqual([
    { payment_method: 'gcash', total: 5000, transaction_count: 1 },
    { payment_method: 'bank_transfer', total: 4000.5, transaction_count: 1 },
    { payment_method: 'maya', total: 2500.5, transaction_count: 1 },
    { payment_method: 'cash', total: 1500, transaction_count: 1 },
  ])
  const { methods, total_revenue } = (await list({ search: 'Jessa' })).summary
  expect(methods.map(({ payment_method }) => payment_method)).toEqual(['bank_transfer', 'maya'])
  expect(methods.reduce((sum, { total }) => sum + total, 0)).toBe(total_revenue)
})

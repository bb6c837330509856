import { expect, test } from 'vitest'
import { cashSums, drawersTogether, drawerOf, earlierCash, earlierDrawer, opposite } from './shift-drawer.ts'
import { completeSums } from './till-actions.ts'

const shift = {
  cashier_name: 'Carlo',
  opened_at: '2026-11-21T08:00:00+08:00',
  closed_at: '2026-11-21T12:00:00+08:00',
  float: 2_000_00,
  pay_in: 100_00,
  pay_out: 30_00,
  drops: 500_00,
  counted: 3_060_00,
  opened_by: 'Carlo',
  closed_by: 'Carlo',
  actions: completeSums({}),
}
const payments = [
  { kind: 'sale' as const, method: 'cash', count: 2, amount: 1_800_00 },
  { kind: 'sale' as const, method: 'gcash', count: 1, amount: 700_00 },
  { kind: 'void' as const, method: 'cash', count: 1, amount: -200_00 },
  { kind: 'refund' as const, method: 'cash', count: 1, amount: -100_00 },
]
const drawer = {
  float: 2_000_00,
  pay_in: 100_00,
  pay_out: 30_00,
  drops: 500_00,
  cash_sales: 1_800_00,
  cash_back: 300_00,
  expected: 3_070_00,
  counted: 3_060_00,
  difference: -10_00,
}
const openDrawer = { ...drawer, counted: null, difference: null }

test('the expected cash of a drawer includes only payments in cash, and the difference is the counted cash less the expected cash', () => {
  expect(drawerOf(shift, { payments })).toEqual(drawer)
  expect(drawerOf({ ...shift, counted: null }, { payments })).toEqual(openDrawer)
})

test('if a shift has paid no cash back, the amount is 0 and not minus zero', () => {
  expect(drawerOf(shift, { payments: [] }).cash_back).toBe(0)
  expect([0, 5, -5].map(opposite)).toEqual([0, -5, 5])
})

test('the cash of several shifts is the sum of their movements, and has a difference only when all shifts are counted', () => {
  const cash = { pay_in: 200_00, pay_out: 60_00, drops: 1_000_00, cash_sales: 3_600_00, cash_back: 600_00 }
  expect(cashSums([drawer, drawer])).toEqual({ ...cash, difference: -20_00 })
  expect(cashSums([drawer, openDrawer])).toEqual({ ...cash, difference: null })
})

test('readings of the earlier formats 1 and 2 add bank drops to the pay-outs, and their totals of all shifts also contain the sums of the floats, of the expected and of the counted cash', () => {
  const { drops: _, ...rest } = drawer
  const earlier = { ...rest, pay_out: 530_00 }
  expect(earlierDrawer(drawer)).toEqual(earlier)
  const cash = { pay_in: 200_00, pay_out: 1_060_00, cash_sales: 3_600_00, cash_back: 600_00, difference: -20_00 }
  expect(earlierCash([earlier, earlier])).toEqual(cash)
  const sums = { ...cash, float: 4_000_00, expected: 6_140_00, counted: 6_120_00 }
  expect(drawersTogether([earlier, earlier])).toEqual(sums)
  const open = { ...earlier, counted: null, difference: null }
  expect(drawersTogether([earlier, open])).toEqual({ ...sums, counted: null, difference: null })
})

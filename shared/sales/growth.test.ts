import { expect, test } from 'vitest'
import { growthRate } from './growth.ts'

test.each([
  ['nothing to compare with', 500_000, 0, 0],
  ['a rise', 4_825_000, 4_292_700, 12.4],
  ['a fall', 102_752_700, 126_730_000, -18.92],
  ['a growth with more decimals, which are rounded to two', 100_555, 100_000, 0.56],
  ['a month without sales after one with sales', 0, 500_000, -100],
  ['almost no change, which is 0 without a sign', 499_999, 500_000, 0],
  ['an earlier month below zero because of voided sales', 500_000, -100, 0],
])(
  'the growth of sales in percent has at most two decimals and the expected value for %s',
  (_, latest, before, rate) => {
    expect(growthRate(latest, before)).toBe(rate)
    expect(Object.is(growthRate(latest, before), -0)).toBe(false)
  },
)

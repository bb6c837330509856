import { expect, test } from 'vitest'
import { percentageTaxOf } from './percentage-tax.ts'

test.each([
  [100_000_00, 3_000_00],
  [17, 1],
  [16, 0],
  [0, 0],
  [-100_000_00, 0],
])('the percentage tax of receipts of %i centavos is %i: 3 %%, and none below zero', (receipts, tax) => {
  expect(percentageTaxOf(receipts)).toBe(tax)
})

import { expect, test } from 'vitest'
import { chargeOf, type ChargedLine } from '#shared/sales/charge.ts'
import { discountGiven, isAboveLimit } from './discount-limit.ts'

const line: ChargedLine = { price: 100_000, quantity: 1, addOns: [] }
const charged = (lines: ChargedLine[], discount = 0) => ({
  ...chargeOf(lines, { isOn: discount > 0, amount: discount }),
  lines,
})

test.each<[string, ChargedLine[], number, boolean]>([
  ['exactly the limit', [line], 10_000, false],
  ['a centavo more', [line], 10_001, true],
  ['discounts of lines and of the order together', [{ ...line, discount: 5_000 }, line], 15_001, true],
  ['both together at the limit', [{ ...line, discount: 5_000 }, line], 15_000, false],
  ['what the law gives to the holder of a card', [{ ...line, hasCard: true }], 0, false],
  ['nothing', [line], 0, false],
])('a limit of 10 %% and %s', (_, lines, discount, isAbove) =>
  expect(isAboveLimit(charged(lines, discount), 1_000)).toBe(isAbove),
)

test('a limit of 0 allows no discount, and a free order needs no approval', () => {
  expect(isAboveLimit(charged([line], 1), 0)).toBe(true)
  expect(isAboveLimit(charged([{ ...line, price: 0 }]), 0)).toBe(false)
  expect(discountGiven(charged([{ ...line, discount: 500 }], 100))).toBe(600)
})

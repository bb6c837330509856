import { expect, test } from 'vitest'
import { chargeOf, type ChargedLine } from '#shared/sales/charge.ts'
import { discountGiven, isAboveLimit } from './discount-limit.ts'

const line: ChargedLine = { price: 100_000, quantity: 1, addOns: [] }
const charged = (lines: ChargedLine[], discount = 0) => ({
  ...chargeOf(lines, { isOn: discount > 0, amount: discount }),
  lines,
})

test.each<[string, ChargedLine[], number, boolean]>([
  ['a discount of exactly the limit', [line], 10_000, false],
  ['a discount of a centavo more', [line], 10_001, true],
  ['discounts of lines and of the order above it together', [{ ...line, discount: 5_000 }, line], 15_001, true],
  ['discounts of lines and of the order that reach it together', [{ ...line, discount: 5_000 }, line], 15_000, false],
  ['the legal discount of a card holder', [{ ...line, hasCard: true }], 0, false],
  ['a promo of a card holder above the limit', [{ ...line, hasCard: true, isPromo: true, discount: 10_001 }], 0, true],
  ['a promo of a card holder of the limit', [{ ...line, hasCard: true, isPromo: true, discount: 10_000 }], 0, false],
  ['the discount of a package', [{ ...line, isPrepaid: true, discount: 90_000 }, line], 0, false],
  ['more than the limit of what no package pays', [{ ...line, isPrepaid: true, discount: 500 }, line], 10_001, true],
  ['the limit of what no package pays', [{ ...line, isPrepaid: true, discount: 500 }, line], 10_000, false],
  ['the legal discount of a card holder counts for the prices', [{ ...line, hasCard: true }, line], 20_000, false],
  ['no discount', [line], 0, false],
])(
  'the sum of the voluntary discounts, and no other discount, is compared with a discount limit of 10 %%: %s',
  (_, lines, discount, isAbove) => expect(isAboveLimit(charged(lines, discount), 1_000)).toBe(isAbove),
)

test('a discount limit of 0 allows no discount without approval, and an order of services without a price needs no approval', () => {
  expect(isAboveLimit(charged([line], 1), 0)).toBe(true)
  expect(isAboveLimit(charged([{ ...line, price: 0 }]), 0)).toBe(false)
  expect(discountGiven(charged([{ ...line, discount: 500 }], 100))).toBe(600)
})

test('the VAT that a card holder does not pay is a part of the prices to which a discount limit applies', () => {
  const lines = [
    { ...line, price: 112_000, hasCard: true },
    { ...line, price: 112_000 },
  ]
  const above = (amount: number) => {
    const charge = chargeOf(lines, { isOn: true, amount }, { isVatRegistered: true, chargesExcise: false })
    return isAboveLimit({ ...charge, lines }, 1_000)
  }
  expect([22_400, 22_401].map(above)).toEqual([false, true])
})

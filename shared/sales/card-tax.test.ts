import { describe, expect, test } from 'vitest'
import {
  ageOn,
  isSenior,
  bookedClass,
  cardTaxOf,
  includeExcise,
  NO_TAX,
  noTaxSums,
  promoPrice,
  type Taxed,
} from './tax.ts'

const vat = { isVatRegistered: true, chargesExcise: false }
const onlyExcise = { isVatRegistered: false, chargesExcise: true }
const vatable: Taxed = { taxClass: 'vatable', isExcise: false }
const zeroRated: Taxed = { taxClass: 'zero-rated', isExcise: false }

test('the amount that a card holder pays is zero-rated for a zero-rated service and otherwise exempt; in a clinic without taxes it has no tax class', () => {
  expect(cardTaxOf(100_00, vatable, vat)).toEqual({ ...noTaxSums, exempt: 100_00 })
  expect(cardTaxOf(100_00, zeroRated, vat)).toEqual({ ...noTaxSums, zeroRated: 100_00 })
  expect(cardTaxOf(100_00, zeroRated, onlyExcise)).toEqual({ ...noTaxSums, exempt: 100_00 })
  expect(cardTaxOf(100_00, vatable, NO_TAX)).toEqual(noTaxSums)
})

test('the tax class of a line is that of its service, but a VATable service is exempt for card holders', () => {
  expect(bookedClass(vatable, vat, false)).toBe('vatable')
  expect(bookedClass(vatable, vat, true)).toBe('exempt')
  expect(bookedClass(zeroRated, vat, true)).toBe('zero-rated')
  expect(bookedClass(vatable, onlyExcise, false)).toBe('exempt')
})

test('the displayed sales of a tax class include the excise on these sales', () => {
  const taxes = { vatable: 1, vat: 2, exempt: 3, zeroRated: 4, excise: 50 }
  expect(includeExcise(taxes, {})).toEqual(taxes)
  expect(includeExcise(taxes, { vatable: 10, exempt: 15, 'zero-rated': 25 })).toEqual({
    ...taxes,
    vatable: 11,
    exempt: 18,
    zeroRated: 29,
  })
})

test('if a price contains no VAT, a card holder’s promo is taken off the full price', () => {
  const price = { lessVat: 0, exempt: 2_500_00, discount: 750_00, toPay: 1_750_00 }
  expect(promoPrice(2_500_00, 750_00, vatable, NO_TAX)).toEqual(price)
  expect(promoPrice(2_500_00, 750_00, zeroRated, vat)).toEqual(price)
})

describe('the age of a card holder', () => {
  test.each([
    ['2026-11-23', '1966-11-23', 60],
    ['2026-11-22', '1966-11-23', 59],
    ['2026-02-28', '1964-02-29', 61],
    ['2026-03-01', '1964-02-29', 62],
  ])('on %s a card holder born on %s is %i years old', (date, born, age) => expect(ageOn(date, born)).toBe(age))

  test('a person is a Senior Citizen from the 60th birthday on', () => {
    expect(isSenior('2026-11-22', '1966-11-23')).toBe(false)
    expect(isSenior('2026-11-23', '1966-11-23')).toBe(true)
  })
})

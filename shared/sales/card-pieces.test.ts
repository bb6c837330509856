import { expect, test } from 'vitest'
import { fitsLine, splitLine, type CardPieces } from './card-pieces.ts'
import { chargeOf } from './charge.ts'
import { isPlausibleCardNumber } from './senior-pwd-card.ts'
import { promoPrice } from './tax.ts'

const vat = { isVatRegistered: true, chargesExcise: false }
const vatable = { taxClass: 'vatable' as const, isExcise: false }
const light = { id: 'light', price: 350_00, quantity: 2 }
const line = { price: 2_500_00, quantity: 2, discount: 0, addOns: [] as (typeof light)[] }
const one = (card: number, more: Partial<CardPieces> = {}): CardPieces => ({ card, quantity: 1, addOns: [], ...more })

/** Computes the amounts of a line in which Senior or PWD cards discount some of the pieces. */
const charge = (sold: typeof line, pieces: CardPieces[]) =>
  chargeOf(
    splitLine(sold, pieces).map(({ card, ...part }) => ({
      ...part,
      price: sold.price,
      hasCard: card !== null,
      taxed: vatable,
    })),
    { isOn: false, amount: 0 },
    vat,
  )

test('if a Senior Citizen card covers one of two pieces of ₱2,500.00, the client pays ₱1,785.71 and ₱2,500.00', () => {
  const { items, total, tax } = charge(line, [one(0)])
  expect(items.map(({ service }) => service.lineTotal)).toEqual([1_785_71, 2_500_00])
  expect(total).toBe(4_285_71)
  expect(tax).toMatchObject({ exempt: 1_785_71, vatable: 2_232_14, vat: 267_86 })
})

test('for three pieces of ₱2,500.00, two Senior Citizens and a companion pay ₱6,071.42', () => {
  const { items, total, lessVat } = charge({ ...line, quantity: 3 }, [one(0), one(1)])
  expect(items.map(({ service }) => service.lineTotal)).toEqual([1_785_71, 1_785_71, 2_500_00])
  expect([total, lessVat]).toEqual([6_071_42, 2 * 267_86])
})

test('for a Senior Citizen a promo of 30 % is taken from the price without VAT: ₱2,500.00 is ₱2,232.14 less ₱669.64, ₱1,562.50', () => {
  const expected = { lessVat: 267_86, exempt: 2_232_14, discount: 669_64, toPay: 1_562_50 }
  expect(promoPrice(2_500_00, 750_00, vatable, vat)).toEqual(expected)
  const { total, tax } = charge({ ...line, quantity: 1, discount: 750_00 }, [one(0, { isPromo: true })])
  expect([total, tax.exempt, tax.vat]).toEqual([1_562_50, 1_562_50, 0])
})

test('the order’s discount applies to a Senior Citizen’s pieces with a promo, and not to pieces with the Senior Citizen discount', () => {
  const lines = [
    { ...line, quantity: 1, hasCard: true, isPromo: true, taxed: vatable },
    { ...line, quantity: 1, hasCard: true, taxed: vatable },
  ]
  const { discountable, total } = chargeOf(lines, { isOn: true, amount: 669_64 }, vat)
  expect([discountable, total]).toEqual([2_232_14, 1_562_50 + 1_785_71])
})

test('pieces with the discount of a Senior Citizen or PWD card lose their share of the line’s discount', () => {
  const parts = splitLine({ ...line, discount: 500_00 }, [one(0)])
  expect(parts.map(({ card, discount }) => [card, discount])).toEqual([
    [0, 0],
    [null, 250_00],
  ])
})

test('an add-on is split by discount cards like its service; if cards cover all pieces of the service, other add-ons stay with the last card', () => {
  const sold = { ...line, quantity: 1, addOns: [light] }
  const [part, ...others] = splitLine(sold, [one(0, { addOns: [{ id: 'light', quantity: 1 }] })])
  expect(others).toEqual([])
  expect(part.addOns.map(({ quantity, hasCard }) => [quantity, hasCard])).toEqual([
    [1, true],
    [1, false],
  ])
  expect(fitsLine(sold, [one(0, { addOns: [{ id: 'light', quantity: 3 }] })])).toBe(false)
  expect(fitsLine(sold, [one(0), one(1)])).toBe(false)
})

test.each([
  ['pwd', 'x', false],
  ['pwd', 'PWD-77', false],
  ['pwd', '00000000', false],
  ['pwd', '13-7404-000-0000123', true],
  ['senior', 'SC', false],
  ['senior', 'OSCA No. 45', true],
  ['senior', 'QC-0148-22719', true],
] as const)('the number of a %s card can be %s: %s', (kind, number, isPlausible) =>
  expect(isPlausibleCardNumber(kind, number)).toBe(isPlausible),
)

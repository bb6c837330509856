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

test('for a Senior Citizen a promo of 30 % is taken off the price without VAT: ₱2,232.14 of ₱2,500.00, less ₱669.64, leaves ₱1,562.50', () => {
  const expected = { lessVat: 267_86, exempt: 2_232_14, discount: 669_64, toPay: 1_562_50 }
  expect(promoPrice(2_500_00, 750_00, vatable, vat)).toEqual(expected)
  const { total, tax } = charge({ ...line, quantity: 1, discount: 750_00 }, [one(0, { isPromo: true })])
  expect([total, tax.exempt, tax.vat]).toEqual([1_562_50, 1_562_50, 0])
})

test('the order’s discount reduces a Senior Citizen’s pieces that keep a promo, but not pieces with the Senior Citizen discount', () => {
  const lines = [
    { ...line, quantity: 1, hasCard: true, isPromo: true, taxed: vatable },
    { ...line, quantity: 1, hasCard: true, taxed: vatable },
  ]
  const { discountable, discount, total } = chargeOf(lines, { isOn: true, amount: 750_00 }, vat)
  expect([discountable, discount, total]).toEqual([2_500_00, 669_64, 1_562_50 + 1_785_71])
})

test('pieces with the discount of a Senior Citizen or PWD card lose their share of the line’s discount', () => {
  const parts = splitLine({ ...line, discount: 500_00 }, [one(0)])
  expect(parts.map(({ card, discount }) => [card, discount])).toEqual([
    [0, 0],
    [null, 250_00],
  ])
})

test('the add-ons of a line are split among Senior and PWD cards like its service; add-ons without a card are with the last card if cards cover the whole service', () => {
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

test('cards cover at most the pieces of a line and of each add-on, and only add-ons of the line', () => {
  const sold = { ...line, addOns: [light, { ...light, id: 'mask', quantity: 1 }] }
  const lights = (quantity: number) => ({ addOns: [{ id: 'light', quantity }] })
  expect(fitsLine(sold, [])).toBe(true)
  expect(fitsLine(sold, [one(0, lights(1)), one(1, lights(1))])).toBe(true)
  expect(fitsLine(sold, [one(0, lights(1)), one(1, lights(2))])).toBe(false)
  expect(fitsLine(sold, [one(0, { quantity: 3 })])).toBe(false)
  expect(fitsLine(sold, [one(0, { addOns: [{ id: 'laser', quantity: 1 }] })])).toBe(false)
  expect(fitsLine(sold, [one(0, { addOns: [light, { id: 'laser', quantity: 1 }] })])).toBe(false)
})

test('each card gets its pieces and add-ons, and the rest of the line has the other pieces and add-ons', () => {
  const mask = { id: 'mask', price: 100_00, quantity: 3 }
  const sold = { ...line, quantity: 4, discount: 800_00, addOns: [light, mask] }
  const promo = one(1, { isPromo: true, addOns: [{ id: 'light', quantity: 1, isPromo: true }] })
  expect(splitLine(sold, [one(0, { addOns: [{ id: 'mask', quantity: 2 }] }), promo])).toEqual([
    {
      card: 0,
      isPromo: false,
      quantity: 1,
      discount: 0,
      addOns: [{ ...mask, quantity: 2, hasCard: true, isPromo: false }],
    },
    {
      card: 1,
      isPromo: true,
      quantity: 1,
      discount: 200_00,
      addOns: [{ ...light, quantity: 1, hasCard: true, isPromo: true }],
    },
    {
      card: null,
      isPromo: false,
      quantity: 2,
      discount: 400_00,
      addOns: [
        { ...light, quantity: 1, hasCard: false, isPromo: false },
        { ...mask, quantity: 1, hasCard: false, isPromo: false },
      ],
    },
  ])
})

test('if cards cover all pieces of a service, only the last card has the add-ons that no card covers', () => {
  const parts = splitLine({ ...line, addOns: [light] }, [one(0), one(1)])
  expect(parts.map(({ card, addOns }) => [card, addOns.length])).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('an add-on whose pieces are all covered by cards is not in the rest of the line', () => {
  const parts = splitLine({ ...line, addOns: [light] }, [one(0, { addOns: [{ id: 'light', quantity: 2 }] })])
  expect(parts.map(({ card, addOns }) => [card, addOns.length])).toEqual([
    [0, 1],
    [null, 0],
  ])
})

test('a line without cards stays as it is', () => {
  expect(splitLine({ ...line, discount: 100_00 }, [])).toEqual([
    { card: null, isPromo: false, quantity: 2, discount: 100_00, addOns: [] },
  ])
})

test.each([
  ['pwd', 'x', false],
  ['pwd', 'PWD-77', false],
  ['pwd', '00000000', false],
  ['pwd', '11111111', false],
  ['pwd', '13-7404-000-0000123', true],
  ['senior', 'SC', false],
  ['senior', '0000', false],
  ['senior', '77', true],
  ['senior', 'OSCA No. 45', true],
  ['senior', 'QC-0148-22719', true],
] as const)('the number of a %s card can be %s: %s', (kind, number, isPlausible) =>
  expect(isPlausibleCardNumber(kind, number)).toBe(isPlausible),
)

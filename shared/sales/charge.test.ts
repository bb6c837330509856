import { expect, test } from 'vitest'
import { chargeOf, type ChargedLine } from './charge.ts'
import { noTaxSums } from './tax.ts'

const off = { isOn: false, amount: 0 }
const vat = { isVatRegistered: true, chargesExcise: false }
const peel: ChargedLine = { price: 1_000_00, quantity: 1, addOns: [] }
const amounts = { discount: 0, lessVat: 0, orderDiscount: 0, taxClass: null, tax: noTaxSums }

test('the order’s discount does not reduce a service that a package pays, but reduces the add-ons of this service', () => {
  const line = { ...peel, isPrepaid: true, addOns: [{ price: 300_00, quantity: 1 }] }
  const charge = chargeOf([line, peel], { isOn: true, amount: 130_00 })
  expect(charge.items).toEqual([
    {
      service: { ...amounts, lineTotal: 1_000_00 },
      addOns: [{ ...amounts, lineTotal: 300_00, orderDiscount: 30_00 }],
    },
    { service: { ...amounts, lineTotal: 1_000_00, orderDiscount: 100_00 }, addOns: [] },
  ])
  expect(charge).toMatchObject({ discountable: 1_300_00, subtotal: 2_300_00, discount: 130_00, total: 2_170_00 })
})

test('a Senior or PWD card for a service need not cover its add-ons, and a covered add-on can keep its promo instead of the card’s discount', () => {
  const addOn = { price: 560_00, quantity: 1 }
  const addOns = [{ ...addOn, hasCard: false }, { ...addOn, isPromo: true }, addOn]
  const { items, discountable } = chargeOf([{ ...peel, price: 1_120_00, hasCard: true, addOns }], off, vat)
  const [service, ...others] = [items[0]!.service, ...items[0]!.addOns]
  expect(service).toMatchObject({ lessVat: 120_00, discount: 200_00, lineTotal: 800_00, taxClass: 'exempt' })
  expect(others.map(({ lessVat, discount, lineTotal, taxClass }) => [lessVat, discount, lineTotal, taxClass])).toEqual([
    [0, 0, 560_00, 'vatable'],
    [60_00, 0, 500_00, 'exempt'],
    [60_00, 100_00, 400_00, 'exempt'],
  ])
  expect(discountable).toBe(1_120_00)
})

test('a Senior or PWD card that covers only an add-on reduces only the price of the add-on', () => {
  const addOns = [{ price: 560_00, quantity: 1, hasCard: true }]
  expect(chargeOf([{ ...peel, addOns }], off, vat)).toMatchObject({
    lessVat: 60_00,
    lineDiscount: 100_00,
    subtotal: 1_400_00,
  })
})

test('a line without a Senior or PWD card keeps its VAT, even if it is marked as a promo', () => {
  const line = { ...peel, isPromo: true, discount: 100_00, addOns: [{ price: 200_00, quantity: 1, isPromo: true }] }
  const charge = chargeOf([line], { isOn: true, amount: 110_00 }, vat)
  expect(charge).toMatchObject({ lessVat: 0, discountable: 1_100_00, discount: 110_00, total: 990_00 })
  expect(charge.items[0]!.service.taxClass).toBe('vatable')
})

test('the computed amounts are in the order of the lines, however many add-ons these have', () => {
  const addOn = (price: number) => ({ price, quantity: 2 })
  const lines = [
    { ...peel, price: 100, addOns: [addOn(1), addOn(2)] },
    { ...peel, price: 200, addOns: [] },
    { ...peel, price: 300, quantity: 3, addOns: [addOn(3)] },
  ]
  const { items, itemCount } = chargeOf(lines, off)
  expect(items.map(({ service, addOns }) => [service, ...addOns].map(({ lineTotal }) => lineTotal))).toEqual([
    [100, 2, 4],
    [200],
    [900, 6],
  ])
  expect(itemCount).toBe(11)
})

test('a discount that is negative or less than a centavo is ignored', () => {
  expect(chargeOf([{ ...peel, discount: -5 }], { isOn: true, amount: 0.9 })).toMatchObject({
    lineDiscount: 0,
    discount: 0,
  })
})

test('the taxes of an order are the sums of the taxes of its lines', () => {
  const classes = ['vatable', 'exempt', 'zero-rated'] as const
  const lines = classes.map((taxClass, i) => ({
    ...peel,
    price: 1_176_00 * (i + 1),
    taxed: { taxClass, isExcise: true },
  }))
  const { tax } = chargeOf([...lines, ...lines], off, { isVatRegistered: true, chargesExcise: true })
  expect(tax).toEqual({ vatable: 2_000_00, vat: 252_00, exempt: 4_480_00, zeroRated: 6_720_00, excise: 660_00 })
})

test('a line for which no tax class is stated is VATable and has no excise', () => {
  const { tax } = chargeOf([{ ...peel, price: 1_120_00 }], off, { isVatRegistered: true, chargesExcise: true })
  expect(tax).toEqual({ ...noTaxSums, vatable: 1_000_00, vat: 120_00 })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargeOf } from '#shared/sales/charge.ts'
import { paidFor, refundOf, type Refundable, type Refunded } from './refund.ts'
import type { TaxClass } from '#shared/lib/taxes.ts'
import { noTaxSums } from '#shared/sales/tax.ts'

const plain: Refundable = {
  quantity: 3,
  price: 100_000,
  discount: 0,
  lessVat: 0,
  orderDiscount: 0,
  tax: noTaxSums,
}

const amountsOf = ({ discount, lessVat, orderDiscount, tax }: Refundable | Refunded) => [
  discount,
  lessVat,
  orderDiscount,
  ...Object.values(tax),
]

const less = (left: Refundable, back: Refunded): Refundable => ({
  quantity: left.quantity - back.quantity,
  price: left.price,
  discount: left.discount - back.discount,
  lessVat: left.lessVat - back.lessVat,
  orderDiscount: left.orderDiscount - back.orderDiscount,
  tax: {
    vatable: left.tax.vatable - back.tax.vatable,
    vat: left.tax.vat - back.tax.vat,
    exempt: left.tax.exempt - back.tax.exempt,
    zeroRated: left.tax.zeroRated - back.tax.zeroRated,
    excise: left.tax.excise - back.tax.excise,
  },
})

/** Random order lines with discounts, Senior and PWD cards and every kind of tax. */
const orders = fc.record({
  lines: fc.array(
    fc.record({
      price: fc.integer({ min: 0, max: 99_999_999 }),
      quantity: fc.integer({ min: 1, max: 12 }),
      discount: fc.integer({ min: 0, max: 99_999_999 }),
      hasCard: fc.boolean(),
      isPromo: fc.boolean(),
      taxed: fc.record({
        taxClass: fc.constantFrom<TaxClass>('vatable', 'exempt', 'zero-rated'),
        isExcise: fc.boolean(),
      }),
      addOns: fc.constant([]),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  discount: fc.record({ isOn: fc.boolean(), amount: fc.integer({ min: 0, max: 99_999_999 }) }),
  settings: fc.record({ isVatRegistered: fc.boolean(), chargesExcise: fc.boolean() }),
  steps: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }),
})

describe('the amount refunded for a line', () => {
  test('the amount refunded for a line is the price of one piece times the number of refunded pieces', () => {
    expect(refundOf(plain, 2)).toMatchObject({ quantity: 2, lineTotal: 200_000, paid: 200_000 })
  })

  test('a refund is reduced by its share of the discounts, and the refund of the last piece by everything that is left of the discounts', () => {
    const left = { ...plain, discount: 100, orderDiscount: 1 }
    const first = refundOf(left, 1)
    expect(first).toMatchObject({ discount: 34, orderDiscount: 0, paid: 99_966 })
    const second = refundOf(less(left, first), 1)
    expect(second).toMatchObject({ discount: 33, orderDiscount: 1, paid: 99_966 })
    expect(refundOf(less(less(left, first), second), 1)).toMatchObject({ discount: 33, paid: 99_967 })
  })

  test('the VAT that a Senior Citizen or PWD did not pay is not refunded, and neither are discounts', () => {
    const left = { ...plain, discount: 30_000, lessVat: 6_000, orderDiscount: 900 }
    expect(paidFor(left)).toBe(263_100)
    expect(refundOf(left, 1)).toMatchObject({ lineTotal: 88_000, paid: 87_700, discount: 10_000, lessVat: 2_000 })
  })

  test('a refund includes its share of each tax', () => {
    const left = { ...plain, quantity: 2, price: 250_000, tax: { ...noTaxSums, vatable: 446_429, vat: 53_571 } }
    expect(refundOf(left, 1).tax).toEqual({ ...noTaxSums, vatable: 223_215, vat: 26_785 })
  })

  test('a refund never exceeds the remaining amount; the refunds of all pieces add up to the amount paid', () => {
    fc.assert(
      fc.property(orders, ({ lines, discount, settings, steps }) => {
        const { items, total } = chargeOf(lines, discount, settings)
        let back = 0
        items.forEach(({ service }, index) => {
          const { lineTotal: _, taxClass: __, ...amounts } = service
          const { quantity, price } = lines[index]!
          let left: Refundable = { quantity, price, ...amounts }
          const pieces = [...steps]
          while (left.quantity > 0) {
            const before = left
            const part = refundOf(left, Math.min(pieces.shift() ?? left.quantity, left.quantity))
            left = less(left, part)
            back += part.paid
            expect(part.paid).toBeGreaterThanOrEqual(0)
            expect(Object.is(part.paid, -0)).toBe(false)
            amountsOf(part).forEach((amount, i) => {
              expect(amount).toBeGreaterThanOrEqual(0)
              expect(amount).toBeLessThanOrEqual(amountsOf(before)[i]!)
            })
            const tax = Object.values(part.tax).reduce((sum, one) => sum + one, 0)
            expect(tax).toBe(service.taxClass === null ? 0 : part.paid)
            expect(paidFor(left)).toBeGreaterThanOrEqual(0)
          }
          expect(amountsOf(left)).toEqual(amountsOf({ ...plain, tax: noTaxSums }))
        })
        expect(back).toBe(total)
      }),
      { numRuns: 500 },
    )
  })

  test('the discount in a refund is within a centavo of its exact share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 99 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 98 }),
        (quantity, discount, wanted) => {
          const pieces = Math.min(wanted, quantity)
          const left = { ...plain, quantity, price: 10_000_000, discount }
          expect(Math.abs(refundOf(left, pieces).discount - (discount * pieces) / quantity)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})

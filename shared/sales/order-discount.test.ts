import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TAX_CLASSES } from '#shared/lib/taxes.ts'
import { chargeOf, type ChargedLine } from './charge.ts'
import { percentOf } from './percent.ts'

const vat = { isVatRegistered: true, chargesExcise: false }
const nonVat = { isVatRegistered: false, chargesExcise: false }
const peel: ChargedLine = { price: 2_500_00, quantity: 1, addOns: [] }
const withPromo = { ...peel, hasCard: true, isPromo: true }
const withCard = { ...peel, hasCard: true }
const off = (amount: number) => ({ isOn: true, amount })

describe('a discount of the order in pesos beside Senior Citizen and PWD cards', () => {
  test('of ₱750 on ₱2,500 leaves a card holder ₱1,562.50 to pay, the same as ₱750 off the line or 30 % off the order', () => {
    const charge = chargeOf([withPromo], off(750_00), vat)
    expect(charge).toMatchObject({ lessVat: 267_86, subtotal: 2_232_14, grossDiscount: 750_00, discount: 669_64 })
    expect(charge).toMatchObject({ total: 1_562_50, discountable: 2_500_00, tax: { exempt: 1_562_50, vat: 0 } })
    expect(chargeOf([{ ...withPromo, discount: 750_00 }], off(0), vat).total).toBe(1_562_50)
    expect(chargeOf([withPromo], off(percentOf(2_500_00, 30_00)), vat).total).toBe(1_562_50)
  })

  test('of ₱450 on ₱2,500 leaves a card holder ₱1,830.36 to pay if it replaces the card’s own discount; if the card’s own discount applies, it takes off nothing, and ₱1,785.71 is left', () => {
    expect(chargeOf([withPromo], off(450_00), vat).total).toBe(1_830_36)
    expect(chargeOf([withCard], off(450_00), vat)).toMatchObject({ discountable: 0, discount: 0, total: 1_785_71 })
  })

  test('of ₱1,000 is shared by a card holder and a companion if the card holder keeps a promo, and is the companion’s alone if the card’s discount applies', () => {
    const promo = chargeOf([withPromo, peel], off(1_000_00), vat)
    expect(promo.items.map(({ service }) => service.lineTotal - service.orderDiscount)).toEqual([1_785_71, 2_000_00])
    const card = chargeOf([withCard, peel], off(1_000_00), vat)
    expect(card.items.map(({ service }) => service.lineTotal - service.orderDiscount)).toEqual([1_785_71, 1_500_00])
    expect([promo.total, card.total]).toEqual([3_785_71, 3_285_71])
  })

  test('is taken off the full price if the price contains no VAT', () => {
    expect(chargeOf([withPromo], off(750_00), nonVat)).toMatchObject({ discount: 750_00, total: 1_750_00 })
    const exempt = { ...withPromo, taxed: { taxClass: 'exempt' as const, isExcise: false } }
    expect(chargeOf([exempt], off(750_00), vat)).toMatchObject({ discount: 750_00, total: 1_750_00 })
  })

  test('of more than the price leaves nothing to pay', () => {
    const charge = chargeOf([withPromo], off(9_999_00), vat)
    expect(charge).toMatchObject({ grossDiscount: 2_500_00, discount: 2_232_14, total: 0 })
  })

  test('gives the same amounts as an equal discount on the only line, for any price, tax class and earlier discount of the line', () => {
    const one = fc.record({
      price: fc.integer({ min: 0, max: 99_999_999 }),
      quantity: fc.integer({ min: 1, max: 9 }),
      discount: fc.integer({ min: 0, max: 9_999_999 }),
      hasCard: fc.boolean(),
      isPromo: fc.boolean(),
      taxed: fc.record({ taxClass: fc.constantFrom(...TAX_CLASSES), isExcise: fc.boolean() }),
    })
    const settings = fc.record({ isVatRegistered: fc.boolean(), chargesExcise: fc.boolean() })
    fc.assert(
      fc.property(one, fc.integer({ min: 0, max: 9_999_999 }), settings, (line, amount, taxes) => {
        const ofOrder = chargeOf([{ ...line, addOns: [] }], off(amount), taxes)
        const ofLine = chargeOf([{ ...line, addOns: [], discount: line.discount + amount }], off(0), taxes)
        expect([ofOrder.total, ofOrder.lessVat, ofOrder.tax]).toEqual([ofLine.total, ofLine.lessVat, ofLine.tax])
      }),
    )
  })
})

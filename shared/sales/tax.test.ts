import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CENTAVOS } from '#shared/lib/money.ts'
import { TAX_CLASSES } from '#shared/lib/taxes.ts'
import { chargeOf, type ChargedLine } from './charge.ts'
import { bookedClass, cardPrice, includeExcise, spread, taxOf, withoutVat, type Taxed } from './tax.ts'
import { drillSize, recordFigure } from '../../scripts/test/drill-form.ts'

const CARTS = drillSize('carts', 3_000)

const vat = { isVatRegistered: true, chargesExcise: false }
const vatAndExcise = { isVatRegistered: true, chargesExcise: true }
const nonVat = { isVatRegistered: false, chargesExcise: false }
const vatable: Taxed = { taxClass: 'vatable', isExcise: false }

describe('VAT and excise', () => {
  test('a price of ₱2,500.00 contains ₱267.86 of VAT, which leaves ₱2,232.14', () =>
    expect(taxOf(2_500_00, vatable, vat)).toEqual({
      vatable: 2_232_14,
      vat: 267_86,
      exempt: 0,
      zeroRated: 0,
      excise: 0,
    }))

  test('a price of ₱60,000.00 contains ₱51,020.41 before taxes, ₱2,551.02 of excise and ₱6,428.57 of VAT', () =>
    expect(taxOf(60_000_00, { taxClass: 'vatable', isExcise: true }, vatAndExcise)).toEqual({
      vatable: 51_020_41,
      excise: 2_551_02,
      vat: 6_428_57,
      exempt: 0,
      zeroRated: 0,
    }))

  test('a price of ₱60,000.00 is shown as VATable sales of ₱53,571.43, ₱2,551.02 of it excise, and ₱6,428.57 of VAT', () => {
    const lines = [
      { price: 60_000_00, quantity: 1, addOns: [], taxed: { taxClass: 'vatable' as const, isExcise: true } },
    ]
    const { tax } = chargeOf(lines, { isOn: false, amount: 0 }, vatAndExcise)
    expect(includeExcise(tax, { vatable: tax.excise })).toEqual({
      vatable: 53_571_43,
      excise: 2_551_02,
      vat: 6_428_57,
      exempt: 0,
      zeroRated: 0,
    })
  })

  test('excise is calculated only if the clinic charges it', () =>
    expect(taxOf(60_000_00, { taxClass: 'vatable', isExcise: true }, vat).excise).toBe(0))

  test.each([
    ['exempt', 'exempt'],
    ['zero-rated', 'zeroRated'],
  ] as const)('for a service that is %s, the whole amount counts as such and contains no VAT', (taxClass, key) =>
    expect(taxOf(2_500_00, { taxClass, isExcise: false }, vat)).toMatchObject({ vat: 0, vatable: 0, [key]: 2_500_00 }),
  )

  test('a clinic without tax has no tax amounts and no tax class', () => {
    expect(taxOf(2_500_00, vatable, nonVat)).toEqual({ vatable: 0, vat: 0, exempt: 0, zeroRated: 0, excise: 0 })
    expect(bookedClass(vatable, nonVat, true)).toBeNull()
  })

  test('a clinic with excise but without VAT registration has exempt sales, whose prices include 5 % excise on the net price', () =>
    expect(taxOf(1_050_00, { taxClass: 'vatable', isExcise: true }, { ...nonVat, chargesExcise: true })).toEqual({
      vatable: 0,
      vat: 0,
      exempt: 1_000_00,
      zeroRated: 0,
      excise: 50_00,
    }))
})

describe('the card of a Senior Citizen or a person with disability', () => {
  test('the holder of a Senior Citizen or PWD card pays ₱1,785.71 for ₱2,500.00: less VAT of ₱267.86 is ₱2,232.14, and 20 % of that is ₱446.43', () =>
    expect(cardPrice(2_500_00, vatable, vat)).toEqual({
      lessVat: 267_86,
      exempt: 2_232_14,
      discount: 446_43,
      toPay: 1_785_71,
    }))

  test('a clinic that is not registered for VAT takes 20 % off for a Senior Citizen or PWD card: ₱2,500.00 is ₱2,000.00', () =>
    expect(cardPrice(2_500_00, vatable, nonVat)).toMatchObject({ lessVat: 0, discount: 500_00, toPay: 2_000_00 }))

  test('a price without VAT is reduced by 20 % for a Senior Citizen or PWD card', () =>
    expect(cardPrice(2_500_00, { taxClass: 'exempt', isExcise: false }, vat).toPay).toBe(2_000_00))

  test('a line with a Senior Citizen or PWD card gets no other discount, neither its own nor a share of the order’s', () => {
    const card = { price: 2_500_00, quantity: 1, addOns: [], hasCard: true, discount: 900_00, taxed: vatable }
    const other = { price: 3_500_00, quantity: 1, addOns: [], taxed: vatable, discount: 350_00 }
    const charge = chargeOf([other, card], { isOn: true, amount: 9_999_00 }, vat)
    expect(charge).toMatchObject({ subtotal: 4_935_71, discount: 3_150_00, total: 1_785_71, lessVat: 267_86 })
    expect(charge.items[1]!.service).toMatchObject({ discount: 446_43, lessVat: 267_86, orderDiscount: 0 })
    expect(charge.items[1]!.service).toMatchObject({ taxClass: 'exempt', tax: { exempt: 1_785_71, vat: 0 } })
  })

  test('add-ons get the same Senior Citizen or PWD discount as their service', () => {
    const line = {
      price: 2_000_00,
      quantity: 1,
      addOns: [{ price: 250_00, quantity: 2 }],
      hasCard: true,
      taxed: vatable,
    }
    const charge = chargeOf([line], { isOn: false, amount: 0 }, nonVat)
    expect(charge).toMatchObject({ subtotal: 2_000_00, lineDiscount: 500_00, total: 2_000_00 })
  })
})

// ── The tax rules computed again with exact fractions, to compare the results of the tested code ─────────────────────

/** Divides two whole numbers of any size and rounds half up. */
const rounded = (n: bigint, d: bigint) => (2n * n + d) / (2n * d)
const off = (n: bigint, d: bigint, centavos: number) => {
  const difference = n - BigInt(centavos) * d
  return difference < 0n ? -difference : difference
}

const item = fc.record({
  price: fc.oneof(fc.integer({ min: 0, max: 30_000_00 }), fc.integer({ min: 0, max: MAX_CENTAVOS })),
  quantity: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 999 })),
})
const taxed = fc.record({ taxClass: fc.constantFrom(...TAX_CLASSES), isExcise: fc.boolean() })
const line = fc
  .record({
    item,
    addOns: fc.array(item, { maxLength: 2 }),
    discount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000_00 })),
    hasCard: fc.boolean(),
    isPromo: fc.boolean(),
    taxed,
  })
  .map(({ item: service, addOns, ...rest }): Required<ChargedLine> => ({
    ...service,
    ...rest,
    addOns: addOns.map((addOn) => ({ ...addOn, isPromo: rest.isPromo })),
    isPrepaid: false,
  }))
const cart = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  discount: fc.record({ isOn: fc.boolean(), amount: fc.integer({ min: 0, max: 200_000_00 }) }),
  settings: fc.record({ isVatRegistered: fc.boolean(), chargesExcise: fc.boolean() }),
})
type Cart = typeof cart extends fc.Arbitrary<infer Value> ? Value : never

type Model = {
  gross: bigint
  discount: bigint
  lessVat: bigint
  total: bigint
  /** The price with VAT that the order's discount can reduce; 0 if a card's discount applies. */
  open: bigint
  /** What is paid if a share of the order's discount is taken off `open`. */
  paidAfter: (share: bigint) => bigint
  hasCard: boolean
  taxed: Taxed
}

/** Computes the lines before the order's discount from the text of the law, independently of the tested code. */
function modelLines({ lines, settings }: Cart): Model[] {
  return lines.flatMap((one) =>
    [one, ...one.addOns].map((sold, i): Model => {
      const gross = BigInt(sold.price) * BigInt(sold.quantity)
      const common = { gross, hasCard: one.hasCard, taxed: one.taxed }
      const hasNoVat = one.hasCard && settings.isVatRegistered && one.taxed.taxClass === 'vatable'
      const exemptOf = (amount: bigint) => (hasNoVat ? rounded(amount * 100n, 112n) : amount)
      const [exempt, lessVat] = [exemptOf(gross), gross - exemptOf(gross)]
      if (one.hasCard && !one.isPromo) {
        const discount = rounded(exempt * 20n, 100n)
        const total = exempt - discount
        return { ...common, discount, lessVat, total, open: 0n, paidAfter: () => total }
      }
      const asked = i === 0 ? BigInt(one.discount) : 0n
      const open = gross - (asked > gross ? gross : asked)
      const total = exemptOf(open)
      const paidAfter = (share: bigint) => exemptOf(open - share)
      return { ...common, discount: exempt - total, lessVat, total, open, paidAfter }
    }),
  )
}

/** Divides the order's discount in proportion to the open prices; each share ends at a rounded running sum. */
function modelShares(given: bigint, lines: readonly Model[]): bigint[] {
  const total = lines.reduce((sum, { open }) => sum + open, 0n)
  const upTo = (count: number) => lines.slice(0, count).reduce((sum, { open }) => sum + open, 0n)
  const until = (count: number) => (total === 0n ? 0n : rounded(given * upTo(count), total))
  return lines.map((_, i) => until(i + 1) - until(i))
}

/** Throws if two amounts differ. This is faster than `expect`. */
function same(what: string, actual: number | bigint, wanted: number | bigint): void {
  if (BigInt(actual) !== BigInt(wanted)) throw new Error(`${what}: ${actual} instead of ${wanted}`)
}

function mustHold(what: string, holds: boolean): void {
  if (!holds) throw new Error(what)
}

type Sums = ReturnType<typeof taxOf>
const KEYS = ['vatable', 'vat', 'exempt', 'zeroRated', 'excise'] as const

function checkTax(paid: bigint, { hasCard, taxed: how }: Model, settings: Cart['settings'], tax: Sums): void {
  const sum = KEYS.reduce((total, key) => total + tax[key], 0)
  mustHold('a tax is negative', Math.min(...KEYS.map((key) => tax[key])) >= 0)
  const isSetUp = settings.isVatRegistered || settings.chargesExcise
  same('the taxes of a line', sum, isSetUp ? paid : 0)
  if (!isSetUp) return
  const hasVat = settings.isVatRegistered && how.taxClass === 'vatable' && !hasCard
  const hasExcise = settings.chargesExcise && how.isExcise && !hasCard
  same('VAT', tax.vat, hasVat ? paid - rounded(paid * 100n, 112n) : 0n)
  const exactExcise = hasVat ? rounded(paid * 100n * 5n, 112n * 105n) : rounded(paid * 5n, 105n)
  same('excise', tax.excise, hasExcise ? exactExcise : 0n)
  const price = tax.vatable + tax.exempt + tax.zeroRated
  const [n, d] = [paid * (hasVat ? 100n : 1n) * (hasExcise ? 100n : 1n), (hasVat ? 112n : 1n) * (hasExcise ? 105n : 1n)]
  mustHold('the price before the taxes is more than a centavo off', off(n, d, price) <= d)
}

function checkCart(made: Cart): void {
  const charge = chargeOf(made.lines, made.discount, made.settings)
  const items = charge.items.flatMap(({ service, addOns }) => [service, ...addOns])
  const model = modelLines(made)
  same('lines', items.length, model.length)
  const open = model.reduce((sum, one) => sum + one.open, 0n)
  const asked = made.discount.isOn ? BigInt(made.discount.amount) : 0n
  const given = asked > open ? open : asked
  const shares = modelShares(given, model)
  model.forEach((one, i) => {
    const booked = items[i]!
    same('the discount of a line', booked.discount, one.discount)
    same('the VAT that is not paid', booked.lessVat, one.lessVat)
    same('the total of a line', booked.lineTotal, one.total)
    const share = shares[i]!
    mustHold('a share is larger than its line', share >= 0n && share <= one.open)
    if (open > 0n) mustHold('a share is more than a centavo off', off(given * one.open, open, Number(share)) <= open)
    const paid = one.paidAfter(share)
    same('what the discount of the order takes off a line', booked.orderDiscount, one.total - paid)
    checkTax(paid, one, made.settings, booked.tax)
  })
  const sum = (amountOf: (one: Model) => bigint) => model.reduce((total, one) => total + amountOf(one), 0n)
  const subtotal = sum((one) => one.total)
  same('the subtotal', charge.subtotal, subtotal)
  same(
    'the discounts of the lines',
    charge.lineDiscount,
    sum((one) => one.discount),
  )
  same(
    'the VAT that is not paid in all',
    charge.lessVat,
    sum((one) => one.lessVat),
  )
  const paid = model.reduce((total, one, i) => total + one.paidAfter(shares[i]!), 0n)
  same('the discount with VAT', charge.grossDiscount, given)
  same('the discount', charge.discount, subtotal - paid)
  same(
    'the shares',
    items.reduce((total, one) => total + one.orderDiscount, 0),
    charge.discount,
  )
  same('the total', charge.total, paid)
  same(
    'the gross',
    charge.total + charge.discount + charge.lineDiscount + charge.lessVat,
    sum((one) => one.gross),
  )
  for (const key of KEYS)
    same(
      key,
      charge.tax[key],
      items.reduce((total, { tax }) => total + tax[key], 0),
    )
}

describe('the charge of any order', () => {
  test('for any order, the lines, discounts and taxes match a computation with exact fractions, and add up to the centavo', () => {
    fc.assert(fc.property(cart, checkCart), { numRuns: CARTS })
    recordFigure({ what: 'orders without a difference', value: CARTS, goal: String(CARTS) })
  })

  test('for any amount, the price without VAT is rounded to the nearest centavo', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CENTAVOS * 999 }), (amount) => {
        expect(BigInt(withoutVat(amount))).toBe(rounded(BigInt(amount) * 100n, 112n))
      }),
    )
  })

  test('a discount is divided among the lines to the centavo, and an order without lines gets no discount', () => {
    expect(spread(0, [])).toEqual([])
    expect(spread(0, [0, 0])).toEqual([0, 0])
    expect(
      spread(
        100,
        [1, 1, 1].map((n) => n * 100),
      ),
    ).toEqual([33, 34, 33])
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { includeExcise, noTaxSums, taxOf, type TaxSums } from '#shared/sales/tax.ts'
import { noSums, readingFigures, type ReadingTaxes, type ShiftSums } from './reading.ts'
import type { ShiftDrawer } from './shift-drawer.ts'
import { completeSums } from './till-actions.ts'

const amount = fc.integer({ min: 1, max: 9_999_999 })
type Sold = {
  subtotal: number
  discount: number
  method: string
  reason: string | null
  isVoided: boolean
  /** True for sales since the clinic has set up taxes; these sales are invoices. */
  isTaxed: boolean
}
const sold: fc.Arbitrary<Sold> = fc
  .record({
    subtotal: amount,
    share: fc.constantFrom(0, 0, 0.1, 0.5),
    method: fc.constantFrom('cash', 'gcash', 'maya'),
    reason: fc.constantFrom('Promo', 'PWD', null),
    isVoided: fc.boolean(),
    isTaxed: fc.boolean(),
  })
  .map(({ share, ...one }) => ({ ...one, discount: Math.floor(one.subtotal * share) }))

const TAX = { isVatRegistered: true, chargesExcise: true }

/** The paid amounts by tax; a `sign` of −1 reverses them. */
function taxesOf({ subtotal, discount, isTaxed }: Sold, sign: number, hasExcise = true): ReadingTaxes {
  const paid = subtotal - discount
  const tax = isTaxed ? taxOf(paid, { taxClass: 'vatable', isExcise: paid % 2 === 0 }, TAX) : noTaxSums
  const shown = hasExcise ? includeExcise(tax, { vatable: tax.excise }) : tax
  const signed = Object.fromEntries(Object.entries(shown).map(([name, one]) => [name, sign * one])) as TaxSums
  return { ...signed, untaxed: isTaxed ? 0 : sign * paid }
}

const addTaxes = (a: ReadingTaxes, b: ReadingTaxes) =>
  Object.fromEntries(
    Object.entries(a).map(([name, one]) => [name, one + b[name as keyof ReadingTaxes]]),
  ) as ReadingTaxes

/** Adds up a shift's sums one document at a time. */
function sumsOf(sales: readonly Sold[], first: number): ShiftSums {
  let number = first
  const sums = { ...structuredClone(noSums) }
  for (const sale of sales) {
    const { subtotal, discount, method, reason, isVoided, isTaxed } = sale
    const mode = isTaxed ? 'invoice_vat' : 'acknowledgement'
    for (const [kind, sign] of [['sale', 1] as const, ...(isVoided ? [['void', -1] as const] : [])]) {
      const total = sign * (subtotal - discount)
      sums.documents.push({ mode, kind, count: 1, from: number, to: number, subtotal: sign * subtotal, total })
      sums.taxes = addTaxes(sums.taxes, taxesOf(sale, sign))
      sums.taxesLessExcise = addTaxes(sums.taxesLessExcise, taxesOf(sale, sign, false))
      sums.payments.push({ kind, method, count: 1, amount: total })
      number++
    }
    if (discount === 0) continue
    const kind = reason === 'PWD' ? 'pwd' : number % 2 === 0 ? 'line' : 'order'
    sums.discounts.push({ kind, reason, count: 1, amount: discount })
    sums.discountsByReason.push({ reason, count: 1, amount: discount })
  }
  return sums
}

const drawer = fc.record({
  float: amount,
  pay_in: amount,
  pay_out: amount,
  drops: amount,
  counted: amount,
})
const shift = fc.record({ drawer, sales: fc.array(sold, { maxLength: 12 }) })
const shifts = fc.array(shift, { minLength: 1, maxLength: 3 }).map((all) =>
  all.map(({ drawer: one, sales }, index): ShiftDrawer & { sums: ShiftSums; sales: Sold[] } => ({
    ...one,
    cashier_name: `Cashier ${index}`,
    opened_at: '2026-11-21T08:00:00+08:00',
    closed_at: '2026-11-21T12:00:00+08:00',
    opened_by: 'Olga Owner',
    closed_by: `Cashier ${index}`,
    actions: completeSums({ line_deleted: { count: index + 1, amount: 500 } }),
    sales,
    sums: sumsOf(sales, index * 100 + 1),
  })),
)
const openShift: ShiftDrawer = {
  cashier_name: 'Carlo',
  opened_at: '2026-11-21T08:00:00+08:00',
  closed_at: null,
  float: 200_000,
  pay_in: 0,
  pay_out: 0,
  drops: 0,
  counted: null,
  opened_by: 'Carlo',
  closed_by: null,
  actions: completeSums({}),
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

test('in a reading, gross sales less discounts, voids and refunds are net sales, and the amounts of all payment methods add up to net sales', () => {
  fc.assert(
    fc.property(shifts, (all) => {
      const figures = readingFigures(all)
      const discounts = sum(figures.discounts.map((one) => one.amount))
      expect(figures.gross - discounts - figures.voids.amount - figures.refunds.amount).toBe(figures.net)
      expect(sum(figures.methods.map((one) => one.amount))).toBe(figures.net)
      const kept = all.flatMap(({ sales }) => sales.filter(({ isVoided }) => !isVoided))
      expect(figures.net).toBe(sum(kept.map(({ subtotal, discount }) => subtotal - discount)))
    }),
  )
})

test('in a reading, VATable, VAT, exempt, zero-rated, excise and untaxed amounts add up to net sales', () => {
  fc.assert(
    fc.property(shifts, (all) => {
      const figures = readingFigures(all)
      const { excise, ...parts } = figures.taxes
      expect(sum(Object.values(parts))).toBe(figures.net)
      const before = readingFigures(all, 3).taxes
      expect(sum(Object.values(before))).toBe(figures.net)
      expect(before.vatable + excise).toBe(figures.taxes.vatable)
      const kept = all.flatMap(({ sales }) => sales.filter(({ isVoided, isTaxed }) => isTaxed && !isVoided))
      const vat = sum(kept.map((sale) => taxesOf(sale, 1).vat))
      expect(figures).toMatchObject({ taxes: { vat, zeroRated: 0 } })
    }),
  )
})

test('the reading of a day with two document modes lists the numbers of each series, and discounts by kind and reason', () => {
  const plain = { subtotal: 10_000, discount: 1_000, method: 'cash', reason: 'Promo', isVoided: false, isTaxed: false }
  const morning = { ...openShift, sums: sumsOf([plain, { ...plain, isVoided: true }], 41) }
  const noon = { ...openShift, sums: sumsOf([{ ...plain, reason: 'PWD', isTaxed: true }], 1) }
  expect(readingFigures([morning, noon])).toMatchObject({
    format: 5,
    documents: [
      { mode: 'acknowledgement', kind: 'sale', count: 2, from: 41, to: 42 },
      { mode: 'acknowledgement', kind: 'void', count: 1, from: 43, to: 43 },
      { mode: 'invoice_vat', kind: 'sale', count: 1, from: 1, to: 1 },
    ],
    discounts: [
      { kind: 'line', reason: 'Promo', count: 2, amount: 2_000 },
      { kind: 'pwd', reason: 'PWD', count: 1, amount: 1_000 },
    ],
  })
})

test('a reading of format 1 lists documents only by kind, discounts only by reason, and no taxes', () => {
  const sale = { subtotal: 10_000, discount: 1_000, method: 'cash', reason: 'Promo', isVoided: false, isTaxed: true }
  const figures = readingFigures([{ ...openShift, sums: sumsOf([sale], 7) }], 1)
  expect(figures).not.toHaveProperty('taxes')
  expect(JSON.stringify([figures.format, figures.documents, figures.discounts])).toBe(
    '[1,[{"kind":"sale","count":1,"from":7,"to":7}],[{"reason":"Promo","count":1,"amount":1000}]]',
  )
})

test('a reading of several shifts shows the drawer of each, and adds up only their cash movements, cash sales and differences', () => {
  fc.assert(
    fc.property(shifts, (all) => {
      const { cash: day, shifts: each } = readingFigures(all)
      for (const one of each)
        expect(one.expected).toBe(one.float + one.pay_in - one.pay_out - one.drops + one.cash_sales - one.cash_back)
      expect(day.drops).toBe(sum(all.map(({ drops }) => drops)))
      for (const format of [1, 2] as const) expect(JSON.stringify(readingFigures(all, format))).not.toContain('drops')
      expect(day).not.toHaveProperty('float')
      expect(day).not.toHaveProperty('expected')
      expect(day.difference).toBe(sum(each.map(({ difference }) => difference!)))
      const cash = all.flatMap(({ sales }) => sales.filter(({ method }) => method === 'cash'))
      expect(day.cash_sales).toBe(sum(cash.map(({ subtotal, discount }) => subtotal - discount)))
      expect(day.cash_back).toBe(
        sum(cash.filter(({ isVoided }) => isVoided).map(({ subtotal, discount }) => subtotal - discount)),
      )
    }),
  )
})

test('readings since format 5 list the people and till actions of each shift, and add up only the till actions', () => {
  fc.assert(
    fc.property(shifts, (all) => {
      const withSellers = all.map((one) => ({ ...one, sums: { ...one.sums, sellers: [{ name: 'Joy', count: 2 }] } }))
      const { shifts: each, actions } = readingFigures(withSellers)
      expect(each.map(({ opened_by, closed_by, sellers }) => [opened_by, closed_by, sellers])).toEqual(
        withSellers.map(({ opened_by, closed_by, sums }) => [opened_by, closed_by, sums.sellers]),
      )
      expect(actions.line_deleted).toEqual({
        count: sum(all.map((one) => one.actions.line_deleted.count)),
        amount: 500 * all.length,
      })
      expect(actions.drawer_opened).toEqual({ count: 0, amount: 0 })
      for (const format of [1, 2, 3, 4] as const)
        expect(JSON.stringify(readingFigures(withSellers, format))).not.toMatch(/opened_by|closed_by|sellers|actions/)
    }),
  )
})

test('an open shift in a reading has an expected amount, but no counted amount and no difference', () => {
  const sale = { subtotal: 150_000, discount: 0, method: 'cash', reason: null, isVoided: false, isTaxed: false }
  const open = { ...openShift, pay_out: 5_000, sums: sumsOf([sale], 7) }
  const figures = readingFigures([open])
  expect(figures.shifts[0]).toMatchObject({ expected: 345_000, counted: null, difference: null })
  expect(figures.cash.difference).toBeNull()
  expect(figures.documents).toEqual([{ mode: 'acknowledgement', kind: 'sale', count: 1, from: 7, to: 7 }])
})

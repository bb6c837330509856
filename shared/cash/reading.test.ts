import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readingFigures, type ShiftDrawer, type ShiftSums } from './reading.ts'

const amount = fc.integer({ min: 1, max: 9_999_999 })
type Sold = { subtotal: number; discount: number; method: string; reason: string | null; isVoided: boolean }
const sold: fc.Arbitrary<Sold> = fc
  .record({
    subtotal: amount,
    share: fc.constantFrom(0, 0, 0.1, 0.5),
    method: fc.constantFrom('cash', 'gcash', 'maya'),
    reason: fc.constantFrom('Promo', 'PWD', null),
    isVoided: fc.boolean(),
  })
  .map(({ share, ...one }) => ({ ...one, discount: Math.floor(one.subtotal * share) }))

/** The sums of a shift, made one document after the other. */
function sumsOf(sales: readonly Sold[], first: number): ShiftSums {
  let number = first
  const sums: ShiftSums = { documents: [], discounts: [], payments: [] }
  for (const { subtotal, discount, method, reason, isVoided } of sales)
    for (const [kind, sign] of isVoided
      ? ([
          ['sale', 1],
          ['void', -1],
        ] as const)
      : ([['sale', 1]] as const)) {
      const total = sign * (subtotal - discount)
      sums.documents.push({ kind, count: 1, from: number, to: number, subtotal: sign * subtotal, total })
      if (kind === 'sale' && discount > 0) sums.discounts.push({ reason, count: 1, amount: discount })
      sums.payments.push({ kind, method, count: 1, amount: total })
      number++
    }
  return sums
}

const drawer = fc.record({
  float: amount,
  pay_in: amount,
  pay_out: amount,
  counted: amount,
})
const shift = fc.record({ drawer, sales: fc.array(sold, { maxLength: 12 }) })
const shifts = fc.array(shift, { minLength: 1, maxLength: 3 }).map((all) =>
  all.map(({ drawer: one, sales }, index): ShiftDrawer & { sums: ShiftSums; sales: Sold[] } => ({
    ...one,
    cashier_name: `Cashier ${index}`,
    opened_at: '2026-11-21T08:00:00+08:00',
    closed_at: '2026-11-21T12:00:00+08:00',
    sales,
    sums: sumsOf(sales, index * 100 + 1),
  })),
)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

test('gross less discounts and voids is net, and the methods together are net too', () => {
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

test('the drawer is that of the shifts together: what they held, took and gave, to the centavo', () => {
  fc.assert(
    fc.property(shifts, (all) => {
      const { drawer: day, shifts: each } = readingFigures(all)
      expect(day.expected).toBe(day.float + day.pay_in - day.pay_out + day.cash_sales - day.cash_back)
      expect(day.difference).toBe(sum(each.map(({ difference }) => difference!)))
      const cash = all.flatMap(({ sales }) => sales.filter(({ method }) => method === 'cash'))
      expect(day.cash_sales).toBe(sum(cash.map(({ subtotal, discount }) => subtotal - discount)))
      expect(day.cash_back).toBe(
        sum(cash.filter(({ isVoided }) => isVoided).map(({ subtotal, discount }) => subtotal - discount)),
      )
    }),
  )
})

test('an open shift has an expectation and neither a count nor a difference', () => {
  const open = {
    cashier_name: 'Carlo',
    opened_at: '2026-11-21T08:00:00+08:00',
    closed_at: null,
    float: 200_000,
    pay_in: 0,
    pay_out: 5_000,
    counted: null,
    sums: sumsOf([{ subtotal: 150_000, discount: 0, method: 'cash', reason: null, isVoided: false }], 7),
  }
  const figures = readingFigures([open])
  expect(figures.drawer).toMatchObject({ expected: 345_000, counted: null, difference: null })
  expect(figures.documents).toEqual([{ kind: 'sale', count: 1, from: 7, to: 7 }])
})

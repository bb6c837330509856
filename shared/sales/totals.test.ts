import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CENTAVOS } from '#shared/lib/money.ts'
import { changeOf, quickAmounts, totalsOf } from './totals.ts'

type Order = Parameters<typeof totalsOf>[0]

const item = fc.record({
  price: fc.integer({ min: 0, max: MAX_CENTAVOS }),
  quantity: fc.integer({ min: 1, max: 999 }),
})
const line = fc
  .tuple(item, fc.array(item, { maxLength: 3 }))
  .map(([service, addOns]): Order[number] => ({ ...service, addOns }))
const lines = fc.array(line, { maxLength: 60 })
const amount = fc.oneof(
  fc.integer({ min: 0, max: MAX_CENTAVOS }),
  fc.constantFrom(Number.NaN, -0, 1e21, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -500, 0.4),
)

/** Computes an order's totals in another way, with BigInt. Tests compare the results with those of `totalsOf`. */
function model(order: Order) {
  const items = order.flatMap((one) => [one, ...one.addOns])
  return {
    subtotal: items.reduce((sum, one) => sum + BigInt(one.price) * BigInt(one.quantity), 0n),
    itemCount: items.reduce((count, one) => count + BigInt(one.quantity), 0n),
  }
}

describe('the sums of an order', () => {
  test('an order with add-ons and a discount adds up to the centavo', () => {
    const order = [
      { price: 150_000, quantity: 2, addOns: [{ price: 35_000, quantity: 1 }] },
      { price: 250_050, quantity: 1, addOns: [] },
    ]
    expect(totalsOf(order, { isOn: true, amount: 50_025 })).toEqual({
      subtotal: 585_050,
      discount: 50_025,
      total: 535_025,
      itemCount: 4,
    })
  })

  test('an empty order costs nothing', () => {
    expect(totalsOf([], { isOn: true, amount: 100 })).toEqual({ subtotal: 0, discount: 0, total: 0, itemCount: 0 })
  })

  test('a discount that is switched off does not apply', () => {
    expect(totalsOf([{ price: 100, quantity: 1, addOns: [] }], { isOn: false, amount: 60 }).total).toBe(100)
  })

  test('a discount never exceeds the subtotal', () => {
    const totals = totalsOf([{ price: 100, quantity: 1, addOns: [] }], { isOn: true, amount: 101 })
    expect(totals).toMatchObject({ discount: 100, total: 0 })
  })

  test('for any order and discount, the sums match those of a second computation in integer arithmetic', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), amount, (order, isOn, given) => {
        const totals = totalsOf(order, { isOn, amount: given })
        const { subtotal, itemCount } = model(order)
        expect(BigInt(totals.subtotal)).toBe(subtotal)
        expect(BigInt(totals.itemCount)).toBe(itemCount)
        const wanted = isOn && given > 0 ? given : 0
        const allowed = wanted >= totals.subtotal ? subtotal : BigInt(Math.trunc(wanted))
        expect(BigInt(totals.discount)).toBe(allowed)
        expect(BigInt(totals.total)).toBe(subtotal - allowed)
        expect(totals.total).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('the change that a customer gets', () => {
  test.each([
    [50_000, 35_000, 15_000],
    [35_000, 35_000, 0],
    [30_000, 35_000, 0],
    [0, 0, 0],
  ])('the change is right in centavos: received %i for a total of %i gives back %i', (received, total, change) =>
    expect(changeOf(received, total)).toBe(change),
  )
})

describe('the amounts received that the till offers as buttons', () => {
  test.each([
    ['are the exact total followed by round amounts', 40_250_00, [40_250_00, 40_300_00, 40_500_00, 41_000_00]],
    ['contain a round total only once', 5_000_00, [5_000_00]],
    ['are few for a total close to a round amount', 14_800_00, [14_800_00, 15_000_00]],
    ['are a total with centavos followed by round amounts', 1_499_50, [1_499_50, 1_500_00, 2_000_00]],
    ['are none when nothing is due', 0, []],
  ])('%s', (_, total, amounts) => expect(quickAmounts(total)).toEqual(amounts))

  test('the till offers the exact total and the next amounts in banknotes of 100, 500 and 1,000 pesos, and nothing larger', () => {
    expect(quickAmounts(800_00)).toEqual([800_00, 1_000_00])
    expect(quickAmounts(1_250_00)).toEqual([1_250_00, 1_300_00, 1_500_00, 2_000_00])
  })

  test('the offered amounts start with the exact total and increase', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_CENTAVOS }), (total) => {
        const amounts = quickAmounts(total)
        expect(amounts[0]).toBe(total)
        expect(amounts.length).toBeLessThanOrEqual(4)
        expect(amounts).toEqual([...new Set(amounts)].sort((a, b) => a - b))
      }),
    )
  })
})

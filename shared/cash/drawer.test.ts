import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTotal, expectedCash, needsReason, NOTES, noCount, type Count } from './drawer.ts'

const pieces = fc.integer({ min: 0, max: 9_999 })
const centavos = fc.integer({ min: 0, max: 999_999_999 })
const notes = fc.record(
  Object.fromEntries(NOTES.map((note) => [note, pieces])) as Record<(typeof NOTES)[number], typeof pieces>,
)
const count: fc.Arbitrary<Count> = fc.record({ notes, coins: centavos })
const flow = fc.record({
  float: centavos,
  pay_in: centavos,
  pay_out: centavos,
  drops: centavos,
  cash_sales: centavos,
  cash_back: centavos,
})

test('the amount of a cash count is the sum of its banknotes and coins, in whole centavos', () => {
  expect(countTotal({ notes: { '1000': 3, '500': 1, '200': 2, '100': 4, '50': 5, '20': 6 }, coins: 12_375 })).toBe(
    300_000 + 50_000 + 40_000 + 40_000 + 25_000 + 12_000 + 12_375,
  )
  expect(countTotal(noCount)).toBe(0)
  fc.assert(fc.property(count, (one) => Number.isSafeInteger(countTotal(one)) && countTotal(one) >= 0))
})

test('one more banknote adds exactly its value to a cash count', () => {
  fc.assert(
    fc.property(count, fc.constantFrom(...NOTES), (one, note) => {
      const more = { ...one, notes: { ...one.notes, [note]: one.notes[note] + 1 } }
      expect(countTotal(more) - countTotal(one)).toBe(Number(note) * 100)
    }),
  )
})

test('a pay-in of a peso increases the expected amount by a peso, and a pay-out or bank drop decreases it', () => {
  fc.assert(
    fc.property(flow, (one) => {
      const change = (name: keyof typeof one) => expectedCash({ ...one, [name]: one[name] + 1 }) - expectedCash(one)
      expect((['float', 'pay_in', 'cash_sales'] as const).map(change)).toEqual([1, 1, 1])
      expect((['pay_out', 'drops', 'cash_back'] as const).map(change)).toEqual([-1, -1, -1])
    }),
  )
  expect(expectedCash({ float: 0, pay_in: 0, pay_out: 0, drops: 0, cash_sales: 0, cash_back: 0 })).toBe(0)
})

test('two successive shifts expect the same cash as one shift would, if the drawer is handed over unchanged', () => {
  fc.assert(
    fc.property(flow, flow, (first, second) => {
      const handed = expectedCash({ ...second, float: expectedCash(first) })
      expect(handed).toBe(
        expectedCash({
          float: first.float,
          pay_in: first.pay_in + second.pay_in,
          pay_out: first.pay_out + second.pay_out,
          drops: first.drops + second.drops,
          cash_sales: first.cash_sales + second.cash_sales,
          cash_back: first.cash_back + second.cash_back,
        }),
      )
    }),
  )
})

test('a difference of the counted cash needs a reason if it is more than allowed, but not if it is exactly the allowed amount', () => {
  expect([5_000, -5_000, 5_001, -5_001, 0].map((one) => needsReason(one, 5_000))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
})

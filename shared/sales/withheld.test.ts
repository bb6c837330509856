import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withheldBack } from './refunds/refund.ts'
import { formReference, isTooMuchWithheld, withheldIn } from './withheld.ts'

test.each([
  ['WC158 Q4 2026', 'WC158 Q4 2026'],
  [' wc 158,q4/2026 ', 'WC158 Q4 2026'],
  ['wi010 - Q1 - 2027', 'WI010 Q1 2027'],
  ['WC158', null],
  ['Q4 2026', null],
  ['WC158 Q5 2026', null],
  ['8123456', null],
  ['WC1Q4 2026', null],
  ['W1158 Q4 2026', null],
  ['AWC158 Q4 2026', null],
  ['WC158 Q4 2026 x', null],
  ['WC158 Q4 20266', null],
  ['WC158 Q4 1926', null],
  ['WC158Q42026', 'WC158 Q4 2026'],
  ['WC  158 , Q1 // 2027', 'WC158 Q1 2027'],
  ['', null],
])('the tax code and quarter of Form 2307, typed as “%s”, are read as %s (null: not valid)', (typed, expected) => {
  expect(formReference(typed)).toBe(expected)
})

test('a buyer withholds at most a fifth of the total', () => {
  expect(isTooMuchWithheld(30_000, 150_000)).toBe(false)
  expect(isTooMuchWithheld(30_001, 150_000)).toBe(true)
})

test('the withheld tax of a sale is the sum of its payments by Form 2307', () => {
  const paid = [
    { method: 'cash' as const, amount: 90_000 },
    { method: 'withheld' as const, amount: 2_000 },
    { method: 'withheld' as const, amount: 1_500 },
  ]
  expect(withheldIn(paid)).toBe(3_500)
  expect(withheldIn([])).toBe(0)
})

describe('the withheld part of a refund', () => {
  test('a refund reverses its share of the withheld tax that is left, and the last refund reverses the rest', () => {
    expect(withheldBack(50_000, { withheld: 2_000, total: 150_000 })).toBe(667)
    expect(withheldBack(100_000, { withheld: 1_333, total: 100_000 })).toBe(1_333)
    expect(withheldBack(0, { withheld: 0, total: 0 })).toBe(0)
  })

  test('the withheld part never exceeds the refund, and the parts of all refunds add up to what was withheld', () => {
    const sales = fc.record({
      total: fc.integer({ min: 1, max: 99_999_999 }),
      share: fc.integer({ min: 0, max: 20 }),
      steps: fc.array(fc.integer({ min: 1, max: 50_000_000 }), { maxLength: 12 }),
    })
    fc.assert(
      fc.property(sales, ({ total, share, steps }) => {
        let left = { total, withheld: Math.floor((total * share) / 100) }
        const all = left.withheld
        let back = 0
        for (const step of [...steps, total]) {
          const refunded = Math.min(step, left.total)
          const part = withheldBack(refunded, left)
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(refunded)
          left = { total: left.total - refunded, withheld: left.withheld - part }
          back += part
        }
        expect([left, back]).toEqual([{ total: 0, withheld: 0 }, all])
      }),
    )
  })
})

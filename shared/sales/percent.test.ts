import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CENTAVOS } from '#shared/lib/money.ts'
import { parsePercent, percentOf } from './percent.ts'

describe('a typed percentage', () => {
  test.each([
    ['10', 1_000],
    ['12.5', 1_250],
    ['0.05', 5],
    ['.5', 50],
    [' 20 % ', 2_000],
    ['100', 10_000],
    ['0', 0],
  ])('the typed percentage %j is %i hundredths of a percent', (text, share) => expect(parsePercent(text)).toBe(share))

  test.each(['', '.', '%', '100.01', '101', '1.005', '-5', '1e1', 'ten', '1,5'])(
    'the typed percentage %j is invalid',
    (text) => expect(parsePercent(text)).toBeNull(),
  )
})

describe('a share of an amount', () => {
  test.each([
    ['10 % of ₱1,500.00 is ₱150.00', 150_000, 1_000, 15_000],
    ['half a centavo is rounded up', 5, 1_000, 1],
    ['less than half a centavo is rounded down', 4, 1_000, 0],
    ['12.5 % of ₱6,201.00 is rounded to ₱775.13', 620_100, 1_250, 77_513],
    ['0 % is nothing', 150_000, 0, 0],
    ['100 % is the whole amount', MAX_CENTAVOS, 10_000, MAX_CENTAVOS],
  ])('%s', (_, amount, share, part) => expect(percentOf(amount, share)).toBe(part))

  test('any share is rounded to the nearest centavo, and never more than the amount', () => {
    const amount = fc.integer({ min: 0, max: MAX_CENTAVOS * 60 })
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (whole, share) => {
        const part = percentOf(whole, share)
        expect(BigInt(part)).toBe((BigInt(whole) * BigInt(share) + 5_000n) / 10_000n)
        expect(part).toBeLessThanOrEqual(whole)
      }),
      { numRuns: 3_000 },
    )
  })
})

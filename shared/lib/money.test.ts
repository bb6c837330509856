import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatGrowth, formatNumber } from './numbers.ts'
import { formatPeso, formatPesoShort, isPesoAmount, MAX_CENTAVOS, parsePesos, toCentavos, toPesos } from './money.ts'

const centavos = fc.integer({ min: 0, max: MAX_CENTAVOS })

describe('an amount typed by a user', () => {
  test.each([
    ['1250', 125_000],
    ['1,250.5', 125_050],
    ['1,250.50', 125_050],
    ['₱ 500', 50_000],
    [' 0.05 ', 5],
    ['.5', 50],
    ['5.', 500],
    ['0', 0],
    ['9,999,999.99', MAX_CENTAVOS],
    ['1,0.00', 1_000],
  ])('the typed amount %j is %i centavos', (text, expected) => expect(parsePesos(text)).toBe(expected))

  test.each([
    '',
    '.',
    ',',
    '₱',
    '-5',
    '−5',
    '+5',
    '-0',
    'NaN',
    'Infinity',
    '1e21',
    '1e2',
    '0x10',
    '1.234',
    '1.2.3',
    '10000000',
    '99999999999999999999',
    'five',
    '1２',
  ])('the typed text %j is not a valid amount', (text) => expect(parsePesos(text)).toBeNull())

  test('any typed text gives null or a whole number of centavos within the limit', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[\d,. ₱eE+-]{0,14}$/))
    fc.assert(
      fc.property(text, (typed) => {
        const amount = parsePesos(typed)
        if (amount === null) return
        expect(Number.isSafeInteger(amount)).toBe(true)
        expect(Object.is(amount, -0)).toBe(false)
        expect(amount).toBeGreaterThanOrEqual(0)
        expect(amount).toBeLessThanOrEqual(MAX_CENTAVOS)
        const [whole = '', fraction = ''] = typed.replace(/[^\d.]/g, '').split('.')
        expect(BigInt(amount)).toBe(BigInt(whole || '0') * 100n + BigInt(fraction.padEnd(2, '0') || '0'))
      }),
      { numRuns: 20_000 },
    )
  })

  test('a displayed amount is parsed back unchanged', () => {
    fc.assert(
      fc.property(centavos, (amount) => {
        expect(parsePesos(formatPeso(amount))).toBe(amount)
        expect(parsePesos(formatPesoShort(amount))).toBe(amount)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('pesos in the API', () => {
  test('every amount in centavos is unchanged after conversion to pesos and back', () => {
    fc.assert(
      fc.property(centavos, (amount) => {
        expect(toCentavos(toPesos(amount))).toBe(amount)
        expect(isPesoAmount(toPesos(amount))).toBe(true)
        expect(toCentavos(JSON.parse(JSON.stringify(toPesos(amount))))).toBe(amount)
      }),
      { numRuns: 20_000 },
    )
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -0, -1, 0.001, 1.005, 10_000_000, 1e21])(
    'the amount of %d pesos is rejected',
    (pesos) => expect(isPesoAmount(pesos)).toBe(false),
  )
})

test('amounts in pesos are equal even if a sum has a floating-point error', () => {
  expect(isPesoAmount(0.1 + 0.2)).toBe(true)
  expect(toCentavos(0.1 + 0.2)).toBe(30)
})

describe('displayed amounts', () => {
  test('amounts have two decimals on orders and receipts, and in the catalogue only when there are centavos', () => {
    expect(formatPeso(125_000)).toBe('₱1,250.00')
    expect(formatPesoShort(125_000)).toBe('₱1,250')
    expect(formatPesoShort(125_050)).toBe('₱1,250.50')
  })

  test('negative amounts have a minus sign, not a hyphen', () => {
    expect(formatPeso(-125_000)).toBe('−₱1,250.00')
    expect(formatPesoShort(-125_000)).toBe('−₱1,250')
    expect(formatPesoShort(-125_050)).toBe('−₱1,250.50')
  })
})

test.each([
  [12.4, '+12.4%'],
  [-22.31, '−22.31%'],
  [0, '0%'],
  [-0, '0%'],
  [1234.5, '+1,234.5%'],
])('a growth of %d is displayed as %s', (rate, text) => {
  expect(formatGrowth(rate)).toBe(text)
})

test('a negative number has a minus sign, not a hyphen', () => expect(formatNumber(-1234)).toBe('−1,234'))

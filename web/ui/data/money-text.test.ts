import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPesos } from '#shared/lib/money.ts'
import { caretIn, finishPesos, groupPesos, pesosOf, typedPrice } from './money-text.ts'

describe('money as a user types it', () => {
  test.each([
    ['', ''],
    ['5', '5'],
    ['1250', '1,250'],
    ['1234567.891', '1,234,567.891'],
    ['.5', '.5'],
    ['1250.', '1,250.'],
    ['1.2.3', '1.23'],
    ['₱ 1,2a5 0', '1,250'],
    ['-50', '50'],
  ])('while an amount is typed, "%s" is displayed as "%s"', (typed, shown) => expect(groupPesos(typed)).toBe(shown))

  test.each([
    ['1250', '1,250.00'],
    ['1,250.5', '1,250.50'],
    ['0', '0.00'],
    ['', ''],
    ['.', '.'],
    ['10.005', '10.005'],
  ])('on leaving the field for an amount, "%s" is completed to "%s"', (typed, shown) =>
    expect(finishPesos(typed)).toBe(shown),
  )

  test('in a field for an amount the cursor stays behind the typed digit', () => {
    expect(caretIn('1,234', '1234', 4)).toBe(5)
    expect(caretIn('12,345', '1,2345', 4)).toBe(4)
    expect(caretIn('1,234', '1,234', 0)).toBe(0)
    expect(caretIn('1,234.5', '1234.5', 5)).toBe(6)
  })
})

test.each([
  ['', 0],
  [' ', 0],
  ['1,250.5', 1250.5],
  ['0.01', 0.01],
  ['9,999,999.99', 9_999_999.99],
])('the typed amount "%s" is %d pesos', (typed, pesos) => expect(pesosOf(typed)).toBe(pesos))

test.each(['.', '10.005', '1.2345', '99,999,999'])('the typed amount "%s" is rejected as invalid', (typed) => {
  expect(pesosOf(typed)).toBeNaN()
})

test('every possible price is displayed in a form that is read back as the same price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (centavos) => {
      expect(pesosOf(typedPrice(toPesos(centavos)))).toBe(toPesos(centavos))
    }),
    { numRuns: 5_000 },
  )
})

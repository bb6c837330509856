import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPesos } from '#shared/lib/money.ts'
import { pesosOf, typedPrice } from './typed-price.ts'

test.each([
  ['', 0],
  [' ', 0],
  ['1,250.5', 1250.5],
  ['0.01', 0.01],
  ['9,999,999.99', 9_999_999.99],
])('"%s" is %d pesos', (typed, pesos) => expect(pesosOf(typed)).toBe(pesos))

test.each(['.', '10.005', '1.2345', '99,999,999'])('"%s" is no price: the contract refuses it', (typed) => {
  expect(pesosOf(typed)).toBeNaN()
})

test('every price that a service can have is shown so that it is read back as the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (centavos) => {
      expect(pesosOf(typedPrice(toPesos(centavos)))).toBe(toPesos(centavos))
    }),
    { numRuns: 5_000 },
  )
})

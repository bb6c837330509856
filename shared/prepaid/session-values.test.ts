import { expect, test } from 'vitest'
import { sessionValues } from './session-values.ts'

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

test('the values of a package’s sessions add up to its price to the centavo, in proportion to the prices of their services', () => {
  expect(sessionValues(100, [1, 1, 1])).toEqual([33, 34, 33])
  expect(sessionValues(5000_00, [1500_00, 1500_00, 3000_00])).toEqual([1250_00, 1250_00, 2500_00])
  expect(sessionValues(900, [0, 0, 0])).toEqual([300, 300, 300])
  expect(sessionValues(900, [0, 500, 1_000])).toEqual([0, 300, 600])
  for (let price = 1; price < 2000; price += 7)
    for (let count = 1; count <= 100; count += 9) {
      const values = sessionValues(
        price,
        Array.from({ length: count }, (_, n) => (n % 5) * 1999 + 1),
      )
      expect(sum(values)).toBe(price)
      expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    }
})

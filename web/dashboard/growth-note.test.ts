import { expect, test } from 'vitest'
import { formatGrowth } from './dashboard-parts.tsx'

test.each([
  [12.4, '+12.4%'],
  [-22.31, '−22.31%'],
  [0, '0%'],
  [-0, '0%'],
  [1234.5, '+1,234.5%'],
])('a growth of %d is told as %s', (rate, text) => {
  expect(formatGrowth(rate)).toBe(text)
})

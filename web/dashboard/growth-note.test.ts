import { expect, test } from 'vitest'
import { formatGrowth, growthTone } from './growth-note.ts'

test.each([
  [12.4, '+12.4%', 'success'],
  [-22.31, '−22.31%', 'danger'],
  [0, '0%', 'neutral'],
  [-0, '0%', 'neutral'],
  [1234.5, '+1,234.5%', 'success'],
])('a growth of %d is told as %s', (rate, text, tone) => {
  expect(formatGrowth(rate)).toBe(text)
  expect(growthTone(rate)).toBe(tone)
})

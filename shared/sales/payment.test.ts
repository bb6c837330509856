import { describe, expect, test } from 'vitest'
import { growthRate } from './growth.ts'
import { needsReference, PAYMENT_METHODS, referenceKey } from './payment.ts'

test('every method but cash needs a reference number', () => {
  expect(PAYMENT_METHODS.filter(needsReference)).toEqual(['gcash', 'maya', 'bank_transfer', 'card'])
})

test.each([
  ['GC-8812 0394', 'GC88120394'],
  [' gc88120394 ', 'GC88120394'],
  ['--', ''],
])('the reference number %j is compared as %j', (typed, key) => expect(referenceKey(typed)).toBe(key))

describe('growth', () => {
  test.each([
    ['more', 150, 100, 50],
    ['less', 100, 300, -66.67],
    ['the same', 100, 100, 0],
    ['nothing before', 500, 0, 0],
    ['only a voided sale before', 500, -100, 0],
    ['a hair less is not minus zero', 99_999_999, 100_000_000, 0],
  ])('%s', (_, latest, before, rate) => expect(growthRate(latest, before)).toBe(rate))
})

import { describe, expect, test } from 'vitest'
import { growthRate } from './growth.ts'
import { needsReference, PAYMENT_METHODS, referenceKey } from './payment.ts'

test('every payment method except cash needs a reference number', () => {
  expect(PAYMENT_METHODS.filter(needsReference)).toEqual([
    'gcash',
    'maya',
    'bank_transfer',
    'card',
    'prepaid',
    'withheld',
  ])
})

test.each([
  ['GC-8812 0394', 'GC88120394'],
  [' gc88120394 ', 'GC88120394'],
  ['--', ''],
])('to find duplicates, the reference number %j is compared as %j', (typed, key) =>
  expect(referenceKey(typed)).toBe(key),
)

describe('the growth of sales', () => {
  test.each([
    ['is positive when sales are higher than before', 150, 100, 50],
    ['is negative when sales are lower than before', 100, 300, -66.67],
    ['is 0 when sales are the same as before', 100, 100, 0],
    ['is 0 when there were no sales before', 500, 0, 0],
    ['is 0 when the earlier total is negative because of a void', 500, -100, 0],
    ['is 0 and not minus zero when sales are a centavo lower', 99_999_999, 100_000_000, 0],
  ])('%s', (_, latest, before, rate) => expect(growthRate(latest, before)).toBe(rate))
})

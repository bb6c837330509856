import { expect, test } from 'vitest'
import { ringPercent } from './client-ring.ts'

test.each([
  ['a part of last month', 214, 263, 81.37],
  ['as many as last month', 10, 10, 100],
  ['more than last month is full', 30, 10, 100],
  ['nobody in either month', 0, 0, 0],
  ['the first client after an empty month fills it', 1, 0, 100],
])('the ring shows %s', (_, now, before, expected) => expect(ringPercent(now, before)).toBeCloseTo(expected, 2))

import { expect, test } from 'vitest'
import { ringPercent } from './client-ring.ts'

test.each([
  ['fewer than last month fill a part of it', 214, 263, 81.37],
  ['as many as last month fill it', 10, 10, 100],
  ['more than last month fill it', 30, 10, 100],
  ['it is empty without clients in either month', 0, 0, 0],
  ['the first client after an empty month fills it', 1, 0, 100],
])(
  'the ring chart on the dashboard shows this month’s clients as a share of last month’s: %s',
  (_, now, before, expected) => expect(ringPercent(now, before)).toBeCloseTo(expected, 2),
)

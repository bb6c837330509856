import { expect, test } from 'vitest'
import { clockProblem } from './clock.ts'

const accepted = new Date('2026-11-21T18:00:00+08:00')

test.each([
  ['2026-11-21T18:00:00+08:00', null],
  ['2026-11-19T18:00:00+08:00', null],
  ['2026-11-19T17:59:59+08:00', 'behind'],
  ['2016-11-21T18:00:00+08:00', 'behind'],
  ['2026-12-05T18:00:00+08:00', null],
  ['2026-12-05T18:00:01+08:00', 'ahead'],
  ['2036-11-21T18:00:00+08:00', 'ahead'],
])(
  'if the books last accepted the clock on November 21, 2026 at 6 PM, a server clock that shows %s is reported as %s',
  (now, problem) => {
    expect(clockProblem(new Date(now), accepted)).toBe(problem)
  },
)

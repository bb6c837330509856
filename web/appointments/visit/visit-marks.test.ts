import { expect, test } from 'vitest'
import { formatWait } from './visit-marks.tsx'

test.each([
  ['2026-11-21T08:59:30+08:00', 'just now'],
  ['2026-11-21T09:00:30+08:00', 'just now'],
  ['2026-11-21T08:48:00+08:00', '12 min'],
  ['2026-11-21T08:00:00+08:00', '1 h'],
  ['2026-11-19T09:01:00+08:00', '47 h'],
  ['2026-11-19T09:00:00+08:00', '2 days'],
  ['2026-11-11T08:00:00+08:00', '10 days'],
])('at 9:00 AM, waiting since %s is displayed as %s', (since, text) => {
  expect(formatWait(since, new Date('2026-11-21T09:00:00+08:00'))).toBe(text)
})

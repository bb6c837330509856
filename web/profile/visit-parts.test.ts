import { expect, test } from 'vitest'
import { daysAhead } from './visit-parts.tsx'

const lateEvening = new Date('2026-11-21T15:59:59Z')
const midnight = new Date('2026-11-21T16:00:00Z')

test.each([
  ['2026-11-20', null],
  ['2026-11-21', 'Today'],
  ['2026-11-22', 'Tomorrow'],
  ['2026-12-01', 'In 10 days'],
])('shortly before midnight of November 21 in Manila, the date %s is displayed as %s', (date, words) =>
  expect(daysAhead(date, lateEvening)).toBe(words),
)

test('at midnight in Manila a visit of the next day changes from “Tomorrow” to “Today”', () =>
  expect(daysAhead('2026-11-22', midnight)).toBe('Today'))

import { expect, test } from 'vitest'
import { weekLines } from './hours-text.ts'

const span = (weekday: number, opens_at: string, closes_at: string) => ({ weekday, opens_at, closes_at })

test('in the text of working hours, days with the same hours share a line, and lines break only between time spans', () => {
  const lines = weekLines([
    span(6, '10:00:00', '14:00:00'),
    ...[1, 2, 3].flatMap((day) => [span(day, '13:00:00', '18:00:00'), span(day, '09:00:00', '12:00:00')]),
  ])
  const morning = '9:00\u00a0AM\u00a0to\u00a012:00\u00a0PM'
  expect(lines).toEqual([
    `Mon – Wed: ${morning}, 1:00\u00a0PM\u00a0to\u00a06:00\u00a0PM`,
    'Sat: 10:00\u00a0AM\u00a0to\u00a02:00\u00a0PM',
  ])
  expect(weekLines([])).toEqual([])
})

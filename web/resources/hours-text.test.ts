import { expect, test } from 'vitest'
import { weekLines } from './hours-text.ts'

const span = (weekday: number, opens_at: string, closes_at: string) => ({ weekday, opens_at, closes_at })

test('days in a row that have the same hours are one line, days without hours are none', () => {
  expect(
    weekLines([
      span(6, '10:00:00', '14:00:00'),
      ...[1, 2, 3].flatMap((day) => [span(day, '13:00:00', '18:00:00'), span(day, '09:00:00', '12:00:00')]),
    ]),
  ).toEqual(['Mon – Wed: 9:00 AM to 12:00 PM, 1:00 PM to 6:00 PM', 'Sat: 10:00 AM to 2:00 PM'])
  expect(weekLines([])).toEqual([])
})

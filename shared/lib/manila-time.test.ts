import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dateOfDay,
  dayNumber,
  formatClock,
  formatInstant,
  formatLongDate,
  formatTime,
  instantOf,
  isCivilDate,
  isoInManila,
  manilaDate,
  manilaTime,
  monthCells,
  startOfMonth,
  startOfWeek,
  weekdayOf,
} from './manila-time.ts'

const RUNS = { numRuns: 10_000 }
const two = (n: number) => String(n).padStart(2, '0')

/** Day numbers of the years 1970 to 2199. */
const dayNumbers = fc.integer({ min: 0, max: dayNumber('2199-12-31') })
const dates = dayNumbers.map(dateOfDay)
const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute, second]) => `${two(hour)}:${two(minute)}:${two(second)}`)

test('converting a date and time to an instant and back returns the same date and time', () => {
  fc.assert(
    fc.property(dates, times, (date, time) => {
      const at = instantOf(date, time)
      expect([manilaDate(at), manilaTime(at)]).toEqual([date, time])
      expect(isoInManila(at)).toBe(`${date}T${time}+08:00`)
      expect(new Date(isoInManila(at)).getTime()).toBe(at.getTime())
    }),
    RUNS,
  )
})

test('a date converts to a day number and back, and every day number is a date', () => {
  fc.assert(
    fc.property(dayNumbers, fc.integer({ min: -800, max: 800 }), (day, days) => {
      const date = dateOfDay(day)
      expect(isCivilDate(date)).toBe(true)
      expect(dayNumber(date)).toBe(day)
      expect(addDays(addDays(date, days), -days)).toBe(date)
      expect(weekdayOf(addDays(date, 1))).toBe((weekdayOf(date) + 1) % 7)
    }),
    RUNS,
  )
})

test('dates have the same order as their text, such as 2026-11-21', () => {
  fc.assert(fc.property(dayNumbers, dayNumbers, (a, b) => a < b === dateOfDay(a) < dateOfDay(b)))
})

test('adding a month to a date gives a date in the next month, even if that month is shorter', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: -30, max: 30 }), (date, months) => {
      const later = addMonths(date, months)
      expect(isCivilDate(later)).toBe(true)
      const monthsOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
      expect(monthsOf(later)).toBe(monthsOf(date) + months)
      expect(later.slice(8) <= date.slice(8)).toBe(true)
    }),
  )
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
  expect(addMonths('2026-11-21', 2)).toBe('2027-01-21')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
})

test.each([0, 1] as const)(
  'a month page of the calendar has 42 consecutive cells, starts on weekday %i and contains the whole month',
  (first) => {
    fc.assert(
      fc.property(dates, (date) => {
        const cells = monthCells(date, first)
        expect(cells).toHaveLength(42)
        expect(weekdayOf(cells[0]!)).toBe(first)
        cells.forEach((cell, i) => expect(cell).toBe(addDays(cells[0]!, i)))
        expect(cells).toContain(startOfMonth(date))
        expect(cells).toContain(addDays(startOfMonth(addMonths(date, 1)), -1))
        expect(cells.indexOf(startOfMonth(date))).toBeLessThan(7)
      }),
      { numRuns: 500 },
    )
  },
)

test('a week of the staff calendar starts on Monday, and a Monday starts its own week', () => {
  expect(startOfWeek('2026-11-21', 1)).toBe('2026-11-16')
  expect(startOfWeek('2026-11-16', 1)).toBe('2026-11-16')
  expect(startOfWeek('2026-11-22', 1)).toBe('2026-11-16')
  expect(startOfWeek('2026-11-21', 0)).toBe('2026-11-15')
})

test('the Manila day changes at 16:00 UTC, to the millisecond', () => {
  expect(manilaDate(new Date('2026-12-31T15:59:59.999Z'))).toBe('2026-12-31')
  expect(manilaDate(new Date('2026-12-31T16:00:00.000Z'))).toBe('2027-01-01')
  expect(manilaDate(new Date('2028-02-28T16:00:00Z'))).toBe('2028-02-29')
  expect(manilaTime(new Date('2026-11-21T01:42:07.999Z'))).toBe('09:42:07')
})

test('invalid dates are rejected', () => {
  const texts = [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '',
  ]
  for (const text of texts) expect([text, isCivilDate(text)]).toEqual([text, false])
  expect(isCivilDate('2028-02-29')).toBe(true)
})

test('dates and times are formatted as is usual in the Philippines', () => {
  expect(formatLongDate('2026-11-21')).toBe('Saturday, November 21, 2026')
  expect(['08:00:00', '12:00:00', '12:30:00', '23:30:00', '00:00:00'].map(formatTime)).toEqual([
    '8:00 AM',
    '12:00 PM',
    '12:30 PM',
    '11:30 PM',
    '12:00 AM',
  ])
  expect(formatClock(new Date('2026-11-21T01:31:07Z'))).toBe('9:31:07 AM')
  expect(formatInstant('2026-11-21T16:00:00Z')).toBe('Nov 22, 2026, 12:00 AM')
})

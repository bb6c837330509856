import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatShortWeekday, addDays, addMonths, dateOfDay, dayNumber, weekdayOf } from '#shared/lib/manila-time.ts'
import { CALENDAR_VIEWS, dateAfterKey, canTurnForward, pageDates, pageStart, pageTitle, turnPage } from './calendar.ts'

const TODAY = '2026-11-21'
const dates = fc.integer({ min: dayNumber('2020-01-01'), max: dayNumber('2099-12-31') }).map(dateOfDay)
const views = fc.constantFrom(...CALENDAR_VIEWS)

test('a calendar page contains its date and has consecutive dates, and months and weeks start on Monday', () => {
  fc.assert(
    fc.property(views, dates, (view, date) => {
      const shown = pageDates(view, date)
      expect(shown).toContain(date)
      expect(shown).toContain(pageStart(view, date))
      shown.forEach((each, i) => expect(each).toBe(addDays(shown[0]!, i)))
      if (view === 'month' || view === 'week') expect(weekdayOf(shown[0]!)).toBe(1)
    }),
  )
})

test('going forward and back returns to the same calendar page, and calendar pages omit no date', () => {
  fc.assert(
    fc.property(views, dates, (view, date) => {
      const next = turnPage(view, date, 1)
      expect(turnPage(view, next, -1)).toBe(pageStart(view, date))
      const [here, there] = [pageDates(view, date), pageDates(view, next)]
      expect(there[0]! <= addDays(here.at(-1)!, 1)).toBe(true)
    }),
  )
})

test('the month view of the staff calendar has 42 days, the week view 7, the day view 1, the agenda 14', () => {
  expect(CALENDAR_VIEWS.map((view) => pageDates(view, TODAY).length)).toEqual([42, 7, 1, 14])
  expect(pageDates('month', TODAY)[0]).toBe('2026-10-26')
  expect(pageDates('week', TODAY)).toEqual(pageDates('week', '2026-11-16'))
})

test('a calendar page that would start more than two months after today cannot be opened', () => {
  // `TODAY` is November 21, so pages may begin until January 21.
  expect(canTurnForward('month', '2026-11-21', TODAY)).toBe(true)
  expect(canTurnForward('month', '2026-12-31', TODAY)).toBe(true)
  expect(canTurnForward('month', '2027-01-01', TODAY)).toBe(false)
  expect(canTurnForward('week', '2027-01-17', TODAY)).toBe(true)
  expect(canTurnForward('week', '2027-01-18', TODAY)).toBe(false)
  expect(canTurnForward('day', '2027-01-20', TODAY)).toBe(true)
  expect(canTurnForward('day', '2027-01-21', TODAY)).toBe(false)
  expect(canTurnForward('agenda', '2027-01-07', TODAY)).toBe(true)
  expect(canTurnForward('agenda', '2027-01-08', TODAY)).toBe(false)
})

test('the staff calendar counts the last day of February as two months after December 31', () => {
  expect(canTurnForward('day', '2027-02-27', '2026-12-31')).toBe(true)
  expect(canTurnForward('day', '2027-02-28', '2026-12-31')).toBe(false)
})

test('the title of a calendar page names its month, week or day', () => {
  expect(CALENDAR_VIEWS.map((view) => pageTitle(view, TODAY))).toEqual([
    'November 2026',
    'Nov 16 - Nov 22, 2026',
    'Saturday, November 21, 2026',
    'Nov 21 - Dec 4, 2026',
  ])
  expect(pageTitle('week', '2027-01-01')).toBe('Dec 28 - Jan 3, 2027')
})

test('arrow, Home, End and Page keys move through the dates of the calendar as in standard date grids', () => {
  const from = '2026-11-21'
  const moves = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Enter']
  expect(moves.map((key) => dateAfterKey(from, key))).toEqual([
    '2026-11-20',
    '2026-11-22',
    '2026-11-14',
    '2026-11-28',
    '2026-11-16',
    '2026-11-22',
    '2026-10-21',
    '2026-12-21',
    null,
  ])
  expect(dateAfterKey('2026-10-31', 'PageDown')).toBe(addMonths('2026-10-31', 1))
  expect(formatShortWeekday(from)).toBe('Sat')
})

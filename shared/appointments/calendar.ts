import {
  addDays,
  addMonths,
  formatDayAndMonth,
  formatLongDate,
  formatMonth,
  formatShortDate,
  monthCells,
  startOfMonth,
  startOfWeek,
  type CivilDate,
} from '#shared/lib/manila-time.ts'

/** The ways in which the staff calendar shows days. A week starts on Monday. */
export const CALENDAR_VIEWS = ['month', 'week', 'day', 'agenda'] as const
export type CalendarView = (typeof CALENDAR_VIEWS)[number]

const MONDAY = 1
const DAYS_OF_WEEK = 7
const DAYS_OF_AGENDA = 14
/** The button Next is disabled when the next page would begin later than this many months after today. */
const MONTHS_AHEAD = 2

/** The first date of a calendar page: that of the month or week, or the day itself. */
export function pageStart(view: CalendarView, date: CivilDate): CivilDate {
  if (view === 'month') return startOfMonth(date)
  if (view === 'week') return startOfWeek(date, MONDAY)
  return date
}

const run = (from: CivilDate, days: number): CivilDate[] => Array.from({ length: days }, (_, i) => addDays(from, i))

/** The dates that a page shows, in order; a month is shown as six whole weeks. */
export function pageDates(view: CalendarView, date: CivilDate): CivilDate[] {
  if (view === 'month') return monthCells(date, MONDAY)
  if (view === 'week') return run(pageStart(view, date), DAYS_OF_WEEK)
  return run(date, view === 'agenda' ? DAYS_OF_AGENDA : 1)
}

/** The first date of the next (1) or previous (-1) calendar page. */
export function turnPage(view: CalendarView, date: CivilDate, by: 1 | -1): CivilDate {
  const start = pageStart(view, date)
  if (view === 'month') return addMonths(start, by)
  if (view === 'week') return addDays(start, by * DAYS_OF_WEEK)
  return addDays(start, by * (view === 'agenda' ? DAYS_OF_AGENDA : 1))
}

/** False when the next page would begin later than two months after today. */
export const canTurnForward = (view: CalendarView, date: CivilDate, today: CivilDate): boolean =>
  turnPage(view, date, 1) <= addMonths(today, MONTHS_AHEAD)

/** The title of a page: `November 2026`, `Nov 16 - Nov 22, 2026`, `Saturday, November 21, 2026`. */
export function pageTitle(view: CalendarView, date: CivilDate): string {
  if (view === 'month') return formatMonth(date)
  if (view === 'day') return formatLongDate(date)
  const dates = pageDates(view, date)
  return `${formatDayAndMonth(dates[0]!)} - ${formatShortDate(dates.at(-1)!)}`
}

/** The date to which a key (an arrow, Home, End, Page Up or Page Down) moves the focus; null for other keys. */
export function dateAfterKey(date: CivilDate, key: string): CivilDate | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -DAYS_OF_WEEK)
    case 'ArrowDown':
      return addDays(date, DAYS_OF_WEEK)
    case 'Home':
      return startOfWeek(date, MONDAY)
    case 'End':
      return addDays(startOfWeek(date, MONDAY), DAYS_OF_WEEK - 1)
    case 'PageUp':
      return addMonths(date, -1)
    case 'PageDown':
      return addMonths(date, 1)
    default:
      return null
  }
}

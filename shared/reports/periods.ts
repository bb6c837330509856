import { addDays, addMonths, formatShortDate, startOfMonth, type CivilDate } from '#shared/lib/manila-time.ts'
import { reportMessages as s } from './messages.ts'
import { daysIn, type Range } from './reports.ts'

const endOfMonth = (date: CivilDate) => addDays(addMonths(startOfMonth(date), 1), -1)

/** Moves the two dates by `months`; the last day of a month stays the last day of the month. */
const shiftMonths = ({ from, to }: Range, months: number): Range => ({
  from: addMonths(from, months),
  to: to === endOfMonth(to) ? endOfMonth(addMonths(to, months)) : addMonths(to, months),
})

const monthNumber = (date: CivilDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))

/**
 * Returns the period before the given one. If the given period begins on the first of a month and has several days,
 * both dates are moved back by whole months, otherwise by the number of its days.
 */
function periodBefore(range: Range): Range {
  const { from, to } = range
  if (from === startOfMonth(from) && daysIn(range) > 1)
    return shiftMonths(range, -(monthNumber(to) - monthNumber(from) + 1))
  return { from: addDays(from, -daysIn(range)), to: addDays(from, -1) }
}

/** A period, the one before it, and the same dates a year earlier. */
export const comparedRanges = (range: Range): [Range, Range, Range] => [
  range,
  periodBefore(range),
  shiftMonths(range, -12),
]

/** Formats a period as `Nov 1, 2026 to Nov 21, 2026`, or as one date. */
export const formatDateRange = ({ from, to }: Range): string => s.fromTo(formatShortDate(from), formatShortDate(to))

export const QUICK_RANGES = ['today', 'yesterday', 'this-month', 'last-month', 'this-year'] as const
type QuickRange = (typeof QUICK_RANGES)[number]

/** The dates of a quick range; this month and this year end today. */
export function rangeOf(quick: QuickRange, today: CivilDate): Range {
  const first = startOfMonth(today)
  switch (quick) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'this-month':
      return { from: first, to: today }
    case 'last-month':
      return { from: addMonths(first, -1), to: addDays(first, -1) }
    case 'this-year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
  }
}

/** The first quick range with exactly these dates, if any. */
export const quickRangeOf = ({ from, to }: Range, today: CivilDate): QuickRange | undefined =>
  QUICK_RANGES.find((quick) => {
    const range = rangeOf(quick, today)
    return range.from === from && range.to === to
  })

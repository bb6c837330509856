import { addDays, formatShortWeekday, formatTime } from '#shared/lib/manila-time.ts'
import { spanOfTimes, type WeekSpan } from './hours.ts'
import { resourceMessages as s } from './messages.ts'

/** The weekdays from Monday; 0 is Sunday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const

// The short name of a weekday. It is formatted from a date, counted from Sunday (weekday 0), 2026-11-22.
const shortName = (weekday: number) => formatShortWeekday(addDays('2026-11-22', weekday))

const spansText = (week: readonly WeekSpan[], weekday: number) =>
  week
    .filter((span) => span.weekday === weekday)
    .sort((a, b) => spanOfTimes(a.opens_at, a.closes_at).from - spanOfTimes(b.opens_at, b.closes_at).from)
    // Non-breaking spaces, so that lines only break between spans.
    .map(({ opens_at, closes_at }) => s.times(formatTime(opens_at), formatTime(closes_at)).replaceAll(' ', '\u00a0'))
    .join(', ')

/**
 * The weekly hours as text, with one line for consecutive days of equal hours: `Mon – Fri: 9:00 AM to 6:00 PM`. Days
 * off are left out.
 */
export function weekLines(week: readonly WeekSpan[]): string[] {
  const runs: { first: number; last: number; hours: string }[] = []
  for (const weekday of WEEKDAYS) {
    const hours = spansText(week, weekday)
    const before = runs.at(-1)
    if (before?.hours === hours) before.last = weekday
    else runs.push({ first: weekday, last: weekday, hours })
  }
  return runs
    .filter(({ hours }) => hours !== '')
    .map(({ first, last, hours }) => s.hoursOn(s.weekdays(shortName(first), shortName(last)), hours))
}

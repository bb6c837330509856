import { addDays, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'

/** When the sample with people and rooms is open: from ten to seven, on Sundays not. A visit is over by then. */
export const OPENS = '10:00:00'
export const CLOSES = '19:00:00'
export const CLOSED_WEEKDAY = 0
export const HOURS_TEXT = 'Monday to Saturday, 10 AM to 7 PM'

/** The dates of a span on which it does not open. */
export function closedWeekdays(from: CivilDate, to: CivilDate): CivilDate[] {
  const dates: CivilDate[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) if (weekdayOf(date) === CLOSED_WEEKDAY) dates.push(date)
  return dates
}

import { addDays, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'

/** The opening hours of the sample with people and rooms: ten to seven, closed on Sundays. */
export const OPENS = '10:00:00'
export const CLOSES = '19:00:00'
export const CLOSED_WEEKDAY = 0
export const HOURS_TEXT = 'Monday to Saturday, 10 AM to 7 PM'

/** Returns the weekly closed dates, all Sundays, between two dates. */
export function closedWeekdays(from: CivilDate, to: CivilDate): CivilDate[] {
  const dates: CivilDate[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) if (weekdayOf(date) === CLOSED_WEEKDAY) dates.push(date)
  return dates
}

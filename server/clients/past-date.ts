import { invalid } from '#server/lib/app-error.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'

/** Earlier dates are typing errors in the year. */
const FIRST_DATE = '1950-01-01'

/** Throws a 422 for a date in the future or too long ago. */
export function requirePastDate(now: Date, date: CivilDate): void {
  if (date > manilaDate(now)) throw invalid('date', s.dateInFuture)
  if (date < FIRST_DATE) throw invalid('date', s.dateTooLongAgo)
}

import { formatDay } from '#shared/lib/manila-time.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import { DAY_PARTS, type RequestedTimes } from '#shared/waitlist/requested-times.ts'

/** The requested days of a waitlist entry: `Mon, Nov 23 to Fri, Nov 27`, or a single day. */
export const requestedDays = ({ first_date, last_date }: RequestedTimes): string =>
  s.days(formatDay(first_date), formatDay(last_date))

/** The requested times of day: `Morning, Evening`, or that any time suits. */
export const requestedParts = ({ day_parts }: RequestedTimes): string =>
  day_parts.length === DAY_PARTS.length ? s.anyPart : day_parts.map((part) => s.dayParts[part]).join(', ')

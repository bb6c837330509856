import { formatDay } from '#shared/lib/manila-time.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import { DAY_PARTS, type Wish } from '#shared/waitlist/wish.ts'

/** `Mon, Nov 23 to Fri, Nov 27`; one day alone. */
export const wishedDays = ({ first_date, last_date }: Wish): string =>
  s.days(formatDay(first_date), formatDay(last_date))

/** `Morning, Evening`; all parts in words. */
export const wishedParts = ({ day_parts }: Wish): string =>
  day_parts.length === DAY_PARTS.length ? s.anyPart : day_parts.map((part) => s.dayParts[part]).join(', ')

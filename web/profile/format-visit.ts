import { profileMessages as s } from '#shared/profile/messages.ts'
import { dayNumber, formatTime, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'

/** `Today`, `Tomorrow` or `In 6 days`; null for a past date. */
export function daysAhead(date: CivilDate, now: Date): string | null {
  const days = dayNumber(date) - dayNumber(manilaDate(now))
  if (days < 0) return null
  if (days === 0) return s.today
  return days === 1 ? s.tomorrow : s.inDays(days)
}

/** `9:00 AM`; the last slot of a date is `12:00 AM (midnight)`. */
export const visitTime = (time: string): string =>
  time.startsWith('00:00') ? `${formatTime(time)} (${s.midnight})` : formatTime(time)

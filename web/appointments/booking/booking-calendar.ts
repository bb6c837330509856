import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import { appointmentSentences } from '#shared/appointments/sentences.ts'
import { hasBegun, lastBookableDate } from '#shared/appointments/slots.ts'
import { isClosedWeekday, isWithinHours, SLOT_TIMES, type OpeningHours } from '#shared/clinic/opening-hours.ts'
import { closureSentences } from '#shared/closures/sentences.ts'
import {
  addDays,
  addMonths,
  formatWeekday,
  manilaDate,
  startOfMonth,
  weekdayOf,
  type CivilDate,
  type CivilTime,
} from '#shared/lib/manila-time.ts'

/** The days that nobody can book, as the server tells them. */
export type Closures = { disabled: ReadonlySet<CivilDate>; holidays: ReadonlyMap<CivilDate, string> }

/** Everything that decides about a day. */
export type BookingCalendar = Closures & { hours: readonly OpeningHours[]; now: Date }

/** Why this slot cannot be chosen whatever the server says: it has begun, or the clinic is not open then. */
export const isOpenSlot = (date: CivilDate, time: CivilTime, hours: readonly OpeningHours[], now: Date): boolean =>
  !hasBegun(date, time, now) && isWithinHours(date, time, hours)

/** Why a day cannot be chosen, as a sentence; null when it can. */
export function whyClosed(date: CivilDate, { disabled, holidays, hours, now }: BookingCalendar): string | null {
  const today = manilaDate(now)
  if (date < today) return s.dayPassed
  if (date > lastBookableDate(now)) return appointmentSentences.beyondHorizon
  const holiday = holidays.get(date)
  if (holiday !== undefined) return s.holiday(holiday)
  if (disabled.has(date)) return closureSentences.closed
  if (isClosedWeekday(date, hours)) return s.closedWeekday(formatWeekday(date))
  if (date === today && !SLOT_TIMES.some((time) => isOpenSlot(date, time, hours, now))) return s.dayOver
  return null
}

/** The months that can be paged to: today's … the one 12 months ahead. */
export const monthRange = (now: Date): { first: CivilDate; last: CivilDate } => ({
  first: startOfMonth(manilaDate(now)),
  last: startOfMonth(lastBookableDate(now)),
})

/** The day that a key leads to from `date`, within the months that can be paged to; null for other keys. */
export function dayForKey(key: string, date: CivilDate, now: Date): CivilDate | null {
  const moves: Record<string, () => CivilDate> = {
    ArrowLeft: () => addDays(date, -1),
    ArrowRight: () => addDays(date, 1),
    ArrowUp: () => addDays(date, -7),
    ArrowDown: () => addDays(date, 7),
    Home: () => addDays(date, -weekdayOf(date)),
    End: () => addDays(date, 6 - weekdayOf(date)),
    PageUp: () => addMonths(date, -1),
    PageDown: () => addMonths(date, 1),
  }
  const move = moves[key]
  if (!move) return null
  const { first, last } = monthRange(now)
  const endOfLast = addDays(addMonths(last, 1), -1)
  const wanted = move()
  return wanted < first ? first : wanted > endOfLast ? endOfLast : wanted
}

/** The one day of a month's page that the Tab key reaches: the chosen one, else today, else the first. */
export function tabStopOf(month: CivilDate, chosen: CivilDate | null, now: Date): CivilDate {
  const inMonth = (date: CivilDate | null) => date !== null && startOfMonth(date) === startOfMonth(month)
  const today = manilaDate(now)
  return chosen !== null && inMonth(chosen) ? chosen : inMonth(today) ? today : startOfMonth(month)
}

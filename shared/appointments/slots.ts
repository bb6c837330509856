import type { Present } from '#shared/resources/free-starts.ts'
import type { StartInterval } from '#shared/clinic/booking-rules.ts'
import { minuteOfDate, startsEvery, timeOfMinute } from '#shared/clinic/opening-hours.ts'
import {
  addDays,
  addMonths,
  dayNumber,
  formatTime,
  instantOf,
  manilaDate,
  type CivilDate,
  type CivilTime,
} from '#shared/lib/manila-time.ts'
import { appointmentMessages as s } from './messages.ts'

/** The maximum number of months ahead for a booking. */
const BOOKING_HORIZON_MONTHS = 12

/** The instant at which a slot begins: 00:00 is the midnight that ends the business date. */
export const slotInstant = (date: CivilDate, time: CivilTime): Date =>
  time === '00:00:00' ? instantOf(addDays(date, 1), time) : instantOf(date, time)

export { minuteOfDate } from '#shared/clinic/opening-hours.ts'

/** The time at which a visit of `minutes` that starts at `time` ends, `HH:mm:ss`. */
export const visitEnd = (time: CivilTime, minutes: number): CivilTime => timeOfMinute(minuteOfDate(time) + minutes)

/** The times offered for a reschedule: 8:00 AM until before 5:00 PM. */
export const rescheduleTimes = (interval: StartInterval): CivilTime[] =>
  startsEvery(interval).flatMap(({ time, minute }) => (minute < 17 * 60 ? [time] : []))

/**
 * Formats the start of a visit as `9:00 AM`. The last slot of a date is `12:00 AM (midnight)`, so that nobody takes it
 * for the midnight at which the date begins.
 */
export const formatStart = (time: CivilTime): string =>
  time.startsWith('00:00') ? `${formatTime(time)} (${s.midnight})` : formatTime(time)

/** Formats start and end of a visit, such as `9:00 AM - 10:30 AM` for 90 minutes. */
export const formatTimeRange = (time: CivilTime, minutes: number): string =>
  `${formatTime(time)} - ${formatTime(visitEnd(time, minutes))}`

/** True when the slot has begun and cannot be chosen any more. */
export const hasBegun = (date: CivilDate, time: CivilTime, now: Date): boolean =>
  slotInstant(date, time).getTime() <= now.getTime()

/** How many days ahead a date is, and the current minute counted from its midnight. */
export const presentOn = (date: CivilDate, now: Date): Present => ({
  daysAhead: dayNumber(date) - dayNumber(manilaDate(now)),
  minute: (now.getTime() - instantOf(date, '00:00:00').getTime()) / 60_000,
})

/** The last business date that can be booked. */
export const lastBookableDate = (now: Date): CivilDate => addMonths(manilaDate(now), BOOKING_HORIZON_MONTHS)

/**
 * The last date that a client can book up to `horizonDays` ahead. With null, only the general limit of 12 months
 * applies.
 */
export function lastDateWithin(horizonDays: number | null, now: Date): CivilDate {
  const last = lastBookableDate(now)
  const own = horizonDays === null ? last : addDays(manilaDate(now), horizonDays)
  return own < last ? own : last
}

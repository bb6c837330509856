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

/** How far ahead a visit can be booked, in months. */
const BOOKING_HORIZON_MONTHS = 12

/** The instant a slot begins: 00:00 belongs to the night that ends the business date. */
export const slotInstant = (date: CivilDate, time: CivilTime): Date =>
  time === '00:00:00' ? instantOf(addDays(date, 1), time) : instantOf(date, time)

export { minuteOfDate } from '#shared/clinic/opening-hours.ts'

/** The time at which a visit of `minutes` that starts at `time` ends, `HH:mm:ss`. */
export const visitEnd = (time: CivilTime, minutes: number): CivilTime => timeOfMinute(minuteOfDate(time) + minutes)

/** The times that a reschedule offers: from 8:00 AM to before 5:00 PM. */
export const rescheduleTimes = (interval: StartInterval): CivilTime[] =>
  startsEvery(interval).flatMap(({ time, minute }) => (minute < 17 * 60 ? [time] : []))

/** `9:00 AM - 10:30 AM` for an hour and a half. */
export const formatTimeRange = (time: CivilTime, minutes: number): string =>
  `${formatTime(time)} - ${formatTime(visitEnd(time, minutes))}`

/** A slot that has already begun cannot be chosen. */
export const hasBegun = (date: CivilDate, time: CivilTime, now: Date): boolean =>
  slotInstant(date, time).getTime() <= now.getTime()

/** Where a date stands to the present. */
export const presentOn = (date: CivilDate, now: Date): Present => ({
  daysAhead: dayNumber(date) - dayNumber(manilaDate(now)),
  minute: (now.getTime() - instantOf(date, '00:00:00').getTime()) / 60_000,
})

/** The last business date that can be booked. */
export const lastBookableDate = (now: Date): CivilDate => addMonths(manilaDate(now), BOOKING_HORIZON_MONTHS)

/** The last one for a client, who may book so many days ahead; null: as far as anybody can. */
export function lastDateWithin(horizonDays: number | null, now: Date): CivilDate {
  const last = lastBookableDate(now)
  const own = horizonDays === null ? last : addDays(manilaDate(now), horizonDays)
  return own < last ? own : last
}

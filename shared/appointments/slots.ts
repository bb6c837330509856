import type { Present } from '#shared/resources/free-starts.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
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
export const BOOKING_HORIZON_MONTHS = 12

const pad = (n: number) => String(n).padStart(2, '0')

/** The instant a slot begins: 00:00 belongs to the night that ends the business date. */
export const slotInstant = (date: CivilDate, time: CivilTime): Date =>
  time === '00:00:00' ? instantOf(addDays(date, 1), time) : instantOf(date, time)

/** Minutes from the midnight with which a business date begins to a time of it; 00:00 is the midnight that ends it. */
export const minuteOfDate = (time: CivilTime): number =>
  time === '00:00:00' ? 24 * 60 : Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The time at which a visit of `minutes` that starts at `time` ends, `HH:mm:ss`. */
export function visitEnd(time: CivilTime, minutes: number): CivilTime {
  const end = (minuteOfDate(time) + minutes) % (24 * 60)
  return `${pad(Math.floor(end / 60))}:${pad(end % 60)}:00`
}

/** The times that a reschedule offers: from 8:00 AM to 4:30 PM, so that the last visit ends at 5:00 PM. */
export const RESCHEDULE_TIMES: readonly CivilTime[] = SLOT_TIMES.slice(0, 18)

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

import { bookingMessages as s } from '#shared/appointments/booking-messages.ts'
import { appointmentMessages, termsMessages } from '#shared/appointments/messages.ts'
import { hasBegun, lastBookableDate, lastDateWithin } from '#shared/appointments/slots.ts'
import type { StartInterval } from '#shared/clinic/booking-rules.ts'
import {
  isClosedWeekday,
  isWithinHours,
  type OpeningHours,
  SLOT_MINUTES,
  startsEvery,
} from '#shared/clinic/opening-hours.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { closedDatesMessages } from '#shared/closed-dates/messages.ts'
import {
  addDays,
  addMonths,
  type CivilDate,
  type CivilTime,
  formatWeekday,
  manilaDate,
  startOfMonth,
  weekdayOf,
} from '#shared/lib/manila-time.ts'
import type { Choices } from './booking.ts'

/** The days that nobody can book, from the server. */
export type Closures = { disabled: ReadonlySet<CivilDate>; holidays: ReadonlyMap<CivilDate, string> }

/** The times at which a clinic takes visits: its hours and the interval of start times. */
type Open = { hours: readonly OpeningHours[]; interval: StartInterval }

export const openOf = ({ opening_hours: hours, start_interval_minutes: interval }: PublicClinic): Open => ({
  hours,
  interval,
})

/** Everything that decides whether a day can be chosen. */
export type BookingCalendar = Closures & Open & { now: Date } & Horizon

/**
 * The last day that can be booked, as a number of days from today; null if there is no special limit or it is not
 * loaded yet.
 */
type Horizon = { horizonDays: number | null }

/** Why a day is too far ahead for the chosen services; null when it is not. */
const whyTooFar = (date: CivilDate, { horizonDays }: Horizon, now: Date): string | null =>
  horizonDays !== null && date > lastDateWithin(horizonDays, now) ? termsMessages.tooFarAhead(horizonDays) : null

/**
 * False when a start time is past or outside the opening hours, so that it cannot be chosen whatever the server says.
 */
export const isOpenSlot = (date: CivilDate, time: CivilTime, { hours, interval }: Open, now: Date): boolean =>
  !hasBegun(date, time, now) &&
  startsEvery(interval).some((start) => start.time === time) &&
  // A visit can be as short as the interval of start times.
  isWithinHours({ date, time, minutes: Math.min(interval, SLOT_MINUTES) }, hours)

/** Why a day cannot be chosen, as a sentence; null when it can. */
export function whyClosed(
  date: CivilDate,
  { disabled, holidays, now, horizonDays, ...open }: BookingCalendar,
): string | null {
  const today = manilaDate(now)
  if (date < today) return s.dayPassed
  if (date > lastBookableDate(now)) return appointmentMessages.beyondHorizon
  const tooFar = whyTooFar(date, { horizonDays }, now)
  if (tooFar !== null) return tooFar
  const holiday = holidays.get(date)
  if (holiday !== undefined) return s.holiday(holiday)
  if (disabled.has(date)) return closedDatesMessages.closed
  if (isClosedWeekday(date, open.hours)) return s.closedWeekday(formatWeekday(date))
  if (date === today && !startsEvery(open.interval).some(({ time }) => isOpenSlot(date, time, open, now)))
    return s.dayOver
  return null
}

/** The months that the calendar can show: from this one to 12 months ahead. */
export const monthRange = (now: Date): { first: CivilDate; last: CivilDate } => ({
  first: startOfMonth(manilaDate(now)),
  last: startOfMonth(lastBookableDate(now)),
})

/** The day to which a key moves from `date`; null for keys that do not move. */
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

/** The tab stop of a month's page: the chosen day, else today, else the first. */
export function tabStopOf(month: CivilDate, chosen: CivilDate | null, now: Date): CivilDate {
  const inMonth = (date: CivilDate | null) => date !== null && startOfMonth(date) === startOfMonth(month)
  const today = manilaDate(now)
  return chosen !== null && inMonth(chosen) ? chosen : inMonth(today) ? today : startOfMonth(month)
}

export type SlotChoice = { time: CivilTime; free: boolean }
export type PartOfDay = { name: string; slots: SlotChoice[] }

/**
 * The hours at which morning, afternoon and evening begin: 8:00 AM, 12:00 PM, 6:00 PM, and the midnight that ends the
 * day.
 */
const startsAt = [8, 12, 18, 24] as const

/** All start times of a day in groups; `taken` are those that the server would refuse. */
export function partsOfDay(date: CivilDate, taken: ReadonlySet<CivilTime>, open: Open, now: Date): PartOfDay[] {
  const starts = startsEvery(open.interval)
  return startsAt.map((first, part) => ({
    name: s.partsOfDay[part]!,
    slots: starts
      .filter(({ minute }) => minute >= first * 60 && minute < (startsAt[part + 1] ?? Infinity) * 60)
      .map(({ time }) => ({ time, free: !taken.has(time) && isOpenSlot(date, time, open, now) })),
  }))
}

/** The treatments, services, days and times that can be booked; undefined until they are loaded. */
export type Offer = {
  treatments?: readonly string[] | undefined
  services?: readonly string[] | undefined
  closures?: Closures | undefined
  unavailableTimes?: ReadonlySet<CivilTime> | undefined
  now: Date
} & Open &
  Horizon

type LostChoice = { choice: keyof Choices; notice: string }

/** The first choice that can no longer be booked, with its message; null when all are still valid. */
export function lostChoice({ treatment, service, date, time }: Choices, offer: Offer): LostChoice | null {
  const { treatments, services, closures, unavailableTimes, now, horizonDays, ...open } = offer
  if (treatment !== null && treatments && !treatments.includes(treatment))
    return { choice: 'treatment', notice: appointmentMessages.unknownTreatment }
  if (service !== null && services && !services.includes(service))
    return { choice: 'service', notice: appointmentMessages.unknownService }
  if (date === null) return null
  if (date < manilaDate(now)) return { choice: 'date', notice: appointmentMessages.pastDate }
  if (time !== null && hasBegun(date, time, now)) return { choice: 'time', notice: appointmentMessages.pastDate }
  const tooFar = whyTooFar(date, { horizonDays }, now)
  if (tooFar !== null) return { choice: 'date', notice: tooFar }
  if (closures && whyClosed(date, { ...closures, ...open, now, horizonDays }) !== null)
    return { choice: 'date', notice: appointmentMessages.dateClosed }
  if (time === null) return null
  if (!isOpenSlot(date, time, open, now)) return { choice: 'time', notice: appointmentMessages.outsideHours }
  return unavailableTimes?.has(time) ? { choice: 'time', notice: appointmentMessages.slotTaken } : null
}

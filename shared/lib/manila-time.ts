import { dateLocale, onFirstUse } from './language.ts'

/**
 * This module computes in the clinic's time: Asia/Manila, UTC+8 without daylight saving since 1978, whatever zone the
 * machine is in. A civil date is the string `YYYY-MM-DD`, a civil time `HH:mm:ss`; arithmetic on dates is on day
 * numbers, so that no zone can shift them. No other file formats dates and times.
 */
export type CivilDate = string
export type CivilTime = string

const ZONE = 'Asia/Manila'
const OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

const pad = (n: number, width = 2) => String(n).padStart(width, '0')

/** The number of days since 1970-01-01. */
export const dayNumber = (date: CivilDate): number =>
  Math.round(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MS)

export function dateOfDay(day: number): CivilDate {
  const at = new Date(day * DAY_MS)
  return `${pad(at.getUTCFullYear(), 4)}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`
}

export const addDays = (date: CivilDate, days: number): CivilDate => dateOfDay(dayNumber(date) + days)

/** The same day `months` later, or the last day of a shorter month. */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const total = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const year = Math.floor(total / 12)
  const month = total - year * 12
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return `${pad(year, 4)}-${pad(month + 1)}-${pad(Math.min(Number(date.slice(8, 10)), lastDay))}`
}

/** The weekday of a date: 0 = Sunday … 6 = Saturday. */
export const weekdayOf = (date: CivilDate): number => (((dayNumber(date) + 4) % 7) + 7) % 7

export const startOfMonth = (date: CivilDate): CivilDate => `${date.slice(0, 8)}01`
export const startOfWeek = (date: CivilDate, firstWeekday: 0 | 1): CivilDate =>
  addDays(date, -((weekdayOf(date) - firstWeekday + 7) % 7))

/** The 42 cells of a month page; `firstWeekday` is 0 for Sunday (booking) or 1 for Monday (staff). */
export function monthCells(date: CivilDate, firstWeekday: 0 | 1): CivilDate[] {
  const first = dayNumber(startOfWeek(startOfMonth(date), firstWeekday))
  return Array.from({ length: 42 }, (_, i) => dateOfDay(first + i))
}

/** True for a real calendar date written `YYYY-MM-DD`. */
export const isCivilDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && dateOfDay(dayNumber(text)) === text

const shifted = (now: Date) => new Date(now.getTime() + OFFSET_MS)

/** The date in Manila at the instant `now`. */
export function manilaDate(now: Date): CivilDate {
  const at = shifted(now)
  return `${pad(at.getUTCFullYear(), 4)}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`
}

/** The time in Manila at the instant `now`, `HH:mm:ss`. */
export function manilaTime(now: Date): CivilTime {
  const at = shifted(now)
  return `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`
}

/** The instant at which the Manila wall clock reads `date` `time`. */
export const instantOf = (date: CivilDate, time: CivilTime): Date =>
  new Date(
    dayNumber(date) * DAY_MS +
      Number(time.slice(0, 2)) * 3_600_000 +
      Number(time.slice(3, 5)) * 60_000 +
      Number(time.slice(6, 8) || '0') * 1000 -
      OFFSET_MS,
  )

/** ISO 8601 with the Manila offset: `2026-11-21T09:42:00+08:00`. */
export const isoInManila = (at: Date): string => `${manilaDate(at)}T${manilaTime(at)}+08:00`

const civil = (options: Intl.DateTimeFormatOptions) => {
  const format = onFirstUse(() => new Intl.DateTimeFormat(dateLocale, { ...options, timeZone: 'UTC' }))
  return (date: CivilDate) => format().format(dayNumber(date) * DAY_MS)
}
const zoned = (options: Intl.DateTimeFormatOptions) => {
  const format = onFirstUse(() => new Intl.DateTimeFormat(dateLocale, { ...options, timeZone: ZONE }))
  return (at: Date | string) =>
    format()
      .format(typeof at === 'string' ? new Date(at) : at)
      .replaceAll('\u202f', ' ')
}

/** Formats a date as `Saturday, November 21, 2026`. */
export const formatLongDate = civil({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
/** Formats a date as `November 21, 2026`. */
export const formatDate = civil({ month: 'long', day: 'numeric', year: 'numeric' })
/** Formats a date as `Nov 21, 2026`. */
export const formatShortDate = civil({ month: 'short', day: 'numeric', year: 'numeric' })
/** Formats a date as `Nov 21`. */
export const formatDayAndMonth = civil({ month: 'short', day: 'numeric' })
/** Formats a date as `Sat, Nov 21`. */
export const formatDay = civil({ weekday: 'short', month: 'short', day: 'numeric' })
/** Formats the month of a date as `November 2026`. */
export const formatMonth = civil({ month: 'long', year: 'numeric' })
/** Formats the weekday of a date as `Sat`. */
export const formatShortWeekday = civil({ weekday: 'short' })
/** Formats the weekday of a date as `Saturday`. */
export const formatWeekday = civil({ weekday: 'long' })

/** The Manila time of an instant with seconds, `9:31:07 AM`. */
export const formatClock = zoned({ hour: 'numeric', minute: '2-digit', second: '2-digit' })
/** Formats the Manila time of an instant as `9:31 AM`. */
export const formatInstantTime = zoned({ hour: 'numeric', minute: '2-digit' })
/** Formats a time such as `09:00:00` as `9:00 AM`; midnight is `12:00 AM`. */
export const formatTime = (time: CivilTime): string => formatInstantTime(instantOf('2000-01-01', time))
/** Formats the Manila date and time of an instant as `Nov 21, 2026, 9:31 AM`. */
export const formatInstant = zoned({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

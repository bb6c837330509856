import { weekdayOf, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { START_INTERVALS, type StartInterval } from './booking-rules.ts'

/** The length of a slot of opening hours, and the default interval between start times. */
export const SLOT_MINUTES = 30
/** Slot numbers run from 0 (08:00) to 31 (23:30) and 32 (00:00, midnight when the business date ends). */
export const MAX_SLOT = 32

export type OpeningHours = {
  /** The weekday: 0 = Sunday … 6 = Saturday. */
  weekday: number
  is_open: boolean
  first_slot: number
  last_slot: number
}

const pad = (n: number) => String(n).padStart(2, '0')

const DAY = 24 * 60
/**
 * The first start time of a business date, in minutes after midnight. The last start time is the midnight that ends the
 * date.
 */
const FIRST_START = 8 * 60

/** The time `HH:mm:ss` of a minute of a business date, which may be after midnight. */
export const timeOfMinute = (minute: number): CivilTime => `${pad(Math.floor(minute / 60) % 24)}:${pad(minute % 60)}:00`

/** Minutes from the midnight that begins a business date to a time; 00:00 is the midnight that ends it. */
export const minuteOfDate = (time: CivilTime): number =>
  time === '00:00:00' ? DAY : Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** A start time of a business date with its minute. */
export type Start = { time: CivilTime; minute: number }

const STARTS = new Map(
  START_INTERVALS.map((every) => [
    every,
    Array.from({ length: (DAY - FIRST_START) / every + 1 }, (_, i): Start => {
      const minute = FIRST_START + i * every
      return { time: timeOfMinute(minute), minute }
    }),
  ]),
)

/** The start times of a business date in order; the last is `00:00:00`. */
export const startsEvery = (interval: StartInterval): readonly Start[] => STARTS.get(interval)!

/** The 33 slots of a business date in order; the last is `00:00:00`. */
export const SLOT_TIMES: readonly CivilTime[] = startsEvery(SLOT_MINUTES).map(({ time }) => time)

/** The closing time for each last slot: half an hour after the slot begins. */
export const CLOSING_TIMES: readonly CivilTime[] = SLOT_TIMES.map((_, slot) =>
  timeOfMinute(FIRST_START + (slot + 1) * SLOT_MINUTES),
)

/** True for a quarter hour from 8:00 AM to midnight. A clinic may let visits start only each half hour or hour. */
export const canBeStart = (time: CivilTime): boolean => startsEvery(15).some((start) => start.time === time)

/** The number of the slot that begins at a time, or -1 if no slot begins then. */
export const slotNumber = (time: CivilTime): number => SLOT_TIMES.indexOf(time)

/** A visit: its business date, when it starts and how long it takes. */
type Visit = { date: CivilDate; time: CivilTime; minutes?: number }

/** False for a visit that is not completely within the opening hours of its weekday. */
export function isWithinHours({ date, time, minutes = SLOT_MINUTES }: Visit, hours: readonly OpeningHours[]): boolean {
  const day = hours.find((entry) => entry.weekday === weekdayOf(date))
  const from = minuteOfDate(time)
  const minuteOfSlot = (slot: number) => FIRST_START + slot * SLOT_MINUTES
  return (
    day !== undefined &&
    day.is_open &&
    canBeStart(time) &&
    from >= minuteOfSlot(day.first_slot) &&
    from + minutes <= minuteOfSlot(day.last_slot + 1)
  )
}

/** True when the clinic is closed on that weekday. */
export const isClosedWeekday = (date: CivilDate, hours: readonly OpeningHours[]): boolean =>
  hours.find((entry) => entry.weekday === weekdayOf(date))?.is_open === false

/** False for a clinic that has not set its hours, and so is open at all times. */
export const hasSetHours = (hours: readonly OpeningHours[]): boolean =>
  hours.some((day) => !day.is_open || day.first_slot > 0 || day.last_slot < MAX_SLOT)

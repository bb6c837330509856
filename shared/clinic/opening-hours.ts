import { weekdayOf, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'

/** Minutes of one slot. */
export const SLOT_MINUTES = 30
/** Slot numbers run from 0 (08:00) to 31 (23:30) and 32 (00:00, midnight when the business date ends). */
export const MAX_SLOT = 32

export type OpeningHours = {
  /** 0 = Sunday … 6 = Saturday. */
  weekday: number
  is_open: boolean
  first_slot: number
  last_slot: number
}

const pad = (n: number) => String(n).padStart(2, '0')

/** The 33 bookable times of a business date in order; `00:00:00` is the last. */
export const SLOT_TIMES: readonly CivilTime[] = Array.from({ length: MAX_SLOT + 1 }, (_, slot) => {
  const minutes = (8 * 60 + slot * SLOT_MINUTES) % (24 * 60)
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:00`
})

/** The number of a slot time, or -1 when it is not one. */
export const slotNumber = (time: CivilTime): number => SLOT_TIMES.indexOf(time)

/** A visit: its business date, when it starts and how long it takes. */
type Visit = { date: CivilDate; time: CivilTime; minutes?: number }

/** False for a visit that is not wholly within the opening hours of its weekday. */
export function isWithinHours({ date, time, minutes = SLOT_MINUTES }: Visit, hours: readonly OpeningHours[]): boolean {
  const day = hours.find((entry) => entry.weekday === weekdayOf(date))
  const first = slotNumber(time)
  const last = first + Math.ceil(minutes / SLOT_MINUTES) - 1
  return day !== undefined && day.is_open && first >= day.first_slot && last <= day.last_slot
}

/** True when the clinic never opens on that weekday. */
export const isClosedWeekday = (date: CivilDate, hours: readonly OpeningHours[]): boolean =>
  hours.find((entry) => entry.weekday === weekdayOf(date))?.is_open === false

import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import { SLOT_TIMES, type OpeningHours } from '#shared/clinic/opening-hours.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { isOpenSlot } from './booking-calendar.ts'

export type SlotChoice = { time: CivilTime; free: boolean }
export type PartOfDay = { name: string; slots: SlotChoice[] }

/** Where the parts of the day begin, as slot numbers: 8:00 AM, 12:00 PM, 6:00 PM, and the midnight that ends the day. */
const begins = [0, 8, 20, 32] as const

/** All 33 slots of a day in their groups; `taken` are those the server would refuse. */
export function partsOfDay(
  date: CivilDate,
  taken: ReadonlySet<CivilTime>,
  hours: readonly OpeningHours[],
  now: Date,
): PartOfDay[] {
  return begins.map((first, part) => ({
    name: s.partsOfDay[part]!,
    slots: SLOT_TIMES.slice(first, begins[part + 1]).map((time) => ({
      time,
      free: !taken.has(time) && isOpenSlot(date, time, hours, now),
    })),
  }))
}

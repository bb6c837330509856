import type { ReadContext } from '#server/lib/context.ts'
import { hasBegun, minuteOfDate } from '#shared/appointments/slots.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { freeStarts, USUAL_NEEDS } from '#shared/resources/free-starts.ts'
import { readDay } from './views.ts'

/** Times of a date that cannot be booked any more: taken, begun, outside the hours, or all of a closed date. */
export async function unavailableTimes({ tx, branchId, now }: ReadContext, date: CivilDate): Promise<CivilTime[]> {
  const day = await readDay(tx, branchId, date)
  if (day.isDisabled) return [...SLOT_TIMES]
  const free = new Set(freeStarts(day, USUAL_NEEDS, SLOT_TIMES.map(minuteOfDate)))
  return SLOT_TIMES.filter((time) => hasBegun(date, time, now) || !free.has(minuteOfDate(time)))
}

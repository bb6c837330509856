import type { FreeDay } from '#shared/appointments/availability-contract.ts'
import { minuteOfDate } from '#shared/appointments/slots.ts'
import { dayNumber, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'

export type Start = { date: CivilDate; time: CivilTime; practitioner: number | undefined }
type Wanted = { date: CivilDate; time: CivilTime | null }

/** The free start nearest to a wanted day, and on that day nearest to the wanted time; undefined when nothing is free. */
export function nearestStart(days: readonly FreeDay[], wanted: Wanted): Start | undefined {
  const distanceInDays = (start: Start) => Math.abs(dayNumber(start.date) - dayNumber(wanted.date))
  const distanceInMinutes = (start: Start) =>
    wanted.time === null ? 0 : Math.abs(minuteOfDate(start.time) - minuteOfDate(wanted.time))
  const starts = days.flatMap(({ date, starts: free }) =>
    free.map(({ time, practitioners }): Start => ({ date, time, practitioner: practitioners[0] })),
  )
  // Sorting is stable: of two that are equally near the earlier one stays first.
  return starts.sort(
    (one, other) => distanceInDays(one) - distanceInDays(other) || distanceInMinutes(one) - distanceInMinutes(other),
  )[0]
}

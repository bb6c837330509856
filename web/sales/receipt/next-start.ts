import type { FreeDay } from '#shared/appointments/availability-contract.ts'
import { minuteOfDate } from '#shared/appointments/slots.ts'
import { dayNumber, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'

export type Start = { date: CivilDate; time: CivilTime; practitioner: number | undefined }
type Wanted = { date: CivilDate; time: CivilTime | null }

/**
 * The free start on the day nearest to the wanted one and, on that day, nearest to the wanted time; undefined when
 * nothing is free.
 */
export function nearestStart(days: readonly FreeDay[], wanted: Wanted): Start | undefined {
  const distanceInDays = (start: Start) => Math.abs(dayNumber(start.date) - dayNumber(wanted.date))
  const distanceInMinutes = (start: Start) =>
    wanted.time === null ? 0 : Math.abs(minuteOfDate(start.time) - minuteOfDate(wanted.time))
  const starts = days.flatMap(({ date, starts: free }) =>
    free.map(({ time, practitioners }): Start => ({ date, time, practitioner: practitioners[0] })),
  )
  // Sorting is stable, so the earlier of two equally near starts stays first.
  return starts.sort(
    (one, other) => distanceInDays(one) - distanceInDays(other) || distanceInMinutes(one) - distanceInMinutes(other),
  )[0]
}

import { timeOfMinute } from '#shared/clinic/opening-hours.ts'
import { addDays, manilaDate, manilaTime, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'

/**
 * The quarter hour that contains `now`: a visit that starts now is booked from the beginning of this quarter. Midnight
 * belongs to the business date that it ends.
 */
export function runningQuarter(now: Date): { date: CivilDate; time: CivilTime } {
  const today = manilaDate(now)
  const [hours = 0, minutes = 0] = manilaTime(now).split(':').map(Number)
  const minute = hours * 60 + minutes - (minutes % 15)
  return { date: minute === 0 ? addDays(today, -1) : today, time: timeOfMinute(minute) }
}

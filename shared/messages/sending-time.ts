import { addDays, instantOf, manilaDate, manilaTime } from '#shared/lib/manila-time.ts'
import { isVisitOccasion } from './occasions.ts'

const EVENING = '20:00:00'
const MORNING = '08:00:00'

/** The instant, or 8:00 AM of the morning after when it lies between 8:00 PM and 8:00 AM in Manila. */
export function afterNight(at: Date): Date {
  const [date, time] = [manilaDate(at), manilaTime(at)]
  if (time >= EVENING) return instantOf(addDays(date, 1), MORNING)
  return time < MORNING ? instantOf(date, MORNING) : at
}

/** When a message may leave: what somebody waits for at a screen at once, everything else by day. */
export const sendingTime = (occasion: string, at: Date): Date => (isVisitOccasion(occasion) ? afterNight(at) : at)

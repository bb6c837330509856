import { addDays, instantOf, manilaDate, manilaTime } from '#shared/lib/manila-time.ts'
import { isPrompt } from './occasions.ts'

const EVENING = '20:00:00'
const MORNING = '08:00:00'
const HOUR_MS = 3_600_000

/** The instant, or 8:00 AM of the morning after when it lies between 8:00 PM and 8:00 AM in Manila. */
export function afterNight(at: Date): Date {
  const [date, time] = [manilaDate(at), manilaTime(at)]
  if (time >= EVENING) return instantOf(addDays(date, 1), MORNING)
  return time < MORNING ? instantOf(date, MORNING) : at
}

/** Between 8:00 PM and 8:00 AM in Manila nobody is told of a visit or a request, and no time is offered. */
export const isNight = (at: Date): boolean => afterNight(at).getTime() !== at.getTime()

/** The instant when so many hours of the day have passed since `from`; the night does not count. */
export function afterDayHours(from: Date, hours: number): Date {
  let at = afterNight(from)
  let left = hours * HOUR_MS
  for (;;) {
    const evening = instantOf(manilaDate(at), EVENING)
    const today = evening.getTime() - at.getTime()
    if (left < today) return new Date(at.getTime() + left)
    left -= today
    at = afterNight(evening)
  }
}

/** When a message may leave: what somebody waits for at a screen at once, everything else by day. */
export const sendingTime = (occasion: string, at: Date): Date => (isPrompt(occasion) ? at : afterNight(at))

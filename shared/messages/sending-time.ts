import { addDays, instantOf, manilaDate, manilaTime } from '#shared/lib/manila-time.ts'
import { isUrgent, type Channel } from './message-types.ts'

/** The Manila times between which no SMS is sent. */
export const NIGHT = { from: '20:00:00', until: '08:00:00' } as const
const HOUR_MS = 3_600_000

/** The instant itself, or the next 8:00 AM if it is between 8:00 PM and 8:00 AM in Manila. */
export function afterNight(at: Date): Date {
  const [date, time] = [manilaDate(at), manilaTime(at)]
  if (time >= NIGHT.from) return instantOf(addDays(date, 1), NIGHT.until)
  return time < NIGHT.until ? instantOf(date, NIGHT.until) : at
}

/** True at night, when no waitlist time is offered, because the offer would expire while people sleep. */
export const isNight = (at: Date): boolean => afterNight(at).getTime() !== at.getTime()

/** The instant at which this number of daytime hours has passed since `from`; nights do not count. */
export function afterDayHours(from: Date, hours: number): Date {
  let at = afterNight(from)
  let left = hours * HOUR_MS
  for (;;) {
    const evening = instantOf(manilaDate(at), NIGHT.from)
    const today = evening.getTime() - at.getTime()
    if (left < today) return new Date(at.getTime() + left)
    left -= today
    at = afterNight(evening)
  }
}

/** When a message may be sent: e-mails at once, an SMS not at night unless somebody waits for it at a screen. */
export const sendingTime = ({ occasion, channel }: { occasion: string; channel: Channel }, at: Date): Date =>
  channel === 'email' || isUrgent(occasion) ? at : afterNight(at)

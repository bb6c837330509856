import { appointmentSentences as s } from '#shared/appointments/sentences.ts'
import { hasBegun } from '#shared/appointments/slots.ts'
import { manilaDate, type CivilTime } from '#shared/lib/manila-time.ts'
import type { OpeningHours } from '#shared/clinic/opening-hours.ts'
import type { Choices } from './booking.ts'
import { isOpenSlot, whyClosed, type Closures } from './booking-calendar.ts'

/** What is known of what can be booked; undefined where it is not loaded. */
export type Offer = {
  treatments?: readonly string[] | undefined
  services?: readonly string[] | undefined
  closures?: Closures | undefined
  takenTimes?: ReadonlySet<CivilTime> | undefined
  hours: readonly OpeningHours[]
  now: Date
}

export type LostChoice = { choice: keyof Choices; notice: string }

/** The first choice that cannot be booked any more, with its sentence; null when all that is known still stands. */
export function lostChoice({ treatment, service, date, time }: Choices, offer: Offer): LostChoice | null {
  const { treatments, services, closures, takenTimes, hours, now } = offer
  if (treatment !== null && treatments && !treatments.includes(treatment))
    return { choice: 'treatment', notice: s.unknownTreatment }
  if (service !== null && services && !services.includes(service))
    return { choice: 'service', notice: s.unknownService }
  if (date === null) return null
  if (date < manilaDate(now)) return { choice: 'date', notice: s.pastDate }
  if (time !== null && hasBegun(date, time, now)) return { choice: 'time', notice: s.pastDate }
  if (closures && whyClosed(date, { ...closures, hours, now }) !== null) return { choice: 'date', notice: s.dateClosed }
  if (time === null) return null
  if (!isOpenSlot(date, time, hours, now)) return { choice: 'time', notice: s.outsideHours }
  return takenTimes?.has(time) ? { choice: 'time', notice: s.slotTaken } : null
}

import { z } from 'zod'
import { LONGEST_HORIZON, LONGEST_NOTICE } from '#shared/clinic/booking-rules.ts'
import { strictBody } from '#shared/lib/fields.ts'
import { catalogueMessages as s } from './messages.ts'

/** Minutes of the shortest and the longest service; both, and all between, are multiples of `DURATION_STEP`. */
export const SHORTEST_SERVICE = 15
export const LONGEST_SERVICE = 480
export const DURATION_STEP = 15
export const LONGEST_BUFFER = 240
const LONGEST_REBOOK = 366
/** The numbers of days until the next visit that forms offer. */
export const REBOOKS = [7, 14, 21, 28, 42, 56, 84, 182]

const quarters = (min: number, max: number, sentence: string) =>
  z.number(sentence).int(sentence).min(min, sentence).max(max, sentence).multipleOf(DURATION_STEP, sentence)

export const bookingFields = {
  /** How long a visit for it takes, without its buffers. */
  duration_minutes: quarters(SHORTEST_SERVICE, LONGEST_SERVICE, s.duration),
  /** Minutes before and after the visit in which its room, people and devices are busy. */
  buffer_before_minutes: quarters(0, LONGEST_BUFFER, s.buffer),
  buffer_after_minutes: quarters(0, LONGEST_BUFFER, s.buffer),
  /** False: only the clinic books it. */
  bookable_online: z.boolean(),
  /** How long before its start it can be booked online; null as the clinic says. */
  minimum_notice_minutes: z.number(s.notice).int(s.notice).min(0, s.notice).max(LONGEST_NOTICE, s.notice).nullable(),
  /** How many days ahead it can be booked online; null as the clinic says. */
  horizon_days: z.number(s.horizon).int(s.horizon).min(1, s.horizon).max(LONGEST_HORIZON, s.horizon).nullable(),
  /** After how many days clients come back for the service: the receipt proposes a next visit on that day. */
  rebook_after_days: z
    .number(s.rebookAfter)
    .int(s.rebookAfter)
    .min(1, s.rebookAfter)
    .max(LONGEST_REBOOK, s.rebookAfter),
}
export const serviceBooking = strictBody(bookingFields)
export type ServiceBooking = z.output<typeof serviceBooking>

/** What a service has when nothing is said. */
export const USUAL_BOOKING: ServiceBooking = {
  duration_minutes: 30,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  bookable_online: true,
  minimum_notice_minutes: null,
  horizon_days: null,
  rebook_after_days: 28,
}

/** The booking settings of a service alone. */
export const bookingOf = (service: ServiceBooking): ServiceBooking => ({
  duration_minutes: service.duration_minutes,
  buffer_before_minutes: service.buffer_before_minutes,
  buffer_after_minutes: service.buffer_after_minutes,
  bookable_online: service.bookable_online,
  minimum_notice_minutes: service.minimum_notice_minutes,
  horizon_days: service.horizon_days,
  rebook_after_days: service.rebook_after_days,
})

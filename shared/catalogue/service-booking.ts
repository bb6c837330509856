import { z } from 'zod'
import { LONGEST_HORIZON, LONGEST_NOTICE } from '#shared/clinic/booking-rules.ts'
import { requiredText, strictBody } from '#shared/lib/fields.ts'
import { catalogueMessages as s } from './messages.ts'
import { LONGEST_QUESTION, MOST_QUESTIONS } from './question-limits.ts'

/** The shortest and longest service in minutes; all lengths are multiples of `DURATION_STEP`. */
export const SHORTEST_SERVICE = 15
export const LONGEST_SERVICE = 480
export const DURATION_STEP = 15
export const LONGEST_BUFFER = 240
const LONGEST_REBOOK = 366
/** The choices in the service form for the number of days after which clients usually return. */
export const REBOOKS = [7, 14, 21, 28, 42, 56, 84, 182]

const quarters = (min: number, max: number, sentence: string) =>
  z.number(sentence).int(sentence).min(min, sentence).max(max, sentence).multipleOf(DURATION_STEP, sentence)

export const bookingFields = {
  /** How many minutes a visit for this service lasts, without buffers. */
  duration_minutes: quarters(SHORTEST_SERVICE, LONGEST_SERVICE, s.duration),
  /** Minutes before and after the visit during which its room, people and devices are busy. */
  buffer_before_minutes: quarters(0, LONGEST_BUFFER, s.buffer),
  buffer_after_minutes: quarters(0, LONGEST_BUFFER, s.buffer),
  /** If false, only staff can book the service. */
  bookable_online: z.boolean(),
  /** How many minutes before its start a visit can still be booked online; null for the clinic's setting. */
  minimum_notice_minutes: z.number(s.notice).int(s.notice).min(0, s.notice).max(LONGEST_NOTICE, s.notice).nullable(),
  /** How many days ahead a visit can be booked online; null for the clinic's setting. */
  horizon_days: z.number(s.horizon).int(s.horizon).min(1, s.horizon).max(LONGEST_HORIZON, s.horizon).nullable(),
  /** After how many days clients return; the receipt proposes the next visit on that day. */
  rebook_after_days: z
    .number(s.rebookAfter)
    .int(s.rebookAfter)
    .min(1, s.rebookAfter)
    .max(LONGEST_REBOOK, s.rebookAfter),
  /**
   * The questions that a client is asked when booking the service. If they are missing in a request, the stored
   * questions stay.
   */
  questions: z
    .array(requiredText(LONGEST_QUESTION, s.questionNeeded))
    .max(MOST_QUESTIONS, s.mostQuestions(MOST_QUESTIONS))
    .refine((questions) => new Set(questions).size === questions.length, s.questionTwice)
    .optional(),
}
export const serviceBooking = strictBody(bookingFields)
export type ServiceBooking = z.output<typeof serviceBooking>

/** The booking settings of a new service. */
export const USUAL_BOOKING = {
  duration_minutes: 30,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  bookable_online: true,
  minimum_notice_minutes: null,
  horizon_days: null,
  rebook_after_days: 28,
  questions: [] as string[],
} satisfies ServiceBooking

/** Picks the booking settings from the fields of a service. */
export const bookingOf = (service: ServiceBooking): ServiceBooking => ({
  duration_minutes: service.duration_minutes,
  buffer_before_minutes: service.buffer_before_minutes,
  buffer_after_minutes: service.buffer_after_minutes,
  bookable_online: service.bookable_online,
  minimum_notice_minutes: service.minimum_notice_minutes,
  horizon_days: service.horizon_days,
  rebook_after_days: service.rebook_after_days,
  questions: service.questions,
})

import { appointmentSentences } from '#shared/appointments/sentences.ts'
import type { NewAppointment } from './booking-api.ts'
import { bookingApi } from './booking-load.ts'

export type Outcome =
  | { kind: 'booked' }
  /** Nobody is logged in. */
  | { kind: 'login' }
  | { kind: 'choose-password'; sentence: string }
  | { kind: 'taken'; sentence: string }
  /** `unanswered`: nobody knows whether it was booked. `phone`: what is wrong with the number. */
  | { kind: 'refused'; sentence: string; phone?: string; unanswered: boolean }

/** Books, and says in one word what became of it. Never throws for what a person can meet. */
export async function submitBooking(wanted: NewAppointment): Promise<Outcome> {
  const api = await bookingApi().catch(() => null)
  if (!api) return { kind: 'refused', sentence: appointmentSentences.failedToBook, unanswered: false }
  try {
    await api.book(wanted)
    return { kind: 'booked' }
  } catch (error) {
    if (!(error instanceof api.CallError)) throw error
    if (error.status === 401) return { kind: 'login' }
    if (error.code === 'must_choose_password') return { kind: 'choose-password', sentence: error.message }
    if (error.code === 'slot_taken') return { kind: 'taken', sentence: error.message }
    const phone = error.errors.contact_number?.[0]
    if (phone) return { kind: 'refused', sentence: phone, phone, unanswered: false }
    const sentence = error.code === 'internal' ? appointmentSentences.failedToBook : error.message
    return { kind: 'refused', sentence, unanswered: error.status === 0 || error.code === 'unexpected_format' }
  }
}

/** After a lost answer: did the booking come through? False too when that cannot be found out now. */
export async function cameThrough(wanted: NewAppointment): Promise<boolean> {
  try {
    return await (await bookingApi()).isAlreadyBooked(wanted)
  } catch {
    return false
  }
}

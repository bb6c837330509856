import { useRef } from 'react'
import { newUuid } from '#web/lib/new-uuid.ts'
import type { NewAppointment } from './booking-api.ts'

/**
 * The key in session storage under which a booking stands that was sent and not answered yet, with the `Idempotency-Key` of
 * its request: sent again after a lost answer, a reload or a log-in it is the same booking.
 */
export const SENT_BOOKING_KEY = 'mutya.sent-booking'

type SentBooking = { key: string; wanted: NewAppointment }

function storedBooking(): SentBooking | null {
  try {
    return JSON.parse(sessionStorage.getItem(SENT_BOOKING_KEY) ?? 'null') as SentBooking | null
  } catch {
    return null
  }
}

function store(sent: SentBooking | null): void {
  try {
    if (sent === null) sessionStorage.removeItem(SENT_BOOKING_KEY)
    else sessionStorage.setItem(SENT_BOOKING_KEY, JSON.stringify(sent))
  } catch {
    // Storage is switched off in this browser: the key lives as long as the page.
  }
}

const isSame = (one: NewAppointment, other: NewAppointment) => JSON.stringify(one) === JSON.stringify(other)

/** The booking that was sent last and has no answer yet. */
export function useSentBooking() {
  const last = useRef<SentBooking | null>(null)
  const current = () => (last.current ??= storedBooking())
  const set = (sent: SentBooking | null) => {
    last.current = sent
    store(sent)
  }
  return {
    /** The key to send `wanted` with: the one of before, while nobody knows what became of the same booking. */
    keyOf: (wanted: NewAppointment): string => {
      const sent = current()
      const key = sent !== null && isSame(sent.wanted, wanted) ? sent.key : newUuid()
      set({ key, wanted })
      return key
    },
    unanswered: (): NewAppointment | null => current()?.wanted ?? null,
    forget: () => set(null),
  }
}

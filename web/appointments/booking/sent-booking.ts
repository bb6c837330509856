import { useRef } from 'react'
import { newUuid } from '#web/lib/idempotency-key.ts'
import type { NewAppointment } from './booking-api.ts'

/**
 * The session storage key of a booking that was sent and not answered yet, with its `Idempotency-Key`: a retry after a
 * lost response, a reload or a log-in counts as the same booking.
 */
const SENT_BOOKING_KEY = 'mutya.sent-booking'

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
    // Session storage is disabled in this browser, so the key lives only as long as the page.
  }
}

const isSame = (one: NewAppointment, other: NewAppointment) => JSON.stringify(one) === JSON.stringify(other)

/** The last booking that was sent and has no response yet. */
export function useSentBooking() {
  const last = useRef<SentBooking | null>(null)
  const current = () => (last.current ??= storedBooking())
  const set = (sent: SentBooking | null) => {
    last.current = sent
    store(sent)
  }
  return {
    /** The idempotency key for `wanted`: the previous one while the outcome of the same booking is unknown. */
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

import { useRef } from 'react'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { callMessages } from '#shared/lib/messages.ts'
import type { NewsChannel } from '#shared/privacy/news-contract.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import type { BookedVisit, NewAppointment, Outcome } from './visit-api.ts'
import { visitApi } from './booking-sources.ts'
import type { Booking } from './booking.ts'

/** What a client has written: the answers by their question, and a note for the clinic. */
export type Written = { answers: Readonly<Record<string, string>>; note: string }
export const NOTHING_WRITTEN: Written = { answers: {}, note: '' }

/** What the person has entered in the confirm dialog. `news` is undefined when the person was not asked. */
export type Typed = { phone: string; news: readonly NewsChannel[] | undefined; written: Written }
export const NOTHING_TYPED = { phone: '', news: [], written: NOTHING_WRITTEN } satisfies Typed

/** What the logged-in person with the id `by` has entered; nobody else who logs in may see it. */
export type OwnTyped = Typed & { by: string }

/** Books and returns the outcome. Retries with the same key book only once. Does not throw for expected failures. */
export async function submitBooking(wanted: NewAppointment, key: string): Promise<Outcome> {
  const api = await visitApi().catch(() => null)
  if (!api) {
    const sentence = navigator.onLine ? appointmentMessages.failedToBook : callMessages.offline
    return { kind: 'refused', sentence, unanswered: false }
  }
  return api.book(wanted, key)
}

/** Finds the booking that was made although its response was lost; undefined if there is none or the search fails. */
export async function findBooked(wanted: NewAppointment): Promise<BookedVisit | undefined> {
  try {
    return await (await visitApi()).findBooked(wanted)
  } catch {
    return undefined
  }
}

type CompleteChoices = { [K in 'treatment' | 'service' | 'date' | 'time']: string } & Pick<
  Booking,
  'practitioner' | 'earlier'
>

/** The fields of the request with the client's answers and note; empty answers are left out. */
function fieldsOf({ answers, note }: Written) {
  const given = Object.entries(answers).flatMap(([question, answer]) =>
    answer.trim() ? [{ question, answer: answer.trim() }] : [],
  )
  return { ...(given.length > 0 && { answers: given }), ...(note.trim() && { client_note: note.trim() }) }
}

/** Makes the request body of a booking from the wizard's choices. */
export const requestBodyOf = (choices: CompleteChoices, { phone, news, written }: Typed) => ({
  treatment_id: (choices.earlier[0] ?? choices).treatment,
  service_id: (choices.earlier[0] ?? choices).service,
  ...(choices.earlier.length > 0 && {
    further_services: [...choices.earlier.slice(1), choices].map(({ service }) => service),
  }),
  appointment_date: choices.date,
  appointment_time: choices.time,
  ...(choices.practitioner !== null && { practitioner_id: choices.practitioner }),
  ...(phone.trim() && { contact_number: phone.trim() }),
  ...(news && { news: [...news] }),
  ...fieldsOf(written),
})

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
    // Session storage is disabled in this browser, so the key is lost when the page closes.
  }
}

const isSame = (one: NewAppointment, other: NewAppointment) => JSON.stringify(one) === JSON.stringify(other)

/** Keeps the last booking that was sent and has no response yet, with its idempotency key. */
export function useSentBooking() {
  const last = useRef<SentBooking | null>(null)
  const current = () => (last.current ??= storedBooking())
  const set = (sent: SentBooking | null) => {
    last.current = sent
    store(sent)
  }
  return {
    /**
     * Returns the idempotency key for `wanted`: the previous key while the outcome of the same booking is unknown,
     * otherwise a new one.
     */
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

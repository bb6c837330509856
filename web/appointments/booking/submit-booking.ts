import { useRef } from 'react'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { callMessages } from '#shared/lib/messages.ts'
import type { ApiError } from '#shared/lib/http-client.ts'
import type { NewsChannel } from '#shared/privacy/news-contract.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import type { NewAppointment } from './visit-api.ts'
import { visitApi } from './booking-sources.ts'
import type { Booking } from './booking.ts'

export type BookedVisit = { id: string; practitioner: string | null }

export type Outcome =
  | ({ kind: 'booked' } & BookedVisit)
  /** The server refused the booking, because nobody is logged in. */
  | { kind: 'login' }
  | { kind: 'choose-password'; sentence: string }
  | { kind: 'taken'; sentence: string }
  /**
   * `unanswered`: the booking may have succeeded. `phone`: the error of the number. `questions`: those that the services
   * ask now, if the clinic has changed them.
   */
  | { kind: 'refused'; sentence: string; phone?: string; questions?: string[] | undefined; unanswered: boolean }

/** What a client has written: the answers by their question, and a note. */
export type Written = { answers: Readonly<Record<string, string>>; note: string }
export const NOTHING_WRITTEN: Written = { answers: {}, note: '' }

/** The fields of the last dialog. `news` is undefined when the client was not asked. */
export type Typed = { phone: string; news: readonly NewsChannel[] | undefined; written: Written }

/** True when the outcome of a call is unknown, also after a proxy's timeout. */
export const gotNoAnswer = ({ status, code, isForeign }: ApiError): boolean =>
  status === 0 || code === 'unexpected_format' || (isForeign && status >= 500)

/** Books and returns the outcome. Retries with the same key book only once. Does not throw for expected failures. */
export async function submitBooking(wanted: NewAppointment, key: string): Promise<Outcome> {
  const api = await visitApi().catch(() => null)
  if (!api) {
    const sentence = navigator.onLine ? appointmentMessages.failedToBook : callMessages.offline
    return { kind: 'refused', sentence, unanswered: false }
  }
  try {
    const { data } = await api.book(wanted, key)
    return { kind: 'booked', id: data.appointment_id, practitioner: data.practitioner_name }
  } catch (error) {
    if (!(error instanceof api.ApiError)) throw error
    if (error.status === 401) return { kind: 'login' }
    if (error.code === 'must_choose_password') return { kind: 'choose-password', sentence: error.message }
    if (error.code === 'slot_taken') return { kind: 'taken', sentence: error.message }
    const phone = error.errors.contact_number?.[0]
    if (phone) return { kind: 'refused', sentence: phone, phone, unanswered: false }
    const sentence = error.code === 'internal' ? appointmentMessages.failedToBook : error.message
    return { kind: 'refused', sentence, questions: api.newQuestionsOf(error), unanswered: gotNoAnswer(error) }
  }
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

/** The fields of what was written; empty answers are left out. */
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

import { useEffect, useReducer, useRef, useState, type Dispatch } from 'react'
import { appointmentSentences } from '#shared/appointments/sentences.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { AUTO_ADVANCE_MS, bookingReducer, isComplete, newBooking, type Booking, type BookingEvent } from './booking.ts'
import type { NewAppointment } from './booking-api.ts'
import { useHalfHour } from './booking-clock.ts'
import type { Loaded } from './booking-load.ts'
import { lostChoice } from './booking-lost-choice.ts'
import { useBookingSources, type BookingSources } from './booking-sources.ts'
import { useKeptChoices } from './booking-storage.ts'
import { cameThrough, submitBooking, type Outcome } from './booking-submit.ts'

/** A visit as people read it, after the choices themselves are cleared. */
export type Booked = {
  treatment: string
  service: string
  date: string
  time: string
  /** For how many hours it is held; null for people whom the clinic knows. */
  firstVisitHours: number | null
}

export type BookingModel = {
  booking: Booking
  dispatch: Dispatch<BookingEvent>
  sources: BookingSources
  clinic: PublicClinic
  /** The present half hour; null until the page is awake. */
  now: Date | null
  booked: Booked | null
  bookAnother: () => void
  /** Sends the booking. Answers what the dialog has to say; null when the page has gone on by itself. */
  submit: (contactNumber: string) => Promise<Outcome | null>
  keepForLogin: () => void
}

const dataOf = <T>(source: Loaded<T>): T | undefined => (source.status === 'ready' ? source.data : undefined)

/** The booking wizard: its choices, what it reads, and what becomes of a booking. */
export function useBooking(clinic: PublicClinic): BookingModel {
  const [booking, dispatch] = useReducer(bookingReducer, newBooking)
  const [booked, setBooked] = useState<Booked | null>(null)
  const now = useHalfHour()
  const sources = useBookingSources(booking, now)
  const { keepForLogin } = useKeptChoices(booking, dispatch)
  const succeed = () => {
    setBooked(inWords(booking, sources))
    dispatch({ type: 'booked' })
  }
  const { submit, sending, loseTime } = useSubmit({ booking, dispatch, sources, succeed })
  useAutoAdvance(booking, dispatch)
  useLostChoices({ booking, dispatch, sources, clinic, now, paused: sending, loseTime })
  const bookAnother = () => setBooked(null)
  return { booking, dispatch, sources, clinic, now, booked, bookAnother, submit, keepForLogin }
}

type Submitting = Pick<BookingModel, 'booking' | 'dispatch' | 'sources'> & { succeed: () => void }

function useSubmit({ booking, dispatch, sources, succeed }: Submitting) {
  const [sending, setSending] = useState(false)
  /** A booking whose answer never came: it may be ours already. */
  const inDoubt = useRef<NewAppointment | null>(null)
  const whileSending = <T>(answer: Promise<T>): Promise<T> => {
    setSending(true)
    return answer.finally(() => setSending(false))
  }

  /** Somebody has the slot; unless it is the one whose booking of ours was never answered. */
  const loseTime = async (sentence: string) => {
    const wanted = inDoubt.current
    inDoubt.current = null
    const same = wanted?.appointment_date === booking.date && wanted?.appointment_time === booking.time
    if (wanted && same && (await whileSending(cameThrough(wanted)))) return succeed()
    dispatch({ type: 'choice-lost', choice: 'time', notice: sentence })
    sources.takenTimes.reload()
  }
  const submit = async (contactNumber: string): Promise<Outcome | null> => {
    if (!isComplete(booking) || sending) return null
    const wanted = wantedOf(booking, contactNumber)
    const outcome = await whileSending(submitBooking(wanted))
    if (outcome.kind === 'booked') return (succeed(), null)
    if (outcome.kind === 'taken') return (await loseTime(outcome.sentence), null)
    if (outcome.kind === 'refused' && outcome.unanswered) inDoubt.current = wanted
    // The server knows more than the page: what is offered is read again.
    if (outcome.kind === 'refused' && !outcome.unanswered)
      for (const { reload } of [sources.services, sources.closures, sources.takenTimes]) reload()
    return outcome
  }
  return { submit, sending, loseTime }
}

const wantedOf = (choices: { [K in 'treatment' | 'service' | 'date' | 'time']: string }, contactNumber: string) => ({
  treatment_id: choices.treatment,
  service_id: choices.service,
  appointment_date: choices.date,
  appointment_time: choices.time,
  ...(contactNumber.trim() && { contact_number: contactNumber.trim() }),
})

const inWords = (
  { treatment, service, date, time }: Booking,
  { treatments, services, booker }: BookingSources,
): Booked => ({
  treatment: dataOf(treatments)?.find(({ id }) => id === treatment)?.treatment_name ?? '',
  service: dataOf(services)?.find(({ id }) => id === service)?.service_name ?? '',
  date: date ?? '',
  time: time ?? '',
  firstVisitHours: dataOf(booker)?.firstVisitHours ?? null,
})

/** Half a second after a choice the next step shows; another choice within it begins the half second anew. */
function useAutoAdvance(booking: Booking, dispatch: Dispatch<BookingEvent>): void {
  const { advancing, treatment, service, date } = booking
  useEffect(() => {
    if (!advancing) return
    const timer = setTimeout(() => dispatch({ type: 'advanced' }), AUTO_ADVANCE_MS)
    return () => clearTimeout(timer)
  }, [advancing, treatment, service, date, dispatch])
}

type Watch = Pick<BookingModel, 'booking' | 'dispatch' | 'sources' | 'clinic' | 'now'> & {
  /** While a booking is on its way, its own slot may already show as taken. */
  paused: boolean
  loseTime: (sentence: string) => Promise<void>
}

/** Whenever something new is known, or time passes: what cannot be booked any more is taken back with its sentence. */
function useLostChoices({ booking, dispatch, sources, clinic, now, paused, loseTime }: Watch): void {
  const { treatments, services, closures, takenTimes } = sources
  useEffect(() => {
    if (!now || paused) return
    const lost = lostChoice(booking, {
      treatments: dataOf(treatments)?.map(({ id }) => id),
      services: dataOf(services)?.map(({ id }) => id),
      closures: dataOf(closures),
      takenTimes: dataOf(takenTimes),
      hours: clinic.opening_hours,
      now,
    })
    if (lost?.notice === appointmentSentences.slotTaken) void loseTime(lost.notice)
    else if (lost) dispatch({ type: 'choice-lost', ...lost })
  })
}

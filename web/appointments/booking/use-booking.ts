import { type Dispatch, useEffect, useReducer, useState } from 'react'
import { bookingMessages as s } from '#shared/appointments/booking-messages.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { type CivilTime, formatLongDate, formatTime } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { keepVisitText } from '#web/lib/kept-visit.ts'
import type { Availability } from './availability-api.ts'
import type { NewAppointment } from './booking-api.ts'
import { lostChoice, openOf } from './booking-calendar.ts'
import { useKeptChoices } from './booking-draft.ts'
import { type BookingSources, type Loaded, useBookingSources, useQuarterHour } from './booking-sources.ts'
import {
  AUTO_ADVANCE_MS,
  type Booking,
  type BookingEvent,
  bookingReducer,
  isComplete,
  newBooking,
  servicesKey,
} from './booking.ts'
import { useSentBooking } from './sent-booking.ts'
import { type BookedVisit, findBooked, type Outcome, submitBooking, type Typed, wantedOf } from './submit-booking.ts'

/** A visit as people read it, after the choices themselves are cleared. */
export type Booked = BookedVisit & {
  treatment: string
  service: string
  date: string
  time: string
  price: string | null
  /** For how many hours it is held; null for people whom the clinic knows. */
  firstVisitHours: number | null
}

export type BookingModel = {
  booking: Booking
  dispatch: Dispatch<BookingEvent>
  sources: BookingSources
  /** Everybody who does the chosen service; empty until that is known. */
  people: Availability['practitioners']
  /** How many days ahead the chosen services can be booked; null: as far as anybody can, or not known yet. */
  horizonDays: number | null
  /** How many minutes before it begins a visit must be booked; null: not known yet. */
  noticeMinutes: number | null
  clinic: PublicClinic
  /** The present quarter hour; null until the page is awake. */
  now: Date | null
  booked: Booked | null
  bookAnother: () => void
  /** Sends the booking. Answers what the dialog has to say; null when the page has gone on by itself. */
  submit: (typed: Typed) => Promise<Outcome | null>
  keepForLogin: () => void
  /** The chosen time is held for this browser, or is just going to be: nobody else can take it. */
  setHolding: (isHolding: boolean) => void
  /** Takes what becomes of the wish to hold the chosen time: false when somebody else has it. */
  setHoldAnswer: (isOurs: Promise<boolean>) => void
  /** The chosen time is somebody else's. */
  loseTime: (sentence: string) => Promise<void>
}

const dataOf = <T>(source: Loaded<T>): T | undefined => (source.status === 'ready' ? source.data : undefined)

/** The booking wizard: its choices, what it reads, and what becomes of a booking. */
export function useBooking(clinic: PublicClinic): BookingModel {
  const [booking, dispatch] = useReducer(bookingReducer, newBooking)
  const [holding, setHolding] = useState(false)
  const [holdAnswer, setHoldAnswer] = useState(() => Promise.resolve(true))
  const [booked, setBooked] = useState<Booked | null>(null)
  const now = useQuarterHour()
  const sources = useBookingSources(booking, now)
  const offered = useOffered(servicesKey(booking), sources.availability)
  const kept = useKeptChoices(booking, dispatch)
  const keepForLogin = () => {
    kept.keepForLogin()
    const { service, date, time } = formatLine(booking, sources)
    keepVisitText(s.keptVisit(service, formatLongDate(date), timeInWords(time)))
  }
  const succeed = ({ id, practitioner }: BookedVisit) => {
    setBooked({ id, ...formatLine(booking, sources), practitioner })
    dispatch({ type: 'booked' })
  }
  const { submit, sending, loseTime } = useSubmit({ booking, dispatch, sources, holdAnswer, succeed })
  useAutoAdvance(booking, dispatch)
  useLostChoices({ booking, dispatch, sources, clinic, ...offered, now, paused: sending, holding, loseTime })
  const bookAnother = () => setBooked(null)
  return {
    booking,
    dispatch,
    sources,
    ...offered,
    clinic,
    now,
    booked,
    bookAnother,
    submit,
    keepForLogin,
    loseTime,
    setHolding,
    setHoldAnswer,
  }
}

type Submitting = Pick<BookingModel, 'booking' | 'dispatch' | 'sources'> & {
  holdAnswer: Promise<boolean>
  succeed: (visit: BookedVisit) => void
}

function useSubmit({ booking, dispatch, sources, holdAnswer, succeed }: Submitting) {
  const [sending, setSending] = useState(false)
  const sent = useSentBooking()
  const whileSending = <T>(answer: Promise<T>): Promise<T> => {
    setSending(true)
    return answer.finally(() => setSending(false))
  }

  /** The booking without a response, if the choices still match it: it may have succeeded. */
  const doubtful = () => {
    const wanted = sent.unanswered()
    const same = wanted?.appointment_date === booking.date && wanted?.appointment_time === booking.time
    return same ? wanted : null
  }
  /** Somebody has the slot; unless it is the one whose booking of ours was never answered. */
  const loseTime = async (sentence: string, earlier = doubtful()) => {
    sent.forget()
    const found = earlier && (await whileSending(findBooked(earlier)))
    if (found) return succeed(found)
    dispatch({ type: 'choice-lost', choice: 'time', notice: sentence })
    sources.unavailableTimes.reload()
    sources.availability.reload()
  }
  /**
   * Returns null when the time was lost to somebody else, as the pending slot reservation or the booking itself
   * reports.
   */
  const send = async (wanted: NewAppointment): Promise<Outcome | null> => {
    // Wait for the slot reservation, which sets its secret: without it the booking would conflict with this browser's
    // own reservation.
    if (!(await holdAnswer)) return null
    const earlier = doubtful()
    const outcome = await submitBooking(wanted, sent.keyOf(wanted))
    if (outcome.kind === 'taken') return (await loseTime(outcome.sentence, earlier), null)
    const isRefused = outcome.kind === 'refused' && !outcome.unanswered
    if (outcome.kind === 'booked' || isRefused) sent.forget()
    const found = isRefused && earlier && (await findBooked(earlier))
    // It is refused because it was made before: "You already have a visit at that time", or one too many.
    return found ? { kind: 'booked', ...found } : outcome
  }
  const submit = async (typed: Typed): Promise<Outcome | null> => {
    if (!isComplete(booking) || sending) return null
    const outcome = await whileSending(send(wantedOf(booking, typed)))
    if (outcome === null) return null
    if (outcome.kind === 'booked') return (succeed(outcome), null)
    if (outcome.kind === 'refused' && !outcome.unanswered) readOffersAgain(sources)
    return outcome
  }
  return { submit, sending, loseTime }
}

/** Reloads the offers after the server reported newer data than the page has. */
const readOffersAgain = ({ services, closures, unavailableTimes }: BookingSources) =>
  [services, closures, unavailableTimes].forEach(({ reload }) => reload())

const NOBODY: Availability['practitioners'] = []

type Offered = Pick<BookingModel, 'people' | 'horizonDays' | 'noticeMinutes'>
const UNKNOWN: Offered = { people: NOBODY, horizonDays: null, noticeMinutes: null }

/** Who does the services, how far ahead and how long before: all stay while the times of another day or person are read. */
function useOffered(service: string | null, availability: BookingSources['availability']): Offered {
  const [known, setKnown] = useState({ service, ...UNKNOWN })
  const read = dataOf(availability)
  if (read && read.practitioners !== known.people)
    setKnown({
      service,
      people: read.practitioners,
      horizonDays: read.horizon_days,
      noticeMinutes: read.minimum_notice_minutes,
    })
  const { service: ofService, ...offered } = known
  return ofService === service ? offered : UNKNOWN
}

function formatLine(booking: Booking, sources: BookingSources): Omit<Booked, 'id' | 'practitioner'> {
  const { treatment, service, price } = formatVisit(booking, sources)
  return {
    treatment: treatment ?? '',
    service: service ?? '',
    date: booking.date ?? '',
    time: booking.time ?? '',
    price,
    firstVisitHours: dataOf(sources.booker)?.firstVisitHours ?? null,
  }
}

/** Half a second after a choice the next step shows; another choice within it begins the half second anew. */
function useAutoAdvance(booking: Booking, dispatch: Dispatch<BookingEvent>): void {
  const { advancing, treatment, service, date } = booking
  useEffect(() => {
    if (!advancing) return
    const timer = setTimeout(() => dispatch({ type: 'advanced' }), AUTO_ADVANCE_MS)
    return () => clearTimeout(timer)
  }, [advancing, treatment, service, date, dispatch])
}

type Watch = Pick<BookingModel, 'booking' | 'dispatch' | 'sources' | 'clinic' | 'horizonDays' | 'now'> & {
  /** While a booking is on its way, its own slot may already show as taken. */
  paused: boolean
  /** So may a time that is held. */
  holding: boolean
  loseTime: (sentence: string) => Promise<void>
}

/** Whenever something new is known, or time passes: what cannot be booked any more is taken back with its sentence. */
function useLostChoices({ booking, dispatch, sources, clinic, paused, holding, loseTime, ...present }: Watch): void {
  const { now, horizonDays } = present
  const { treatments, services, closures, unavailableTimes } = sources
  useEffect(() => {
    if (!now || paused) return
    const lost = lostChoice(booking, {
      treatments: dataOf(treatments)?.map(({ id }) => id),
      services: dataOf(services)?.map(({ id }) => id),
      closures: dataOf(closures),
      unavailableTimes: holding ? undefined : dataOf(unavailableTimes),
      ...openOf(clinic),
      horizonDays,
      now,
    })
    if (lost?.notice === appointmentMessages.slotTaken) void loseTime(lost.notice)
    else if (lost) dispatch({ type: 'choice-lost', ...lost })
  })
}

/** `10:30 AM`; the last slot of a day says that it is midnight. */
export const timeInWords = (time: CivilTime): string =>
  time === '00:00:00' ? `${formatTime(time)} (${s.midnight})` : formatTime(time)

type FormattedVisit = {
  treatment: string | null
  service: string | null
  price: string | null
  minutes: number
  /** `60 min` */
  length: string | null
}

/** Names, and what they take and cost together, of what is chosen; null where nothing is, or its name is not loaded yet. */
export function formatVisit(
  { treatment, service, earlier }: Pick<Booking, 'treatment' | 'service' | 'earlier'>,
  { treatments, services }: BookingSources,
): FormattedVisit {
  const ofTreatment = dataOf(treatments)?.find(({ id }) => id === treatment)?.treatment_name
  const ofService = dataOf(services)?.find(({ id }) => id === service)
  const minutes = earlier.reduce((sum, one) => sum + one.minutes, ofService?.duration_minutes ?? 0)
  const price = earlier.reduce((sum, one) => sum + one.price, ofService ? toCentavos(ofService.service_price) : 0)
  const names = [...earlier.map(({ name }) => name), ...(ofService ? [ofService.service_name] : [])]
  const inAll = new Set([...earlier.map(({ treatmentName }) => treatmentName), ...(ofTreatment ? [ofTreatment] : [])])
  return {
    treatment: inAll.size > 0 ? [...inAll].join(', ') : null,
    service: names.length > 0 ? names.join(' + ') : null,
    price: names.length > 0 ? formatPesoShort(price) : null,
    minutes,
    length: names.length > 0 ? s.minutes(minutes) : null,
  }
}

import { type Dispatch, useEffect, useReducer, useState } from 'react'
import { bookingMessages as s } from '#shared/appointments/booking-messages.ts'
import { appointmentMessages, termsMessages } from '#shared/appointments/messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import type { Availability, BookedVisit, NewAppointment, Outcome } from './visit-api.ts'
import { lostChoice, openOf } from './booking-calendar.ts'
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
import { type Leaving, useLeaving } from './use-leaving.ts'
import { useSentBooking, findBooked, submitBooking, type Typed, requestBodyOf } from './submit-booking.ts'

/**
 * A booked visit with the texts that the success page shows. The texts are kept here, because the client's choices are
 * cleared after the booking.
 */
export type Booked = BookedVisit & {
  /** The choices from which the texts come. */
  choices: Pick<Booking, 'service' | 'earlier' | 'date'>
  treatment: string
  service: string
  date: string
  time: string
  price: string | null
  /** After how many hours the visit expires if it is not confirmed; null for known clients. */
  firstVisitHours: number | null
  hasDeposit: boolean
}

export type BookingModel = Omit<Leaving, 'startAgain'> & {
  booking: Booking
  dispatch: Dispatch<BookingEvent>
  sources: BookingSources
  /** Everybody who does the chosen service; empty until loaded. */
  people: Availability['practitioners']
  /** How many days ahead the chosen services can be booked; null if there is no special limit, or until loaded. */
  horizonDays: number | null
  /** How many minutes ahead a visit must be booked; null until loaded. */
  noticeMinutes: number | null
  clinic: PublicClinic
  /** The current quarter hour; null until hydration. */
  now: Date | null
  booked: Booked | null
  bookAnother: () => void
  /**
   * Sends the booking. Returns the outcome for the dialog, or null if the dialog has nothing to show, because the visit
   * is booked or the chosen time was lost.
   */
  submit: (typed: Typed) => Promise<Outcome | null>
  /** Stores whether the chosen time is reserved for this browser, or the reservation is still being requested. */
  setIsReserved: (isReserved: boolean) => void
  /** Stores the promise of the reservation's result, which is false when somebody else has the time. */
  setReservationResult: (isOurs: Promise<boolean>) => void
  /** Clears the chosen time, because somebody else has it. */
  loseTime: (sentence: string) => Promise<void>
}

const dataOf = <T>(source: Loaded<T>): T | undefined => (source.status === 'ready' ? source.data : undefined)

/** The state of the booking wizard: choices, loaded data and the result of a booking. */
export function useBooking(clinic: PublicClinic): BookingModel {
  const [booking, dispatch] = useReducer(bookingReducer, newBooking)
  const [isReserved, setIsReserved] = useState(false)
  const [reservationResult, setReservationResult] = useState(() => Promise.resolve(true))
  const [booked, setBooked] = useState<Booked | null>(null)
  const now = useQuarterHour()
  const sources = useBookingSources(booking, now)
  const offer = useServiceOffer(servicesKey(booking), sources.availability)
  useFitPractitioner(booking.practitioner, offer.people, dispatch)
  const { startAgain, ...leaving } = useLeaving(booking, dispatch, () => lineText(formatLine(booking, sources)))
  const succeed = ({ id, practitioner }: BookedVisit) => {
    setBooked({ id, ...formatLine(booking, sources), practitioner })
    dispatch({ type: 'booked' })
  }
  const { submit, sending, loseTime } = useSubmitBooking({ booking, dispatch, sources, reservationResult, succeed })
  useAutoAdvance(booking, dispatch)
  useLostChoices({ booking, dispatch, sources, clinic, ...offer, now, paused: sending, isReserved, loseTime })
  const bookAnother = () => {
    setBooked(null)
    startAgain()
  }
  return {
    booking,
    dispatch,
    sources,
    ...offer,
    clinic,
    now,
    booked,
    ...leaving,
    bookAnother,
    submit,
    loseTime,
    setIsReserved,
    setReservationResult,
  }
}

type SubmitOptions = Pick<BookingModel, 'booking' | 'dispatch' | 'sources'> & {
  reservationResult: Promise<boolean>
  succeed: (visit: BookedVisit) => void
}

function useSubmitBooking({ booking, dispatch, sources, reservationResult, succeed }: SubmitOptions) {
  const [sending, setSending] = useState(false)
  const sent = useSentBooking()
  const whileSending = <T>(answer: Promise<T>): Promise<T> => {
    setSending(true)
    return answer.finally(() => setSending(false))
  }

  /** Returns the booking that was sent but not answered, if the choices are still the same: it may have succeeded. */
  const unansweredHere = () => {
    const wanted = sent.unanswered()
    const same = wanted?.appointment_date === booking.date && wanted?.appointment_time === booking.time
    return same ? wanted : null
  }
  /** Clears the chosen time that was lost, unless an unanswered booking from this browser has taken it. */
  const loseTime = async (sentence: string, earlier = unansweredHere()) => {
    sent.forget()
    const found = earlier && (await whileSending(findBooked(earlier)))
    if (found) return succeed(found)
    dispatch({ type: 'choice-lost', choice: 'time', notice: sentence })
    sources.unavailableTimes.reload()
    sources.availability.reload()
  }
  /**
   * Returns null when the chosen time was lost to somebody else, which either the slot reservation or the booking
   * itself reports.
   */
  const send = async (wanted: NewAppointment): Promise<Outcome | null> => {
    // Wait until the slot reservation has set its secret: if the booking lacked the secret, it would conflict with the
    // reservation of this browser.
    if (!(await reservationResult)) return null
    const earlier = unansweredHere()
    const outcome = await submitBooking(wanted, sent.keyOf(wanted))
    if (outcome.kind === 'taken') return (await loseTime(outcome.sentence, earlier), null)
    const isRefused = outcome.kind === 'refused' && !outcome.unanswered
    if (outcome.kind === 'booked' || isRefused) sent.forget()
    const found = isRefused && earlier && (await findBooked(earlier))
    // The refusal may be due to the earlier booking, which succeeded unanswered: "You already have a visit at that
    // time", or too many bookings.
    return found ? { kind: 'booked', ...found } : outcome
  }
  const submit = async (typed: Typed): Promise<Outcome | null> => {
    if (!isComplete(booking) || sending) return null
    const outcome = await whileSending(send(requestBodyOf(booking, typed)))
    if (outcome === null) return null
    if (outcome.kind === 'booked') return (succeed(outcome), null)
    if (outcome.kind === 'refused' && !outcome.unanswered) reloadOffers(sources)
    return outcome
  }
  return { submit, sending, loseTime }
}

/** Reloads services, closed dates and times after a refused booking, because the data of the page may be outdated. */
const reloadOffers = ({ services, closures, unavailableTimes }: BookingSources) =>
  [services, closures, unavailableTimes].forEach(({ reload }) => reload())

const NO_PEOPLE: Availability['practitioners'] = []

type ServiceOffer = Pick<BookingModel, 'people' | 'horizonDays' | 'noticeMinutes'>
const UNKNOWN_OFFER: ServiceOffer = { people: NO_PEOPLE, horizonDays: null, noticeMinutes: null }

/**
 * If the practitioner whom a link names does not do the chosen service, switches to no particular practitioner and
 * shows a message about that.
 */
function useFitPractitioner(
  practitioner: string | null,
  people: Availability['practitioners'],
  dispatch: Dispatch<BookingEvent>,
): void {
  const isUnfit = practitioner !== null && people.length > 0 && people.every(({ id }) => id !== practitioner)
  useEffect(() => {
    if (isUnfit) dispatch({ type: 'practitioner-chosen', id: null, notice: termsMessages.notTheirService })
  }, [isUnfit, dispatch])
}

/** The practitioners and limits of the services, kept while times of another day or person load. */
function useServiceOffer(service: string | null, availability: BookingSources['availability']): ServiceOffer {
  const [known, setKnown] = useState({ service, ...UNKNOWN_OFFER })
  const read = dataOf(availability)
  if (read && read.practitioners !== known.people)
    setKnown({
      service,
      people: read.practitioners,
      horizonDays: read.horizon_days,
      noticeMinutes: read.minimum_notice_minutes,
    })
  const { service: ofService, ...offer } = known
  return ofService === service ? offer : UNKNOWN_OFFER
}

function formatLine(booking: Booking, sources: BookingSources): Omit<Booked, 'id' | 'practitioner'> {
  const { treatment, service, price } = formatVisit(booking, sources)
  return {
    choices: booking,
    treatment: treatment ?? '',
    service: service ?? '',
    date: booking.date ?? '',
    time: booking.time ?? '',
    price,
    firstVisitHours: dataOf(sources.booker)?.firstVisitHours ?? null,
    hasDeposit: Boolean(dataOf(sources.deposit)),
  }
}

const lineText = ({ service, date, time }: ReturnType<typeof formatLine>): string =>
  s.keptVisit(service, formatLongDate(date), formatStart(time))

/** Shows the next step half a second after a choice; another choice restarts the timer. */
function useAutoAdvance(booking: Booking, dispatch: Dispatch<BookingEvent>): void {
  const { advancing, treatment, service, date } = booking
  useEffect(() => {
    if (!advancing) return
    const timer = setTimeout(() => dispatch({ type: 'advanced' }), AUTO_ADVANCE_MS)
    return () => clearTimeout(timer)
  }, [advancing, treatment, service, date, dispatch])
}

type LostChoiceOptions = Pick<BookingModel, 'booking' | 'dispatch' | 'sources' | 'clinic' | 'horizonDays' | 'now'> & {
  /** True while a booking is being sent: its time may already show as taken. */
  paused: boolean
  /** True while the chosen time is reserved for this browser: it may show as taken although it is not lost. */
  isReserved: boolean
  loseTime: (sentence: string) => Promise<void>
}

/** Clears choices that can no longer be booked, with a message, whenever data or time change. */
function useLostChoices({
  booking,
  dispatch,
  sources,
  clinic,
  paused,
  isReserved,
  loseTime,
  ...present
}: LostChoiceOptions): void {
  const { now, horizonDays } = present
  const { treatments, services, closures, unavailableTimes } = sources
  useEffect(() => {
    if (!now || paused) return
    const lost = lostChoice(booking, {
      treatments: dataOf(treatments)?.map(({ id }) => id),
      services: dataOf(services)?.map(({ id }) => id),
      closures: dataOf(closures),
      unavailableTimes: isReserved ? undefined : dataOf(unavailableTimes),
      ...openOf(clinic),
      horizonDays,
      now,
    })
    if (lost?.notice === appointmentMessages.slotTaken) void loseTime(lost.notice)
    else if (lost) dispatch({ type: 'choice-lost', ...lost })
  })
}

type FormattedVisit = {
  treatment: string | null
  service: string | null
  price: string | null
  minutes: number
  /** The length of the visit, such as `60 min`. */
  length: string | null
}

/** The names, total length and price of the choices; null where missing or not loaded. */
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

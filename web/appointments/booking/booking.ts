import { toCentavos } from '#shared/lib/money.ts'
import { startOfMonth, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'

export type Step = 1 | 2 | 3 | 4

/** What a visitor has chosen. Choices depend on earlier ones: a service on its treatment, a time on its date. */
export type Choices = {
  treatment: string | null
  service: string | null
  date: CivilDate | null
  time: CivilTime | null
}

/** The requested practitioner (null for anyone). It depends on the service, and the free times depend on it. */
type PractitionerChoice = { practitioner: string | null }

/** A service of the visit that was chosen before the current one, with its names; the price is in centavos. */
export type Earlier = {
  treatment: string
  treatmentName: string
  service: string
  name: string
  minutes: number
  price: number
  /** The questions that the clinic asks about this service; missing in a draft that an earlier version has stored. */
  questions?: readonly string[]
}

type NamedTreatment = { id: string; treatment_name: string }
type PricedService = {
  id: string
  service_name: string
  duration_minutes: number
  service_price: Parameters<typeof toCentavos>[0]
  questions: readonly string[]
}

/** Converts a service to the form in which the list of the visit's services shows it. */
export const shownService = (treatment: NamedTreatment, service: PricedService): Earlier => ({
  treatment: treatment.id,
  treatmentName: treatment.treatment_name,
  service: service.id,
  name: service.service_name,
  minutes: service.duration_minutes,
  price: toCentavos(service.service_price),
  questions: service.questions,
})

/** The ids of a service that was chosen before the current one. A link contains only these ids of such a service. */
export type EarlierIds = Pick<Earlier, 'treatment' | 'service'>

/** The visit's services that were chosen before the current one, in order. */
type EarlierServices = { earlier: readonly Earlier[] }

/** All service ids separated by commas; null until the last one is chosen. */
export const servicesKey = ({ service, earlier }: Pick<Booking, 'service' | 'earlier'>): string | null =>
  service && [...earlier.map((one) => one.service), service].join()

/** Splits the comma-separated ids of the chosen services into the fields that the calls of the booking expect. */
export function servicesOfKey(key: string): { service_id: string; further_services?: string[] } {
  const [service_id = '', ...further_services] = key.split(',')
  return { service_id, ...(further_services.length > 0 && { further_services }) }
}

/** A time that somebody else took; the page then offers the nearest free times. */
type LostTime = { date: CivilDate; time: CivilTime }

export type Booking = Choices &
  PractitionerChoice &
  EarlierServices & {
    step: Step
    /** The chosen time that somebody else has taken, until the visitor chooses again. */
    lost: LostTime | null
    /** True after a choice: the next step follows in half a second unless the person navigates. */
    advancing: boolean
    /** True while the confirm dialog is open. */
    confirming: boolean
    /** How often the confirm dialog was requested, so that it reopens if the browser has just closed it. */
    timesAsked: number
    /** The message that says why a choice was cleared, until the next choice. */
    notice: string | null
    /** True when all choices come from a link; those that cannot be booked are then dropped without a message. */
    linked: boolean
    /** The first day of the month viewed last; kept when the date is cleared. */
    month: CivilDate | null
  }

export type BookingEvent =
  | { type: 'treatment-chosen' | 'service-chosen'; id: string }
  /**
   * Adds the chosen service to the visit, and starts choosing another: among the services of the same treatment while
   * `hasMore`, otherwise among the treatments.
   */
  | { type: 'service-added'; earlier: Earlier; hasMore: boolean }
  /** Removes a service from the visit. `index` is its position; the last one is the current service. */
  | { type: 'service-removed'; index: number }
  | { type: 'date-chosen'; date: CivilDate }
  | { type: 'month-turned'; month: CivilDate }
  /** `date` is set if the time is not on the date that was chosen before. */
  | { type: 'time-chosen'; time: CivilTime; date?: CivilDate }
  /** Chooses a practitioner; `notice` says why the page itself has switched to no particular practitioner. */
  | { type: 'practitioner-chosen'; id: string | null; notice?: string }
  | { type: 'advanced' | 'confirm-opened' | 'booked' }
  /** Closes the confirm dialog; `notice` says why the page itself has closed it. */
  | { type: 'confirm-closed'; notice?: string }
  | { type: 'step-chosen'; step: Step }
  /** Clears a choice that can no longer be booked, and the choices that depend on it. */
  | { type: 'choice-lost'; choice: keyof Choices; notice: string }
  /** Restores choices from a link or a stored draft; `confirming` opens the confirm dialog again after a log-in. */
  | {
      type: 'restored'
      choices: Choices & Partial<PractitionerChoice & EarlierServices>
      confirming: boolean
      linked?: boolean
    }

export const AUTO_ADVANCE_MS = 500

const noChoices: Choices = { treatment: null, service: null, date: null, time: null }
export const newBooking: Booking = {
  ...noChoices,
  practitioner: null,
  earlier: [],
  lost: null,
  step: 1,
  advancing: false,
  confirming: false,
  timesAsked: 0,
  notice: null,
  linked: false,
  month: null,
}

const stepOf: Record<keyof Choices, Step> = { treatment: 1, service: 2, date: 3, time: 4 }

/** The first step whose choice is missing; the last step (4) when none is missing. */
const firstOpenStep = ({ treatment, service, date }: Choices): Step =>
  treatment === null ? 1 : service === null ? 2 : date === null ? 3 : 4

/** A step is reachable once all earlier choices are made. */
export const isReachable = (choices: Choices, step: Step): boolean => step <= firstOpenStep(choices)

/** A step is done when its choice and all earlier ones are made, so a lost choice also reopens the later steps. */
export const isDone = (choices: Choices, step: Step): boolean =>
  step === 4 ? isComplete(choices) : isReachable(choices, (step + 1) as Step)

export const isComplete = (choices: Choices): choices is { [K in keyof Choices]: string } =>
  firstOpenStep(choices) === 4 && choices.time !== null

/** The button Next is enabled once the choice of the current step and all earlier choices are made. */
export const mayGoOn = (booking: Booking): boolean =>
  booking.step === 4 ? isComplete(booking) : booking.step < firstOpenStep(booking)

const withChoice = (booking: Booking, choices: Partial<Choices & PractitionerChoice>): Booking => ({
  ...booking,
  ...choices,
  notice: null,
  linked: false,
  lost: null,
  advancing: true,
})

/** The practitioner that a link names stays chosen until the first service is chosen. */
const keptPractitioner = ({ service, practitioner }: Booking) => (service === null ? practitioner : null)

/** Chooses a treatment. Another treatment than before clears the service. */
const withTreatment = (booking: Booking, treatment: string): Booking =>
  withChoice(booking, {
    ...(treatment !== booking.treatment && { treatment, service: null, practitioner: keptPractitioner(booking) }),
  })

/** Chooses a service. Another service than before clears the practitioner. */
const withService = (booking: Booking, service: string): Booking =>
  withChoice(booking, { ...(service !== booking.service && { service, practitioner: keptPractitioner(booking) }) })

/** Chooses a practitioner. Another practitioner than before clears the time. */
const withPractitioner = (
  booking: Booking,
  { id, notice = null }: { id: string | null; notice?: string | null },
): Booking =>
  id === booking.practitioner
    ? booking
    : { ...booking, practitioner: id, time: null, notice, lost: null, confirming: false }

/** Changes the services of the visit, which clears practitioner and time. */
function withEarlier(booking: Booking, changes: Partial<Choices & EarlierServices> & { step: Step }): Booking {
  return { ...booking, ...changes, practitioner: null, time: null, notice: null, lost: null, advancing: false }
}

const withAnother = (booking: Booking, earlier: Earlier, hasMore: boolean): Booking =>
  withEarlier(booking, {
    earlier: [...booking.earlier, earlier],
    service: null,
    ...(hasMore ? { step: 2 } : { treatment: null, step: 1 }),
  })

function withoutService(booking: Booking, index: number): Booking {
  const earlier = booking.earlier.filter((_, i) => i !== index)
  const step = booking.step === 2 ? 2 : 3
  if (index < booking.earlier.length)
    return withEarlier(booking, { earlier, step: booking.service === null ? 1 : step })
  const last = booking.earlier.at(-1)
  if (!last) return booking
  const { treatment, service } = last
  return withEarlier(booking, { earlier: booking.earlier.slice(0, -1), treatment, service, step: 3 })
}

/** Chooses a date. Another date than before clears the time. */
const withDate = (booking: Booking, date: CivilDate): Booking => ({
  ...withChoice(booking, { date, ...(date !== booking.date && { time: null }) }),
  month: startOfMonth(date),
})

function withoutChoice(booking: Booking, choice: keyof Choices, notice: string): Booking {
  const dependent: Partial<Choices> =
    choice === 'treatment' ? { service: null } : choice === 'date' ? { time: null } : {}
  const { date, time } = booking
  const lost = choice === 'time' && date !== null && time !== null ? { date, time } : null
  const step = Math.min(booking.step, stepOf[choice]) as Step
  const shownNotice = booking.linked ? null : notice
  return {
    ...booking,
    ...dependent,
    [choice]: null,
    lost,
    step,
    notice: shownNotice,
    advancing: false,
    confirming: false,
  }
}

type Restored = Extract<BookingEvent, { type: 'restored' }>

function restored({ choices, confirming, linked = false }: Restored): Booking {
  const whole: Choices = {
    treatment: choices.treatment,
    service: choices.treatment === null ? null : choices.service,
    date: choices.date,
    time: choices.date === null ? null : choices.time,
  }
  const month = whole.date && startOfMonth(whole.date)
  return {
    ...newBooking,
    ...whole,
    practitioner: choices.practitioner ?? null,
    earlier: choices.earlier ?? [],
    linked,
    month,
    step: firstOpenStep(whole),
    confirming: confirming && isComplete(whole),
  }
}

function advanced(booking: Booking): Booking {
  const next = Math.min(4, booking.step + 1) as Step
  return { ...booking, ...(booking.advancing && isReachable(booking, next) && { step: next }), advancing: false }
}

/** Returns the wizard's state after an event, without side effects. */
export function bookingReducer(booking: Booking, event: BookingEvent): Booking {
  switch (event.type) {
    case 'treatment-chosen':
      return withTreatment(booking, event.id)
    case 'service-chosen':
      return withService(booking, event.id)
    case 'service-added':
      return withAnother(booking, event.earlier, event.hasMore)
    case 'service-removed':
      return withoutService(booking, event.index)
    case 'date-chosen':
      return withDate(booking, event.date)
    case 'month-turned':
      return { ...booking, month: event.month }
    case 'time-chosen':
      return { ...withDate(booking, event.date ?? booking.date!), time: event.time, advancing: false, step: 4 }
    case 'practitioner-chosen':
      return withPractitioner(booking, event)
    case 'advanced':
      return advanced(booking)
    case 'step-chosen':
      return isReachable(booking, event.step)
        ? { ...booking, step: event.step, advancing: false, notice: null, lost: null }
        : booking
    case 'confirm-opened':
      return isComplete(booking)
        ? { ...booking, confirming: true, timesAsked: booking.timesAsked + 1, notice: null }
        : booking
    case 'confirm-closed':
      return { ...booking, confirming: false, notice: event.notice ?? booking.notice }
    case 'choice-lost':
      return booking[event.choice] === null ? booking : withoutChoice(booking, event.choice, event.notice)
    case 'restored':
      return restored(event)
    case 'booked':
      return newBooking
  }
}

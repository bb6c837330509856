import { startOfMonth, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'

export type Step = 1 | 2 | 3 | 4

/** What has been chosen; the later choices hang on the earlier ones (a service on its treatment, a time on its date). */
export type Choices = {
  treatment: string | null
  service: string | null
  date: CivilDate | null
  time: CivilTime | null
}

/** Who should do it; null: anyone who is free. Hangs on the service, and the time on it. */
type Wish = { practitioner: string | null }

/** A service that was chosen before the present one, as the page showed it. Its price in centavos. */
export type Earlier = {
  treatment: string
  treatmentName: string
  service: string
  name: string
  minutes: number
  price: number
}

/** The services of the visit before the one of the choices, in their order. */
type Several = { earlier: readonly Earlier[] }

/** The ids of all services of the visit with commas between them; null while the last one is not chosen. */
export const servicesKey = ({ service, earlier }: Pick<Booking, 'service' | 'earlier'>): string | null =>
  service && [...earlier.map((one) => one.service), service].join()

/** A time that somebody else took: the nearest free ones are offered. */
type LostTime = { date: CivilDate; time: CivilTime }

export type Booking = Choices &
  Wish &
  Several & {
    step: Step
    /** The time that was lost, until the next choice. */
    lost: LostTime | null
    /** A choice was just made: the next step comes in half a second, unless the person goes elsewhere. */
    advancing: boolean
    /** The confirm dialog is open. */
    confirming: boolean
    /** How often it was asked for: a dialog that the browser has just closed by itself opens again. */
    timesAsked: number
    /** Why something was taken back, until the next choice. */
    notice: string | null
    /** All choices are those of a link: what is not offered of it is left out without a word. */
    linked: boolean
    /** The month that the person looked at last, as its first day; it stays when the date is taken back. */
    month: CivilDate | null
  }

export type BookingEvent =
  | { type: 'treatment-chosen' | 'service-chosen'; id: string }
  /** The chosen service stays, and the next one is chosen. */
  | { type: 'service-added'; earlier: Earlier }
  /** The last of them is the one of the choices. */
  | { type: 'service-removed'; index: number }
  | { type: 'date-chosen'; date: CivilDate }
  | { type: 'month-turned'; month: CivilDate }
  /** `date`: of another day than the one that is chosen. */
  | { type: 'time-chosen'; time: CivilTime; date?: CivilDate }
  | { type: 'practitioner-chosen'; id: string | null }
  | { type: 'advanced' | 'confirm-opened' | 'booked' }
  /** `notice`: why it did not stay open. */
  | { type: 'confirm-closed'; notice?: string }
  | { type: 'step-chosen'; step: Step }
  /** Something cannot be booked any more: it and what hangs on it are taken back. */
  | { type: 'choice-lost'; choice: keyof Choices; notice: string }
  /** Choices of a link, or of an earlier visit to the page; `confirming` when the log-in came between. */
  | { type: 'restored'; choices: Choices & Partial<Wish & Several>; confirming: boolean; linked?: boolean }

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

/** The first step whose choice is missing, or 4 when nothing is. */
const firstOpenStep = ({ treatment, service, date }: Choices): Step =>
  treatment === null ? 1 : service === null ? 2 : date === null ? 3 : 4

/** A step can be visited once the choices of all steps before it are made. */
export const isReachable = (choices: Choices, step: Step): boolean => step <= firstOpenStep(choices)

/** A step is done once its choice and those of the steps before it are made: a lost one takes the later ones along. */
export const isDone = (choices: Choices, step: Step): boolean =>
  step === 4 ? isComplete(choices) : isReachable(choices, (step + 1) as Step)

export const isComplete = (choices: Choices): choices is { [K in keyof Choices]: string } =>
  firstOpenStep(choices) === 4 && choices.time !== null

/** Next is allowed only when the choice of the present step, and of those before it, exists. */
export const mayGoOn = (booking: Booking): boolean =>
  booking.step === 4 ? isComplete(booking) : booking.step < firstOpenStep(booking)

const withChoice = (booking: Booking, choices: Partial<Choices & Wish>): Booking => ({
  ...booking,
  ...choices,
  notice: null,
  linked: false,
  lost: null,
  advancing: true,
})

/** Another treatment has other services. */
const withTreatment = (booking: Booking, treatment: string): Booking =>
  withChoice(booking, { ...(treatment !== booking.treatment && { treatment, service: null, practitioner: null }) })

/** Another service is done by other people. */
const withService = (booking: Booking, service: string): Booking =>
  withChoice(booking, { ...(service !== booking.service && { service, practitioner: null }) })

/** Other services take other times and other people. */
function withEarlier(booking: Booking, changes: Partial<Choices & Several> & { step: Step }): Booking {
  return { ...booking, ...changes, practitioner: null, time: null, notice: null, lost: null, advancing: false }
}

const withAnother = (booking: Booking, earlier: Earlier): Booking =>
  withEarlier(booking, { earlier: [...booking.earlier, earlier], treatment: null, service: null, step: 1 })

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

/** Another day has other free times. */
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
  const told = booking.linked ? null : notice
  return { ...booking, ...dependent, [choice]: null, lost, step, notice: told, advancing: false, confirming: false }
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
  const practitioner = whole.service === null ? null : (choices.practitioner ?? null)
  return {
    ...newBooking,
    ...whole,
    practitioner,
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

/** The wizard as one pure step after another. */
export function bookingReducer(booking: Booking, event: BookingEvent): Booking {
  switch (event.type) {
    case 'treatment-chosen':
      return withTreatment(booking, event.id)
    case 'service-chosen':
      return withService(booking, event.id)
    case 'service-added':
      return withAnother(booking, event.earlier)
    case 'service-removed':
      return withoutService(booking, event.index)
    case 'date-chosen':
      return withDate(booking, event.date)
    case 'month-turned':
      return { ...booking, month: event.month }
    case 'time-chosen':
      return { ...withDate(booking, event.date ?? booking.date!), time: event.time, advancing: false, step: 4 }
    case 'practitioner-chosen':
      return event.id === booking.practitioner
        ? booking
        : { ...booking, practitioner: event.id, time: null, notice: null, lost: null, confirming: false }
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

import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { closedDatesMessages } from '#shared/closed-dates/messages.ts'
import { ownDepositsContract } from '#shared/deposits/own-contract.ts'
import type { Input, Output } from '#shared/lib/endpoint.ts'
import { ApiError, errorDataOf } from '#shared/lib/http-client.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { peopleOf } from '#shared/lib/visit-services.ts'
import type { Role } from '#shared/people/role.ts'
import { newsContract, type NewsChannel } from '#shared/privacy/news-contract.ts'
import { isStaff } from '#shared/users/roles.ts'
import { api } from '#web/lib/api.ts'
import type { Closures } from './booking-calendar.ts'
import { read, withFailureMessage } from './booking-call.ts'
import { servicesOfKey } from './booking.ts'

/**
 * This module makes the API calls about dates, times, the visit and the logged-in person. Visitors need none of them in
 * the first two steps, so it is loaded when the browser is idle, or with the first choice of a service.
 */

export { ApiError, read }

export type NewAppointment = Input<typeof appointmentsContract.book>['body']
export type Availability = Output<typeof availabilityContract.availability>['data']

/**
 * Reads the disabled dates, and the public holidays of this year and the next, because visitors can book up to 12
 * months ahead.
 */
export async function readClosures(today: CivilDate, signal: AbortSignal): Promise<Closures> {
  const year = Number(today.slice(0, 4))
  const holidaysOf = (of: number) =>
    withFailureMessage(
      closedDatesMessages.failedToFetchHolidays,
      read(closedDatesContract.holidays, { querystring: { year: of } }, { signal }),
    )
  const [disabled, ...years] = await Promise.all([
    withFailureMessage(closedDatesMessages.failedToFetchDates, read(closedDatesContract.disabledDates, {}, { signal })),
    holidaysOf(year),
    holidaysOf(year + 1),
  ])
  return {
    disabled: new Set(disabled.data.map(({ date }) => date)),
    holidays: new Map(years.flatMap(({ data }) => data).map(({ date, localName }) => [date, localName])),
  }
}

/** The number of days to search for the next free time. */
const DAYS_AHEAD = 14

/** Loads two weeks of free times from a date, with one person or anyone. */
export async function readAvailability(
  date: CivilDate,
  service: string,
  practitioner: string | null,
  signal: AbortSignal,
): Promise<Availability> {
  const { service_id, further_services } = servicesOfKey(service)
  const querystring = {
    service_id,
    ...(further_services && { further_services: further_services.join() }),
    date,
    days: DAYS_AHEAD,
    ...(practitioner !== null && { practitioner_id: practitioner }),
  }
  const answer = read(availabilityContract.availability, { querystring }, { signal })
  return (await withFailureMessage(appointmentMessages.conflictCheckFailed, answer)).data
}

/**
 * Reads the start times of a date at which a visit with these services cannot be booked with this person, or with
 * anyone if the person is null.
 */
export async function readUnavailableTimes(
  date: CivilDate,
  service: string | null,
  practitioner: string | null,
  signal: AbortSignal,
): Promise<ReadonlySet<CivilTime>> {
  const body = {
    date,
    ...(service !== null && servicesOfKey(service)),
    ...(practitioner !== null && { practitioner_id: practitioner }),
  }
  const answer = read(appointmentsContract.unavailableTimes, { body }, { signal })
  return new Set((await withFailureMessage(appointmentMessages.conflictCheckFailed, answer)).appointment_times)
}

/** The ids of the services are separated by commas. `date` is the day of the visit; null before it is chosen. */
type DepositVisit = { services: string; isLoggedIn: boolean; date: CivilDate | null }

/**
 * Reads the deposit that the clinic asks a visitor or the logged-in client to pay for a visit; null if it asks for none.
 */
export const readDepositTerms = async ({ services, isLoggedIn, date }: DepositVisit, signal: AbortSignal) => {
  const { terms, ownTerms } = ownDepositsContract
  const querystring = { service_ids: services, ...(date !== null && { date }) }
  return (await read(isLoggedIn ? ownTerms : terms, { querystring }, { signal })).data
}

/** After how many hours an unconfirmed first visit expires for an unknown client; null for everybody else. */
async function firstVisitHours(role: Role): Promise<number | null> {
  if (isStaff(role)) return null
  try {
    return (await api(appointmentsContract.mine, { querystring: { per_page: 1 } })).first_visit_hours
  } catch (error) {
    // The server refuses this call until the person has chosen a password. The booking asks for one when it is sent, so
    // the refusal is no error here.
    if (error instanceof ApiError) return null
    throw error
  }
}

/** The news channels about which the client was not asked yet; none if unknown. */
async function newsToOffer(role: Role): Promise<NewsChannel[]> {
  if (isStaff(role)) return []
  try {
    const { data } = await api(newsContract.mine, {})
    return data
      .filter(({ given_at, withdrawn_at }) => given_at === null && withdrawn_at === null)
      .map(({ channel }) => channel)
  } catch (error) {
    // Failures are ignored: the booking must go on, and the profile asks about news too.
    if (error instanceof ApiError) return []
    throw error
  }
}

/**
 * Reads the fields of the logged-in person that the booking needs; null for visitors. Throws when they cannot be read.
 */
export async function readBooker() {
  const { checkSession, currentSession } = await import('#web/lib/session/session.ts')
  await checkSession()
  const session = currentSession()
  if (session.status === 'unreachable') throw new ApiError(0, 'no_answer', session.sentence)
  if (session.status !== 'authenticated') return null
  const { user_role: role } = session.person
  const [hours, offered] = await Promise.all([firstVisitHours(role), newsToOffer(role)])
  return { ...session.person, firstVisitHours: hours, newsToOffer: offered }
}
export type Booker = NonNullable<Awaited<ReturnType<typeof readBooker>>>

export type BookedVisit = { id: string; practitioner: string | null }

export type Outcome =
  | ({ kind: 'booked' } & BookedVisit)
  /** The server refused the booking, because nobody is logged in. */
  | { kind: 'login' }
  | { kind: 'choose-password'; sentence: string }
  | { kind: 'taken'; sentence: string }
  /**
   * `unanswered` means that the booking may have succeeded. `phone` is the error of the phone number. `questions` are
   * the present questions of the services, if the clinic has changed them.
   */
  | { kind: 'refused'; sentence: string; phone?: string; questions?: string[] | undefined; unanswered: boolean }

/** True when the outcome of a call is unknown, also after a proxy's timeout. */
export const gotNoAnswer = ({ status, code, isForeign }: ApiError): boolean =>
  status === 0 || code === 'unexpected_format' || (isForeign && status >= 500)

/** Returns why a visit was not booked. Reasons about which the client can do something have an outcome of their own. */
function refusalOf(error: ApiError): Outcome {
  const { status, code, message } = error
  if (status === 401) return { kind: 'login' }
  if (code === 'must_choose_password') return { kind: 'choose-password', sentence: message }
  if (code === 'slot_taken') return { kind: 'taken', sentence: message }
  const phone = error.errors.contact_number?.[0]
  if (phone) return { kind: 'refused', sentence: phone, phone, unanswered: false }
  const sentence = code === 'internal' ? appointmentMessages.failedToBook : message
  const questions = errorDataOf(appointmentsContract.book, 'conflict', error)
  return { kind: 'refused', sentence, questions, unanswered: gotNoAnswer(error) }
}

/** Books a visit and returns the outcome. Does not throw for expected failures. */
export async function book(body: NewAppointment, idempotencyKey: string): Promise<Outcome> {
  try {
    const { data } = await api(appointmentsContract.book, { body }, { idempotencyKey })
    return { kind: 'booked', id: data.appointment_id, practitioner: peopleOf(data) }
  } catch (error) {
    if (error instanceof ApiError) return refusalOf(error)
    throw error
  }
}

/**
 * Finds the wanted visit among the client's own appointments: the booking may have succeeded although its response was
 * lost.
 */
export async function findBooked(wanted: NewAppointment) {
  const { appointments } = await api(appointmentsContract.mine, { querystring: { group: 'upcoming', per_page: 100 } })
  const found = appointments.find(
    (mine) =>
      mine.appointment_date === wanted.appointment_date &&
      mine.appointment_time === wanted.appointment_time.slice(0, 5) &&
      mine.service_id === wanted.service_id,
  )
  return found && { id: found.appointment_id, practitioner: peopleOf(found) }
}

/** The error of an invalid phone number; null when the number can be sent. */
export const phoneError = (typed: string): string | null =>
  optionalPhone.safeParse(typed).error?.issues[0]?.message ?? null

import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { closedDatesMessages } from '#shared/closed-dates/messages.ts'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { call, ApiError, type CallOptions } from '#shared/lib/http-client.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { peopleOf } from '#shared/lib/visit-services.ts'
import type { Role } from '#shared/people/role.ts'
import { newsContract, type NewsChannel } from '#shared/privacy/news-contract.ts'
import { isStaff } from '#shared/users/roles.ts'
import { api } from '#web/lib/api.ts'
import { maySessionExist } from '#web/lib/session/session-hint.ts'
import { shownService, type Earlier, type EarlierIds } from './booking.ts'
import type { Closures } from './booking-calendar.ts'
import { isFramed, optionsOfPage } from './framed-booking.ts'

/** The API calls of the booking page, loaded after the first paint, because they include the contracts and zod. */

export { ApiError }

export type BookingTreatment = Output<typeof bookingCatalogueContract.treatments>['data'][number]
export type BookingService = Output<typeof bookingCatalogueContract.services>['data'][number]
export type NewAppointment = Input<typeof appointmentsContract.book>['body']

/** Visitors without a session need no CSRF token, and so no cookie. A page in a frame never has a session. */
export const read = <E extends Endpoint>(e: E, input: Input<E>, options: CallOptions) => {
  const send = !isFramed() && maySessionExist() ? api : call
  return send(e, input, optionsOfPage(options))
}

/** The specified message of a failed call; "too many requests" keeps its own message. */
export async function withFailureMessage<T>(sentence: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'too_many' || error.code === 'aborted') throw error
    throw new ApiError(error.status, error.code, sentence)
  }
}

export const readTreatments = async (_: string, signal: AbortSignal): Promise<BookingTreatment[]> =>
  (await read(bookingCatalogueContract.treatments, {}, { signal })).data

export const readServices = async (treatmentId: string, signal: AbortSignal): Promise<BookingService[]> =>
  (await read(bookingCatalogueContract.services, { params: { treatmentId } }, { signal })).data

/** The services of which a link has the ids, with their current names, lengths and prices; others are left out. */
export async function readEarlier(ids: readonly EarlierIds[]): Promise<Earlier[]> {
  const { signal } = new AbortController()
  const treatments = await readTreatments('all', signal)
  const lists = await Promise.all(ids.map(({ treatment }) => readServices(treatment, signal)))
  return ids.flatMap((wanted, index) => {
    const treatment = treatments.find(({ id }) => id === wanted.treatment)
    const service = lists[index]!.find(({ id }) => id === wanted.service)
    return treatment && service ? [shownService(treatment, service)] : []
  })
}

/** Disabled dates and public holidays of this year and the next, which cover 12 months ahead. */
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

/** The service parameters of calls, from comma-separated ids. */
export function servicesOfKey(key: string): { service_id: string; further_services?: string[] } {
  const [service_id = '', ...further_services] = key.split(',')
  return { service_id, ...(further_services.length > 0 && { further_services }) }
}

/**
 * Reads the start times of a date at which a visit with these services and this person (null: anyone) cannot be booked.
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

/** After how many hours an unconfirmed first visit expires for an unknown client; null for everybody else. */
async function firstVisitHours(role: Role): Promise<number | null> {
  if (isStaff(role)) return null
  try {
    return (await api(appointmentsContract.mine, { querystring: { per_page: 1 } })).first_visit_hours
  } catch (error) {
    // A person who must still choose a password cannot read this; they learn it when they try to book.
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
    // Failures are ignored: the profile asks too, and the booking must go on.
    if (error instanceof ApiError) return []
    throw error
  }
}

/**
 * Reads the fields of the logged-in person that the booking needs; null for visitors. Throws when they cannot be read.
 */
export async function readBooker() {
  if (isFramed() || !maySessionExist()) return null
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

/** Books a visit, and adds the practitioners' names, which the response lists separately. */
export async function book(body: NewAppointment, idempotencyKey: string) {
  const { data } = await api(appointmentsContract.book, { body }, { idempotencyKey })
  return { data: { ...data, practitioner_name: peopleOf(data) } }
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

/** The error of an invalid number; null when it can be sent. */
export const phoneError = (typed: string): string | null =>
  optionalPhone.safeParse(typed).error?.issues[0]?.message ?? null

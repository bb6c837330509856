/**
 * What the booking page asks the server. The page loads this file after its first paint: it brings the contracts, and
 * zod with them.
 */
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { closureMessages } from '#shared/closed-dates/messages.ts'
import { call, ApiError, type CallOptions } from '#shared/lib/http-client.ts'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { peopleOf } from '#shared/lib/visit-services.ts'
import type { NewsChannel } from '#shared/privacy/news.ts'
import { newsContract } from '#shared/privacy/news-contract.ts'
import { isStaff } from '#shared/users/roles.ts'
import { api } from '#web/lib/api.ts'
import { maySessionExist } from '#web/lib/session/session-hint.ts'
import type { Closures } from './booking-calendar.ts'

export { ApiError }

export type BookingTreatment = Output<typeof bookingCatalogueContract.treatments>['data'][number]
export type BookingService = Output<typeof bookingCatalogueContract.services>['data'][number]
export type NewAppointment = Input<typeof appointmentsContract.book>['body']

/** A visitor without a session needs no cross-site token, and so no cookie either. */
export const read = <E extends Endpoint>(e: E, input: Input<E>, options: CallOptions) =>
  maySessionExist() ? api(e, input, options) : call(e, input, options)

/** The specified sentence of a call that failed, but "too many requests" is always said. */
export async function saying<T>(sentence: string, answer: Promise<T>): Promise<T> {
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

/** Disabled dates and public holidays of the year of `today` and the next: all that 12 months ahead can meet. */
export async function readClosures(today: CivilDate, signal: AbortSignal): Promise<Closures> {
  const year = Number(today.slice(0, 4))
  const holidaysOf = (of: number) =>
    saying(
      closureMessages.failedToFetchHolidays,
      read(closedDatesContract.holidays, { querystring: { year: of } }, { signal }),
    )
  const [disabled, ...years] = await Promise.all([
    saying(closureMessages.failedToFetchDates, read(closedDatesContract.disabledDates, {}, { signal })),
    holidaysOf(year),
    holidaysOf(year + 1),
  ])
  return {
    disabled: new Set(disabled.data.map(({ date }) => date)),
    holidays: new Map(years.flatMap(({ data }) => data).map(({ date, localName }) => [date, localName])),
  }
}

/** What calls say of the services of a visit, from their ids with commas between. */
export function servicesOfKey(key: string): { service_id: string; further_services?: string[] } {
  const [service_id = '', ...further_services] = key.split(',')
  return { service_id, ...(further_services.length > 0 && { further_services }) }
}

/** The times of a date at which a visit for the services, with one person or anyone, cannot begin. */
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
  return new Set((await saying(appointmentMessages.conflictCheckFailed, answer)).appointment_times)
}

/** For how many hours a visit is held for a person whom the clinic does not know yet; null for everybody else. */
async function firstVisitHours(role: Role): Promise<number | null> {
  if (isStaff(role)) return null
  try {
    return (await api(appointmentsContract.mine, { querystring: { per_page: 1 } })).first_visit_hours
  } catch (error) {
    // Whoever cannot read this (a first password is still to be chosen) can book nothing either, and is told when trying.
    if (error instanceof ApiError) return null
    throw error
  }
}

/** The channels about which the client has not been asked yet; none when that is unknown. */
async function newsToOffer(role: Role): Promise<NewsChannel[]> {
  if (isStaff(role)) return []
  try {
    const { data } = await api(newsContract.mine, {})
    return data
      .filter(({ given_at, withdrawn_at }) => given_at === null && withdrawn_at === null)
      .map(({ channel }) => channel)
  } catch (error) {
    // It is asked in the profile too, and must keep nobody from booking.
    if (error instanceof ApiError) return []
    throw error
  }
}

/** Who is logged in, as far as the booking needs to know; null for visitors. Throws when nobody knows. */
export async function readBooker() {
  if (!maySessionExist()) return null
  const { checkSession, currentSession } = await import('#web/lib/session/session-store.ts')
  await checkSession()
  const session = currentSession()
  if (session.status === 'unreachable') throw new ApiError(0, 'no_answer', session.sentence)
  if (session.status !== 'authenticated') return null
  const { user_role: role } = session.person
  const [hours, offered] = await Promise.all([firstVisitHours(role), newsToOffer(role)])
  return { ...session.person, firstVisitHours: hours, newsToOffer: offered }
}
export type Booker = NonNullable<Awaited<ReturnType<typeof readBooker>>>

/** Who does it stands beside the visit. */
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

/** The sentence for a number that is none; null when it may be sent. */
export const phoneError = (typed: string): string | null =>
  optionalPhone.safeParse(typed).error?.issues[0]?.message ?? null

import { clinicPhone } from '#server/clinic/clinic-profile.ts'
import { queryPipelined, runPipelined } from '#server/db/pipeline.ts'
import { countTry } from '#server/db/rate-limits.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { newId } from '#server/lib/new-id.ts'
import { changeContact } from '#server/people/change-person.ts'
import type { ClientOf } from '#server/people/find-person.ts'
import { holdClientAlone } from '#server/people/merge-records.ts'
import { answerNews } from '#server/privacy/news.ts'
import type { appointmentsContract, ClientAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { servicesOf, visitServicesMessages } from '#shared/lib/visit-services.ts'
import type { Chain } from '#shared/resources/free-chains.ts'
import { clientAppointment } from './present-appointment.ts'
import {
  clientIsBusy,
  requireBookableDate,
  requireOnline,
  requirePlace,
  requireWithinOpening,
  type Booker,
  type Place,
} from './bookable-time.ts'
import {
  holdFirstVisit,
  markProven,
  orConfirm,
  requireShareOfDay,
  type FirstVisitOptions,
  type Hold,
} from './first-visit.ts'
import { logOverbooking, needsWith, notForService, takePlace } from './take-place.ts'
import { notifyClient } from '#server/messages/outbox/notify-client.ts'
import * as dayViews from './day-views.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type Booking = Parsed<typeof appointmentsContract.book>['body']
export type BookingLimits = Pick<Limits, 'openBookingsPerClient' | 'bookingsPerClient'> & {
  firstVisits: FirstVisitOptions
}
type Client = ClientOf

const booksForOthers = (user: Principal) => user.permissions.has('appointments.manage')

/**
 * Returns the client to book for, with a lock on the record until the transaction ends. Clients book only for
 * themselves; staff name the client and may confirm at once. A record that was merged meanwhile is replaced by the one
 * that remains.
 */
async function clientOf(
  { tx, user }: Context<Principal>,
  { user_id: userId, status, overbook, news }: Booking,
): Promise<Client> {
  const forOthers = booksForOthers(user)
  if (!forOthers && userId !== undefined && userId !== user.id) throw new AppError('forbidden', s.onlyForYourself)
  if (!forOthers && status === 'confirmed') throw new AppError('forbidden', s.onlyStaffConfirm)
  if (forOthers && news) throw new AppError('forbidden', s.onlyClientsWantNews)
  if (!forOthers && overbook) throw new AppError('forbidden', refusalMessages.onlyStaffOverbook)
  const wanted = forOthers ? userId : user.id
  const client = wanted && (await holdClientAlone(tx, wanted))
  if (!client) throw invalid('user_id', s.invalidCustomer)
  return client
}

/**
 * Enforces the limits of open bookings and bookings per hour. Bookings of one client are checked one after the other,
 * because the counted row stays locked until the transaction ends.
 */
async function withinLimits(
  context: Context,
  client: Client,
  limits: BookingLimits,
  isFirstVisit: boolean,
): Promise<void> {
  const { tx, now } = context
  const tries = await countTry(tx, 'booking', client.id, limits.bookingsPerClient, now)
  if (tries > limits.bookingsPerClient.tries)
    throw new AppError('too_many', s.tooManyInAnHour, { retryAfter: limits.bookingsPerClient.windowSeconds })
  const open = await views.openBookings(tx, client.client_id, now)
  if (isFirstVisit && open >= limits.firstVisits.openPerClient)
    throw new AppError('conflict', orConfirm(s.firstVisitOpen(await clinicPhone(context)), limits.firstVisits))
  if (open >= limits.openBookingsPerClient) throw new AppError('conflict', s.tooManyOpen)
}

/** Returns the names of the booked services; throws at the field whose service is not offered. */
async function requireOffered(
  { tx }: Context,
  { treatment_id, service_id, further_services = [] }: Booking,
  { names, further }: dayViews.AskedServices,
): Promise<dayViews.OfferedNames> {
  if (further_services.includes(service_id)) throw invalid('further_services', visitServicesMessages.twice)
  if (further.length < further_services.length) throw invalid('further_services', s.unknownService)
  if (names?.treatment_id === treatment_id) return names
  if (await dayViews.isTreatmentOffered(tx, treatment_id)) throw invalid('service_id', s.unknownService)
  throw invalid('treatment_id', s.unknownTreatment)
}

type Visit = {
  id: string
  by: Booker
  booking: Booking
  client: Client
  place: Place
  hold: Hold | null
  day: dayViews.AskedServices
}

/** Returns what the visit needs, with the requested person and room. Throws when they do not do these services. */
function wantedNeeds(booking: Booking, chain: Chain): Chain {
  const wanted = needsWith(chain, booking)
  if (wanted === null) throw notForService(booking, chain)
  return wanted
}

/** Writes the appointment; throws a 409 when the client has another visit at that time. */
async function insertVisit(context: Context<Principal>, { id, by, booking, client, place, hold }: Visit) {
  const { tx, branchId, now, user } = context
  const insert = queries.insertAppointment(tx, {
    id,
    branch_id: branchId,
    client_id: client.client_id,
    treatment_id: booking.treatment_id,
    service_id: booking.service_id,
    starts_at: place.starts_at,
    ends_at: place.ends_at,
    practitioner_id: place.peopleOf(place.sets[0] ?? [])[0]?.id ?? null,
    practitioner_chosen: booking.practitioner_id !== undefined,
    contact_number: booking.contact_number,
    status: booking.status,
    overbook_reason: place.over.length > 0 ? (booking.overbook?.reason ?? null) : null,
    created_by: user.id,
    created_at: now,
    updated_at: now,
    ...hold,
  })
  // A client cannot be at two visits at once. The client's record is locked, so two bookings for one person run one
  // after the other.
  const other = views.visitBetween(tx, client.client_id, { from: place.starts_at, to: place.ends_at })
  const [others, [row]] = await queryPipelined(tx, [other.compile(), insert.compile()])
  if (others.length > 0) throw clientIsBusy(by)
  if (!row) throw new Error('A visit that was written has no row.')
  return row
}

/**
 * Writes the appointment with all of its services and reserves their slots; throws a 409 when someone else has just
 * taken one.
 */
async function write(context: Context<Principal>, visit: Visit) {
  const { tx } = context
  const { id: visitId, place, day } = visit
  const furtherFor = (people: ReturnType<Place['peopleOf']>) =>
    day.further.map((names, i) => ({
      ...names,
      duration_minutes: day.chain[i + 1]!.duration,
      practitioner_id: people[i + 1]?.id ?? null,
      practitioner_name: people[i + 1]?.name ?? null,
    }))
  // Services are written before slots, as in a change of a service, so that the two transactions cannot deadlock.
  const wanted = place.peopleOf(place.sets[0] ?? [])
  const [row, , uses] = await runPipelined([
    insertVisit(context, visit),
    day.further.length > 0 ? queries.insertFurtherServices(tx, visitId, furtherFor(wanted)) : Promise.resolve(),
    takePlace(context, visitId, place),
  ])
  const people = place.peopleOf(uses)
  // The preferred people were just taken by another booking, and others were free.
  const id = people[0]?.id ?? null
  if (id !== row.practitioner_id) await queries.setPractitioner(tx, row.id, id)
  const further = people.slice(1).map((one) => one?.id ?? null)
  if (further.some((one, i) => one !== (wanted[i + 1]?.id ?? null)))
    await queries.setFurtherPractitioners(tx, row.id, further)
  return { ...row, practitioner_id: id, practitioner_name: people[0]?.name ?? null, further: furtherFor(people) }
}

/** Saves a phone number in the profile of a client who has none. */
export async function keepNumber(context: Context<Principal>, client: Client, number: string): Promise<void> {
  await changeContact(context, client, { ...client, contact_number: number })
  await writeAuditLog(context, {
    type: 'appointments.client.number-added',
    subjectId: client.id,
    parameters: { name: client.name },
    changes: [{ field: 'contact_number' }],
  })
}

/**
 * Locks the client and the day for a booking. For staff both are locked in one round trip; for clients, the booking
 * limits are checked between the two.
 */
async function clientOnDay(
  context: Context<Principal>,
  booking: Booking,
  limits: BookingLimits,
  { beginsNow }: BookOptions,
) {
  const dayFor = (by: Booker) =>
    requireBookableDate(context, booking.appointment_date, booking.appointment_time, by, { ...booking, beginsNow })
  if (booksForOthers(context.user)) {
    const [client, day] = await runPipelined([clientOf(context, booking), dayFor('staff')])
    return { by: 'staff' as const, client, day }
  }
  const client = await clientOf(context, booking)
  const by = client.proven_at === null ? ('unproven' as const) : ('client' as const)
  await withinLimits(context, client, limits, by === 'unproven' && !client.is_verified)
  return { by, client, day: await dayFor(by) }
}

/** `beginsNow`: staff book the current quarter hour for a client who is here, and who needs no message about it. */
type BookOptions = { beginsNow: boolean }

/** Books an appointment, saves a new phone number in a profile that has none, and notifies all screens. */
export async function book(
  context: Context<Principal>,
  booking: Booking,
  limits: BookingLimits,
  options: BookOptions = { beginsNow: false },
): Promise<ClientAppointment> {
  const { by, client, day } = await clientOnDay(context, booking, limits, options)
  const { appointment_date: date, appointment_time: time } = booking
  requireWithinOpening(day, day.chain, time)
  const names = await requireOffered(context, booking, day)
  if (by !== 'staff') await requireOnline(context, day, date, time)
  const hold = await holdFirstVisit(context, { ...booking, ...client, by }, limits.firstVisits)
  const asking = { by, overbook: booking.overbook }
  const found = requirePlace(day, wantedNeeds(booking, day.chain), { date, time }, asking)
  const place = await requireShareOfDay(context, found, { ...booking, by })
  const row = await write(context, { id: newId(), by, booking, client, place, hold, day })
  if (by === 'staff' && client.proven_at === null) await markProven(context, client.client_id)
  if (booking.contact_number !== null && client.contact_number === null)
    await keepNumber(context, client, booking.contact_number)
  if (booking.news) await answerNews(context, client.id, booking.news, { where: 'booking', by: context.user })
  const parameters = {
    service: servicesOf({ ...names, further_services: day.further }),
    client: client.name,
    appointment_date: date,
    appointment_time: time,
    ...(booking.status === 'confirmed' && { confirmed: true }),
    ...(row.practitioner_name !== null && { practitioner: row.practitioner_name }),
  }
  await writeAuditLog(context, { type: 'appointments.appointment.booked', subjectId: row.id, parameters })
  await logOverbooking(context, { ...row, name: client.name }, place)
  if (!options.beginsNow)
    notifyClient(context, { ...row, occasion: booking.status === 'confirmed' ? 'confirmed' : 'booked' })
  context.publish({
    name: 'AppointmentBooked',
    arrivals: [{ id: row.id, what: 'requested', by: context.user.id }],
  })
  return clientAppointment({ ...row, ...names, sale_id: null }, context.now, day.policy)
}

import { countTry } from '#server/db/rate-windows.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, ReadContext, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/limits.ts'
import { newId } from '#server/lib/new-id.ts'
import { changeContact } from '#server/people/change-person.ts'
import { findClientOf, type ClientOf } from '#server/people/find-person.ts'
import type { appointmentsContract, ClientAppointment } from '#shared/appointments/contract.ts'
import { appointmentSentences as s } from '#shared/appointments/sentences.ts'
import { slotInstant } from '#shared/appointments/slots.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { requireBookableTime, type Booker } from './bookable-time.ts'
import { clinicPhone, holdFirstVisit, type Hold } from './first-visit.ts'
import { markProven } from './mark-proven.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

export type Booking = Parsed<typeof appointmentsContract.book>['body']
export type BookingLimits = Pick<Limits, 'openBookingsPerClient' | 'bookingsPerClient' | 'firstVisits'>
type Client = ClientOf

const booksForOthers = (user: Principal) => user.permissions.has('appointments.manage')

/** A client books for oneself alone; staff name the client. */
async function clientOf({ tx, user }: Context<Principal>, userId: string | undefined): Promise<Client> {
  const forOthers = booksForOthers(user)
  if (!forOthers && userId !== undefined && userId !== user.id) throw new AppError('forbidden', s.onlyForYourself)
  const wanted = forOthers ? userId : user.id
  const client = wanted && (await findClientOf(tx, wanted))
  if (!client) throw invalid('user_id', s.invalidCustomer)
  return client
}

/**
 * What one client may hold and how often one may book; counted booking by booking, because the counted row is held
 * until the end of the transaction.
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
    throw new AppError('conflict', s.firstVisitOpen(await clinicPhone(context)))
  if (open >= limits.openBookingsPerClient) throw new AppError('conflict', s.tooManyOpen)
}

type Names = { treatment_name: string; service_name: string }

async function requireOffered({ tx }: ReadContext, booking: Booking): Promise<Names> {
  const { treatment_name, service_name } = (await views.offered(tx, booking.treatment_id, booking.service_id)) ?? {}
  if (!treatment_name) throw invalid('treatment_id', s.unknownTreatment)
  if (!service_name) throw invalid('service_id', s.unknownService)
  return { treatment_name, service_name }
}

const answerOf = (id: string, booking: Booking, names: Names, hold: Hold | null): ClientAppointment => ({
  appointment_id: id,
  treatment_id: booking.treatment_id,
  service_id: booking.service_id,
  ...names,
  appointment_date: booking.appointment_date,
  appointment_time: booking.appointment_time.slice(0, 5),
  appointment_status: 'pending',
  cancel_reason: null,
  can_cancel: true,
  cannot_cancel: null,
  held_until: hold && isoInManila(hold.lapses_at),
})

/** Writes the appointment at the first station that is free; throws a 409 when none is. */
async function take(context: Context<Principal>, booking: Booking, client: Client, hold: Hold | null): Promise<string> {
  const { tx, now, user } = context
  const row = {
    id: newId(),
    branch_id: context.branchId,
    client_id: client.client_id,
    treatment_id: booking.treatment_id,
    service_id: booking.service_id,
    appointment_date: booking.appointment_date,
    appointment_time: booking.appointment_time,
    starts_at: slotInstant(booking.appointment_date, booking.appointment_time),
    contact_number: booking.contact_number,
    created_by: user.id,
    created_at: now,
    updated_at: now,
    ...hold,
  }
  for (const station of await queries.freeStations(tx, row.starts_at))
    if (await queries.insertWithSlot(tx, row, station)) return row.id
  throw new AppError('slot_taken', s.slotTaken)
}

async function keepNumber(context: Context<Principal>, client: Client, number: string): Promise<void> {
  await changeContact(context, client, { ...client, contact_number: number })
  await writeAuditLog(context, {
    type: 'appointments.client.number-added',
    subjectId: client.id,
    parameters: { name: client.name },
    changes: [{ field: 'contact_number' }],
  })
}

/** Who books: an unproven person's record is held until the end, so that one becomes proven before or after. */
async function bookerOf({ tx, user }: Context<Principal>, client: Client): Promise<Booker> {
  if (booksForOthers(user)) return 'staff'
  if (client.proven_at !== null) return 'client'
  return (await queries.lockProof(tx, client.client_id)).proven_at === null ? 'unproven' : 'client'
}

/** Books an appointment, keeps a new number in the profile that had none, and tells all screens. */
export async function book(
  context: Context<Principal>,
  booking: Booking,
  limits: BookingLimits,
): Promise<ClientAppointment> {
  const client = await clientOf(context, booking.user_id)
  const by = await bookerOf(context, client)
  if (by !== 'staff') await withinLimits(context, client, limits, by === 'unproven')
  await requireBookableTime(context, booking.appointment_date, booking.appointment_time, by)
  const names = await requireOffered(context, booking)
  const hold = by === 'unproven' ? await holdFirstVisit(context, booking, limits.firstVisits) : null
  const id = await take(context, booking, client, hold)
  if (by === 'staff') await markProven(context, client.client_id)
  if (booking.contact_number !== null && client.contact_number === null)
    await keepNumber(context, client, booking.contact_number)
  const { appointment_date, appointment_time } = booking
  const parameters = { service: names.service_name, client: client.name, appointment_date, appointment_time }
  await writeAuditLog(context, { type: 'appointments.appointment.booked', subjectId: id, parameters })
  context.publish({ name: 'AppointmentBooked' })
  return answerOf(id, booking, names, hold)
}

import { AppError } from '#server/lib/app-error.ts'
import { requestDeposit, requiredDeposit } from '#server/deposits/rules/public.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { notifyClient } from '#server/messages/outbox/notify-client.ts'
import type { ClientOf } from '#server/people/find-person.ts'
import type { ClientAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import { logBooking, logOverbooking } from './appointment-log.ts'
import {
  requireOffered,
  requireOnline,
  requireResources,
  requireSlots,
  requireWithinOpening,
  type Booker,
} from './bookable-time.ts'
import { updateBookedClient } from './booked-client.ts'
import { clientNoteOf } from './client-note.ts'
import { expiryOfBooking } from './first-visit.ts'
import {
  canBookForOthers,
  lockClientAndDay,
  type Booking,
  type BookingLimits,
  type BookOptions,
} from './lock-client-and-day.ts'
import { presentForClient } from './present-appointment.ts'
import { keepReason, requireReason, type AnsweredQuestions } from './questions/visit-questions.ts'
import { requireShareOfDay } from './share/unknown-share.ts'
import { insertAppointmentWithSlots } from './slot-queries.ts'

/**
 * Throws a 403 when a client requests something that only staff can, or staff request something that only clients can.
 */
function requirePermissions(user: Principal, { user_id: userId, status, overbook, override, news }: Booking): void {
  if (canBookForOthers(user)) {
    if (news) throw new AppError('forbidden', s.onlyClientsWantNews)
    return
  }
  if (userId !== undefined && userId !== user.id) throw new AppError('forbidden', s.onlyForYourself)
  if (status === 'confirmed') throw new AppError('forbidden', s.onlyStaffConfirm)
  if (overbook) throw new AppError('forbidden', refusalMessages.onlyStaffOverbook)
  if (override) throw new AppError('forbidden', s.onlyStaffGiveReasons)
}

/** The ids of all services of a booking, in their order. */
const servicesOf = ({ service_id, further_services = [] }: Booking): string[] => [service_id, ...further_services]

/**
 * Throws a 409 if the client should not have the visit, for example because of an alert, and staff book it without a
 * reason. Clients are never asked, and for a visit that begins now staff are asked when they start it.
 */
async function requireReasonOfStaff(
  context: Context<Principal>,
  booking: Booking,
  { booker, client, beginsNow }: BookOptions & { booker: Booker; client: ClientOf },
): Promise<AnsweredQuestions | null> {
  if (booker !== 'staff' || beginsNow) return null
  const { client_id: clientId, name } = client
  const visit = { clientId, client: name, appointmentId: null, serviceIds: servicesOf(booking) }
  return requireReason(context, { ...visit, step: 'booked' }, booking.override)
}

/**
 * Books an appointment. First the client's record and the day are locked; clients must be within their limits. The
 * visit must fit the clinic's hours, its services must be offered, and clients can only book services that are online.
 * Staff must give a reason if an alert is against the visit. An unknown client's visit expires if the clinic does not
 * confirm it, and any client's visit expires if its deposit is not paid in time. Then slots are chosen for everyone and
 * everything the visit needs; unknown clients must leave half of the day to known ones. The appointment, its slots, the
 * client's record, the log entry and the message are written in one transaction; the event is sent when it commits.
 */
export async function book(
  context: Context<Principal>,
  booking: Booking,
  limits: BookingLimits,
  options: BookOptions = { beginsNow: false },
): Promise<ClientAppointment> {
  requirePermissions(context.user, booking)
  const { booker, client, day } = await lockClientAndDay(context, booking, limits, options)
  requireWithinOpening(day, day.chain, booking.appointment_time)
  const names = await requireOffered(context, day, booking)
  if (booker !== 'staff') await requireOnline(context, day, booking)
  const answered = await requireReasonOfStaff(context, booking, { ...options, booker, client })
  const visit = { serviceIds: servicesOf(booking), date: booking.appointment_date }
  const deposit = booker === 'staff' ? null : await requiredDeposit(context, client.client_id, visit)
  const expiry = await expiryOfBooking(context, booking, { booker, client, deposit }, limits.firstVisits)
  const clientNote = await clientNoteOf(context.tx, booking)
  const chain = requireResources(day.chain, booking)
  const slots = await requireShareOfDay(context, requireSlots(day, chain, booking, booker), booking, booker)
  const isPractitionerChosen = booking.practitioner_id !== undefined && options.isForAnyone !== true
  const written = { booking, booker, client, day, names, expiry, clientNote, isPractitionerChosen, slots }
  const appointment = await insertAppointmentWithSlots(context, written)
  await updateBookedClient(context, booking, { booker, client })
  await logBooking(context, appointment)
  await logOverbooking(context, appointment, slots)
  await keepReason(context, answered, appointment.id)
  if (deposit) {
    const requested = { appointmentId: appointment.id, clientId: client.client_id, client: client.name }
    await requestDeposit(context, requested, deposit)
  }
  const occasion = appointment.status === 'confirmed' ? 'confirmed' : 'booked'
  if (!options.beginsNow && !options.isQuiet) notifyClient(context, { ...appointment, occasion })
  context.publish({
    name: 'AppointmentBooked',
    ...(!options.isQuiet && { arrivals: [{ id: appointment.id, what: 'requested', by: context.user.id }] }),
  })
  return presentForClient(appointment, context.now, day.policy)
}

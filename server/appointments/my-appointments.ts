import { selfService } from '#server/clinic/clinic-profile.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, ReadContext, Principal } from '#server/lib/context.ts'
import type { FirstVisitLimits } from '#server/lib/http/limits.ts'
import { isStaleVersion } from '#server/lib/http/request-context.ts'
import { findClientOf } from '#server/people/find-person.ts'
import type { appointmentsContract, ClientAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import type { SelfServicePolicy } from '#shared/clinic/booking-rules.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { moveAppointment, type MoveRequest } from './move-appointment.ts'
import {
  presentForClient,
  canClientCancel,
  canClientMove,
  whyClientCannotCancel,
  whyClientCannotMove,
} from './present-appointment.ts'
import * as queries from './queries.ts'
import { requireAppointment } from './require-transition.ts'
import { writeTransition } from './update-status.ts'
import * as views from './views.ts'
import type { AppointmentRow } from './views.ts'

type Mine = typeof appointmentsContract.mine

/** Returns one page of the person's own appointments, either the upcoming ones or the completed and cancelled ones. */
export async function listOwnAppointments(
  { tx, branchId, user, now }: ReadContext<Principal>,
  { group, page, per_page }: Parsed<Mine>['querystring'],
  { heldHours }: FirstVisitLimits,
): Promise<Answer<Mine>> {
  const filter: views.AppointmentFilter =
    group === 'upcoming'
      ? { userId: user.id, unfinished: true }
      : { userId: user.id, statuses: ['completed', 'cancelled'] }
  const order = group === 'upcoming' ? { from: manilaDate(now) } : 'newest'
  const found = await views.appointmentsPage(tx, filter, order, { page, per_page })
  const client = await findClientOf(tx, user.id)
  const { policy, phone } = await selfService(tx, branchId)
  return {
    appointments: found.rows.map((row) => presentForClient(row, now, policy)),
    total: found.total,
    page,
    per_page,
    first_visit_hours: client && client.proven_at === null ? heldHours : null,
    policy,
    clinic_phone: phone,
  }
}

type OwnAppointment = { row: AppointmentRow; present: (row: AppointmentRow) => ClientAppointment }

/**
 * Locks and returns the caller's own appointment. A sale takes the same lock, so that a concurrent sale and change
 * cannot both succeed. `mayChange` decides by the clinic's policy, `why` explains a refusal. Throws a 404 for somebody
 * else's appointment and a 409 when it may not be changed, or has been changed since the caller saw it.
 */
async function lockOwnAppointment(
  context: Context<Principal>,
  id: string,
  mayChange: typeof canClientCancel,
  why: (row: AppointmentRow, now: Date, policy: SelfServicePolicy) => string,
): Promise<OwnAppointment> {
  const { tx, branchId, now } = context
  const seen = await requireAppointment(context, id)
  if (seen.user_id !== context.user.id) throw new AppError('not_found', s.notFound)
  await queries.lockClientAndAppointment(tx, { clientId: seen.client_id, id })
  const row = await requireAppointment(context, id)
  const { policy } = await selfService(tx, branchId)
  const present = (each: AppointmentRow) => presentForClient(each, now, policy)
  const refuse = (sentence: string) => new AppError('state_moved', sentence, { data: present(row) })
  if (!mayChange(row, now, policy)) throw refuse(why(row, now, policy))
  if (row.version !== seen.version || isStaleVersion(context, row)) throw refuse(s.stateChanged)
  return { row, present }
}

/**
 * Cancels the caller's own appointment if it has not begun, is unpaid, and the time until its start is at least the
 * clinic's change notice.
 */
export async function cancelOwnAppointment(context: Context<Principal>, id: string): Promise<ClientAppointment> {
  const { row, present } = await lockOwnAppointment(
    context,
    id,
    canClientCancel,
    (...args) => whyClientCannotCancel(...args) ?? s.cannotCancelAny,
  )
  await writeTransition(context, row, { status: 'cancelled', reason: 'client' })
  context.publish({ name: 'AppointmentBooked', arrivals: [{ id, what: 'cancelled', by: context.user.id }] })
  return present(await requireAppointment(context, id))
}

/** A new time, and the practitioner of each service that the client saw on the screen. */
export type OwnMove = Pick<MoveRequest, 'appointment_date' | 'appointment_time' | 'practitioner_ids'>

/** Moves the caller's own appointment under the rules of a booking, and notifies the clinic. */
export async function moveOwnAppointment(
  context: Context<Principal>,
  id: string,
  to: OwnMove,
): Promise<ClientAppointment> {
  const { row, present } = await lockOwnAppointment(
    context,
    id,
    canClientMove,
    (...args) => whyClientCannotMove(...args) ?? refusalMessages.cannotMoveAny,
  )
  await moveAppointment(context, row, to, 'client')
  context.publish({ name: 'AppointmentBooked', arrivals: [{ id, what: 'moved', by: context.user.id }] })
  return present(await requireAppointment(context, id))
}

import { AppError } from '#server/lib/app-error.ts'
import type { Context, ReadContext, Principal } from '#server/lib/context.ts'
import type { FirstVisitLimits } from '#server/lib/http/limits.ts'
import { findClientOf } from '#server/people/find-person.ts'
import type { appointmentsContract, ClientAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { clientAppointment, clientMayCancel, whyClientCannotCancel } from './present-appointment.ts'
import * as queries from './queries.ts'
import { requireAppointment } from './require-transition.ts'
import { writeTransition } from './update-status.ts'
import * as views from './views.ts'

type Mine = typeof appointmentsContract.mine

/** A person's own appointments, a page of one group. */
export async function myAppointments(
  { tx, user, now }: ReadContext<Principal>,
  { group, page, per_page }: Parsed<Mine>['querystring'],
  { heldHours }: FirstVisitLimits,
): Promise<Answer<Mine>> {
  const filter: views.AppointmentFilter =
    group === 'upcoming'
      ? { userId: user.id, unfinished: true }
      : { userId: user.id, statuses: ['completed', 'cancelled'] }
  const found = await views.appointmentsPage(tx, filter, group === 'upcoming' ? 'soonest' : 'newest', {
    page,
    per_page,
  })
  const client = await findClientOf(tx, user.id)
  return {
    appointments: found.rows.map((row) => clientAppointment(row, now)),
    total: found.total,
    page,
    per_page,
    first_visit_hours: client && client.proven_at === null ? heldHours : null,
  }
}

/**
 * Cancels an own appointment that has not begun and is not paid. Somebody else's is not found. The row is held as a sale
 * holds it: of a sale and a cancellation at the same time one is told.
 */
export async function cancelMine(context: Context<Principal>, id: string): Promise<ClientAppointment> {
  const seen = await requireAppointment(context, id)
  if (seen.user_id !== context.user.id) throw new AppError('not_found', s.notFound)
  await queries.lockAppointment(context.tx, id)
  const row = await requireAppointment(context, id)
  if (!clientMayCancel(row, context.now)) {
    const sentence = whyClientCannotCancel(row, context.now) ?? s.cannotCancelAny
    throw new AppError('state_moved', sentence, { data: clientAppointment(row, context.now) })
  }
  if (row.version !== seen.version)
    throw new AppError('state_moved', s.stateChanged, { data: clientAppointment(row, context.now) })
  await writeTransition(context, row, { status: 'cancelled', reason: 'client' })
  context.publish({ name: 'AppointmentBooked', arrivals: [{ id, what: 'cancelled', by: context.user.id }] })
  return clientAppointment(await requireAppointment(context, id), context.now)
}

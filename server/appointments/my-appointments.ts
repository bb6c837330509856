import { AppError } from '#server/lib/app-error.ts'
import type { Context, SessionUser } from '#server/lib/context.ts'
import type { appointmentsContract, ClientAppointment } from '#shared/appointments/contract.ts'
import { appointmentSentences as s } from '#shared/appointments/sentences.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { clientAppointment, clientMayCancel } from './appointment-answer.ts'
import { requireAppointment } from './seen-appointment.ts'
import { writeMove } from './update-status.ts'
import * as views from './views.ts'

type Mine = typeof appointmentsContract.mine

/** A person's own appointments, a page of one group. */
export async function myAppointments(
  { tx, user, now }: Context<SessionUser>,
  { group, page, per_page }: Parsed<Mine>['querystring'],
): Promise<Answer<Mine>> {
  const filter: views.AppointmentFilter =
    group === 'upcoming'
      ? { userId: user.id, unfinished: true }
      : { userId: user.id, statuses: ['completed', 'cancelled'] }
  const found = await views.appointmentsPage(tx, filter, group === 'upcoming' ? 'soonest' : 'newest', {
    page,
    per_page,
  })
  return { appointments: found.rows.map((row) => clientAppointment(row, now)), total: found.total, page, per_page }
}

/** Cancels an own appointment that has not begun. Somebody else's is not found. */
export async function cancelMine(context: Context<SessionUser>, id: string): Promise<ClientAppointment> {
  const row = await requireAppointment(context, id)
  if (row.user_id !== context.user.id) throw new AppError('not_found', s.notFound)
  if (!clientMayCancel(row, context.now))
    throw new AppError('state_moved', s.cannotCancelAny, { data: clientAppointment(row, context.now) })
  const isCancelled = await writeMove(context, row, { status: 'cancelled', reason: 'client' })
  const after = clientAppointment(await requireAppointment(context, id), context.now)
  if (!isCancelled) throw new AppError('state_moved', s.stateMoved, { data: after })
  return after
}

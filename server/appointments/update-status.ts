import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { takeSupplies } from '#server/inventory/public.ts'
import { notifyClient } from '#server/messages/outbox/notify-client.ts'
import { recordVisit } from '#server/people/change-client.ts'
import { releaseSlots } from '#server/resources/public.ts'
import type { cancelAllContract } from '#shared/appointments/desk-contract.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import type { AppointmentStatus, CancelReason } from '#shared/appointments/status.ts'
import type { Override } from '#shared/alerts/questions.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { UsedSupply } from '#shared/appointments/records.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { formatLongDate, manilaDate } from '#shared/lib/manila-time.ts'
import type { VisitMessageType } from '#shared/messages/message-types.ts'
import { parametersOf } from './appointment-log.ts'
import { markClientKnown } from './booked-client.ts'
import { describeChange } from './last-change.ts'
import { presentForStaff } from './present-appointment.ts'
import * as queries from './queries.ts'
import { keepReason, requireReasonToStart } from './questions/visit-questions.ts'
import { requireAppointment, requireTransition, stateChanged, transitionError } from './require-transition.ts'
import type { AppointmentRow } from './views.ts'
import * as views from './views.ts'

type RequestedTransition = {
  status: AppointmentStatus
  reason?: CancelReason | undefined
  /** The reason to start a visit despite an alert or a missing form. */
  override?: Override | undefined
}
/** The status `resched` is set by a call of its own, which has the new time. */
type Transition = RequestedTransition & { status: Exclude<AppointmentStatus, 'resched'> }

/**
 * Checks that a transition has everything it needs: a cancellation needs a reason, no other transition may have one,
 * and a new time needs its own call.
 */
function completeTransition({ status, reason, override }: RequestedTransition): Transition {
  if (status === 'resched') throw invalid('status', s.newTimeNeeded)
  if (status === 'cancelled' && !reason) throw invalid('reason', s.reasonRequired)
  if (status !== 'cancelled' && reason) throw invalid('reason', s.reasonOnlyForCancel)
  return { status, reason, override }
}

const serviceIdsOf = ({ service_id, further }: AppointmentRow): string[] => [
  service_id,
  ...(further ?? []).map((part) => part.service_id),
]

/**
 * Returns the type of the message that the client gets about a transition, or null for none. A request that staff
 * cancel counts as declined.
 */
function messageTypeOf(row: AppointmentRow, { status, reason }: Transition, by: Principal): VisitMessageType | null {
  if (status === 'confirmed') return 'confirmed'
  if (status !== 'cancelled' || reason === 'no-show') return null
  return row.status === 'pending' && row.user_id !== by.id ? 'declined' : 'cancelled'
}

/**
 * Writes a transition whose rules were checked against `row`, and returns which supplies a completed visit has used. If
 * somebody else has changed the visit, writes nothing and returns null.
 */
export async function writeTransition(
  context: Context<Principal>,
  row: AppointmentRow,
  transition: Transition,
): Promise<{ used: UsedSupply[] } | null> {
  const { tx, now, user } = context
  const changed = await queries.updateIfUnchanged(tx, row, {
    status: transition.status,
    updated_at: now,
    last_change: await describeChange(context, row, { leaves: transition.status === 'cancelled' }),
    ...(transition.status === 'on-going' && { started_at: now }),
    ...(transition.status === 'completed' && { done_at: now }),
    ...(transition.status === 'cancelled' && { cancel_reason: transition.reason ?? null, cancelled_by: user.id }),
  })
  if (!changed) return null
  if (transition.status === 'cancelled') await releaseSlots(tx, row.id)
  if (transition.status === 'completed') await recordVisit(tx, row.client_id, row.appointment_date, 0)
  const used = transition.status === 'completed' ? await takeSupplies(context, row.id, serviceIdsOf(row)) : []
  await writeAuditLog(context, {
    type: `appointments.appointment.${transition.status}`,
    subjectId: row.id,
    parameters: parametersOf(row),
    changes: [{ field: 'status', from: row.status, to: transition.status }],
  })
  const occasion = messageTypeOf(row, transition, user)
  if (occasion) notifyClient(context, { id: row.id, version: row.version + 1, occasion })
  context.publish({ name: 'AppointmentBooked' })
  return { used }
}

/**
 * Changes an appointment's status as the table of transitions allows. A treatment starts on its Manila date or later,
 * and needs a reason if there is an alert against it or a form is missing. Completing sets `done_at` and takes the
 * supplies of the services from the stock. Cancelling requires a reason and releases the slots. Throws for resched,
 * which has its own call.
 */
export async function updateStatus(
  context: Context<Principal>,
  id: string,
  requested: RequestedTransition,
): Promise<{ data: StaffAppointment; used: UsedSupply[] }> {
  const transition = completeTransition(requested)
  const row = await requireTransition(context, id, transition.status)
  if (transition.status === 'on-going' && manilaDate(context.now) < row.appointment_date)
    throw transitionError(context, row, s.notBeforeDate(formatLongDate(row.appointment_date)))
  const answered =
    transition.status === 'on-going' ? await requireReasonToStart(context, row, transition.override) : null
  const written = await writeTransition(context, row, transition)
  if (!written) throw await stateChanged(context, id)
  if (transition.status !== 'cancelled') await markClientKnown(context, row.client_id)
  await keepReason(context, answered, row.id)
  return { data: presentForStaff(await requireAppointment(context, id), context.now), used: written.used }
}

/**
 * Cancels every future visit of a client, or only the given ones. Each gets its own entry in the history log, and its
 * slots are released. Paid visits stay and are returned. The client's record and the visits are locked against
 * concurrent bookings, sales and moves.
 */
export async function cancelAllAppointments(
  context: Context<Principal>,
  clientId: string,
  { reason, appointment_ids: named }: Parsed<typeof cancelAllContract.cancelAllOf>['body'],
): Promise<{ cancelled: number; paid: StaffAppointment[] }> {
  const { tx, now } = context
  if (!(await queries.lockClientExclusively(tx, clientId)))
    throw new AppError('not_found', clientMessages.notFoundTitle)
  const rows = await views.appointmentsByIds(tx, await queries.lockUpcomingAppointments(tx, clientId))
  const unpaid = rows.filter((row) => row.paid_appointment_id === null && (named?.includes(row.id) ?? true))
  for (const row of unpaid) await writeTransition(context, row, { status: 'cancelled', reason })
  const paid = rows.filter((row) => row.paid_appointment_id !== null)
  return { cancelled: unpaid.length, paid: paid.map((row) => presentForStaff(row, now)) }
}

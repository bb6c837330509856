import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { release } from '#server/resources/service.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentSentences as s } from '#shared/appointments/sentences.ts'
import type { AppointmentStatus, CancelReason } from '#shared/appointments/status.ts'
import { formatLongDate, manilaDate } from '#shared/lib/manila-time.ts'
import { staffAppointment } from './appointment-answer.ts'
import { markProven } from './mark-proven.ts'
import * as queries from './queries.ts'
import { refuseMove, requireAppointment, requireMove, stateMoved } from './seen-appointment.ts'
import type { AppointmentRow } from './views.ts'

type AskedMove = { status: AppointmentStatus; reason?: CancelReason | undefined }
/** A rescheduled one is marked by its own call. */
type Move = AskedMove & { status: Exclude<AppointmentStatus, 'resched'> }

/** The move, when all is given that it needs: a cancellation has its reason and nothing else has one; a new time has no place here. */
function wholeMove({ status, reason }: AskedMove): Move {
  if (status === 'resched') throw invalid('status', s.newTimeNeeded)
  if (status === 'cancelled' && !reason) throw invalid('reason', s.reasonRequired)
  if (status !== 'cancelled' && reason) throw invalid('reason', s.reasonOnlyForCancel)
  return { status, reason }
}

/** Writes a move whose rules were checked against `row`; false, and nothing is written, when someone was faster. */
export async function writeMove(context: Context<Principal>, row: AppointmentRow, move: Move): Promise<boolean> {
  const { tx, now, user } = context
  const changed = await queries.updateSeen(tx, row, {
    status: move.status,
    updated_at: now,
    ...(move.status === 'completed' && { done_at: now }),
    ...(move.status === 'cancelled' && { cancel_reason: move.reason ?? null, cancelled_by: user.id }),
  })
  if (!changed) return false
  if (move.status === 'cancelled') await release(tx, row.id)
  const { name: client, appointment_date, appointment_time } = row
  await writeAuditLog(context, {
    type: `appointments.appointment.${move.status}`,
    subjectId: row.id,
    parameters: { client, appointment_date, appointment_time },
    changes: [{ field: 'status', from: row.status, to: move.status }],
  })
  context.publish({ name: 'AppointmentBooked' })
  return true
}

/**
 * Moves an appointment along the table of statuses. A treatment starts on its Manila date or later; completing stamps
 * `done_at`; cancelling needs a reason and frees the slot. Resched is refused: `reschedule` gives the new time with it.
 */
export async function updateStatus(
  context: Context<Principal>,
  id: string,
  asked: AskedMove,
): Promise<StaffAppointment> {
  const move = wholeMove(asked)
  const row = await requireMove(context, id, move.status)
  if (move.status === 'on-going' && manilaDate(context.now) < row.appointment_date)
    throw refuseMove(context, row, s.notBeforeDate(formatLongDate(row.appointment_date)))
  if (!(await writeMove(context, row, move))) throw await stateMoved(context, id)
  if (move.status !== 'cancelled') await markProven(context, row.client_id)
  return staffAppointment(await requireAppointment(context, id), context.now)
}

import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { namesOtherVersion } from '#server/lib/if-match.ts'
import { appointmentSentences as s } from '#shared/appointments/sentences.ts'
import { mayMove, type AppointmentStatus } from '#shared/appointments/status.ts'
import { staffAppointment } from './appointment-answer.ts'
import * as views from './views.ts'

export async function requireAppointment({ tx }: ReadContext, id: string): Promise<views.AppointmentRow> {
  const row = await views.appointmentById(tx, id)
  if (!row) throw new AppError('not_found', s.notFound)
  return row
}

/** A 409 that brings the row as it is now, so that the screen can show it. */
export const refuseMove = (context: ReadContext, row: views.AppointmentRow, sentence: string) =>
  new AppError('state_moved', sentence, { data: staffAppointment(row, context.now) })

/** The refusal of whoever was slower: somebody changed the row after it was seen. */
export const stateMoved = async (context: ReadContext, id: string): Promise<AppError> =>
  refuseMove(context, await requireAppointment(context, id), s.stateMoved)

/**
 * The row, when it still is what the person saw (`If-Match`; API callers may leave it out) and may move to `to`.
 * Throws a 409 with the fresh row otherwise.
 */
export async function requireMove(
  context: ReadContext,
  id: string,
  to: AppointmentStatus,
): Promise<views.AppointmentRow> {
  const row = await requireAppointment(context, id)
  if (namesOtherVersion(context, row)) throw refuseMove(context, row, s.stateMoved)
  const from = row.status as AppointmentStatus
  if (!mayMove(from, to)) throw refuseMove(context, row, s.moveNotAllowed(from, to))
  return row
}

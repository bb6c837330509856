import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { namesOtherVersion } from '#server/lib/http/if-match.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { statusMessages } from '#shared/appointments/status-messages.ts'
import { mayTransition, type AppointmentStatus } from '#shared/appointments/status.ts'
import { staffAppointment } from './present-appointment.ts'
import * as views from './views.ts'

export async function requireAppointment({ tx }: ReadContext, id: string): Promise<views.AppointmentRow> {
  const row = await views.appointmentById(tx, id)
  if (!row) throw new AppError('not_found', s.notFound)
  return row
}

/** A 409 that brings the row as it is now, so that the screen can show it. */
export const transitionError = (context: ReadContext, row: views.AppointmentRow, sentence: string) =>
  new AppError('state_moved', sentence, { data: staffAppointment(row, context.now) })

/** The error of whoever was slower: somebody changed the row after it was seen. */
export const stateChanged = async (context: ReadContext, id: string): Promise<AppError> =>
  transitionError(context, await requireAppointment(context, id), s.stateChanged)

/**
 * The row, when it still is what the person saw (`If-Match`; API callers may leave it out) and may move to `to`.
 * Throws a 409 with the fresh row otherwise.
 */
export async function requireTransition(
  context: ReadContext,
  id: string,
  to: AppointmentStatus,
): Promise<views.AppointmentRow> {
  const row = await requireAppointment(context, id)
  if (namesOtherVersion(context, row)) throw transitionError(context, row, s.stateChanged)
  const from = row.status as AppointmentStatus
  if (!mayTransition(from, to))
    throw transitionError(
      context,
      row,
      s.transitionNotAllowed(statusMessages.inSentence[from], statusMessages.inSentence[to]),
    )
  return row
}

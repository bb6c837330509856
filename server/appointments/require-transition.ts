import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { isStaleVersion } from '#server/lib/http/request-context.ts'
import { appointmentMessages as s, statusMessages } from '#shared/appointments/messages.ts'
import { canTransition, type AppointmentStatus } from '#shared/appointments/status.ts'
import { presentForStaff } from './present-appointment.ts'
import * as views from './views.ts'

export async function requireAppointment({ tx }: ReadContext, id: string): Promise<views.AppointmentRow> {
  const row = await views.appointmentById(tx, id)
  if (!row) throw new AppError('not_found', s.notFound)
  return row
}

/** Returns a 409 error that contains the current row, so that the screen can show it. */
export const transitionError = (context: ReadContext, row: views.AppointmentRow, sentence: string) =>
  new AppError('state_moved', sentence, { data: presentForStaff(row, context.now) })

/** Returns the error for a change of a row that somebody else has changed since it was read. */
export const stateChanged = async (context: ReadContext, id: string): Promise<AppError> =>
  transitionError(context, await requireAppointment(context, id), s.stateChanged)

/**
 * Returns the row if it still has the version the person saw (`If-Match`, optional for API callers) and may change to
 * `to`. Throws a 409 with the current row otherwise.
 */
export async function requireTransition(
  context: ReadContext,
  id: string,
  to: AppointmentStatus,
): Promise<views.AppointmentRow> {
  const row = await requireAppointment(context, id)
  if (isStaleVersion(context, row)) throw transitionError(context, row, s.stateChanged)
  const from = row.status
  if (!canTransition(from, to))
    throw transitionError(
      context,
      row,
      s.transitionNotAllowed(statusMessages.inSentence[from], statusMessages.inSentence[to]),
    )
  return row
}

import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { isDayOfVisit, canMarkArrival } from '#shared/appointments/attendance.ts'
import type { StaffAppointment, VisitNote } from '#shared/appointments/contract.ts'
import { refusalMessages } from '#shared/appointments/messages.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { parametersOf } from './appointment-log.ts'
import { presentForStaff, noteOf } from './present-appointment.ts'
import * as queries from './queries.ts'
import { requireAppointment, transitionError } from './require-transition.ts'
import type { AppointmentRow } from './views.ts'

/** Locks the appointment until the transaction ends and returns its current row. */
async function requireLockedAppointment(context: Context, id: string): Promise<AppointmentRow> {
  await requireAppointment(context, id)
  await queries.lockAppointment(context.tx, id)
  return requireAppointment(context, id)
}

/**
 * Marks that the client has arrived, or removes the mark. This is allowed only on the day of the visit and before the
 * treatment begins; otherwise throws a 409 with the row. A second mark keeps the time of the first one and writes
 * nothing.
 */
export async function setArrived(context: Context<Principal>, id: string, arrived: boolean): Promise<StaffAppointment> {
  const { tx, now } = context
  const row = await requireLockedAppointment(context, id)
  if (!isDayOfVisit(row, now))
    throw transitionError(context, row, refusalMessages.arrivalOnlyOnDate(formatLongDate(row.appointment_date)))
  if (!canMarkArrival(row, now)) throw transitionError(context, row, refusalMessages.arrivalNotBegun)
  if ((row.arrived_at !== null) === arrived) return presentForStaff(row, now)
  await queries.updateArrival(tx, id, arrived ? now : null)
  await writeAuditLog(context, {
    type: arrived ? 'appointments.appointment.arrived' : 'appointments.appointment.not-arrived',
    subjectId: id,
    parameters: parametersOf(row),
  })
  context.publish({ name: 'AppointmentBooked' })
  return presentForStaff(await requireAppointment(context, id), now)
}

/**
 * Writes, changes or deletes the staff's note about a visit. The history log says that the note changed, never its
 * text. Throws a 409 when the note was changed since the person read it.
 */
export async function changeNote(context: Context<Principal>, id: string, note: string | null): Promise<VisitNote> {
  const row = await requireLockedAppointment(context, id)
  const before = noteOf(row)
  if (before.text === note) return before
  requireVersion(context, before)
  await queries.updateNote(context.tx, id, note)
  await writeAuditLog(context, {
    type: 'appointments.note.changed',
    subjectId: id,
    parameters: parametersOf(row),
    changes: [{ field: 'note' }],
  })
  context.publish({ name: 'AppointmentBooked' })
  return noteOf(await requireAppointment(context, id))
}

/** Counts how often a client did not come, and returns the date of the last time. */
export { countNoShows } from './client-views.ts'

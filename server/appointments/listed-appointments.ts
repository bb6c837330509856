import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import { releaseSlots } from '#server/resources/public.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { parametersOf } from './appointment-log.ts'
import { book } from './book.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** An upcoming visit from an imported table (CSV or spreadsheet). */
export type ListedAppointment = {
  userId: string
  date: CivilDate
  time: CivilTime
  treatmentId: string
  serviceId: string
  practitionerId: string | null
  note: string | null
}

/**
 * Books a visit from an imported table as a confirmed visit, under the rules for bookings by staff. Sends no message,
 * because the client already knows of the visit. Returns its id; throws as `book` does.
 */
export async function addListedAppointment(
  context: Context<Principal>,
  { userId, date, time, treatmentId, serviceId, practitionerId, note }: ListedAppointment,
): Promise<string> {
  const booking = {
    user_id: userId,
    contact_number: null,
    appointment_date: date,
    appointment_time: time,
    treatment_id: treatmentId,
    service_id: serviceId,
    status: 'confirmed' as const,
    ...(practitionerId !== null && { practitioner_id: practitionerId }),
  }
  const { appointment_id } = await book(context, booking, defaultLimits, { beginsNow: false, isQuiet: true })
  if (note !== null) await queries.addImportedNote(context.tx, appointment_id, note)
  return appointment_id
}

/**
 * Deletes a visit that an import added by mistake, as if it had never been booked. Returns `changed`, and deletes
 * nothing, if somebody has changed the visit since. Throws PostgreSQL's error if something refers to the visit, such as
 * a sale.
 */
export async function removeListedAppointment(
  context: Context<Principal>,
  id: string,
  unchangedSince: Date,
): Promise<'changed' | null> {
  const { tx } = context
  const found = await views.appointmentById(tx, id)
  if (!found) return null
  await lockClientForUpdate(tx, found.user_id)
  await queries.lockAppointment(tx, id)
  const row = (await views.appointmentById(tx, id))!
  const isChanged = row.updated_at > unchangedSince || row.status !== 'confirmed'
  // The note and the arrival of the client do not change `updated_at`.
  if (isChanged || row.note_version > queries.FIRST_NOTE_VERSION || row.arrived_at !== null) return 'changed'
  await releaseSlots(tx, id)
  await queries.deleteAppointment(tx, id)
  context.publish({ name: 'AppointmentBooked' })
  await writeAuditLog(context, {
    type: 'appointments.appointment.removed',
    subjectId: id,
    parameters: parametersOf(row),
  })
  return null
}

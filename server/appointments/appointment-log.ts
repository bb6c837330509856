import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import { peopleOf, servicesOf } from '#shared/lib/visit-services.ts'
import type { RequestedTime, VisitSlots } from './bookable-time.ts'
import { minutesOf } from './present-appointment.ts'
import type { AppointmentRow } from './views.ts'

const timeOf = ({ appointment_date, appointment_time }: RequestedTime) => ({ appointment_date, appointment_time })

/** Returns how the history log names a visit: by its client and its time. */
export const parametersOf = ({ name: client, ...row }: RequestedTime & { name: string }) => ({ client, ...timeOf(row) })

/** The names of a visit's services, in their order. */
const servicesText = ({ service_name, further }: Pick<AppointmentRow, 'service_name' | 'further'>): string =>
  servicesOf({ service_name, further_services: further ?? [] })

/** The names of a visit's practitioners, each once. The text is empty if no service needs a practitioner. */
export const practitionersText = ({ practitioner_name, further }: AppointmentRow): string =>
  peopleOf({ practitioner_name, further_services: further ?? [] }) ?? ''

/** The columns of a visit that a log entry shows. */
type LoggedAppointment = RequestedTime & { id: string; name: string }

type Booked = LoggedAppointment &
  Pick<AppointmentRow, 'service_name' | 'further' | 'practitioner_name'> & { status: AppointmentStatus }

/** Logs a new appointment. */
export const logBooking = (context: Context<Principal>, row: Booked): Promise<void> =>
  writeAuditLog(context, {
    type: 'appointments.appointment.booked',
    subjectId: row.id,
    parameters: {
      service: servicesText(row),
      ...parametersOf(row),
      ...(row.status === 'confirmed' && { confirmed: true }),
      ...(row.practitioner_name !== null && { practitioner: row.practitioner_name }),
    },
  })

/** Logs over which taken people, rooms or devices a visit was booked. Writes nothing if none of them was taken. */
export async function logOverbooking(
  context: Context<Principal>,
  row: LoggedAppointment,
  { over }: VisitSlots,
): Promise<void> {
  if (over.length === 0) return
  await writeAuditLog(context, {
    type: 'appointments.appointment.overbooked',
    subjectId: row.id,
    parameters: { ...parametersOf(row), over: over.map(({ name }) => name) },
    changes: [{ field: 'overbook_reason' }],
  })
}

/** Returns the fields of a visit's time and status that differ between the two rows. */
const changesOf = (row: AppointmentRow, after: AppointmentRow) =>
  (['appointment_date', 'appointment_time', 'status'] as const).flatMap((field) =>
    row[field] === after[field] ? [] : [{ field, from: row[field], to: after[field] }],
  )

/** Logs the new time and the new practitioners of a visit. */
export async function logMove(context: Context<Principal>, row: AppointmentRow, after: AppointmentRow): Promise<void> {
  const [before, now] = [practitionersText(row), practitionersText(after)]
  await writeAuditLog(context, {
    type: 'appointments.appointment.rescheduled',
    subjectId: row.id,
    parameters: {
      client: row.name,
      from: timeOf(row),
      to: timeOf(after),
      ...(now !== '' && { practitioner: now }),
      ...(before !== '' && before !== now && { instead_of: before }),
    },
    changes: changesOf(row, after),
  })
}

/**
 * Logs that a visit is moved to another person or room at the same time. `to` has the names of the new person and room.
 */
export const logReassignment = (context: Context<Principal>, row: AppointmentRow, to: string[]): Promise<void> =>
  writeAuditLog(context, {
    type: 'appointments.appointment.reassigned',
    subjectId: row.id,
    parameters: { ...parametersOf(row), to },
  })

/** Logs which services a visit had before and has now. */
export async function logServices(
  context: Context<Principal>,
  row: AppointmentRow,
  after: AppointmentRow,
  undone = false,
): Promise<void> {
  const minutes = { from: minutesOf(row), to: minutesOf(after) }
  await writeAuditLog(context, {
    type: 'appointments.appointment.services-changed',
    subjectId: row.id,
    parameters: {
      ...parametersOf(row),
      from: servicesText(row),
      to: servicesText(after),
      ...(undone && { undone }),
    },
    changes: minutes.from === minutes.to ? [] : [{ field: 'duration_minutes', ...minutes }],
  })
}

/** Logs that a change of a visit was undone; `after` is the restored row. */
export async function logUndo(context: Context<Principal>, row: AppointmentRow, after: AppointmentRow): Promise<void> {
  if (servicesText(row) !== servicesText(after)) return logServices(context, row, after, true)
  await writeAuditLog(context, {
    type: 'appointments.appointment.undone',
    subjectId: row.id,
    parameters: { client: row.name, ...timeOf(after), from: row.status, to: after.status },
    changes: changesOf(row, after),
  })
}

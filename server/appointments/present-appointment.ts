import type { ClientAppointment, StaffAppointment, VisitNote } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import {
  CLIENT_MAY_CANCEL,
  isActive,
  type AppointmentStatus,
  type KeptCancelReason,
} from '#shared/appointments/status.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { AppointmentRequest } from '#shared/appointments/requests-contract.ts'
import { isLatest, readChange, undoableUntil } from './last-change.ts'
import type { AppointmentRow } from './views.ts'

/** What a client sees of the row; a booking that was just written has no more. */
export type ClientRow = Pick<
  AppointmentRow,
  | 'id'
  | 'treatment_id'
  | 'service_id'
  | 'treatment_name'
  | 'service_name'
  | 'practitioner_name'
  | 'appointment_date'
  | 'appointment_time'
  | 'starts_at'
  | 'status'
  | 'cancel_reason'
  | 'lapses_at'
  | 'sale_id'
>

const statusOf = (row: Pick<AppointmentRow, 'status'>) => row.status as AppointmentStatus
const reasonOf = (row: Pick<AppointmentRow, 'cancel_reason'>) => row.cancel_reason as KeptCancelReason | null

/** A visit that is just going on is not overdue, however long it takes. */
const isOverdue = (row: AppointmentRow, now: Date) =>
  isActive(statusOf(row)) && row.status !== 'on-going' && row.ends_at.getTime() <= now.getTime()

/** What staff noted about the visit. */
export const visitNote = ({ note, note_version }: Pick<AppointmentRow, 'note' | 'note_version'>): VisitNote => ({
  text: note,
  version: note_version,
})

/** Who can still take back the last change of the status. */
function undoOf(row: AppointmentRow, now: Date): StaffAppointment['undo'] {
  const change = readChange(row)
  if (!change || !isLatest(change, row) || undoableUntil(change) <= now) return null
  return { by: change.by, until: isoInManila(undoableUntil(change)) }
}

/** The appointment as staff see it at the instant `now`. */
export const staffAppointment = (row: AppointmentRow, now: Date): StaffAppointment => ({
  id: row.id,
  appointment_id: row.id,
  user_id: row.user_id,
  client_id: row.client_id,
  name: row.name,
  contact_number: row.contact_number ?? row.profile_number ?? s.notProvided,
  appointment_date: row.appointment_date,
  appointment_time: row.appointment_time,
  duration_minutes: (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000,
  status: statusOf(row),
  version: row.version,
  treatment_id: row.treatment_id,
  service_id: row.service_id,
  treatment_name: row.treatment_name,
  service_name: row.service_name,
  practitioner_id: row.practitioner_id,
  practitioner_name: row.practitioner_name,
  cancel_reason: reasonOf(row),
  done_at: row.done_at && isoInManila(row.done_at),
  arrived_at: row.arrived_at && isoInManila(row.arrived_at),
  note: visitNote(row),
  undo: undoOf(row, now),
  overdue: isOverdue(row, now),
  is_paid: row.sale_id !== null,
  paid_receipt_number: row.paid_receipt_number,
})

/** The appointment as it stands in the queue of what waits for an answer. */
export const appointmentRequest = (row: AppointmentRow, now: Date): AppointmentRequest => ({
  ...staffAppointment(row, now),
  requested_at: isoInManila(row.created_at),
  is_new_client: row.proven_at === null,
  held_until: row.lapses_at && isoInManila(row.lapses_at),
})

/** The client may cancel what has not been started and does not begin before `now`, and is not paid. */
export const clientMayCancel = (row: ClientRow, now: Date): boolean => isAhead(row, now) && row.sale_id === null

const isAhead = (row: ClientRow, now: Date) =>
  CLIENT_MAY_CANCEL.some((status) => status === row.status) && row.starts_at.getTime() > now.getTime()

/** Why the client cannot cancel a visit that lies ahead; null when they may, and for what is over anyway. */
export const whyClientCannotCancel = (row: ClientRow, now: Date): string | null =>
  isAhead(row, now) && row.sale_id !== null ? s.paidCallClinic : null

/** The appointment as its client sees it at the instant `now`. */
export const clientAppointment = (row: ClientRow, now: Date): ClientAppointment => ({
  appointment_id: row.id,
  treatment_id: row.treatment_id,
  service_id: row.service_id,
  treatment_name: row.treatment_name,
  service_name: row.service_name,
  practitioner_name: row.practitioner_name,
  appointment_date: row.appointment_date,
  appointment_time: row.appointment_time.slice(0, 5),
  appointment_status: statusOf(row),
  cancel_reason: reasonOf(row),
  can_cancel: clientMayCancel(row, now),
  cannot_cancel: whyClientCannotCancel(row, now),
  held_until: row.lapses_at && isoInManila(row.lapses_at),
})

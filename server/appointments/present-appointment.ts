import { namesOf, pickFields } from '#server/lib/pick-fields.ts'
import { documentName } from '#shared/clinic/document-name.ts'
import type { ClientAppointment, StaffAppointment, VisitNote } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import { shownAsStored } from '#shared/appointments/records.ts'
import { CLIENT_CANCELLABLE_STATUSES, isActive } from '#shared/appointments/status.ts'
import { isInNotice, MOST_CLIENT_MOVES, type SelfServicePolicy } from '#shared/clinic/booking-rules.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { AppointmentRequest } from '#shared/appointments/desk-contract.ts'
import { isLatest, readChange, undoableUntil } from './last-change.ts'
import type { AppointmentRow } from './views.ts'

/** The columns that a client's view needs. A row that was just inserted has only these. */
type ClientRow = Pick<
  AppointmentRow,
  | 'version'
  | 'id'
  | 'treatment_id'
  | 'service_id'
  | 'treatment_name'
  | 'service_name'
  | 'further'
  | 'practitioner_id'
  | 'practitioner_name'
  | 'appointment_date'
  | 'appointment_time'
  | 'starts_at'
  | 'ends_at'
  | 'status'
  | 'cancel_reason'
  | 'lapses_at'
  | 'client_moves'
  | 'paid_appointment_id'
>

/** The length of a visit in minutes. */
export const minutesOf = (row: Pick<AppointmentRow, 'starts_at' | 'ends_at'>) =>
  (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000

/** An on-going visit is never overdue, however long it takes. */
const isOverdue = (row: AppointmentRow, now: Date) =>
  isActive(row.status) && row.status !== 'on-going' && row.ends_at.getTime() <= now.getTime()

/** The staff's note about the visit. */
export const noteOf = ({ note, note_version }: Pick<AppointmentRow, 'note' | 'note_version'>): VisitNote => ({
  text: note,
  version: note_version,
})

/** Returns who can still undo the last status change, and until when. */
function undoOf(row: AppointmentRow, now: Date): StaffAppointment['undo'] {
  const change = readChange(row)
  if (!change || !isLatest(change, row) || undoableUntil(change) <= now) return null
  return { by: change.by, until: isoInManila(undoableUntil(change)) }
}

const shownFields = namesOf(shownAsStored)

/** Returns the appointment as staff see it at the instant `now`. */
export const presentForStaff = (row: AppointmentRow, now: Date): StaffAppointment => ({
  id: row.id,
  appointment_id: row.id,
  ...pickFields(shownFields, row),
  contact_number: row.contact_number ?? row.profile_number ?? s.notProvided,
  duration_minutes: minutesOf(row),
  further_services: row.further ?? [],
  done_at: row.done_at && isoInManila(row.done_at),
  arrived_at: row.arrived_at && isoInManila(row.arrived_at),
  note: noteOf(row),
  undo: undoOf(row, now),
  overdue: isOverdue(row, now),
  is_paid: row.paid_appointment_id !== null,
  paid_document:
    row.paid_receipt_number === null ? null : documentName(row.paid_receipt_number, row.paid_receipt_series!),
})

/** Returns the appointment as an entry of the queue of requests. */
export const presentRequest = (row: AppointmentRow, now: Date): AppointmentRequest => ({
  ...presentForStaff(row, now),
  requested_at: isoInManila(row.created_at),
  is_new_client: row.proven_at === null,
  held_until: row.lapses_at && isoInManila(row.lapses_at),
})

/**
 * Returns whether the client may cancel: the visit has not started, is unpaid, and its start is no closer than the
 * clinic's notice for cancelling.
 */
export const canClientCancel = (row: ClientRow, now: Date, policy: SelfServicePolicy): boolean =>
  isUpcoming(row, now) && whyClientCannotCancel(row, now, policy) === null

/**
 * True when the client may move the visit: it has not started, was moved less than twice, is no unanswered first visit,
 * and its start is no closer than the clinic's notice for moving.
 */
export const canClientMove = (row: ClientRow, now: Date, policy: SelfServicePolicy): boolean =>
  isUpcoming(row, now) && whyClientCannotMove(row, now, policy) === null

const isUpcoming = (row: ClientRow, now: Date) =>
  CLIENT_CANCELLABLE_STATUSES.some((status) => status === row.status) && row.starts_at.getTime() > now.getTime()

/**
 * Returns why the client cannot cancel an upcoming visit. Returns null when they may, or when the visit is not
 * upcoming.
 */
export function whyClientCannotCancel(row: ClientRow, now: Date, policy: SelfServicePolicy): string | null {
  if (!isUpcoming(row, now)) return null
  if (row.paid_appointment_id !== null) return s.paidCallClinic
  const { cancel_notice_hours: hours } = policy
  return isInNotice(row.starts_at, hours, now) ? null : refusalMessages.tooLateToCancel(hours)
}

/**
 * Returns why the client cannot move an upcoming visit. Returns null when they may, or when the visit is not upcoming.
 */
export function whyClientCannotMove(row: ClientRow, now: Date, policy: SelfServicePolicy): string | null {
  if (!isUpcoming(row, now)) return null
  if (row.lapses_at !== null) return refusalMessages.staysUntilConfirmed
  if (row.client_moves >= MOST_CLIENT_MOVES) return refusalMessages.movedTwice
  const { move_notice_hours: hours } = policy
  return isInNotice(row.starts_at, hours, now) ? null : refusalMessages.tooLateToMove(hours)
}

/** Returns the appointment as its client sees it at the instant `now`. */
export const presentForClient = (row: ClientRow, now: Date, policy: SelfServicePolicy): ClientAppointment => ({
  appointment_id: row.id,
  treatment_id: row.treatment_id,
  service_id: row.service_id,
  treatment_name: row.treatment_name,
  service_name: row.service_name,
  further_services: row.further ?? [],
  practitioner_id: row.practitioner_id,
  practitioner_name: row.practitioner_name,
  appointment_date: row.appointment_date,
  appointment_time: row.appointment_time.slice(0, 5),
  duration_minutes: minutesOf(row),
  appointment_status: row.status,
  cancel_reason: row.cancel_reason,
  version: row.version,
  can_cancel: canClientCancel(row, now, policy),
  cannot_cancel: whyClientCannotCancel(row, now, policy),
  can_move: canClientMove(row, now, policy),
  cannot_move: whyClientCannotMove(row, now, policy),
  held_until: row.lapses_at && isoInManila(row.lapses_at),
})

import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { correctSupplies } from '#server/inventory/public.ts'
import { isStaleVersion } from '#server/lib/http/request-context.ts'
import { moveMessagesToVersion, withdrawMessages } from '#server/messages/outbox/outbox.ts'
import { restoreLastVisit } from '#server/people/change-client.ts'
import { releaseSlots, reserveFreeSet, reserveOverbooked } from '#server/resources/public.ts'
import { UNDO_MINUTES } from '#shared/appointments/attendance.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { logUndo } from './appointment-log.ts'
import { lastVisitOf } from './client-views.ts'
import { isLatest, readChange, undoableUntil, type LastChange } from './last-change.ts'
import { presentForStaff } from './present-appointment.ts'
import * as queries from './queries.ts'
import { requireAppointment, stateChanged, transitionError } from './require-transition.ts'
import { requireNoOtherAppointment } from './slot-queries.ts'
import type { AppointmentRow } from './views.ts'

/** Returns the change that can be undone. Throws a 409 with the row and the reason when there is none. */
async function requireUndoable(context: Context<Principal>, row: AppointmentRow): Promise<LastChange> {
  const refuse = (sentence: string) => transitionError(context, row, sentence)
  const change = readChange(row)
  if (!change) throw refuse(refusalMessages.nothingToUndo)
  if (change.was_paid !== (row.paid_appointment_id !== null)) throw refuse(refusalMessages.undoPaid)
  if (await queries.hasSettledDepositSince(context.tx, row.id, change.at)) throw refuse(refusalMessages.undoPaid)
  if (!isLatest(change, row)) throw refuse(refusalMessages.nothingToUndo)
  if (change.by !== context.user.id) throw refuse(refusalMessages.undoOthers)
  if (undoableUntil(change) <= context.now) throw refuse(refusalMessages.undoTooLate(UNDO_MINUTES))
  if (isStaleVersion(context, row)) throw await stateChanged(context, row.id)
  return change
}

/**
 * Withdraws unsent messages about the change. Throws a 409 when a message was already sent. A change of services has no
 * message of its own, so messages that still wait are kept for the restored visit.
 */
async function withdrawUnsentMessages(context: Context, row: AppointmentRow, { services }: LastChange): Promise<void> {
  const { tx, now } = context
  if (services) return void (await moveMessagesToVersion(tx, row.id, { from: row.version, to: row.version + 1 }))
  const hasLeft = await withdrawMessages(tx, row.id, { version: row.version, reason: 'undone', now })
  if (hasLeft) throw transitionError(context, row, refusalMessages.undoSent)
}

/**
 * Restores the visit's previous time and resources. Throws a 409 when a resource or the client has another visit then.
 */
async function restoreSlots(
  context: Context,
  { id, client_id }: AppointmentRow,
  { uses, over, ...visit }: NonNullable<LastChange['place']>,
) {
  const { tx, now } = context
  const viewer = { now, holdKey: null }
  await requireNoOtherAppointment(context, client_id, visit, 'staff', id)
  await releaseSlots(tx, id)
  if (over.length === 0) await reserveFreeSet(tx, { appointmentId: id }, { sets: [uses], ...viewer })
  else if (!(await reserveOverbooked(tx, id, { set: uses, over, ...viewer })))
    throw new AppError('slot_taken', s.slotTaken)
}

/**
 * Restores the visit's row. If the client has become known meanwhile, the visit does not expire any more, unless its
 * deposit is not paid.
 */
async function restoreAppointment(
  { tx, now }: Context,
  row: AppointmentRow,
  { from, lapses_at, place, services }: LastChange,
) {
  const [first, ...further] = services ?? []
  // A visit at midnight belongs to the date that ends.
  const dateOf = (startsAt: Date) => manilaDate(new Date(startsAt.getTime() - 1))
  const hasOtherDate = place !== null && dateOf(place.starts_at) !== row.appointment_date
  const expires = row.proven_at === null || (await queries.hasUnpaidDeposit(tx, row.id))
  await queries.updateIfUnchanged(tx, row, {
    status: from,
    updated_at: now,
    lapses_at: expires ? lapses_at : null,
    ...(row.status === 'on-going' && { started_at: null }),
    done_at: null,
    cancel_reason: null,
    cancelled_by: null,
    ...(first && { service_id: first.service_id, treatment_id: first.treatment_id }),
    ...(place && {
      starts_at: place.starts_at,
      ends_at: place.ends_at,
      // Only a move to another date had removed the arrival mark. A mark that was set after any other change stays.
      ...(hasOtherDate && { arrived_at: place.arrived_at }),
      practitioner_id: place.practitioner_id,
      overbook_reason: place.overbook_reason,
    }),
  })
  const done = further.map(({ minutes, ...one }) => ({ ...one, duration_minutes: minutes }))
  if (first) await queries.replaceFurtherServices(tx, row.id, done)
  else if (place && row.further) await queries.setFurtherPractitioners(tx, row.id, place.further_practitioners)
  if (row.status === 'completed')
    await restoreLastVisit(tx, row.client_id, row.appointment_date, await lastVisitOf(tx, row.client_id))
}

/**
 * Undoes the caller's last status change of a visit and restores its time and resources. Only an undo can change a
 * completed or cancelled visit back. Throws a 409 after ten minutes, when somebody has changed or paid the visit since,
 * or when its time was taken. The visit is locked, so that a concurrent payment and undo run one after the other.
 */
export async function undoStatus(context: Context<Principal>, id: string): Promise<StaffAppointment> {
  const { client_id } = await requireAppointment(context, id)
  await queries.lockClientAndAppointment(context.tx, { clientId: client_id, id })
  const row = await requireAppointment(context, id)
  const change = await requireUndoable(context, row)
  await withdrawUnsentMessages(context, row, change)
  if (change.place) await restoreSlots(context, row, change.place)
  await restoreAppointment(context, row, change)
  // The used pieces go back to the batches from which the completed visit took them, also if staff have corrected what
  // the visit used.
  if (row.status === 'completed') await correctSupplies(context, id, [])
  const after = await requireAppointment(context, id)
  await logUndo(context, row, after)
  context.publish({ name: 'AppointmentBooked' })
  return presentForStaff(after, context.now)
}

import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { reservations } from '#server/resources/public.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { OwnWaitlistEntry, WaitlistEntry } from '#shared/waitlist/contract.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import { lockOpenEntry, openOfferOf, requireEntry } from './require-entry.ts'
import { ownEntry, parametersOf, staffEntry } from './read-entries.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type By = Context<Principal>

const readEntry = async ({ tx }: By, id: string) => (await views.entryById(tx, id))!

/**
 * Releases the time that is offered to a waitlist entry, so that the next entry can get the time; does nothing without
 * an offer.
 */
async function releaseOffer({ tx, now }: By, row: views.EntryRow, state: 'declined' | 'withdrawn'): Promise<void> {
  if (!row.offer_id || !row.hold_key) return
  await queries.endOffer(tx, row.offer_id, state, now)
  await reservations.releaseReservation(tx, row.hold_key, now)
}

/**
 * A client declines an offer: the time goes to the next waitlist entry, and the client's entry stays open. Throws a 409
 * when the offer has ended.
 */
export async function declineOffer(context: By, id: string, offerId: string): Promise<OwnWaitlistEntry> {
  const { tx, now, user } = context
  const row = await lockOpenEntry(context, id, user.id)
  const { appointment_date, appointment_time } = openOfferOf(row, offerId, now)
  await releaseOffer(context, row, 'declined')
  await queries.updateEntry(tx, id, { state: 'waiting', updated_at: now })
  const parameters = { ...parametersOf(row), appointment_date, appointment_time }
  await writeAuditLog(context, { type: 'waitlist.offer.declined', subjectId: id, parameters })
  context.publish({ name: 'AppointmentBooked' })
  return ownEntry(await readEntry(context, id), now)
}

async function closeEntry(context: By, row: views.EntryRow): Promise<views.EntryRow> {
  await releaseOffer(context, row, 'withdrawn')
  await queries.updateEntry(context.tx, row.id, { state: 'withdrawn', updated_at: context.now })
  await writeAuditLog(context, {
    type: 'waitlist.entry.withdrawn',
    subjectId: row.id,
    parameters: parametersOf(row),
  })
  context.publish({ name: 'AppointmentBooked' })
  return readEntry(context, row.id)
}

/** A client withdraws a waitlist entry. */
export const withdrawEntry = async (context: By, id: string): Promise<OwnWaitlistEntry> =>
  ownEntry(await closeEntry(context, await lockOpenEntry(context, id, context.user.id)), context.now)

/** Staff remove a waitlist entry. */
export const removeEntry = async (context: By, id: string): Promise<WaitlistEntry> =>
  staffEntry(await closeEntry(context, await lockOpenEntry(context, id)), context.now)

/**
 * Allows every fitting time to be offered to a waitlist entry again, including those declined or unanswered. Reopens an
 * expired or withdrawn entry; not a booked one, nor one whose days have passed.
 */
export async function reopenEntry(context: By, id: string): Promise<WaitlistEntry> {
  const { tx, now } = context
  await queries.lockEntry(tx, id)
  const row = await requireEntry(context, id)
  if (row.state === 'taken' || row.state === 'offered') throw new AppError('conflict', s.isOver)
  if (!row.is_offered) throw new AppError('conflict', s.serviceGone)
  if (row.last_date < manilaDate(now)) throw new AppError('conflict', s.daysOver)
  await queries.updateEntry(tx, id, { state: 'waiting', passed_over: [], counts_since: now, updated_at: now })
  await writeAuditLog(context, { type: 'waitlist.entry.reopened', subjectId: id, parameters: parametersOf(row) })
  context.publish({ name: 'AppointmentBooked' })
  return staffEntry(await readEntry(context, id), now)
}

/** Records the visit that staff booked for a waitlist entry by hand, and releases the offered time. */
export async function markEntryBooked(context: By, id: string, appointmentId: string): Promise<WaitlistEntry> {
  const { tx, now } = context
  const row = await lockOpenEntry(context, id)
  const visit = await views.clientOfVisit(tx, appointmentId)
  if (visit?.client_id !== row.client_id) throw invalid('appointment_id', s.notTheirVisit)
  await releaseOffer(context, row, 'withdrawn')
  await queries.updateEntry(tx, id, { state: 'taken', appointment_id: appointmentId, updated_at: now })
  await writeAuditLog(context, { type: 'waitlist.entry.booked', subjectId: id, parameters: parametersOf(row) })
  context.publish({ name: 'AppointmentBooked' })
  return staffEntry(await readEntry(context, id), now)
}

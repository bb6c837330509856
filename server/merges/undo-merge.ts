import { restoreExpiry, lastVisitOf } from '#server/appointments/public.ts'
import { copyWithdrawals } from '#server/chart-photos/public.ts'
import { requireClient } from '#server/clients/client-records.ts'
import { moveRows } from '#server/db/personal-data/statements.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { moveDepositsToVisits } from '#server/deposits/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { findPersonByEmail, lockPerson } from '#server/people/find-person.ts'
import {
  updateMerge,
  findMergesInto,
  lockMergedPair,
  nameOfRecord,
  restoreRecord,
  deleteAddedAccount,
  writeFields,
  writeFigures,
  type RecordFields,
  type StoredRecord,
} from '#server/people/merge-records.ts'
import { moveAccountsToOwner } from '#server/prepaid/public.ts'
import { endSessionsOf } from '#server/sessions/public.ts'
import type { ClientRow } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { fullName } from '#shared/lib/names.ts'
import type { UndoableMerge } from '#shared/merges/contract.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'
import { fieldChanges, later, restoredFields } from './merged-fields.ts'
import { undoData, type Undo } from './undo-data.ts'

type By = Context<Principal>
type Merge = Awaited<ReturnType<typeof findMergesInto>>[number]

const canBeUndone = ({ undo, undo_until }: Merge, now: Date) => undo !== null && now < undo_until

/**
 * The newest merge into a client that can still be undone; null when there is none. Throws a 404 for an unknown client.
 */
export async function lastMerge({ tx, now }: ReadContext, id: string): Promise<UndoableMerge | null> {
  await requireClient(tx, id)
  const [last] = await findMergesInto(tx, id)
  if (!last || !canBeUndone(last, now)) return null
  return {
    id: last.id,
    name: await nameOfRecord(tx, last.merged_id),
    merged_at: isoInManila(last.merged_at),
    undo_until: isoInManila(last.undo_until),
  }
}

/**
 * Returns the newest merge into the locked record. Throws a 409 if the newest merge is not the merge `mergeId`, or can
 * no longer be undone.
 */
async function requireNewestMerge({ tx, now }: By, id: string, mergeId: string): Promise<Merge> {
  const [last, ...older] = await findMergesInto(tx, id)
  if (older.some((merge) => merge.id === mergeId)) throw new AppError('conflict', s.newerFirst)
  if (last?.id !== mergeId || !canBeUndone(last, now)) throw new AppError('conflict', s.cannotUndo)
  return last
}

type Emails = { email: string | null; email_is_second?: boolean | undefined; log_in_email: string | null }

/** Throws a 409 when an e-mail or log-in e-mail of either record belongs to another record by now. */
async function requireFreeEmails(tx: ReadTx, emails: readonly Emails[], own: readonly string[]): Promise<void> {
  const wanted = emails.flatMap(({ email, email_is_second, log_in_email }) => [
    ...(email_is_second ? [] : [email]),
    log_in_email,
  ])
  for (const email of wanted) {
    const owner = email === null ? undefined : await findPersonByEmail(tx, email)
    if (owner && !owner.email_is_second && !own.includes(owner.id))
      throw new AppError('conflict', s.emailTakenMeanwhile(owner.name))
  }
}

type Pair = { kept: StoredRecord; merged: StoredRecord }

/**
 * Moves the rows that a merge moved back to the restored record. Rows added since stay with the remaining record,
 * except for deposits of the moved visits, and for the money of moved deposits and refunded sales: only the client to
 * whom this money belongs can pay with it. Returns how many services moved back.
 */
async function moveRowsBack({ tx, now }: By, { kept, merged }: Pair, { moved, held }: Undo): Promise<number> {
  const ids = { from: kept.record.id, to: merged.record.id }
  const back = await moveRows(tx, { ...ids, only: moved })
  await moveDepositsToVisits(tx, ids)
  await moveAccountsToOwner(tx, ids)
  for (const visit of held) await restoreExpiry(tx, visit, now)
  return back.client_services?.length ?? 0
}

/**
 * The photo that the merged person gets back; null if the remaining person has replaced it, because its file is
 * deleted.
 */
function restoredPhoto({ kept, merged }: Pair, { before, after }: Undo): string | null {
  const own = merged.person.photo_path
  const wasTaken = own !== null && after.photo_path === own && before.photo_path !== own
  return wasTaken && kept.person.photo_path !== own ? null : own
}

/** Restores the merged record with its visits and counters. */
async function restoreMergedRecord(context: By, pair: Pair, undo: Undo): Promise<void> {
  const { tx } = context
  const { kept, merged } = pair
  await restoreRecord(context, merged, { ...undo.email, photo_path: restoredPhoto(pair, undo) })
  // The number of services that moved back, which is lower than at the merge if a sale was voided since.
  const services = await moveRowsBack(context, pair, undo)
  await writeFigures(tx, merged.record.id, {
    services_availed: services,
    last_visit: later(merged.record.last_visit, await lastVisitOf(tx, merged.record.id)),
  })
  await writeFigures(tx, kept.record.id, {
    services_availed: kept.record.services_availed - services,
    last_visit: later(undo.last_visit, await lastVisitOf(tx, kept.record.id)),
  })
}

async function logUndo(context: By, { kept, merged }: Pair, back: RecordFields): Promise<void> {
  const now = fullName(back)
  await writeAuditLog(context, {
    type: 'merges.client.undone',
    subjectId: kept.record.id,
    parameters: { name: now, other: merged.person.name },
    changes: fieldChanges(kept.fields, back),
  })
  await writeAuditLog(context, {
    type: 'merges.client.restored',
    subjectId: merged.record.id,
    parameters: { name: merged.person.name, other: now },
  })
}

/**
 * Undoes the newest merge into a record within 24 hours. Moved rows return to the restored record; later changes stay.
 * Returns the restored record. Throws a 404 for an unknown client, and a 409 when the 24 hours are over or an e-mail
 * belongs to somebody else by now.
 */
export async function undoMerge(context: By, id: string, mergeId: string): Promise<ClientRow> {
  const { tx, now, user } = context
  const { user_id } = await requireClient(tx, id)
  if (!(await lockPerson(tx, user_id))) throw new AppError('not_found', clientMessages.notFoundTitle)
  const merge = await requireNewestMerge(context, id, mergeId)
  const pair = await lockMergedPair(tx, merge)
  const undo = undoData.parse(merge.undo)
  const { fields } = pair.kept
  const back = restoredFields(fields, undo)
  await requireFreeEmails(tx, [back, undo.email], [pair.kept.person.id])
  // If the remaining record was given the merged record's e-mail after the merge, only one of the two people can log in
  // with it, so undoing is refused.
  const { email, email_is_second } = undo.email
  if (email !== null && back.email === email && !back.email_is_second && !email_is_second)
    throw new AppError('conflict', s.emailTakenMeanwhile(pair.kept.person.name))
  await writeFields(context, pair.kept, back)
  if (undo.account_added && back.email === null) await deleteAddedAccount(tx, pair.kept)
  await restoreMergedRecord(context, pair, undo)
  // A client who withdrew consent while the two were one record meant the photos of both, so neither record may publish
  // any.
  await copyWithdrawals(tx, { from: pair.kept.record.id, to: pair.merged.record.id, since: merge.merged_at })
  await updateMerge(tx, mergeId, { undone_at: now, undone_by: user.id, undo: null, kept_photo_path: null })
  if (fields.email !== back.email) await endSessionsOf(context, pair.kept.person.id)
  await logUndo(context, pair, back)
  context.publish({ name: 'AppointmentBooked' })
  return requireClient(tx, merge.merged_id)
}

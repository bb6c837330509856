import { firstVisitsOf, keepFirstVisits } from '#server/appointments/public.ts'
import { requireClient } from '#server/clients/client-records.ts'
import { moveRows } from '#server/db/personal-data/statements.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import {
  updateMerge,
  insertMerge,
  lockRecordPair,
  pickColumns,
  retireRecord,
  writeFields,
  writeFigures,
  type RecordFields,
} from '#server/people/merge-records.ts'
import { endSessionsOf } from '#server/sessions/public.ts'
import { hasOpenClosureRequest } from '#server/users/closure-requests.ts'
import type { ClientRow } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import type { mergesContract } from '#shared/merges/contract.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'
import { fieldChanges, later, mergedFields, type RecordPair } from './merged-fields.ts'
import { sideOf } from './sides.ts'
import type { UndoData } from './undo-data.ts'

type By = Context<Principal>
type Body = Parsed<typeof mergesContract.merge>['body']

const UNDO_MS = 24 * 3_600_000

/**
 * Throws a 409 if both records have the same e-mail and the remaining record is not that of the e-mail's holder. A
 * person who registered with somebody else's e-mail has proved nothing, so their password must not open the holder's
 * data.
 */
function requireHolderStays({ kept, other }: RecordPair): void {
  const isShared = kept.person.email !== null && kept.person.email === other.person.email
  if (isShared && kept.person.email_is_second && !other.person.email_is_second)
    throw new AppError('conflict', s.keepHolder(other.person.name))
}

/**
 * Locks both records of a merge. Throws a 404 for a missing record, and a 409 for a record that has changed since it
 * was shown.
 */
async function lockUnchangedRecords(context: By, id: string, { other_id, other_version }: Body): Promise<RecordPair> {
  const { tx } = context
  if (id === other_id) throw invalid('other_id', s.sameRecord)
  const [kept, other] = await lockRecordPair(tx, [id, other_id])
  if (!kept || !other) throw new AppError('not_found', clientMessages.notFoundTitle)
  requireVersion(context, await sideOf(tx, kept))
  const side = await sideOf(tx, other)
  if (side.version !== other_version) throw new AppError('stale', requestRefusals.stale, { data: side })
  for (const { person } of [kept, other])
    if (await hasOpenClosureRequest(tx, person.id)) throw new AppError('conflict', s.openClosureRequest(person.name))
  return { kept, other }
}

/** Removes the expiry of unconfirmed first visits, because visits of a client whom the clinic knows do not expire. */
async function stopVisitsFromExpiring(
  { tx }: By,
  { kept, other }: RecordPair,
  after: RecordFields,
): Promise<UndoData['held']> {
  if (after['proven_at'] === null) return []
  const held = [...(await firstVisitsOf(tx, kept.record.id)), ...(await firstVisitsOf(tx, other.record.id))]
  for (const { record } of [kept, other]) await keepFirstVisits(tx, record.id)
  return held
}

async function logMerge(
  context: By,
  { kept, other }: RecordPair,
  name: string,
  changes: ReturnType<typeof fieldChanges>,
) {
  await writeAuditLog(context, {
    type: 'merges.client.merged',
    subjectId: kept.record.id,
    parameters: { name, other: other.person.name },
    changes,
  })
  await writeAuditLog(context, {
    type: 'merges.client.left',
    subjectId: other.record.id,
    parameters: { name: other.person.name, other: name },
  })
}

/**
 * Adds the visit counters of the merged record to those of the remaining one. The merged record keeps its own counters,
 * in case the merge is undone.
 */
async function addUpFigures({ tx }: By, { kept, other }: RecordPair): Promise<void> {
  await writeFigures(tx, kept.record.id, {
    services_availed: kept.record.services_availed + other.record.services_availed,
    last_visit: later(kept.record.last_visit, other.record.last_visit),
  })
}

/**
 * Merges two records in one transaction. Everything of the other record moves to the remaining one, which gets the
 * chosen values. The other record is marked as merged, hidden everywhere and logged out. Throws a 404 for a missing
 * record, and a 409 if a record has changed since it was shown or its person has asked to close the account.
 */
export async function mergeClients(context: By, id: string, body: Body): Promise<ClientRow> {
  const { tx, now, user } = context
  const both = await lockUnchangedRecords(context, id, body)
  const { kept, other } = both
  requireHolderStays(both)
  const [before, after] = [kept.fields, mergedFields(both, body.takes)]
  const mergeId = newId()
  const row = { id: mergeId, kept_id: id, merged_id: body.other_id, merged_at: now, merged_by: user.id }
  const held = await stopVisitsFromExpiring(context, both, after)
  const replaced = before.photo_path === after.photo_path ? null : before.photo_path
  const undo_until = new Date(now.getTime() + UNDO_MS)
  await insertMerge(tx, { ...row, undo_until, kept_photo_path: replaced })
  const moved = await moveRows(tx, { from: body.other_id, to: id })
  await addUpFigures(context, both)
  await retireRecord(context, other, id)
  const account_added = await writeFields(context, kept, after)
  const email = pickColumns(other.fields, { field: 'email' }) as UndoData['email']
  const undo: UndoData = { moved, held, email, account_added, before, after, last_visit: kept.record.last_visit }
  await updateMerge(tx, mergeId, { undo: JSON.stringify(undo) })
  await endSessionsOf(context, other.person.id)
  if (before.email !== after.email) await endSessionsOf(context, kept.person.id)
  const merged = await requireClient(tx, id)
  await logMerge(context, both, merged.name, fieldChanges(before, after))
  context.publish({ name: 'AppointmentBooked' })
  return merged
}

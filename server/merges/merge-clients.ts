import { firstVisitsOf, keepFirstVisits } from '#server/appointments/public.ts'
import { requireClient } from '#server/clients/client-records.ts'
import { mergedColumns, moveRows, type MergedColumn } from '#server/db/personal-data/statements.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import {
  changeMerge,
  keepMerge,
  lockBoth,
  pickColumns,
  retireRecord,
  writeFields,
  writeFigures,
  type RecordFields,
  type StoredRecord,
} from '#server/people/merge-records.ts'
import { CONFIRMED } from '#server/people/verified-contact.ts'
import { endSessionsOf } from '#server/sessions/public.ts'
import { MAX_NOTE, type ClientRow } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { callMessages } from '#shared/lib/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { mergesContract } from '#shared/merges/contract.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'
import { changedIn } from './changed-in.ts'
import { earlier, later } from './later.ts'
import { sideOf } from './sides.ts'
import type { UndoData } from './undo-data.ts'
import { hasOpenClosureRequest } from './views.ts'

type By = Context<Principal>
type Body = Parsed<typeof mergesContract.merge>['body']
type Takes = Body['takes']
type Both = { kept: StoredRecord; other: StoredRecord }

const UNDO_MS = 24 * 3_600_000

/** Both notes one below the other. Throws a 422 when they are too long for one. */
function noteOf({ kept, other }: Both, takes: Takes['note']): string | null {
  if (takes !== 'both') return takes === 'kept' ? kept.record.note : other.record.note
  const both = [kept.record.note, other.record.note].filter((note) => note !== null).join('\n')
  if (both.length > MAX_NOTE) throw invalid('takes.note', s.noteTooLong)
  return both === '' ? null : both
}

type Fields = { kept: RecordFields; other: RecordFields }

/** The record whose value of a field stays. If both have the same e-mail, the remaining record is its holder's. */
const sourceOf = ({ kept, other }: Fields, takes: Takes, field: string) =>
  takes[field as keyof Takes] === 'kept' || (field === 'email' && kept.email === other.email) ? kept : other

const isEmpty = (value: unknown) => value === null || value === ''

function mergedValue(fields: Fields, takes: Takes, { column, rule }: MergedColumn) {
  const [own, others] = [fields.kept[column], fields.other[column]]
  if (rule === 'filled') return isEmpty(own) ? others : own
  if (rule === 'earlier') return earlier(own as string | null, others as string | null)
  return sourceOf(fields, takes, rule.chosen)[column]
}

/** The remaining record after the merge. An e-mail that the admin chose needs no confirmation. */
function mergedFields(both: Both, takes: Takes): RecordFields {
  const fields = { kept: both.kept.fields, other: both.other.fields }
  const merged = mergedColumns().map((column) => [column.column, mergedValue(fields, takes, column)])
  const isConfirmed = sourceOf(fields, takes, 'email') === fields.other
  return {
    ...(Object.fromEntries(merged) as RecordFields),
    ...(isConfirmed && CONFIRMED),
    note: noteOf(both, takes.note),
  }
}

/**
 * Throws unless the holder of a shared e-mail remains. A person who registered with somebody else's e-mail has proved
 * nothing, so their password must not open the holder's data.
 */
function requireHolderStays({ kept, other }: Both): void {
  const isShared = kept.person.email !== null && kept.person.email === other.person.email
  if (isShared && kept.person.email_is_second && !other.person.email_is_second)
    throw new AppError('conflict', s.keepHolder(other.person.name))
}

/** Locks both records. Throws a 404 for a missing one and a 409 for one that has changed since. */
async function lockAsSeen(context: By, id: string, { other_id, other_version }: Body): Promise<Both> {
  const { tx } = context
  if (id === other_id) throw invalid('other_id', s.sameRecord)
  const [kept, other] = await lockBoth(tx, [id, other_id])
  if (!kept || !other) throw new AppError('not_found', clientMessages.notFoundTitle)
  requireVersion(context, await sideOf(tx, kept))
  const side = await sideOf(tx, other)
  if (side.version !== other_version) throw new AppError('stale', callMessages.stale, { data: side })
  for (const { person } of [kept, other])
    if (await hasOpenClosureRequest(tx, person.id)) throw new AppError('conflict', s.openClosureRequest(person.name))
  return { kept, other }
}

/** If the merged client is known, no visit of theirs expires any more. */
async function keepVisits({ tx }: By, { kept, other }: Both, after: RecordFields): Promise<UndoData['held']> {
  if (after['proven_at'] === null) return []
  const held = [...(await firstVisitsOf(tx, kept.record.id)), ...(await firstVisitsOf(tx, other.record.id))]
  for (const { record } of [kept, other]) await keepFirstVisits(tx, record.id)
  return held
}

async function logBoth(context: By, { kept, other }: Both, name: string, changes: ReturnType<typeof changedIn>) {
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

/** Adds up the visit counters. The merged record keeps its own, in case the merge is undone. */
async function addFigures({ tx }: By, { kept, other }: Both): Promise<void> {
  await writeFigures(tx, kept.record.id, {
    services_availed: kept.record.services_availed + other.record.services_availed,
    last_visit: later(kept.record.last_visit, other.record.last_visit),
  })
}

/**
 * Merges two records in one transaction. Everything of the other record moves to the remaining one, which gets the
 * chosen values. The other is marked, hidden everywhere and logged out. Throws a 404 for a missing record and a 409 for
 * one that has changed since or whose person waits for the account's closure.
 */
export async function mergeClients(context: By, id: string, body: Body): Promise<ClientRow> {
  const { tx, now, user } = context
  const both = await lockAsSeen(context, id, body)
  const { kept, other } = both
  requireHolderStays(both)
  const [before, after] = [kept.fields, mergedFields(both, body.takes)]
  const mergeId = newId()
  const row = { id: mergeId, kept_id: id, merged_id: body.other_id, merged_at: now, merged_by: user.id }
  const held = await keepVisits(context, both, after)
  const replaced = before.photo_path === after.photo_path ? null : before.photo_path
  const undo_until = new Date(now.getTime() + UNDO_MS)
  await keepMerge(tx, { ...row, undo_until, kept_photo_path: replaced })
  const moved = await moveRows(tx, { from: body.other_id, to: id })
  await addFigures(context, both)
  await retireRecord(context, other, id)
  const account_added = await writeFields(context, kept, after)
  const email = pickColumns(other.fields, { field: 'email' }) as UndoData['email']
  const undo: UndoData = { moved, held, email, account_added, before, after, last_visit: kept.record.last_visit }
  await changeMerge(tx, mergeId, { undo: JSON.stringify(undo) })
  await endSessionsOf(context, other.person.id)
  if (before.email !== after.email) await endSessionsOf(context, kept.person.id)
  const merged = await requireClient(tx, id)
  await logBoth(context, both, merged.name, changedIn(before, after))
  context.publish({ name: 'AppointmentBooked' })
  return merged
}

import { requireWritableChart } from '#server/charts/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { isStaleVersion } from '#server/lib/http/request-context.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { TreatmentNote, treatmentNotesContract } from '#shared/treatment-notes/contract.ts'
import { noteMessages as s } from '#shared/treatment-notes/messages.ts'
import { expiredProducts, isEmptyNote } from '#shared/treatment-notes/note.ts'
import { hashOfNote } from './note-hash.ts'
import { presentNote, readContent } from './present-note.ts'
import * as queries from './queries.ts'
import { requireVisit, type OfVisit } from './save-note.ts'
import * as views from './views.ts'

type Signing = Parsed<typeof treatmentNotesContract.sign>['body']

/**
 * Throws if the treatment note is empty, has fields that two people changed, or names an expired product without
 * confirmation.
 */
function requireComplete(row: views.NoteRow, date: string, { accept_expired }: Signing): void {
  const content = readContent(row.content)
  if (isEmptyNote(content)) throw new AppError('conflict', s.empty)
  if (content.conflicts.length > 0) throw new AppError('conflict', s.openConflicts)
  const expired = expiredProducts(content, date)
  if (expired.length > 0 && !accept_expired)
    throw new AppError('conflict', s.expired(expired.map(({ name, batch }) => name.trim() || batch.trim()).join(', ')))
}

/**
 * Signs off the treatment note of a visit: from then on the database refuses every change of it. A repeated request of
 * the same person returns the signed note. Throws a 409 with the present note if somebody has changed it meanwhile.
 */
export async function signNote(context: Context<Principal>, of: OfVisit, signing: Signing): Promise<TreatmentNote> {
  const { tx, user, now } = context
  const client = await requireWritableChart(context, of.clientId)
  const visit = await requireVisit(context, of)
  const row = await queries.lockNote(tx, of.appointmentId)
  if (!row) throw new AppError('not_found', s.noNote)
  if (row.signed_at) {
    if (row.signed_by === user.id && !isStaleVersion(context, row)) return presentNote(tx, row)
    throw new AppError('conflict', s.signedAlready)
  }
  if (isStaleVersion(context, row))
    throw new AppError('stale', s.changedMeanwhile, { data: await presentNote(tx, row) })
  requireComplete(row, visit.appointment_date, signing)
  const signature = { signed_at: now, signed_by: user.id, signed_by_name: user.name }
  await queries.updateNote(tx, row.id, { ...signature, hash: hashOfNote({ ...row, ...signature }) })
  const parameters = { client: client.name, appointment_date: visit.appointment_date }
  await writeAuditLog(context, { type: 'treatment-notes.note.signed', subjectId: row.id, parameters })
  return presentNote(tx, (await views.noteOfVisit(tx, of.appointmentId))!)
}

type Addition = Parsed<typeof treatmentNotesContract.add>['body']

/** Adds a text beside a signed treatment note, with the writer's name and the time. A repeated request adds it once. */
export async function addToNote(context: Context<Principal>, of: OfVisit, addition: Addition): Promise<TreatmentNote> {
  const { tx, user, now } = context
  const client = await requireWritableChart(context, of.clientId)
  const visit = await requireVisit(context, of)
  const row = await queries.lockNote(tx, of.appointmentId)
  if (!row) throw new AppError('not_found', s.noNote)
  if (!row.signed_at) throw new AppError('conflict', s.notSigned)
  const isNew = await queries.insertAddition(tx, {
    ...addition,
    note_id: row.id,
    added_at: now,
    added_by: user.id,
    added_by_name: user.name,
  })
  const parameters = { client: client.name, appointment_date: visit.appointment_date }
  if (isNew) await writeAuditLog(context, { type: 'treatment-notes.note.added', subjectId: row.id, parameters })
  return presentNote(tx, row)
}

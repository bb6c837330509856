import { requireWritableChart } from '#server/charts/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { TreatmentNote, treatmentNotesContract } from '#shared/treatment-notes/contract.ts'
import { mergeNotes } from '#shared/treatment-notes/merge-notes.ts'
import { noteMessages as s } from '#shared/treatment-notes/messages.ts'
import {
  batchKey,
  emptyNote,
  givenProducts,
  noteContent,
  type NoteContent,
  type NoteTemplateContent,
} from '#shared/treatment-notes/note.ts'
import { productKey } from '#shared/treatment-notes/same-as-last.ts'
import { presentNote, readContent } from './present-note.ts'
import * as queries from './queries.ts'
import { findTemplate } from './templates.ts'
import * as views from './views.ts'

export type OfVisit = { clientId: string; appointmentId: string }
type Change = Parsed<typeof treatmentNotesContract.save>['body']

/** Returns the visit to which a treatment note belongs. Throws a 404 for an unknown visit. */
export async function requireVisit({ tx }: Context, { clientId, appointmentId }: OfVisit) {
  const visit = await views.visitOf(tx, clientId, appointmentId)
  if (!visit) throw new AppError('not_found', s.visitNotFound)
  return visit
}

/**
 * Throws a 409 if no treatment note can be started for a visit, because the visit was cancelled or is in the future. A
 * note that was started before the cancellation can still be written and signed off, because the client may have left in
 * the middle of the treatment.
 */
function requireStartable({ now }: Context, visit: Awaited<ReturnType<typeof requireVisit>>): void {
  if (visit.status === 'cancelled') throw new AppError('conflict', s.cancelled)
  if (visit.appointment_date > manilaDate(now)) throw new AppError('conflict', s.notYet)
}

const writerOf = ({ user, now }: Context<Principal>) => ({
  updated_at: now,
  updated_by: user.id,
  updated_by_name: user.name,
})

type Saved = { id: string; version: number; content: NoteContent; saveId: string }

/** Stores the version and the products of a treatment note that was just written. */
async function storeParts({ tx, user, now }: Context<Principal>, saved: Saved): Promise<void> {
  const { id, version, content, saveId } = saved
  await queries.insertVersion(tx, {
    note_id: id,
    version,
    save_id: saveId,
    content: JSON.stringify(content),
    saved_at: now,
    saved_by: user.id,
    saved_by_name: user.name,
  })
  const lines = givenProducts(content).map((line, position) => ({
    note_id: id,
    position,
    product_id: line.product_id,
    product_name: line.name.trim(),
    product_key: productKey(line.name),
    amount: line.amount,
    unit: line.unit,
    area: line.area,
    batch: line.batch.trim(),
    batch_key: batchKey(line.batch),
    expires_on: line.expires_on,
  }))
  await queries.replaceProducts(tx, id, lines)
}

/** Starts the treatment note of a visit. Returns false if somebody else has started it meanwhile. */
async function startNote(
  context: Context<Principal>,
  of: OfVisit,
  change: Change,
  template: NoteTemplateContent,
): Promise<boolean> {
  const { tx, branchId, user, now } = context
  const id = newId()
  const isNew = await queries.insertNote(tx, {
    id,
    branch_id: branchId,
    client_id: of.clientId,
    appointment_id: of.appointmentId,
    template_key: change.template_key,
    template: JSON.stringify(template),
    content: JSON.stringify(change.content),
    created_at: now,
    created_by: user.id,
    created_by_name: user.name,
    ...writerOf(context),
  })
  if (isNew) await storeParts(context, { id, version: 1, content: change.content, saveId: change.save_id })
  return isNew
}

/** The saved state of a treatment note on which a change is based. Throws a 409 for a version that was never saved. */
async function baseOf({ tx }: Context, row: views.NoteRow, version: number): Promise<NoteContent> {
  if (version === 0) return emptyNote
  const saved = await views.savedVersion(tx, row.id, version)
  if (!saved) throw new AppError('conflict', s.baseUnknown)
  return readContent(saved.content)
}

/** Merges a change of a treatment note with what others have saved since the version on which the change is based. */
async function mergedWith(context: Context<Principal>, row: views.NoteRow, change: Change): Promise<NoteContent> {
  const { tx, user } = context
  const base = await baseOf(context, row, change.base_version)
  const by = await views.lastOtherWriter(tx, row.id, change.base_version, user.id)
  const merged = mergeNotes(base, change.content, readContent(row.content), by ?? user.name)
  // Two texts within the limits can exceed a limit when they are merged.
  if (!noteContent.safeParse(merged).success) throw new AppError('conflict', s.tooMuch)
  return merged
}

async function changeNote(
  context: Context<Principal>,
  row: views.NoteRow,
  change: Change,
  template: NoteTemplateContent,
): Promise<void> {
  const content = await mergedWith(context, row, change)
  const version = row.version + 1
  // A writer who has not yet read a saved version does not change the template: somebody else started the note at the
  // same time, and this writer did not know which template was saved first.
  const isChosen = change.base_version > 0 && change.template_key !== row.template_key
  await queries.updateNote(context.tx, row.id, {
    ...(isChosen && { template_key: change.template_key, template: JSON.stringify(template) }),
    content: JSON.stringify(content),
    version,
    ...writerOf(context),
  })
  await storeParts(context, { id: row.id, version, content, saveId: change.save_id })
}

/** Logs that somebody started the treatment note, or wrote in a note that somebody else wrote last. */
async function logWriting(context: Context<Principal>, noteId: string, before: views.NoteRow | undefined, of: Logged) {
  if (before?.updated_by === context.user.id) return
  const type = before ? 'treatment-notes.note.changed' : 'treatment-notes.note.started'
  await writeAuditLog(context, { type, subjectId: noteId, parameters: of })
}
type Logged = { client: string; appointment_date: string }

/**
 * Saves the treatment note of a visit. What others have saved since `base_version` is merged, so that nobody's words
 * are lost. A change that was saved already is not saved again. Throws a 409 if the note is signed off, or if a new note
 * is about a cancelled or future visit.
 */
export async function saveNote(context: Context<Principal>, of: OfVisit, change: Change): Promise<TreatmentNote> {
  const { tx } = context
  const client = await requireWritableChart(context, of.clientId)
  const visit = await requireVisit(context, of)
  const before = await queries.lockNote(tx, of.appointmentId)
  if (before && (await views.isSaved(tx, before.id, change.save_id))) return presentNote(tx, before)
  if (before?.signed_at) throw new AppError('conflict', s.signedAlready)
  if (!before) requireStartable(context, visit)
  const isSameTemplate = before?.template_key === change.template_key
  const template = isSameTemplate
    ? (before.template as NoteTemplateContent)
    : await findTemplate(context, change.template_key)
  const isStarted = !before && (await startNote(context, of, change, template))
  // If somebody else has started the note while this change was waiting, the change is merged into that note.
  const row = isStarted ? undefined : (before ?? (await queries.lockNote(tx, of.appointmentId)))
  if (row) await changeNote(context, row, change, template)
  const saved = (await views.noteOfVisit(tx, of.appointmentId))!
  await logWriting(context, saved.id, row, { client: client.name, appointment_date: visit.appointment_date })
  return presentNote(tx, saved)
}

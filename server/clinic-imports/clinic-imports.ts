import { mkdir, open, statfs, writeFile } from 'node:fs/promises'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { ClinicImport, clinicImportContract } from '#shared/clinic-imports/contract.ts'
import { clinicImportRefusals as s } from '#shared/clinic-imports/messages.ts'
import { WORKING, type ClinicImportState } from '#shared/clinic-imports/states.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'
import { fileOfImport, removeFile } from './work.ts'

type By = Context<Principal>
type Contract = typeof clinicImportContract
type Present = Answer<Contract['read']>

/** How long the result of an import that has ended is shown, in milliseconds. */
const RESULT_SHOWN_MS = 7 * 24 * 60 * 60 * 1000

const isOld = ({ state, worked_at }: { state: ClinicImportState; worked_at: Date }, now: Date) =>
  state === 'imported' && now.getTime() - worked_at.getTime() > RESULT_SHOWN_MS

export async function readImport(context: Pick<ReadContext, 'tx' | 'branchId' | 'now'>): Promise<Present> {
  const { tx, branchId, now } = context
  const row = await views.importOf(tx, branchId)
  // While a job brings in the data, everybody else still sees an empty clinic. Whether it is empty is not read then,
  // because PostgreSQL would have to read all rows of the job's open transaction.
  const is_empty = (row && WORKING.includes(row.state)) || (await views.isClinicEmpty(tx))
  if (!row || isOld(row, now)) return { data: { is_empty, present: null } }
  const { file_name, state, bytes, received, problem, done, total, created_by_name } = row
  const counts = row.counts as ClinicImport['counts']
  const created_at = isoInManila(row.created_at)
  const present = { file_name, state, bytes, received, counts, problem, done, total, created_at, created_by_name }
  return { data: { is_empty, present } }
}

/**
 * Makes the uploads folder, which a new clinic lacks. Throws a 507 unless twice the size of the file is free on its
 * disk.
 */
async function requireSpace(uploadsDir: string, bytes: number): Promise<void> {
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(uploadsDir)
  if (bavail * bsize < 2 * bytes) throw new AppError('out_of_space', s.noSpace)
}

/** Begins an upload. A file that was refused or not uploaded completely is replaced. */
export async function beginUpload(
  context: By,
  uploadsDir: string,
  { file_name, bytes }: Parsed<Contract['begin']>['body'],
): Promise<Present> {
  const { tx, branchId, now, user } = context
  const before = await queries.lockImport(tx, branchId)
  if (before && WORKING.includes(before.state)) throw new AppError('conflict', s.running)
  if (!(await views.isClinicEmpty(tx))) throw new AppError('conflict', s.notEmpty)
  await requireSpace(uploadsDir, bytes)
  const id = newId()
  const by = { created_at: now, created_by: user.id, created_by_name: user.name, worked_at: now }
  await writeFile(fileOfImport(uploadsDir, id), '', { mode: 0o600 })
  if (before) await removeFile(uploadsDir, before.id)
  await queries.replaceImport(tx, { id, branch_id: branchId, file_name, bytes, state: 'uploading', ...by })
  const parameters = { file: file_name }
  await writeAuditLog(context, { type: 'clinic-imports.file.chosen', subjectId: id, parameters })
  return readImport(context)
}

/** Locks the import in one of these states. Throws a 409 if there is no import, or if it is in another state. */
async function lockImportIn({ tx, branchId }: By, ...states: ClinicImportState[]) {
  const row = await queries.lockImport(tx, branchId)
  if (!row || !states.includes(row.state)) throw new AppError('conflict', s.notNow)
  return row
}

/**
 * Stores the next part of the file, and checks the file after the last part. A part that was stored only half is
 * written again, because it begins where the last complete one has ended.
 */
export async function uploadPart(
  context: DetachedContext<Principal>,
  uploadsDir: string,
  { from, file: part }: Parsed<Contract['upload']>['body'],
): Promise<Present> {
  const { id } = await context.inTransaction(async (inside) => {
    const row = await lockImportIn(inside, 'uploading')
    if (from !== row.received || from + part.size > row.bytes) throw new AppError('conflict', s.wrongPart)
    return row
  })
  // A part is at most 16 MB, so it fits into memory.
  const content = Buffer.from(await part.arrayBuffer())
  const handle = await open(fileOfImport(uploadsDir, id), 'r+')
  try {
    await handle.write(content, 0, content.length, from)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return context.inTransaction(async (inside) => {
    const { bytes, received } = await lockImportIn(inside, 'uploading')
    if (received !== from) throw new AppError('conflict', s.wrongPart)
    const isComplete = from + part.size === bytes
    const state = isComplete ? ('checking' as const) : ('uploading' as const)
    await queries.updateImport(inside.tx, id, { received: from + part.size, state, worked_at: inside.now })
    if (isComplete) await queries.addJob(inside.tx, id)
    return readImport(inside)
  })
}

/** Brings in a checked file in the background. */
export async function startImport(context: By): Promise<Present> {
  const { tx, now } = context
  const { id, file_name: file } = await lockImportIn(context, 'checked')
  if (!(await views.isClinicEmpty(tx))) throw new AppError('conflict', s.notEmpty)
  await queries.updateImport(tx, id, { state: 'importing', done: 0, worked_at: now })
  await queries.addJob(tx, id)
  await writeAuditLog(context, { type: 'clinic-imports.import.started', subjectId: id, parameters: { file } })
  return readImport(context)
}

/** Deletes a file that was not brought in. */
export async function discardImport(context: By, uploadsDir: string): Promise<void> {
  const { id, file_name: file } = await lockImportIn(context, 'uploading', 'checked', 'refused', 'failed')
  await queries.deleteImport(context.tx, id)
  await removeFile(uploadsDir, id)
  await writeAuditLog(context, { type: 'clinic-imports.file.discarded', subjectId: id, parameters: { file } })
}

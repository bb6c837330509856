import { isClinicalRecordOn } from '#server/charts/public.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { retainedSince } from '#server/lib/retention.ts'
import type { Batch, BatchRow, ImportColumn, ImportedRow, importsContract } from '#shared/imports/contract.ts'
import { DATE_FIELDS, decisionsOf, isFieldOf } from '#shared/imports/kinds.ts'
import type { Decision, ImportField, Outcome } from '#shared/imports/kinds.ts'
import { matchColumns, missingFields, systemOf } from '#shared/imports/match-columns.ts'
import { importFieldNames, importRefusals as s } from '#shared/imports/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import * as queries from './queries.ts'
import { readColumns, storedColumnsOf } from './stored-columns.ts'
import * as views from './views.ts'

type By = Context<Principal>
type Stored = NonNullable<Awaited<ReturnType<typeof views.batchById>>>

const eventOf = ({ kind, file_name }: Pick<Stored, 'kind' | 'file_name'>) => ({ kind, file: file_name })

const presentRow = (row: Pick<Stored, keyof BatchRow>): BatchRow => ({
  id: row.id,
  kind: row.kind,
  file_name: row.file_name,
  state: row.state,
  row_count: row.row_count,
  created_at: isoInManila(row.created_at),
  created_by_name: row.created_by_name,
})

export async function listBatches({ tx, branchId }: ReadContext, query: PageQuery) {
  const { rows, total } = await views.batchPage(tx, branchId, query)
  return { data: rows.map(presentRow), total, page: query.page, per_page: query.per_page }
}

async function requireBatch({ tx, branchId }: Pick<ReadContext, 'tx' | 'branchId'>, id: string): Promise<Stored> {
  const batch = await views.batchById(tx, branchId, id)
  if (!batch) throw new AppError('not_found', s.notFound)
  return batch
}

/**
 * Returns the field of each column. While nobody has chosen fields for this file, the choice for the last file with the
 * same headings is used, and without such a file the fields that match the headings.
 */
async function fieldsOf(tx: ReadTx, batch: Stored, columns: readonly ImportColumn[]) {
  const { date_order } = batch
  if (batch.fields !== null)
    return { fields: batch.fields as unknown as (ImportField | null)[], date_order, is_remembered: false }
  const { branch_id: branchId, kind, headings_key: headingsKey } = batch
  const last = await views.lastChoice(tx, { branchId, kind, headingsKey })
  return last
    ? { ...last, is_remembered: true }
    : { fields: matchColumns(kind, columns), date_order, is_remembered: false }
}

type Counted = Awaited<ReturnType<typeof views.countRows>>

/** The number of rows of the file that the current step, or the last one, has processed. */
function doneOf({ state, row_count }: Stored, counts: Partial<Record<Outcome, number>>): number {
  const waiting: readonly Outcome[] =
    state === 'undoing' || state === 'undone'
      ? ['created', 'filled']
      : state === 'checking'
        ? ['waiting']
        : ['new', 'duplicate']
  return row_count - waiting.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
}

function countOutcomes(counted: Counted): Partial<Record<Outcome, number>> {
  const counts: Partial<Record<Outcome, number>> = {}
  for (const { outcome, rows } of counted) counts[outcome] = (counts[outcome] ?? 0) + rows
  return counts
}

/** The number of rows that an import would save: as new records, or as values in empty fields of existing records. */
const countToImport = (counted: Counted, usual: Decision): number =>
  counted.reduce((sum, { outcome, decision, rows }) => {
    const isImported = outcome === 'new' || (outcome === 'duplicate' && (decision ?? usual) !== 'skip')
    return isImported ? sum + rows : sum
  }, 0)

export async function readBatch(context: Pick<ReadContext, 'tx' | 'branchId' | 'now'>, id: string): Promise<Batch> {
  const batch = await requireBatch(context, id)
  const counted = await views.countRows(context.tx, id)
  const counts = countOutcomes(counted)
  const columns = await readColumns(context.tx, batch)
  const [imported, undone] = [batch.imported_at, batch.undone_at].map((at) => at && isoInManila(at))
  return {
    ...presentRow(batch),
    columns,
    ...(await fieldsOf(context.tx, batch, columns)),
    system: systemOf(
      batch.kind,
      columns.map(({ heading }) => heading),
    ),
    duplicates: batch.duplicates,
    counts,
    done: doneOf(batch, counts),
    to_import: countToImport(counted, batch.duplicates),
    imported_at: imported ?? null,
    undone_at: undone ?? null,
    can_undo: batch.state === 'imported' && batch.created_at > retainedSince('imports', context.now),
    keeps_cards: await isClinicalRecordOn(context.tx, context.branchId),
  }
}

const presentImportedRow = (row: views.StagedRow): ImportedRow => ({
  number: row.number,
  cells: row.cells as string[],
  outcome: row.outcome,
  reason: row.reason,
  match_name: row.match_name,
  match_by: row.match_by,
  same_as_row: row.same_as_row,
  client_id: row.client_id,
  decision: row.decision,
})

export async function listRows(context: ReadContext, query: Parsed<typeof importsContract.rows>['querystring']) {
  await requireBatch(context, query.batch_id)
  const { rows, total } = await views.rowPage(context.tx, query.batch_id, query)
  return { data: rows.map(presentImportedRow), total, page: query.page, per_page: query.per_page }
}

/** Locks an import batch in one of these states. Throws a 404 for an unknown batch, and a 409 in another state. */
async function lockBatchIn({ tx, branchId }: By, id: string, states: readonly Stored['state'][]): Promise<Stored> {
  const batch = await queries.lockBatch(tx, id)
  if (!batch || batch.branch_id !== branchId) throw new AppError('not_found', s.notFound)
  if (!states.includes(batch.state)) throw new AppError('conflict', s.notNow)
  return batch
}

/**
 * Throws a 422 if the fields do not fit the file's columns, if two columns have the same field, or if no column has a
 * required field.
 */
function requireFields(batch: Stored, fields: readonly (ImportField | null)[]): void {
  const chosen = fields.filter((field) => field !== null)
  const { length } = storedColumnsOf(batch)
  if (fields.length !== length || chosen.some((field) => !isFieldOf(batch.kind, field)))
    throw invalid('fields', s.wrongColumns)
  const twice = chosen.find((field, at) => chosen.indexOf(field) !== at)
  if (twice !== undefined) throw invalid('fields', s.fieldTwice(importFieldNames[twice]))
  const [missing] = missingFields(batch.kind, fields)
  if (missing) throw invalid('fields', s.fieldMissing(...missing.map((field) => importFieldNames[field])))
}

/**
 * The order of day and month in a file: the order that its dates prove, otherwise the one that the person has chosen.
 */
function orderOf(
  batch: Stored,
  { fields, date_order }: Parsed<typeof importsContract.check>['body'],
): Stored['date_order'] {
  const columns = storedColumnsOf(batch)
  const orders = fields.flatMap((field, at) =>
    field !== null && DATE_FIELDS.includes(field) ? [columns[at]!.dates ?? []].flat() : [],
  )
  const known = new Set(orders)
  if (known.size === 0) return date_order
  const [only] = known
  if (known.size === 1 && only !== 'both') return only!
  if (date_order === null) throw invalid('date_order', s.dateOrderNeeded)
  return date_order
}

const takeOver = ({ user, now }: By) => ({ created_by: user.id, created_by_name: user.name, worked_at: now })

/** Stores the chosen columns, and checks all rows in the background. */
export async function checkRows(
  context: By,
  id: string,
  body: Parsed<typeof importsContract.check>['body'],
): Promise<Batch> {
  const batch = await lockBatchIn(context, id, ['uploaded', 'checked'])
  requireFields(batch, body.fields)
  const date_order = orderOf(batch, body)
  if (batch.state === 'checked') await queries.resetRows(context.tx, id)
  await queries.updateBatch(context.tx, id, {
    ...takeOver(context),
    fields: JSON.stringify(body.fields),
    date_order,
    state: 'checking',
  })
  await queries.addJob(context.tx, id)
  return readBatch(context, id)
}

function requireDecision(batch: Stored, decision: Decision | null): void {
  if (decision !== null && !decisionsOf(batch.kind).includes(decision)) throw invalid('decision', s.noSuchDecision)
}

/** Decides what happens to one row whose record the clinic has already. */
export async function decideRow(
  context: By,
  { id, number }: { id: string; number: number },
  decision: Decision | null,
): Promise<ImportedRow> {
  const batch = await lockBatchIn(context, id, ['checked'])
  requireDecision(batch, decision)
  if (!(await queries.setDecision(context.tx, id, number, decision))) throw new AppError('conflict', s.onlyDuplicates)
  return presentImportedRow((await views.rowByNumber(context.tx, id, number))!)
}

export async function decideAll(context: By, id: string, decision: Decision): Promise<Batch> {
  const batch = await lockBatchIn(context, id, ['checked'])
  requireDecision(batch, decision)
  await queries.updateBatch(context.tx, id, { duplicates: decision })
  return readBatch(context, id)
}

/** Imports the checked rows in the background. Throws a 409 while another import of the branch is running. */
export async function startImport(context: By, id: string): Promise<Batch> {
  const batch = await lockBatchIn(context, id, ['checked'])
  if (await views.hasRunningBatch(context.tx, context.branchId, id)) throw new AppError('conflict', s.busy)
  await queries.updateBatch(context.tx, id, { ...takeOver(context), state: 'importing' })
  await queries.addJob(context.tx, id)
  const parameters = eventOf(batch)
  await writeAuditLog(context, { type: 'imports.batch.started', subjectId: id, parameters })
  return readBatch(context, id)
}

/** Undoes an import in the background. Throws a 409 once its rows are deleted, or while another import is running. */
export async function undoImport(context: By, id: string): Promise<Batch> {
  const batch = await lockBatchIn(context, id, ['imported'])
  if (batch.created_at <= retainedSince('imports', context.now)) throw new AppError('conflict', s.laterUndone)
  if (await views.hasRunningBatch(context.tx, context.branchId, id)) throw new AppError('conflict', s.busy)
  await queries.updateBatch(context.tx, id, { ...takeOver(context), state: 'undoing' })
  await queries.addJob(context.tx, id)
  const parameters = eventOf(batch)
  await writeAuditLog(context, { type: 'imports.undo.started', subjectId: id, parameters })
  return readBatch(context, id)
}

/** Deletes a file from which nothing was imported, with its rows. */
export async function discardBatch(context: By, id: string): Promise<void> {
  const batch = await lockBatchIn(context, id, ['uploaded', 'checked'])
  await queries.deleteBatch(context.tx, id)
  const parameters = eventOf(batch)
  await writeAuditLog(context, { type: 'imports.file.discarded', subjectId: id, parameters })
}

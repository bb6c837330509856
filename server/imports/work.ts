import type { Tx } from '#server/db/pool.ts'
import { isPgError } from '#server/db/constraint-errors.ts'
import { inRead, inTransaction } from '#server/db/transactions.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { ImportField, Outcome } from '#shared/imports/kinds.ts'
import { importRefusals as s } from '#shared/imports/messages.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { clientRows } from './kinds/clients.ts'
import { appointmentRows } from './kinds/appointments.ts'
import { packageRows } from './kinds/packages.ts'
import { productRows } from './kinds/products.ts'
import { serviceRows } from './kinds/services.ts'
import { doRows, lastOf, type Next, type Stage, type Step, type WorkOptions } from './do-rows.ts'
import * as queries from './queries.ts'
import { NO_KEYS, valuesOf, type Finding, type ReadRow, type RowKind } from './row-kind.ts'
import * as views from './views.ts'

type Batch = queries.BatchOfRows
type AnyKind = RowKind<unknown>

const rowKinds = {
  clients: clientRows,
  services: serviceRows,
  products: productRows,
  appointments: appointmentRows,
  packages: packageRows,
} as unknown as Record<Batch['kind'], AnyKind>

const readOptions = (batch: Batch, now: Date) => ({
  dateOrder: batch.date_order ?? ('dmy' as const),
  today: manilaDate(now),
})

const readRow = (kind: AnyKind, batch: Batch, row: views.StagedRow, now: Date) =>
  kind.read(valuesOf(row.cells as string[], batch.fields as (ImportField | null)[]), readOptions(batch, now))

const noFinding = { client_id: null, same_as_row: null, match_name: null, match_by: null }

/**
 * The number of rows that are checked at once. It is small, because a check of a thousand rows at once took 100 MB more
 * memory.
 */
const CHECKED_AT_ONCE = 100

/** Checks the next rows: whether they can be imported, and whether the clinic has them already. */
const checkChunk =
  (next: Next): Step =>
  async (by, batch) => {
    const kind = rowKinds[batch.kind]
    const rows = await views.nextRows(by.tx, batch.id, { ...checking, ...next })
    const readings = rows.map((row) => ({ row, reading: readRow(kind, batch, row, by.now) }))
    const accepted = readings.flatMap(({ row, reading }): ReadRow<unknown>[] =>
      'data' in reading ? [{ row, data: reading.data }] : [],
    )
    const context = { tx: by.tx, batchId: batch.id, branchId: batch.branch_id, today: manilaDate(by.now) }
    const findings = await kind.find(context, accepted)
    const found = new Map(accepted.map(({ row, data }, at) => [row.number, { data, finding: findings[at]! }]))
    await queries.saveChecks(
      by.tx,
      batch.id,
      readings.map(({ row, reading }): queries.CheckedRow => {
        const { data, finding } = found.get(row.number) ?? { data: null, finding: refusedBy(reading) }
        const { outcome, reason = null, ...match } = finding
        const keys = outcome === 'refused' ? NO_KEYS : kind.keysOf(data)
        return { number: row.number, ...keys, ...noFinding, ...match, outcome, reason }
      }),
    )
    const last = lastOf(rows, next)
    if (last !== undefined) return last
    await queries.updateBatch(by.tx, batch.id, { state: 'checked' })
    return 'done'
  }

const refusedBy = (reading: ReturnType<AnyKind['read']>): Finding => ({
  outcome: 'refused',
  reason: 'reasons' in reading ? reading.reasons.join(' ') : s.notSaved,
})

/** Imports the next rows. If one of them fails, nothing of this chunk is saved. */
const importChunk =
  (next: Next): Step =>
  async (by, batch) => {
    const kind = rowKinds[batch.kind]
    const rows = await views.nextRows(by.tx, batch.id, { ...importing, ...next })
    const decided = rows.flatMap((row) => {
      const reading = readRow(kind, batch, row, by.now)
      const decision = row.outcome === 'new' ? ('create' as const) : (row.decision ?? batch.duplicates)
      return 'data' in reading ? [{ row, data: reading.data, decision }] : []
    })
    const saved = await kind.save(by, decided, batch.id)
    const results = new Map(decided.map(({ row }, at) => [row.number, saved[at]!]))
    await queries.saveResults(
      by.tx,
      batch.id,
      // A row that passed the check can be refused now, such as a visit whose date has passed meanwhile.
      rows.map(({ number }) => ({ number, ...(results.get(number) ?? { outcome: 'refused', reason: s.notSaved }) })),
    )
    const last = lastOf(rows, next)
    if (last !== undefined) return last
    await finishImport(by, batch)
    return 'done'
  }

async function countOutcomes(tx: Tx, batchId: string): Promise<(outcome: Outcome) => number> {
  const counts = await views.countRows(tx, batchId)
  return (outcome) => counts.reduce((sum, row) => (row.outcome === outcome ? sum + row.rows : sum), 0)
}

async function finishImport(by: Context<Principal>, batch: Batch): Promise<void> {
  const count = await countOutcomes(by.tx, batch.id)
  await queries.updateBatch(by.tx, batch.id, { state: 'imported', imported_at: by.now })
  await writeAuditLog(by, {
    type: 'imports.batch.imported',
    subjectId: batch.id,
    parameters: {
      kind: batch.kind,
      file: batch.file_name,
      created: count('created'),
      filled: count('filled'),
      left: count('skipped') + count('refused'),
    },
  })
}

/** Undoes the next chunk of imported rows, beginning with the last row that is not undone yet. */
const undoChunk =
  (next: Next): Step =>
  async (by, batch) => {
    const rows = await views.nextRows(by.tx, batch.id, { ...undoing, ...next })
    const importedAt = batch.imported_at ?? by.now
    const undone = await rowKinds[batch.kind].undo(by, rows, { id: batch.id, importedAt })
    await queries.saveResults(
      by.tx,
      batch.id,
      undone.map(({ row, reason }) => ({ number: row.number, outcome: reason === null ? 'undone' : 'kept', reason })),
    )
    const last = lastOf(rows, next)
    if (last !== undefined) return last
    await finishUndo(by, batch)
    return 'done'
  }

async function finishUndo(by: Context<Principal>, batch: Batch): Promise<void> {
  const count = await countOutcomes(by.tx, batch.id)
  await queries.updateBatch(by.tx, batch.id, { state: 'undone', undone_at: by.now })
  await writeAuditLog(by, {
    type: 'imports.batch.undone',
    subjectId: batch.id,
    parameters: { kind: batch.kind, file: batch.file_name, removed: count('undone'), kept: count('kept') },
  })
}

const refuse: Stage['failed'] = (reason) => ({ outcome: 'refused', reason })

const checking: Stage = {
  state: 'checking',
  outcomes: ['waiting'],
  fromEnd: false,
  step: checkChunk,
  failed: refuse,
}
const importing: Stage = {
  state: 'importing',
  outcomes: ['new', 'duplicate'],
  fromEnd: false,
  step: importChunk,
  failed: refuse,
}
const undoing: Stage = {
  state: 'undoing',
  outcomes: ['created', 'filled'],
  fromEnd: true,
  step: undoChunk,
  // A record that was imported cannot be deleted while another record refers to it.
  failed: (reason, error) => ({
    outcome: 'kept',
    reason: isPgError(error) && error.code === '23503' ? s.keptUsed : reason,
  }),
}
const stages = [checking, importing, undoing]

/**
 * Works on a batch until its step is done: checks, imports or undoes its rows, a chunk in each transaction. After a
 * restart it goes on where the last transaction ended. Two processes can work on the same batch; each chunk is done by
 * one of them.
 */
export async function workOnBatch(options: WorkOptions, id: string, closing: AbortSignal): Promise<void> {
  const batch = await inRead(options.db, (tx) => views.batchOfJob(tx, id))
  if (!batch) return
  const stage = stages.find(({ state }) => state === batch.state)
  if (!stage) return
  const chunk = stage === checking ? CHECKED_AT_ONCE : rowKinds[batch.kind].chunkSize
  await doRows(options, id, { stage, chunk, closing })
}

/** If no job has worked on an import batch for this long, its process has died. */
const LOST_MS = 60_000

/**
 * Adds a new job for each batch that is not finished and has no job any more: its process has died, or a backup was
 * restored.
 */
export const recoverImports = ({ db, clock }: WorkOptions): Promise<void> =>
  inTransaction(db, async (tx) => {
    const standing = await views.standingBatches(tx, new Date(clock().getTime() - LOST_MS))
    for (const { id } of standing) await queries.addJob(tx, id)
  })

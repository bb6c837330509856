import { constraintError, isPgError } from '#server/db/constraint-errors.ts'
import type { Database, Tx } from '#server/db/pool.ts'
import { inRead, inTransaction } from '#server/db/transactions.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import { CommitQueue } from '#server/lib/commit-queue.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import type { ImportField, Outcome } from '#shared/imports/kinds.ts'
import { importRefusals as s } from '#shared/imports/messages.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { NO_CHANNELS } from '#shared/messages/message-types.ts'
import { clientRows } from './kinds/clients.ts'
import { appointmentRows } from './kinds/appointments.ts'
import { productRows } from './kinds/products.ts'
import { serviceRows } from './kinds/services.ts'
import { jobContext } from './job-context.ts'
import * as queries from './queries.ts'
import { NO_KEYS, valuesOf, type Finding, type ReadRow, type RowKind } from './row-kind.ts'
import * as views from './views.ts'

export type WorkOptions = {
  db: Database
  clock: () => Date
  /** Notifies the open screens of all processes. */
  publish: (events: HubEvent[]) => void
}

type Batch = queries.BatchOfRows
type AnyKind = RowKind<unknown>

const rowKinds = {
  clients: clientRows,
  services: serviceRows,
  products: productRows,
  appointments: appointmentRows,
} as unknown as Record<Batch['kind'], AnyKind>

type Step = (by: Context<Principal>, batch: Batch) => Promise<'more' | 'done'>

/** Runs one piece of a step in a transaction that locks the batch, so that two processes never do the same rows. */
async function inLockedBatch(
  { db, clock, publish }: WorkOptions,
  id: string,
  state: Batch['state'],
  step: Step,
): Promise<'more' | 'done'> {
  const events: HubEvent[] = []
  const outcome = await inTransaction(db, async (tx) => {
    events.length = 0
    const batch = await queries.lockBatch(tx, id)
    if (batch?.state !== state) return 'done'
    const [now, queue] = [clock(), new CommitQueue()]
    await queries.updateBatch(tx, id, { worked_at: now })
    const result = await step(jobContext(tx, batch, { now, queue, events }), batch)
    // Nobody is notified about an import: messages that a feature writes count as not sendable.
    await queue.run({ tx, now, channels: NO_CHANNELS })
    return result
  })
  if (events.length > 0) publish(events)
  return outcome
}

const CHECKED_AT_ONCE = 1_000

const readOptions = (batch: Batch, now: Date) => ({
  dateOrder: batch.date_order ?? ('dmy' as const),
  today: manilaDate(now),
})

const readRow = (kind: AnyKind, batch: Batch, row: views.StagedRow, now: Date) =>
  kind.read(valuesOf(row.cells as string[], batch.fields as (ImportField | null)[]), readOptions(batch, now))

const noFinding = { client_id: null, same_as_row: null, match_name: null, match_by: null }

/** Checks the next rows: whether they can be imported, and whether the clinic has them already. */
const checkChunk: Step = async (by, batch) => {
  const kind = rowKinds[batch.kind]
  const rows = await views.nextRows(by.tx, batch.id, { outcomes: ['waiting'], limit: CHECKED_AT_ONCE })
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
  if (rows.length === CHECKED_AT_ONCE) return 'more'
  await queries.updateBatch(by.tx, batch.id, { state: 'checked' })
  return 'done'
}

const refusedBy = (reading: ReturnType<AnyKind['read']>): Finding => ({
  outcome: 'refused',
  reason: 'reasons' in reading ? reading.reasons.join(' ') : s.notSaved,
})

const WAITS: readonly Outcome[] = ['new', 'duplicate']
const ADDED: readonly Outcome[] = ['created', 'filled']

/** Imports the next rows. If one of them fails, nothing of this piece is saved. */
const importChunk =
  (limit: number): Step =>
  async (by, batch) => {
    const kind = rowKinds[batch.kind]
    const rows = await views.nextRows(by.tx, batch.id, { outcomes: WAITS, limit })
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
      // A date that was in the future at the check can have passed meanwhile.
      rows.map(({ number }) => ({ number, ...(results.get(number) ?? { outcome: 'refused', reason: s.notSaved }) })),
    )
    if (rows.length === limit) return 'more'
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

/** Undoes the last rows that are not undone yet. */
const undoChunk =
  (limit: number): Step =>
  async (by, batch) => {
    const rows = await views.nextRows(by.tx, batch.id, { outcomes: ADDED, limit, fromEnd: true })
    const importedAt = batch.imported_at ?? by.now
    const undone = await rowKinds[batch.kind].undo(by, rows, { id: batch.id, importedAt })
    await queries.saveResults(
      by.tx,
      batch.id,
      undone.map(({ row, reason }) => ({ number: row.number, outcome: reason === null ? 'undone' : 'kept', reason })),
    )
    if (rows.length === limit) return 'more'
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

/** The sentence for an error that is about a row, such as an e-mail in use; undefined for errors of the database itself. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof AppError) return error.message
  // Class 22 is about values, class 23 about constraints.
  if (!isPgError(error) || !/^2[23]/.test(error.code ?? '')) return undefined
  return constraintError(error)?.message ?? s.notSaved
}

type Piece = {
  state: Batch['state']
  outcomes: readonly Outcome[]
  fromEnd: boolean
  step: (limit: number) => Step
  /** What becomes of a row that fails. */
  failed: (reason: string, error: unknown) => Pick<queries.SavedRow, 'outcome' | 'reason'>
}

const importing: Piece = {
  state: 'importing',
  outcomes: WAITS,
  fromEnd: false,
  step: importChunk,
  failed: (reason) => ({ outcome: 'refused', reason }),
}
const undoing: Piece = {
  state: 'undoing',
  outcomes: ADDED,
  fromEnd: true,
  step: undoChunk,
  // A record to which another one refers cannot be deleted.
  failed: (reason, error) => ({
    outcome: 'kept',
    reason: isPgError(error) && error.code === '23503' ? s.keptUsed : reason,
  }),
}

/** Does one row alone; a row that fails is marked with the reason and does not stop the others. */
async function doOneRow(options: WorkOptions, id: string, piece: Piece): Promise<'more' | 'done'> {
  try {
    return await inLockedBatch(options, id, piece.state, piece.step(1))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    return inLockedBatch(options, id, piece.state, async ({ tx }) => {
      const [row] = await views.nextRows(tx, id, { ...piece, limit: 1 })
      if (row) await queries.saveResults(tx, id, [{ number: row.number, ...piece.failed(reason, error) }])
      return 'more'
    })
  }
}

/** Does rows by the chunk. If a chunk fails because of one of its rows, its rows are done one by one. */
async function doRows(
  options: WorkOptions,
  id: string,
  size: number,
  piece: Piece,
  closing: AbortSignal,
): Promise<void> {
  for (;;) {
    // A job that is stopped fails, so that it is tried again when a process starts.
    closing.throwIfAborted()
    try {
      if ((await inLockedBatch(options, id, piece.state, piece.step(size))) === 'done') return
    } catch (error) {
      if (reasonOf(error) === undefined) throw error
      for (let left = size; left > 0; left--) {
        closing.throwIfAborted()
        if ((await doOneRow(options, id, piece)) === 'done') return
      }
    }
  }
}

/**
 * Works on a batch until its step is done: checks, imports or undoes its rows, a chunk in each transaction. After a
 * restart it goes on where the last transaction ended. Two processes can work on the same batch; each chunk is done by
 * one of them.
 */
export async function workOnBatch(options: WorkOptions, id: string, closing: AbortSignal): Promise<void> {
  const batch = await inRead(options.db, (tx) => views.batchOfJob(tx, id))
  if (!batch) return
  const { chunkSize } = rowKinds[batch.kind]
  if (batch.state === 'checking')
    while ((await inLockedBatch(options, id, 'checking', checkChunk)) === 'more') closing.throwIfAborted()
  if (batch.state === 'importing') await doRows(options, id, chunkSize, importing, closing)
  if (batch.state === 'undoing') await doRows(options, id, chunkSize, undoing, closing)
}

/** If nobody has worked on a batch for this long, its process has died. */
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

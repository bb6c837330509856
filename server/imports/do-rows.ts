import { constraintError, isPgError } from '#server/db/constraint-errors.ts'
import type { Database } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { AppError } from '#server/lib/app-error.ts'
import { CommitQueue } from '#server/lib/commit-queue.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import type { Outcome } from '#shared/imports/kinds.ts'
import { importRefusals as s } from '#shared/imports/messages.ts'
import { NO_CHANNELS } from '#shared/messages/message-types.ts'
import { jobContext } from './job-context.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

export type WorkOptions = {
  db: Database
  clock: () => Date
  /** Notifies the open screens of all processes. */
  publish: (events: HubEvent[]) => void
}

type Batch = queries.BatchOfRows

/** Selects the rows that a step processes next: at most `limit` rows after the row with the number `after`. */
export type Next = { limit: number; after: number | undefined }

/**
 * Returns the number of the last row that a step has done; undefined if there were fewer rows than `limit`, which means
 * that no rows are left.
 */
export const lastOf = (rows: readonly views.StagedRow[], { limit }: Next) =>
  rows.length === limit ? rows.at(-1)!.number : undefined

/** Processes some rows and returns the number of the last one, or `done` if the file has no more. */
export type Step = (by: Context<Principal>, batch: Batch) => Promise<number | 'done'>

/**
 * Runs one part of a step in a transaction that locks the import batch, so that two processes never do the same rows.
 */
async function inLockedBatch(
  { db, clock, publish }: WorkOptions,
  id: string,
  state: Batch['state'],
  step: Step,
): Promise<number | 'done'> {
  const events: HubEvent[] = []
  const outcome = await inTransaction(db, async (tx) => {
    events.length = 0
    const batch = await queries.lockBatch(tx, id)
    if (batch?.state !== state) return 'done'
    const [now, queue] = [clock(), new CommitQueue()]
    await queries.updateBatch(tx, id, { worked_at: now })
    const result = await step(jobContext(tx, batch, { now, queue, events }), batch)
    // Without a channel, messages that a feature queues are not sent, so nobody is notified about an import.
    await queue.run({ tx, now, channels: NO_CHANNELS })
    return result
  })
  if (events.length > 0) publish(events)
  return outcome
}

/** How the rows of an imported file are processed in one step: the check, the import or its undoing. */
export type Stage = {
  state: Batch['state']
  /** The outcomes of the previous stage with which rows wait for this stage. */
  outcomes: readonly Outcome[]
  fromEnd: boolean
  step: (next: Next) => Step
  /** The outcome that a failed row gets, with its reason. */
  failed: (reason: string, error: unknown) => Pick<queries.SavedRow, 'outcome' | 'reason'>
}

/**
 * The message for an error that concerns the row, such as an e-mail in use; undefined if the database itself failed.
 */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof AppError) return error.message
  // PostgreSQL's error codes of class 22 are about values, those of class 23 about constraints.
  if (!isPgError(error) || !/^2[23]/.test(error.code ?? '')) return undefined
  return constraintError(error)?.message ?? s.notSaved
}

/** Processes one row alone. A row that fails is marked with the reason and does not stop the others. */
async function doOneRow(options: WorkOptions, id: string, stage: Stage, after: number | undefined) {
  const next = { limit: 1, after }
  try {
    return await inLockedBatch(options, id, stage.state, stage.step(next))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    return inLockedBatch(options, id, stage.state, async ({ tx }) => {
      const [row] = await views.nextRows(tx, id, { ...stage, ...next })
      if (!row) return 'done'
      await queries.saveResults(tx, id, [{ number: row.number, ...stage.failed(reason, error) }])
      return row.number
    })
  }
}

/** True for a chunk of rows that took longer than the database allows, as happens on a busy machine. */
const isTooSlow = (error: unknown) => isPgError(error) && error.code === '57014'

/**
 * Processes the rows of a stage in chunks. If a chunk fails because of one of its rows, its rows are processed one by
 * one. If a chunk takes too long, the next chunks are smaller.
 */
export async function doRows(options: WorkOptions, id: string, { stage, chunk, closing }: RowsToDo): Promise<void> {
  let size = chunk
  let after: number | undefined
  for (;;) {
    // A job that is stopped fails, so that it is tried again when a process starts.
    closing.throwIfAborted()
    try {
      const done = await inLockedBatch(options, id, stage.state, stage.step({ limit: size, after }))
      if (done === 'done') return
      after = done
    } catch (error) {
      if (isTooSlow(error) && size > 1) size = Math.ceil(size / 4)
      else if (reasonOf(error) === undefined) throw error
      else
        for (let left = size; left > 0; left--) {
          closing.throwIfAborted()
          const done = await doOneRow(options, id, stage, after)
          if (done === 'done') return
          after = done
        }
    }
  }
}
type RowsToDo = { stage: Stage; chunk: number; closing: AbortSignal }

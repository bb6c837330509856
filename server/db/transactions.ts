import { setTimeout as wait } from 'node:timers/promises'
import { isPgError } from './constraint-errors.ts'
import { isStalePlan } from './driver.ts'
import { pipelinedTransaction } from './pipeline.ts'
import type { Database, ReadTx, Tx } from './pool.ts'

const isRetryable = (error: unknown) =>
  isPgError(error) && (error.code === '40001' || error.code === '40P01' || isStalePlan(error))

/**
 * Runs `work` in one transaction. Retries up to three times, with some jitter, after a serialization failure, a
 * deadlock or an outdated plan. `work` must have no effects outside the database.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => work(await pipelinedTransaction(tx)))
    } catch (error) {
      if (attempt > 3 || !isRetryable(error)) throw error
      await wait(attempt * 10 + Math.random() * 20)
    }
  }
}

/** Repeats a read if a migration has changed the columns of one of its prepared statements meanwhile. */
async function repeatIfStale<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isStalePlan(error)) throw error
    return read()
  }
}

/**
 * Runs a single read-only statement; a second one throws. On a guarded pool this costs one round trip and no
 * transaction. `work` must have no effects outside the database.
 */
export const inRead = <T>(db: Database, work: (tx: ReadTx) => Promise<T>): Promise<T> =>
  repeatIfStale(() => db.transaction().setAccessMode('read only').execute(work))

/** Like `inSnapshot`, for `work` with effects that cannot be repeated, such as a response that is being sent. */
export const inUnrepeatedSnapshot = <T>(db: Database, work: (tx: ReadTx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => work(await pipelinedTransaction(tx)))

/** Runs `work` in a read-only snapshot on one connection. `work` must have no effects outside the database. */
export const inSnapshot = <T>(db: Database, work: (tx: ReadTx) => Promise<T>): Promise<T> =>
  repeatIfStale(() => inUnrepeatedSnapshot(db, work))

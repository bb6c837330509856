import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'

/** The number of statements in a test's database that wait for a lock. */
export async function countWaitingStatements(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.n
}

type Race<Result> = {
  /** Takes the locks for which `work` has to wait, in a transaction of its own. */
  lock: (tx: Tx) => Promise<unknown>
  /** The call that waits for the locks. */
  work: () => Promise<Result>
  /** Runs while the call waits for the locks. */
  meanwhile?: () => Promise<unknown>
}

/**
 * Makes a call that waits for locks which another transaction holds, and commits that transaction once the call waits.
 */
export async function runWhileLocked<Result>(db: Database, { lock, work, meanwhile }: Race<Result>): Promise<Result> {
  let result!: Promise<Result>
  await inTransaction(db, async (tx) => {
    await lock(tx)
    result = work()
    // The caller handles a failure of `result` later. Until then Node.js must not report it as an unhandled rejection.
    result.catch(() => undefined)
    await expect.poll(() => countWaitingStatements(db)).toBe(1)
    await meanwhile?.()
  })
  return result
}

import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'

/** How many statements of a test's database wait for a lock now. */
async function waiting(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.n
}

type Race<Result> = {
  /** What the transaction holds or changes. */
  hold: (tx: Tx) => Promise<unknown>
  /** What waits for it. */
  work: () => Promise<Result>
  /** What somebody else does meanwhile. */
  before?: () => Promise<unknown>
}

/** Runs something while a transaction holds what it needs, and lets it go on when it waits. */
export async function whileHeld<Result>(db: Database, { hold, work, before }: Race<Result>): Promise<Result> {
  let result!: Promise<Result>
  await inTransaction(db, async (tx) => {
    await hold(tx)
    result = work()
    // Whoever called listens once the transaction has ended.
    result.catch(() => undefined)
    await expect.poll(() => waiting(db)).toBe(1)
    await before?.()
  })
  return result
}

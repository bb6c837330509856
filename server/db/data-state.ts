import { sql } from 'kysely'
import type { Database } from './pool.ts'
import { inRead } from './transactions.ts'

/** What a statement sees: which transactions have ended. As long as two are equal, nothing was committed between them. */
export type DataState = string

/** The state of the data now (`pg_current_snapshot`). A change that was acknowledged before is in it. */
export async function dataState(db: Database): Promise<DataState> {
  const { rows } = await inRead(db, (tx) =>
    sql<{ state: DataState }>`select pg_current_snapshot()::text as state`.execute(tx),
  )
  return rows[0]!.state
}

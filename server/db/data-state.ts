import { sql } from 'kysely'
import type { ReadTx } from './pool.ts'

/** What a statement sees: which transactions have ended. As long as two are equal, nothing was committed between them. */
export type DataState = string

/** The state of the data now (`pg_current_snapshot`). A change that was acknowledged before is in it. */
export async function dataState(tx: ReadTx): Promise<DataState> {
  const { rows } = await sql<{ state: DataState }>`select pg_current_snapshot()::text as state`.execute(tx)
  return rows[0]!.state
}

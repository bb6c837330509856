import { sql } from 'kysely'
import type { ReadTx } from './pool.ts'

/**
 * Identifies the transactions that are visible at one time. If the states of two times are equal, nothing was committed
 * between them.
 */
export type DataState = string

/** The current state of the data (`pg_current_snapshot`), which includes every acknowledged change. */
export async function readDataState(tx: ReadTx): Promise<DataState> {
  const { rows } = await sql<{ state: DataState }>`select pg_current_snapshot()::text as state`.execute(tx)
  return rows[0]!.state
}

import { sql, type SelectQueryBuilder } from 'kysely'
import type { ReadTx } from './pool.ts'
import type { DB } from './schema.ts'

/** So many rows are in memory at a time. */
const BATCH = 500

/**
 * The rows of a query, a batch at a time, through a cursor: however many there are, and the next batch only when it is
 * asked for. Needs a transaction (the cursor ends with it) that reads one such query at a time.
 */
export async function* inBatches<Row>(
  tx: ReadTx,
  query: SelectQueryBuilder<DB, keyof DB, Row>,
): AsyncGenerator<Row[], void> {
  await sql`declare export_rows no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from export_rows`.execute(tx)
    if (rows.length === 0) return
    yield rows
  }
}

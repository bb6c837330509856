import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { ReadTx } from './pool.ts'
import type { DB } from './schema.ts'

/** The number of rows in memory at a time. */
const BATCH = 500

/**
 * Streams a query's rows in batches through a cursor; each batch is read only when it is needed. A transaction can run
 * such queries only one after the other, each to its end.
 */
export async function* inBatches<Row>(
  tx: ReadTx,
  query: SelectQueryBuilder<DB, keyof DB, Row> | RawBuilder<Row>,
): AsyncGenerator<Row[], void> {
  await sql`declare export_rows no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from export_rows`.execute(tx)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close export_rows`.execute(tx)
}

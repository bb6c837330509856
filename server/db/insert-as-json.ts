import { sql } from 'kysely'
import type { Tx } from './pool.ts'
import type { DB } from './schema.ts'

/**
 * Adds many rows as one JSON parameter, because a statement with a parameter for each value takes longer to build and
 * to parse than to run. All rows must have the columns of the first one.
 */
export async function insertAsJson(tx: Tx, table: keyof DB, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'

/** The version of the database server, such as `18.4`, and its clock. */
export async function readDatabase(tx: ReadTx): Promise<{ version: string; clock: Date }> {
  const { rows } = await sql<{ version: string; clock: Date }>`
    select split_part(current_setting('server_version'), ' ', 1) as version, clock_timestamp() as clock`.execute(tx)
  return rows[0]!
}

import type { Database } from '#server/db/pool.ts'
import type { CallOptions } from '#shared/lib/http-client.ts'

/** Sends `If-Match` with this version of the row. */
export const ifMatchVersion = (version: number): CallOptions => ({ headers: { 'if-match': String(version) } })

/**
 * Sends `If-Match` with the row's current version, as a form that was just opened would; for an unknown row any
 * version.
 */
export async function ifMatchCurrent(db: Database, table: 'products' | 'users', id: string): Promise<CallOptions> {
  const row = await db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirst()
  return ifMatchVersion(row?.version ?? 1)
}

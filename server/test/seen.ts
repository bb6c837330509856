import type { Database } from '#server/db/pool.ts'
import type { CallOptions } from '#shared/lib/http-client.ts'

/** The call says that this version of the row was seen. */
export const seen = (version: number): CallOptions => ({ headers: { 'if-match': String(version) } })

/** The same for the row as it is now, as a form that has just been opened; for an unknown row any version. */
export async function seenNow(db: Database, table: 'products' | 'users', id: string): Promise<CallOptions> {
  const row = await db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirst()
  return seen(row?.version ?? 1)
}

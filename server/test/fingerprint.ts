import { sql } from 'kysely'
import type { Database } from '#server/db/pool.ts'

/** A fingerprint of every table, except try counters, the holiday cache and unannounced events. */
export async function fingerprintTables(db: Database): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('rate_windows', 'registration_tries', 'public_holidays', 'pending_events') order by 1`.execute(
    db,
  )
  const sums = tables.rows.map(async ({ name }) => {
    const { rows } = await sql<{ sum: string }>`select
      coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${sql.table(name)} t`.execute(db)
    return [name, rows[0]!.sum] as const
  })
  return Object.fromEntries(await Promise.all(sums))
}

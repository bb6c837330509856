import { sql } from 'kysely'
import type { Database } from '#server/db/pool.ts'

const LEFT_OUT = ['rate_windows', 'registration_tries', 'public_holidays', 'pending_events']

type Fingerprint = Record<string, string>
const queries = new WeakMap<Database, Promise<string>>()

/** One query for the fingerprints of all tables, because a query for each table would take ten times as long. */
async function queryOf(db: Database): Promise<string> {
  const { rows } = await sql<{ query: string }>`select string_agg(
      format('select %L as name, coalesce(md5(string_agg(t::text, ''|'' order by t::text)), '''') as sum from %I t', table_name, table_name),
      ' union all ' order by table_name) as query
    from information_schema.tables where table_schema = 'public' and table_name <> all(${LEFT_OUT})`.execute(db)
  return rows[0]!.query
}

/** A fingerprint of every table, except try counters, the holiday cache and unannounced events. */
export async function fingerprintTables(db: Database): Promise<Fingerprint> {
  let query = queries.get(db)
  if (!query) queries.set(db, (query = queryOf(db)))
  // The parameter makes the driver prepare the statement. Planning it takes ten times as long as running it.
  const { rows } = await sql<{ name: string; sum: string }>`select * from (${sql.raw(await query)}) sums
    where ${true}::boolean`.execute(db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { DROP_JOBS } from '#server/db/jobs-schema.ts'
import { BackupError } from './backup-error.ts'
import { migrationsOf, quoted } from './tables.ts'

/** What a restore would overwrite; null when the database holds no data. */
export type ExistingData = { clinic: string; people: number; sales: number }

const own = (column: string, catalogue: string) =>
  `not exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${column} and deptype = 'e')`

/** Statements that drop every table, view, sequence, function and type, except those of extensions. */
const DROPS = `
  select format('drop table if exists %s cascade', oid::regclass) as statement from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and ${own('oid', 'pg_class')}
  union all select format('drop view if exists %s cascade', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' and ${own('oid', 'pg_class')}
  union all select format('drop sequence if exists %s cascade', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' and ${own('oid', 'pg_class')}
  union all select format('drop function if exists %s cascade', oid::regprocedure) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and ${own('oid', 'pg_proc')}
  union all select format('drop type if exists %s cascade', oid::regtype) from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'd') and ${own('oid', 'pg_type')}`

/** Empties the schema except for extensions; its owner and privileges stay. */
export async function emptySchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(DROPS)
  for (const { statement } of rows) await client.query(statement)
  await client.query(DROP_JOBS)
}

async function count(client: pg.Client, table: string): Promise<number> {
  const there = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])
  if (!there.rows[0]?.there) return 0
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${quoted(table)}`)
  return rows[0]?.n ?? 0
}

/** Throws for a database with tables that are not Mutya's, so that a restore never deletes those. */
async function refuseForeignTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and ${own('oid', 'pg_class')}`,
  )
  if ((rows[0]?.n ?? 0) > 0 && (await migrationsOf(client)) === null)
    throw new BackupError(
      'This database holds tables that are not of Mutya. Nothing was changed; restore into another one.',
    )
}

/** The clinic's name, or an empty text. Earlier versions stored it in a table `clinic`. */
async function nameOf(client: pg.Client): Promise<string> {
  const table = (await count(client, 'branches')) > 0 ? 'branches' : 'clinic'
  if ((await count(client, table)) === 0) return ''
  const { rows } = await client.query<{ name: string }>(`select name from ${table}`)
  return rows[0]?.name ?? ''
}

/** Finds which clinic's data a database contains. Throws a `BackupError` for tables that are not Mutya's. */
export async function findExistingData(client: pg.Client): Promise<ExistingData | null> {
  await refuseForeignTables(client)
  const [people, sales, entries] = [
    await count(client, 'users'),
    // Before migration 0013 documents were in `sales`.
    (await count(client, 'documents')) + (await count(client, 'sales')),
    // Before migration 0014 events were in `history_logs`.
    (await count(client, 'events')) + (await count(client, 'history_logs')),
  ]
  if (people + sales + entries === 0) return null
  return { clinic: (await nameOf(client)) || 'a clinic without a name', people, sales }
}

const MAX_WAIT_MS = 3_000
const PAUSE_MS = 200

/** Throws while anybody else is connected, because a running app keeps connections open. */
export async function refuseWhileServing(client: pg.Client, maxWaitMs = MAX_WAIT_MS): Promise<void> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and usesysid is not null and pid <> pg_backend_pid()`,
    )
    const others = rows[0]?.others ?? 0
    if (others === 0) return
    if (waited >= maxWaitMs)
      throw new BackupError(
        `Mutya or another program still works with this database (connections: ${others}). ` +
          'Stop it and restore again. Nothing was changed.',
      )
    await wait(PAUSE_MS)
  }
}

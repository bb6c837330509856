import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'

/**
 * The schema of the job runner, which creates and upgrades it itself. Migrations, backups and generated types leave it
 * out.
 */
const JOBS_SCHEMA = 'graphile_worker'

/**
 * Switches off the row security of the job runner's tables, so that the app's role can use them without owning them.
 * Skips tables where it is off already, so that a start waits for no other process's locks.
 */
const OPEN_TO_APP = `
  do $$
  declare
    found record;
  begin
    for found in select oid::regclass as name from pg_class
      where relnamespace = '${JOBS_SCHEMA}'::regnamespace and relkind = 'r' and relrowsecurity
    loop
      execute format('alter table %s disable row level security', found.name);
    end loop;
  end
  $$`

/** Returns a row unless the role has every right on every table of the job runner. */
const MISSING_RIGHTS = `
  select 1 where not has_schema_privilege($1::name, '${JOBS_SCHEMA}', 'usage')
  union all
  select 1 from pg_class where relnamespace = '${JOBS_SCHEMA}'::regnamespace and relkind = 'r'
    and not (has_table_privilege($1::name, oid, 'select') and has_table_privilege($1::name, oid, 'insert')
      and has_table_privilege($1::name, oid, 'update') and has_table_privilege($1::name, oid, 'delete'))
  limit 1`

const grants = (role: string) => `
  grant usage on schema ${JOBS_SCHEMA} to ${role};
  grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to ${role}`

/** Creates or upgrades the job runner's tables as the database's owner, and grants them to `appRole`. */
export async function installJobs(ownerUrl: string, appRole: string): Promise<void> {
  const logger = new Logger(() => () => undefined)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  // If the connection is lost, the pending statement throws the error; without this listener the error event would end
  // the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool, schema: JOBS_SCHEMA, logger })
    await pool.query(OPEN_TO_APP)
    const missing = await pool.query(MISSING_RIGHTS, [appRole])
    if (missing.rows.length > 0) await pool.query(grants(pg.escapeIdentifier(appRole)))
  } finally {
    await pool.end()
  }
}

/** Deletes all jobs; after a restore the outbox queues them again. */
export const DROP_JOBS = `drop schema if exists ${JOBS_SCHEMA} cascade`

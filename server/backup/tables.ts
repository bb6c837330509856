import type pg from 'pg'

/**
 * Tables left out of backups. Sessions, try counters, one-time codes and links are short-lived secrets: a restore must
 * not make revoked ones valid again. The server creates new secrets itself. Records of backup and job runs are about
 * one installation only.
 */
export const LEFT_OUT = [
  'sessions',
  'rate_windows',
  'setup_codes',
  'reset_links',
  'email_links',
  'phone_codes',
  'pending_log_ins',
  'trusted_devices',
  'invitations',
  'server_secrets',
  'backup_runs',
  'backup_trials',
  'job_runs',
  'pending_events',
  'push_subscriptions',
  'calendar_feeds',
  'api_keys',
  // A clinic that was restored from a backup elsewhere must not send its events to the receivers of the real one.
  'webhook_endpoints',
  'webhook_deliveries',
]

/** Tables that a backup does not copy, because the migrations themselves write them. */
const ofMigrations = ['kysely_migration', 'kysely_migration_lock', 'migration_checksums']

export type Table = { name: string; columns: string[] }

/** The tables of the schema with their stored (not generated) columns, by name. */
export async function dataTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
     group by c.relname order by c.relname`,
    [[...ofMigrations, ...LEFT_OUT]],
  )
  return rows
}

/** The names of the executed migrations, oldest first; null when this is no database of Mutya. */
export async function migrationsOf(client: pg.ClientBase): Promise<string[] | null> {
  const found = await client.query<{ there: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as there`,
  )
  if (!found.rows[0]?.there) return null
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map((row) => row.name)
}

/** All files named in rows, in columns called `…picture_path` or `…photo_path`. */
export async function namedUploads(client: pg.ClientBase, tables: readonly Table[]): Promise<string[]> {
  const names: string[] = []
  for (const { name, columns } of tables)
    for (const column of columns.filter((found) => /(picture|photo)_path$/.test(found))) {
      const { rows } = await client.query<{ path: string }>(
        `select ${quoted(column)} as path from ${quoted(name)} where ${quoted(column)} is not null`,
      )
      names.push(...rows.map((row) => row.path))
    }
  return names
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A table with its columns in the syntax of COPY: `"sales" ("id", "receipt_number")`. */
export const copyTarget = ({ name, columns }: Table): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`

/** Fixes all settings that affect how PostgreSQL prints rows as text. */
export const PLAIN_TEXT = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set timezone = 'UTC';
  set intervalstyle = 'iso_8601'; set extra_float_digits = 3; set bytea_output = 'hex'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

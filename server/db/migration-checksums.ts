import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { StartError } from './embedded/start-error.ts'

/** The checksum of a migration's text. Line endings are ignored, because git may change them. */
export const checksumOf = (text: string): string =>
  createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('hex')

/** Matches the comment by which a migration forbids versions that lack it to work with the database. */
const stop = /^-- Earlier versions stop: \S/m

/**
 * Records an executed migration's checksum in the same transaction, and whether versions without this migration can go
 * on working with the database.
 */
export async function recordChecksum(db: Kysely<unknown>, name: string, text: string): Promise<void> {
  await sql`insert into migration_checksums (name, checksum, allows_earlier)
    values (${name}, ${checksumOf(text)}, ${!stop.test(text)}) on conflict (name) do nothing`.execute(db)
}

/** Creates the table of checksums. The first versions made it without the column `allows_earlier`. */
async function prepareTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists migration_checksums (
    name text primary key, checksum text not null, allows_earlier boolean not null default false)`.execute(db)
  const { rows } = await sql`select from pg_attribute
    where attrelid = 'migration_checksums'::regclass and attname = 'allows_earlier'`.execute(db)
  if (rows.length > 0) return
  await sql`alter table migration_checksums add column allows_earlier boolean not null default false`.execute(db)
}

type Applied = { name: string; checksum: string | null; allows_earlier: boolean | null }

async function appliedMigrations(db: Kysely<unknown>): Promise<Applied[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  if (!rows[0]?.there) return []
  const found = await sql<Applied>`
    select name, checksum, allows_earlier
    from kysely_migration left join migration_checksums using (name) order by name`.execute(db)
  return found.rows
}

/**
 * Throws unless the migrations ran in the order of their names. Migrations that this build does not have must have run
 * last, and must allow earlier versions.
 */
function refuseIncompatible(applied: readonly Applied[], texts: ReadonlyMap<string, string>): void {
  const unknown = applied.filter(({ name }) => !texts.has(name))
  const lastKnown = [...texts.keys()].at(-1) ?? ''
  const refused = unknown.find(({ name, allows_earlier: isAllowed }) => name < lastKnown || isAllowed !== true)
  if (refused !== undefined)
    throw new StartError(
      `The migration ${refused.name}.sql has run on this database, but this Mutya does not have it. Start the version ` +
        'that has it, or go back as docs/operations.md says in "Go back to an earlier version".',
    )
  const done = new Set(applied.map(({ name }) => name))
  const missing = [...texts.keys()].find((name) => !done.has(name))
  const later = applied.find(({ name }) => missing !== undefined && name > missing)
  if (later !== undefined)
    throw new StartError(
      `The migration ${later.name}.sql has run on this database, and ${missing}.sql, which comes before it, has not. ` +
        'Start the version that has both.',
    )
}

/**
 * Compares the migrations that ran on this database with this build's files, by name. A database that was migrated
 * before checksums existed gets them now. Callers hold the start lock (`start-lock.ts`). Returns the names of
 * migrations that a newer version has run and that this build tolerates. Throws a `StartError` that names a missing or
 * changed file.
 */
export async function compareChecksums(db: Kysely<unknown>, texts: ReadonlyMap<string, string>): Promise<string[]> {
  await prepareTable(db)
  const applied = await appliedMigrations(db)
  refuseIncompatible(applied, texts)
  const later: string[] = []
  for (const { name, checksum } of applied) {
    const text = texts.get(name)
    if (text === undefined) later.push(name)
    else if (checksum === null) await recordChecksum(db, name, text)
    else if (checksum !== checksumOf(text))
      throw new StartError(
        `The migration ${name}.sql was changed after it had run on this database. Put the file back as it was; a change needs a new migration.`,
      )
  }
  return later
}

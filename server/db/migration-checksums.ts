import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { StartError } from './embedded/start-error.ts'

/** The checksum of a migration's text. Line endings are ignored, because git may change them. */
export const checksumOf = (text: string): string =>
  createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('hex')

/** Records an executed migration's checksum in the same transaction. */
export async function recordChecksum(db: Kysely<unknown>, name: string, text: string): Promise<void> {
  await sql`insert into migration_checksums (name, checksum) values (${name}, ${checksumOf(text)})
    on conflict (name) do nothing`.execute(db)
}

async function appliedMigrations(db: Kysely<unknown>): Promise<{ name: string; checksum: string | null }[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  if (!rows[0]?.there) return []
  const found = await sql<{ name: string; checksum: string | null }>`
    select name, checksum from kysely_migration left join migration_checksums using (name) order by name`.execute(db)
  return found.rows
}

/**
 * Compares the migrations that ran on this database with this build's files, by name. A database that was migrated
 * before checksums existed gets them now. Callers hold the start lock (`start-lock.ts`). Throws a `StartError` that
 * names a missing or changed file.
 */
export async function compareChecksums(db: Kysely<unknown>, texts: ReadonlyMap<string, string>): Promise<void> {
  await sql`create table if not exists migration_checksums (name text primary key, checksum text not null)`.execute(db)
  for (const { name, checksum } of await appliedMigrations(db)) {
    const text = texts.get(name)
    if (text === undefined)
      throw new StartError(
        `The migration ${name}.sql has run on this database, but this Mutya does not have it. Start the version that has it.`,
      )
    if (checksum !== null && checksum !== checksumOf(text))
      throw new StartError(
        `The migration ${name}.sql was changed after it had run on this database. Put the file back as it was; a change needs a new migration.`,
      )
    if (checksum === null) await recordChecksum(db, name, text)
  }
}

import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely'
import pg from 'pg'
import { installJobs } from './jobs-schema.ts'
import { compareChecksums, noteChecksum } from './migration-checksums.ts'
import type { DB } from './schema.ts'

/** Beside this file in the sources, and beside the bundle in a build. */
const ownFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations')

/** What the app role may only add to. Triggers say the same to every role. */
const appendOnly = [
  'events',
  'documents',
  'document_cards',
  'document_lines',
  'payments',
  'document_buyers',
  'receipt_prints',
  'cash_movements',
  'z_readings',
  'reading_prints',
  'news_choices',
]

/** The migrations of this build by name, oldest first. */
async function readMigrations(folder = ownFolder): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const read = async (file: string) =>
    [file.replace(/\.sql$/, ''), await readFile(path.join(folder, file), 'utf8')] as const
  return new Map(await Promise.all(files.map(read)))
}

/** How Kysely's migrator takes a migration: it runs, and its checksum is noted with it. */
const runs = ([name, text]: [string, string]): [string, Migration] => [
  name,
  {
    up: async (db) => {
      await sql.raw(text).execute(db)
      await noteChecksum(db, name, text)
    },
  },
]

/** The role's rights on what the migrations made: it works with rows, cannot change tables, and rewrites no log and no document. */
async function grant(db: Kysely<unknown>, role: string): Promise<void> {
  const name = sql.id(role)
  await sql`grant usage on schema public to ${name}`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema public to ${name}`.execute(db)
  await sql`revoke update, delete, truncate on ${sql.join(appendOnly.map((table) => sql.table(table)))} from ${name}`.execute(
    db,
  )
  // Whose a document is follows a merge of two records; a trigger lets nothing else happen.
  await sql`grant update (client_id) on documents to ${name}`.execute(db)
  // The birth date on a card leaves with the person.
  await sql`grant update (birth_date) on document_cards to ${name}`.execute(db)
  await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock, migration_checksums from ${name}`.execute(
    db,
  )
}

/** The search needs trigrams. The extension is a trusted one: whoever may create in the database may create it. */
async function addTrigrams(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(db)
  if (rows.length > 0) return
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
  } catch (cause) {
    const sentence = 'The database has no trigrams yet, and this role may not add them'
    throw new Error(`${sentence}: run "create extension pg_trgm;" in it as a superuser.`, { cause })
  }
}

const roleOf = (url: string) => decodeURIComponent(new URL(url).username)

/** The names of the migrations of this build, oldest first. */
export const knownMigrations = async (): Promise<string[]> => [...(await readMigrations()).keys()]

type Inside = {
  /** The last migration to run; all of them without it. */
  to?: string
  /** The caller has begun a transaction on the one connection of `db`, and ends it. */
  insideTransaction?: boolean
  /** Where the migrations are; those of this build unless told. */
  folder?: string
}

/**
 * Runs the migrations that are missing. Returns their names; throws the first failure with its file's name, and a
 * `StartError` when one that has run was changed since or is gone.
 */
export async function migrateOn(
  db: Kysely<unknown>,
  { to, insideTransaction = false, folder }: Inside = {},
): Promise<string[]> {
  await addTrigrams(db)
  const texts = await readMigrations(folder)
  await (insideTransaction
    ? compareChecksums(db, texts)
    : db.transaction().execute((tx) => compareChecksums(tx, texts)))
  const provider = { getMigrations: async () => Object.fromEntries([...texts].map(runs)) }
  const migrator = new Migrator({ db, provider, disableTransactions: insideTransaction })
  const { error, results = [] } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
  if (error) {
    const failed = results.find((result) => result.status === 'Error')
    throw new Error(
      `The database could not be brought up to date (${failed?.migrationName ?? 'before the first step'}).`,
      { cause: error },
    )
  }
  return results.map((result) => result.migrationName)
}

/** Hands the app's role its rights, unless the app runs as the owner. */
export async function grantToApp(db: Kysely<unknown>, options: { ownerUrl: string; appUrl: string }): Promise<void> {
  const appRole = roleOf(options.appUrl)
  if (appRole !== roleOf(options.ownerUrl)) await grant(db, appRole)
}

/** Brings the schema up to date as its owner and hands the app role its rights; see `migrateOn`. */
export async function migrate(options: { ownerUrl: string; appUrl: string; folder?: string }): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: options.ownerUrl, max: 1 })
  // What is wrong while a statement runs is thrown there; the end of an idle connection must end no program.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const ran = await migrateOn(db, options.folder === undefined ? {} : { folder: options.folder })
    await grantToApp(db, options)
    await installJobs(options.ownerUrl, roleOf(options.appUrl))
    return ran
  } finally {
    await db.destroy()
  }
}

/** True when every migration of this build has run: what `/readyz` asks. */
export async function isMigrated(db: Kysely<DB>): Promise<boolean> {
  const known = await knownMigrations()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map((row) => row.name))
  return known.every((name) => done.has(name))
}

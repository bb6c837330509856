import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Kysely, Migrator, PostgresDialect, sql, type Migration, type QueryExecutorProvider } from 'kysely'
import pg from 'pg'
import { grantRights } from './app-rights.ts'
import { StartError } from './embedded/start-error.ts'
import { installJobs } from './jobs-schema.ts'
import { isPgError } from './constraint-errors.ts'
import { compareChecksums, recordChecksum } from './migration-checksums.ts'
import type { DB } from './schema.ts'
import { inStartLock } from './start-lock.ts'

/** The folder is beside this file in the sources, and beside the bundle in a build. */
const ownFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations')

/** The migrations of this build by name, oldest first. */
async function readMigrations(folder = ownFolder): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const read = async (file: string) =>
    [file.replace(/\.sql$/, ''), await readFile(path.join(folder, file), 'utf8')] as const
  return new Map(await Promise.all(files.map(read)))
}

/** Makes a Kysely migration that also records its checksum. */
const migrationOf = ([name, text]: [string, string]): [string, Migration] => [
  name,
  {
    up: async (db) => {
      await sql.raw(text).execute(db)
      await recordChecksum(db, name, text)
    },
  },
]

/**
 * Installs the trigram extension for searches. It is a trusted extension, so a role that may create objects in the
 * database can install it without being a superuser.
 */
async function installTrigrams(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(db)
  if (rows.length > 0) return
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
  } catch (cause) {
    const sentence = 'The database has no trigrams yet, and this role may not add them'
    throw new StartError(`${sentence}: run "create extension pg_trgm;" in it as a superuser.`, { cause })
  }
}

const roleOf = (url: string) => decodeURIComponent(new URL(url).username)

/** The names of the migrations of this build, oldest first. */
export const knownMigrations = async (): Promise<string[]> => [...(await readMigrations()).keys()]

type MigrateOnOptions = {
  /** The last migration to run; if omitted, all run. */
  to?: string
  /** True when the caller has begun a transaction on the one connection of `db` and will end it. */
  insideTransaction?: boolean
  /** The folder of the migrations; by default that of this build. */
  folder?: string
}

/**
 * Runs the missing migrations and returns their names; runs none on a database of a newer version. Throws the first
 * failure with the file's name, and a `StartError` when an executed migration was changed or is gone.
 */
export async function migrateOn(
  db: Kysely<unknown>,
  { to, insideTransaction = false, folder }: MigrateOnOptions = {},
): Promise<string[]> {
  await installTrigrams(db)
  const texts = await readMigrations(folder)
  const later = await compareChecksums(db, texts)
  if (later.length > 0) return []
  const provider = { getMigrations: async () => Object.fromEntries([...texts].map(migrationOf)) }
  // Kysely would sort executed migrations by time and refuse to start after the server's clock was set back. Only the
  // order of their names matters, and `compareChecksums` has checked it.
  const order = { allowUnorderedMigrations: true }
  const migrator = new Migrator({ db, provider, disableTransactions: insideTransaction, ...order })
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

/** Grants the app's role its privileges, unless the app connects as the owner. */
export async function grantToApp(db: Kysely<unknown>, options: { ownerUrl: string; appUrl: string }): Promise<void> {
  const appRole = roleOf(options.appUrl)
  if (appRole !== roleOf(options.ownerUrl)) await grantRights(db, appRole)
}

type MigrateOptions = {
  ownerUrl: string
  appUrl: string
  folder?: string
  /** Called with a sentence for the operator if the database is of a newer version. */
  warn?: (text: string) => void
}

/** The names of the migrations that have run, oldest first. */
async function executedMigrations(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The migrations of a newer version that have run on this database. */
async function laterMigrations(db: QueryExecutorProvider, folder?: string): Promise<string[]> {
  const known = await readMigrations(folder)
  return (await executedMigrations(db)).filter((name) => !known.has(name))
}

/**
 * How long a migration waits for a table, in milliseconds. Requests that need the table queue behind the migration, so
 * it gives up before their time-outs. It also gives up before PostgreSQL looks for a deadlock (after a second), because
 * PostgreSQL could then end a request instead of the migration.
 */
const LOCK_WAIT_MS = 800
const PAUSE_MS = 300
const MAX_TRIES = 100

const lockErrors = new Set(['55P03', '40P01'])

/** True if a statement did not get its lock; `error` may be the cause of another error. */
function isLocked(error: unknown): boolean {
  const cause = error instanceof Error && isPgError(error.cause) ? error.cause : error
  return isPgError(cause) && lockErrors.has(cause.code ?? '')
}

/**
 * Runs migrations again until they get the locks of all their tables; a failed try is rolled back as a whole. Between
 * two tries the requests of other processes continue.
 */
async function retryLocked<T>(runMigrations: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runMigrations()
    } catch (error) {
      if (!isLocked(error)) throw error
      if (attempt >= MAX_TRIES)
        throw new StartError(
          'The database could not be brought up to date, because other programs use its tables without a pause. ' +
            'Stop them, or start Mutya at a quieter hour.',
          { cause: error },
        )
    }
    await wait(PAUSE_MS)
  }
}

async function migrateUnlocked(options: MigrateOptions): Promise<string[]> {
  const { ownerUrl, folder, warn } = options
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, options: `-c lock_timeout=${LOCK_WAIT_MS}` })
  // If the connection is lost, a running statement throws the error; without this listener the loss of an idle
  // connection would end the process.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const ran = await retryLocked(() => migrateOn(db, folder === undefined ? {} : { folder }))
    const later = await laterMigrations(db, folder)
    if (later.length > 0) {
      // This build grants no rights here: the newer version has granted the rights on its tables, which this build does
      // not know.
      warn?.(`A newer Mutya has upgraded this database (${later.join(', ')}). This version goes on working with it.`)
      return ran
    }
    await grantToApp(db, options)
    await installJobs(ownerUrl, roleOf(options.appUrl))
    return ran
  } finally {
    await db.destroy()
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Turns an error of PostgreSQL into a sentence that says what an operator can do; returns other errors unchanged. */
function withRemedy(error: unknown, ownerUrl: string): unknown {
  if (error instanceof StartError) return error
  const cause = error instanceof Error && isPgError(error.cause) ? error.cause : error
  if (!isPgError(cause)) return error
  if (cause.code !== INSUFFICIENT_PRIVILEGE) {
    if (!(error instanceof Error) || error === cause) return error
    const sentence = `${error.message} PostgreSQL says: ${cause.message}.`
    return new StartError(`${sentence} Nothing was changed, so the version that ran before can start again.`, { cause })
  }
  return new StartError(
    `The role ${roleOf(ownerUrl)} may not bring the database up to date (${cause.message}). ` +
      'Set DATABASE_ADMIN_URL to the address of the role that owns the database and its tables.',
  )
}

/**
 * Migrates the schema as its owner, grants the app role its rights and creates the job runner's tables; see
 * `migrateOn`. If several processes start at once, only the first migrates and the others wait.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  try {
    return await inStartLock(options.ownerUrl, () => migrateUnlocked(options))
  } catch (error) {
    throw withRemedy(error, options.ownerUrl)
  }
}

/** True when every migration of this build has run; `/readyz` checks it. */
export async function isMigrated(db: Kysely<DB>): Promise<boolean> {
  const known = await knownMigrations()
  const done = new Set(await executedMigrations(db))
  return known.every((name) => done.has(name))
}

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { migrateOn } from '#server/db/migrate.ts'
import { createPool, type PoolOptions } from '#server/db/pool.ts'
import { cloneDatabase, type ClonedDatabase } from './clone-database.ts'

/** Longer timeouts than a clinic's, so that a busy test machine causes no failure. */
export const testTimeouts = { waitMs: 30_000, connectMs: 20_000, statementMs: 20_000 }
export const createTestPool = (options: PoolOptions) => createPool({ ...testTimeouts, ...options })

/** A database that only one test file uses. */
export type TestDatabase = ClonedDatabase

export const createTestDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('templateUrl'))

/** A database without the app's tables. */
export const createEmptyDatabase = (): Promise<TestDatabase> =>
  cloneDatabase(Object.assign(new URL(inject('templateUrl')), { pathname: '/template0' }).href)

/** A database as it was after the migration `migration`, with rows inserted by `statements`. */
export async function createOldDatabase(migration: string, statements: string): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  await migrateOn(db, { to: migration })
  await pool.query(statements)
  await db.destroy()
  return database
}

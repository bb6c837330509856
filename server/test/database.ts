import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { migrateOn } from '#server/db/migrate.ts'
import { createPool, type PoolOptions } from '#server/db/pool.ts'
import { cloneDatabase, type ClonedDatabase } from './clone-database.ts'

/** More patience than a clinic has: that the machine of the tests is busy is no failure. */
export const patience = { waitMs: 30_000, connectMs: 20_000, statementMs: 20_000 }
export const patientPool = (options: PoolOptions) => createPool({ ...patience, ...options })

/** A database of its own for one test file. */
export type TestDatabase = ClonedDatabase

export const createTestDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('templateUrl'))

/** A database without the tables of the app. */
export const createEmptyDatabase = (): Promise<TestDatabase> =>
  cloneDatabase(Object.assign(new URL(inject('templateUrl')), { pathname: '/template0' }).href)

/** A database as it was when `migration` was the last one, with the rows of that time: what `statements` put in. */
export async function createOldDatabase(migration: string, statements: string): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  await migrateOn(db, { to: migration })
  await pool.query(statements)
  await db.destroy()
  return database
}

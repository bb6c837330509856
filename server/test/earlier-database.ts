import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { knownMigrations, migrateOn } from '#server/db/migrate.ts'
import { createEmptyDatabase } from './database.ts'

export type EarlierDatabase = {
  /** Runs statements as the owner of the database. */
  run: (statements: string) => Promise<void>
  /** The rows of a query as plain values, with dates and times as text. */
  rows: (query: string) => Promise<Record<string, unknown>[]>
  /** Runs the next migration and no later one. */
  migrate: () => Promise<void>
  close: () => Promise<void>
}

/** A database in the state before the named migration. */
export async function startEarlierDatabase(migration: string): Promise<EarlierDatabase> {
  const database = await createEmptyDatabase()
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1, options: '-c timezone=UTC' })
  // Dropping the database ends connections that are still closing, which is no error.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const known = await knownMigrations()
  const before = known[known.indexOf(migration) - 1]
  if (before === undefined) throw new Error(`There is no migration before ${migration}.`)
  await migrateOn(db, { to: before })
  return {
    run: async (statements) => void (await pool.query(statements)),
    rows: async (query) => {
      const types = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig
      return (await pool.query<Record<string, unknown>>({ text: query, types })).rows
    },
    migrate: async () => void (await migrateOn(db, { to: migration })),
    close: async () => {
      await db.destroy()
      await database.drop()
    },
  }
}

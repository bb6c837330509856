import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Tx } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'

/** Wraps a connection that the caller owns, so that COPY, migrations and queries share one transaction. */
export function kyselyOn<Schema>(client: pg.Client): Kysely<Schema> {
  const lent = { query: (text: string, values: unknown[]) => client.query(text, values), release: () => undefined }
  const pool = { connect: async () => lent as unknown as pg.PoolClient, end: async () => undefined }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** The transaction that the caller has begun on the connection and will end. */
export const transactionOn = (client: pg.Client): Tx => kyselyOn<DB>(client) as Tx

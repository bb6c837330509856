import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'

/** Kysely on a connection that somebody else holds, so that COPY, migrations and queries share one transaction. */
export function kyselyOn<Schema>(client: pg.Client): Kysely<Schema> {
  const release = () => undefined
  const query = client.query.bind(client) as pg.PoolClient['query']
  const pool = { connect: async () => ({ query, release }), end: async () => undefined }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

import { Kysely } from 'kysely'
import { PooledDialect } from '#server/db/driver.ts'
import type { Tx } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { createTestPool } from './database.ts'

/**
 * A database whose statements can be explained: `planOf` returns PostgreSQL's plans of the statements that `work`
 * sends.
 */
export function explainedStatements(connectionString: string) {
  const pool = createTestPool({ connectionString, max: 1 })
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<DB>({
    dialect: new PooledDialect(pool, pool.driver),
    log: ({ query }) => void sent.push(query),
  })
  const planOf = async (work: (tx: Tx) => Promise<unknown>, isWanted = /^\s*(select|with)\b/i): Promise<string> => {
    sent.length = 0
    await inTransaction(db, work)
    const statements = sent.filter(({ sql }) => isWanted.test(sql))
    const plans = statements.map(({ sql, parameters }) =>
      pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]),
    )
    return (await Promise.all(plans)).flatMap(({ rows }) => rows.map((row) => row['QUERY PLAN'])).join('\n')
  }
  return { planOf, close: () => db.destroy() }
}

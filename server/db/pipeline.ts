import type { CompiledQuery, DatabaseConnection } from 'kysely'
import { inOrder, PooledConnection } from './driver.ts'
import type { ReadTx, Tx } from './pool.ts'

// A round trip costs more than most statements: these ways spare it. Kysely asks one statement after the other.

const onConnection = <T>(tx: ReadTx, use: (connection: DatabaseConnection) => Promise<T>): Promise<T> =>
  tx.getExecutor().provideConnection(use)

type RowsOf<Queries extends readonly CompiledQuery[]> = {
  -readonly [Key in keyof Queries]: Queries[Key] extends CompiledQuery<infer Row> ? Row[] : never
}

/**
 * Asks several statements at once, in their order, for one round trip; answers the rows of each. None may need the
 * answer of another. Throws what the first that failed threw.
 */
export const together = <const Queries extends readonly CompiledQuery[]>(
  tx: ReadTx,
  queries: Queries,
): Promise<RowsOf<Queries>> =>
  onConnection(tx, async (connection) => {
    const answers = await inOrder(queries.map((query) => connection.executeQuery(query)))
    return answers.map(({ rows }) => rows) as RowsOf<Queries>
  })

/**
 * Sends a statement whose answer nobody needs and waits for nothing. The next statement is answered after it, and throws
 * what it threw; so does the commit.
 */
export const executeAhead = (tx: Tx, query: CompiledQuery): Promise<void> =>
  onConnection(tx, async (connection) => {
    if (connection instanceof PooledConnection) connection.executeAhead(query)
    else await connection.executeQuery(query)
  })

/**
 * Has a write leave together with the commit, after all other statements. For what nothing in the transaction reads; a
 * failure fails the transaction. On a connection that is not the pool's (a restore) it is written at once.
 */
export const executeAtCommit = (tx: Tx, query: CompiledQuery): Promise<void> =>
  onConnection(tx, async (connection) => {
    if (connection instanceof PooledConnection) connection.executeAtCommit(query)
    else await connection.executeQuery(query)
  })

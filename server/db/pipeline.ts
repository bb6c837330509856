import {
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
} from 'kysely'
import { isPgError } from './constraint-errors.ts'
import { awaitInOrder, PooledConnection } from './driver.ts'
import type { ReadTx, Tx } from './pool.ts'
import type { DB } from './schema.ts'

// The functions of this file save round trips to the database, which take longer than most statements.

const onConnection = <T>(tx: ReadTx, use: (connection: DatabaseConnection) => Promise<T>): Promise<T> =>
  tx.getExecutor().provideConnection(use)

type RowsOf<Queries extends readonly CompiledQuery[]> = {
  -readonly [Key in keyof Queries]: Queries[Key] extends CompiledQuery<infer Row> ? Row[] : never
}

/**
 * Sends several independent statements in one round trip; returns the rows of each. Throws the error of the first that
 * failed.
 */
export const queryPipelined = <const Queries extends readonly CompiledQuery[]>(
  tx: ReadTx,
  queries: Queries,
): Promise<RowsOf<Queries>> =>
  onConnection(tx, async (connection) => {
    const results = await awaitInOrder(queries.map((query) => connection.executeQuery(query)))
    return results.map(({ rows }) => rows) as RowsOf<Queries>
  })

/** Sends a statement without awaiting its result. The next statement or the commit throws its error. */
export const executeAhead = (tx: Tx, query: CompiledQuery): Promise<void> =>
  onConnection(tx, async (connection) => {
    if (connection instanceof PooledConnection) connection.executeAhead(query)
    else await connection.executeQuery(query)
  })

/**
 * Queues a write to be sent with the commit, after all other statements. Only for rows that the transaction does not
 * read; if it fails, the transaction fails. On a connection outside the pool (a restore) it runs at once.
 */
export const executeAtCommit = (tx: Tx, query: CompiledQuery): Promise<void> =>
  onConnection(tx, async (connection) => {
    if (connection instanceof PooledConnection) connection.executeAtCommit(query)
    else await connection.executeQuery(query)
  })

/**
 * Exists only because the constructor of `Transaction` requires a dialect; the statements use the existing connection.
 */
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const driver = dialect.createDriver()

/**
 * Returns a handle of the same transaction that sends each statement at once, because Kysely's own handle waits for the
 * previous answer. PostgreSQL still executes the statements in order.
 */
export async function pipelinedTransaction(tx: Tx): Promise<Tx> {
  const executor = tx.getExecutor()
  const connection = await executor.provideConnection((own) => Promise.resolve(own))
  const atOnce = executor.withConnectionProvider({ provideConnection: async (consumer) => consumer(connection) })
  return new Transaction<DB>({ config: { dialect }, dialect, driver, executor: atOnce })
}

/** True for PostgreSQL's answer to every statement after a failed one. */
const isAfterFailure = (error: unknown) => isPgError(error) && error.code === '25P02'

/**
 * Runs independent parts of a use case in one transaction, so that their first statements are sent in one round trip,
 * in order. When all have ended, throws the first error.
 */
export async function runPipelined<const Parts extends readonly Promise<unknown>[]>(
  parts: Parts,
): Promise<{ -readonly [Key in keyof Parts]: Awaited<Parts[Key]> }> {
  const ends = await Promise.allSettled(parts)
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  // After a failure PostgreSQL also refuses the statements of the other parts, so the first error that is not such a
  // refusal is thrown.
  if (errors.length > 0) throw errors.find((error) => !isAfterFailure(error)) ?? errors[0]
  return awaitInOrder(parts) as Promise<{ -readonly [Key in keyof Parts]: Awaited<Parts[Key]> }>
}

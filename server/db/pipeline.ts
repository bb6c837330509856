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
import { inOrder, PooledConnection } from './driver.ts'
import type { ReadTx, Tx } from './pool.ts'
import type { DB } from './schema.ts'

// A round trip costs more than most statements: these ways spare it.

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

/** A handle needs a dialect by its type; the connection is there already. */
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const driver = dialect.createDriver()

/**
 * The same transaction, in which each statement leaves when it is asked. Kysely's own handle holds it back until the one
 * before is answered. The database does them in the order in which they were asked, one after the other.
 */
export async function sendingAtOnce(tx: Tx): Promise<Tx> {
  const executor = tx.getExecutor()
  const connection = await executor.provideConnection((own) => Promise.resolve(own))
  const atOnce = executor.withConnectionProvider({ provideConnection: async (consumer) => consumer(connection) })
  return new Transaction<DB>({ config: { dialect }, dialect, driver, executor: atOnce })
}

/** What PostgreSQL answers to every statement after one that has failed. */
const isAfterFailure = (error: unknown) => isPgError(error) && error.code === '25P02'

/**
 * The answers of parts of a use case that are under way in one transaction; none may need another's. What each asks before
 * it first waits leaves in their order, for one round trip. Throws what the first of them threw, when all have ended.
 */
export async function alongside<const Parts extends readonly Promise<unknown>[]>(
  parts: Parts,
): Promise<{ -readonly [Key in keyof Parts]: Awaited<Parts[Key]> }> {
  const ends = await Promise.allSettled(parts)
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  // What failed in one part makes the statements of the others fail as well: the cause is told.
  if (errors.length > 0) throw errors.find((error) => !isAfterFailure(error)) ?? errors[0]
  return inOrder(parts) as Promise<{ -readonly [Key in keyof Parts]: Awaited<Parts[Key]> }>
}

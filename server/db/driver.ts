import {
  type CompiledQuery,
  PostgresDialect,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { DatabaseAway } from './is-database-away.ts'
import { renewStatementNames, statementName } from './statement-names.ts'

/** Default time in milliseconds for opening a connection. */
const CONNECT_MS = 1_200

export type DriverOptions = {
  /** Maximum time in milliseconds to wait for one statement. */
  statementMs: number
  /** Maximum time in milliseconds of a transaction, because it locks rows that others wait for. */
  transactionMs: number
  /** True when sessions have `default_transaction_read_only`, so that outside a transaction every write fails. */
  isGuarded: boolean
}

export type ClientConfig = pg.ClientConfig & { connectMs?: number | undefined }

/**
 * A connection that pipelines: it sends each statement without waiting for the previous answer. If it breaks, every
 * pending answer is rejected.
 */
export class Client extends pg.Client {
  /** True once PostgreSQL has announced the end of the session or the connection has failed. */
  hasFailed = false

  constructor({ connectMs = CONNECT_MS, ...config }: ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: connectMs, pipeline: true })
    // The listener is added at the start, because an idle connection may fail, and an unhandled error event would end
    // the process.
    this.on('error', () => (this.hasFailed = true))
  }
}

const writeCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** True for the error of a prepared statement whose columns a migration has changed. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/**
 * The command that opens a transaction; undefined for a single read in a read-only session. If `isGuarded` and the
 * command fails, the writes that were sent together with it fail too, because the session is read-only.
 */
function openingCommand({ isolationLevel, accessMode }: TransactionSettings, isGuarded: boolean): string | undefined {
  if (isGuarded && accessMode === 'read only' && !isolationLevel) return undefined
  const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : ''
  const access = accessMode ?? (isGuarded ? 'read write' : '')
  return `begin${isolation} ${access}`.trimEnd()
}

/** Waits for the answers of pipelined statements; throws the first error, because it caused the others. */
export async function awaitInOrder<Answers extends readonly unknown[]>(answers: {
  readonly [Key in keyof Answers]: Promise<Answers[Key]>
}): Promise<Answers> {
  await Promise.allSettled(answers)
  const results: unknown[] = []
  for (const answer of answers) results.push(await answer)
  return results as unknown as Answers
}

/** One connection of the pool, as Kysely uses it. */
export class PooledConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient & Client
  readonly #options: DriverOptions
  /** The command that opens the transaction, sent together with the first statement. */
  #opening: string | undefined
  /** True for reads, whose commit is not awaited. */
  #isRead = false
  /** True once the transaction was opened on the server and must be ended. */
  #isOpen = false
  /** How many more statements are allowed: one for a read without a snapshot, else any number. */
  #statementsLeft = Infinity
  /** The answers of sent statements that nobody awaits yet. The next statement and the commit wait for them. */
  #pending: Promise<unknown>[] = []
  /** Statements to send together with the commit. */
  #atCommit: CompiledQuery[] = []
  /** When the current transaction times out. */
  #deadline = Infinity

  constructor(client: pg.PoolClient & Client, options: DriverOptions) {
    this.#client = client
    this.#options = options
  }

  /** True when the connection is broken or PostgreSQL has announced that it will close it. */
  get #isLost(): boolean {
    return this.#client.hasFailed || this.#client.connection.stream.destroyed
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const pending = this.#pending
    this.#pending = []
    const answer = this.#run<R & pg.QueryResultRow>(sql, parameters)
    if (pending.length > 0) await awaitInOrder([...pending, answer])
    const { command, rowCount, rows } = await answer
    const isChange = writeCommands.has(command)
    return { rows: rows ?? [], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  /** Sends a statement without awaiting its result. The next statement waits for it and throws its error. */
  executeAhead({ sql, parameters }: CompiledQuery): void {
    const answer = this.#run(sql, parameters)
    answer.catch(() => undefined)
    this.#pending.push(answer)
  }

  /** Queues a statement to be sent together with the commit. */
  executeAtCommit(query: CompiledQuery): void {
    this.#atCommit.push(query)
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read in batches: server/db/in-batches.ts.')
  }

  begin(settings: TransactionSettings): void {
    this.#deadline = performance.now() + this.#options.transactionMs
    this.#opening = openingCommand(settings, this.#options.isGuarded)
    this.#isRead = settings.accessMode === 'read only'
    this.#statementsLeft = this.#isRead && !settings.isolationLevel ? 1 : Infinity
  }

  async end(command: 'commit' | 'rollback'): Promise<void> {
    const [pending, last] = [this.#pending, this.#atCommit]
    this.#pending = []
    this.#atCommit = []
    const sent =
      command === 'commit' ? [...pending, ...last.map((query) => this.#run(query.sql, query.parameters))] : []
    const hasToEnd = this.#isOpen && !(command === 'rollback' && this.#isLost)
    this.#opening = undefined
    this.#isOpen = false
    this.#statementsLeft = Infinity
    const ended = hasToEnd ? this.#send(command, []) : undefined
    this.#deadline = Infinity
    // A read has its results already, so a failed commit does not matter; the next user of the connection notices that
    // it is broken.
    if (this.#isRead) return void ended?.catch(() => undefined)
    if (sent.length > 0) await awaitInOrder([...sent, Promise.resolve(ended)])
    const result = await ended
    // PostgreSQL answers a commit with ROLLBACK when a statement of the transaction has failed.
    if (command === 'commit' && result?.command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: one of its statements had failed.')
  }

  release(): void {
    this.#client.release(this.#isLost)
  }

  async #run<R extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    this.#statementsLeft -= 1
    if (this.#statementsLeft < 0)
      throw new Error('A read is one statement; several that see one state need a snapshot.')
    const opened = this.#opening
    if (opened === undefined) return this.#send<R>(text, values)
    this.#opening = undefined
    this.#isOpen = true
    // The command that opens the transaction is sent together with the first statement, which saves a round trip.
    const opens = this.#send(opened, []).catch((error: unknown) => {
      throw new DatabaseAway('No transaction could be opened.', error)
    })
    const [answer] = await Promise.all([this.#send<R>(text, values), opens])
    return answer
  }

  async #send<R extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    const left = Math.min(this.#deadline - performance.now(), this.#options.statementMs)
    if (left <= 0) throw this.#timeOut()
    let late: DatabaseAway | undefined
    const timer = setTimeout(() => (late = this.#timeOut()), left)
    const name = statementName(text, values.length)
    this.#corkWrites()
    try {
      return await this.#client.query<R>({ text, values: [...values], ...(name !== undefined && { name }) })
    } catch (error) {
      if (isStalePlan(error)) renewStatementNames()
      if (late) throw late
      const isLoss = this.#isLost && !(error instanceof pg.DatabaseError)
      throw isLoss ? new DatabaseAway('The connection was lost.', error) : error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Collects the statements of one event-loop turn into one write, because a system call costs more than the bytes. */
  #corkWrites(): void {
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  /** Closes a connection that does not answer, so that nobody queues behind it and PostgreSQL rolls back. */
  #timeOut(): DatabaseAway {
    this.#client.connection.stream.destroy()
    return new DatabaseAway('The database did not answer in time.')
  }
}

/** Kysely's driver for the pool. */
class PooledDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #options: DriverOptions
  readonly #connections = new WeakMap<pg.PoolClient, PooledConnection>()

  constructor(pool: pg.Pool, options: DriverOptions) {
    this.#pool = pool
    this.#options = options
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw error instanceof pg.DatabaseError ? error : new DatabaseAway('No connection could be had.', error)
    })
    // The cast is safe, because every connection that `createPool` opens is a `Client`.
    const connection =
      this.#connections.get(client) ?? new PooledConnection(client as pg.PoolClient & Client, this.#options)
    this.#connections.set(client, connection)
    return connection
  }

  async beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(settings)
  }

  commitTransaction = (connection: PooledConnection): Promise<void> => connection.end('commit')

  rollbackTransaction = (connection: PooledConnection): Promise<void> => connection.end('rollback')

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release()
  }

  destroy = (): Promise<void> => this.#pool.end()
}

/**
 * Kysely's PostgreSQL dialect with prepared statements, timeouts, and transactions whose opening needs no separate
 * round trip.
 */
export class PooledDialect extends PostgresDialect {
  readonly #driver: () => Driver

  constructor(pool: pg.Pool, options: DriverOptions) {
    super({ pool })
    this.#driver = () => new PooledDriver(pool, options)
  }

  override createDriver(): Driver {
    return this.#driver()
  }
}

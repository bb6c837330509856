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

/** How long a new connection may take to open, in milliseconds, unless told. */
const CONNECT_MS = 1_200

export type DriverOptions = {
  /** How long the program waits for the answer to one statement, in milliseconds. */
  statementMs: number
  /** How long a whole transaction may take, in milliseconds: it holds rows that others wait for. */
  transactionMs: number
  /** The sessions have `default_transaction_read_only`: outside a transaction the database refuses every write. */
  isGuarded: boolean
}

export type ClientConfig = pg.ClientConfig & { connectMs?: number | undefined }

/**
 * A connection that sends each statement at once, without waiting for the answer to the one before (`pipeline`). Its loss
 * is told to whoever waits for an answer.
 */
export class Client extends pg.Client {
  /** The database has said that it ends the session, or the line has failed. */
  hasFailed = false

  constructor({ connectMs = CONNECT_MS, ...config }: ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: connectMs, pipeline: true })
    // From the first moment on: a connection may end before anybody uses it. Unheard, the event would end the process.
    this.on('error', () => (this.hasFailed = true))
  }
}

const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** What PostgreSQL says of a prepared statement whose columns a migration has changed. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/**
 * The command that opens a transaction; undefined for a read of one statement whose session can write nothing anyway. A
 * guarded session in which a transaction could not be opened (a copy of another server) refuses what was sent behind it.
 */
function opening({ isolationLevel, accessMode }: TransactionSettings, isGuarded: boolean): string | undefined {
  if (isGuarded && accessMode === 'read only' && !isolationLevel) return undefined
  const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : ''
  const access = accessMode ?? (isGuarded ? 'read write' : '')
  return `begin${isolation} ${access}`.trimEnd()
}

/** The answers of statements that are under way; throws what the first that failed threw, which is why the rest has failed. */
export async function inOrder<Answers extends readonly unknown[]>(asked: {
  readonly [Key in keyof Answers]: Promise<Answers[Key]>
}): Promise<Answers> {
  await Promise.allSettled(asked)
  const answers: unknown[] = []
  for (const answer of asked) answers.push(await answer)
  return answers as unknown as Answers
}

/** One connection of the pool, as Kysely uses it. */
export class PooledConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient & Client
  readonly #options: DriverOptions
  /** What opens the transaction. It leaves together with the first statement. */
  #opening: string | undefined
  /** Commits of reads are not waited for. */
  #isRead = false
  /** The database knows of the transaction: it has to be ended. */
  #isOpen = false
  /** How many statements may still be asked. */
  #mayAsk = Infinity
  /** Answers that nobody waits for yet: the next statement does, and the commit. */
  #ahead: Promise<unknown>[] = []
  /** Statements that leave together with the commit. */
  #atCommit: CompiledQuery[] = []
  /** When the running transaction has taken too long. */
  #until = Infinity

  constructor(client: pg.PoolClient & Client, options: DriverOptions) {
    this.#client = client
    this.#options = options
  }

  /** The line is cut, or the database has said that it ends the session and has not cut it yet. */
  get #isLost(): boolean {
    return this.#client.hasFailed || this.#client.connection.stream.destroyed
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const ahead = this.#ahead
    this.#ahead = []
    const asked = this.#ask<R & pg.QueryResultRow>(sql, parameters)
    if (ahead.length > 0) await inOrder([...ahead, asked])
    const { command, rowCount, rows } = await asked
    const isChange = changes.has(command)
    return { rows: rows ?? [], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  /** Sends a statement whose answer nobody needs; the next one waits for it too, and throws what it threw. */
  executeAhead({ sql, parameters }: CompiledQuery): void {
    const answer = this.#ask(sql, parameters)
    answer.catch(() => undefined)
    this.#ahead.push(answer)
  }

  /** Has a statement leave together with the commit. */
  executeAtCommit(query: CompiledQuery): void {
    this.#atCommit.push(query)
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read in batches: server/db/in-batches.ts.')
  }

  begin(settings: TransactionSettings): void {
    this.#until = performance.now() + this.#options.transactionMs
    this.#opening = opening(settings, this.#options.isGuarded)
    this.#isRead = settings.accessMode === 'read only'
    this.#mayAsk = this.#isRead && !settings.isolationLevel ? 1 : Infinity
  }

  async end(command: 'commit' | 'rollback'): Promise<void> {
    const [ahead, last] = [this.#ahead, this.#atCommit]
    this.#ahead = []
    this.#atCommit = []
    const sent = command === 'commit' ? [...ahead, ...last.map((query) => this.#ask(query.sql, query.parameters))] : []
    const hasToEnd = this.#isOpen && !(command === 'rollback' && this.#isLost)
    this.#opening = undefined
    this.#isOpen = false
    this.#mayAsk = Infinity
    const ended = hasToEnd ? this.#send(command, []) : undefined
    this.#until = Infinity
    // A read has its answers, and its end tells nothing. Whoever has the connection next hears of its loss.
    if (this.#isRead) return void ended?.catch(() => undefined)
    if (sent.length > 0) await inOrder([...sent, Promise.resolve(ended)])
    const result = await ended
    // PostgreSQL answers so to the commit of a transaction in which a statement has failed.
    if (command === 'commit' && result?.command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: one of its statements had failed.')
  }

  release(): void {
    this.#client.release(this.#isLost)
  }

  async #ask<R extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    this.#mayAsk -= 1
    if (this.#mayAsk < 0) throw new Error('A read is one statement; several that see one state need a snapshot.')
    const opened = this.#opening
    if (opened === undefined) return this.#send<R>(text, values)
    this.#opening = undefined
    this.#isOpen = true
    // Both are under way before the first is answered: opening costs no round trip.
    const opens = this.#send(opened, []).catch((error: unknown) => {
      throw new DatabaseAway('No transaction could be opened.', error)
    })
    const [answer] = await Promise.all([this.#send<R>(text, values), opens])
    return answer
  }

  async #send<R extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    const left = Math.min(this.#until - performance.now(), this.#options.statementMs)
    if (left <= 0) throw this.#tookTooLong()
    let late: DatabaseAway | undefined
    const timer = setTimeout(() => (late = this.#tookTooLong()), left)
    const name = statementName(text, values.length)
    this.#gather()
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

  /** What is sent in one turn of the program leaves in one write: a system call costs more than the statement's bytes. */
  #gather(): void {
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  /** A silent database is not asked again: nobody waits behind the unanswered question, and the database rolls back. */
  #tookTooLong(): DatabaseAway {
    this.#client.connection.stream.destroy()
    return new DatabaseAway('The database did not answer in time.')
  }
}

/** Kysely's way to the pool. */
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
    // The pool is made of them (`createPool`).
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
 * PostgreSQL as Kysely knows it, on connections that prepare their statements, keep the limits of time and spend no round
 * trip on opening a transaction.
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

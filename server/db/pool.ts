import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { Client, PooledDialect, type ClientConfig, type DriverOptions } from './driver.ts'
import type { DB } from './schema.ts'

/** The pool: each statement on a connection of its own. Only what opens transactions, and what starts the program, has it. */
export type Database = Kysely<DB>

/** A transaction that may write: the only handle with which a use case changes something. */
export type Tx = Transaction<DB>

/**
 * What reads: one unchanging view of the data, on one connection. A `Tx` is one too, the pool is none (its
 * `isTransaction` is not `true`). A write with raw `sql` compiles; the database refuses it.
 */
export type ReadTx = Pick<Tx, 'selectFrom' | 'selectNoFrom' | 'getExecutor' | 'isTransaction'>

const INT8 = 20
const DATE = 1082

// int8 fits a JavaScript number here (centavos, counters); a date stays the string it is: no zone can shift it.
const types = new pg.TypeOverrides()
types.setTypeParser(INT8, (text: string) => Number(text))
types.setTypeParser(DATE, (text: string) => text)

export type PoolOptions = {
  connectionString: string
  max?: number
  /** How long a request waits for a free connection before it is told the clinic is busy, in milliseconds. */
  waitMs?: number
  /** How long a new connection may take to open, in milliseconds. */
  connectMs?: number
  /** How long one statement may run, in milliseconds. */
  statementMs?: number
  /** How long a whole transaction may take, in milliseconds; 2 s more than a statement unless told. */
  transactionMs?: number
  /** How long a transaction may wait for its own program, in milliseconds. */
  idleMs?: number
  /** Only a transaction can write: outside of one the database refuses. The app's pools are guarded. */
  isGuarded?: boolean
  onError?: (error: Error) => void
}

/** Connections, and how the driver uses them. */
export type Pool = pg.Pool & { driver: DriverOptions }

/** Whoever waits is told within 5 s, whatever the database does: for a connection, while it opens, or for an answer. */
export function createPool(options: PoolOptions): Pool {
  const statementMs = options.statementMs ?? 3_000
  const driver: DriverOptions = {
    // A frozen database answers nothing at all, not even its own `statement_timeout`.
    statementMs: statementMs + 500,
    transactionMs: options.transactionMs ?? statementMs + 2_000,
    isGuarded: options.isGuarded ?? false,
  }
  const config: pg.PoolConfig & ClientConfig = {
    Client,
    connectMs: options.connectMs,
    connectionString: options.connectionString,
    max: options.max ?? 20,
    connectionTimeoutMillis: options.waitMs ?? 4_500,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: options.idleMs ?? 15_000,
    keepAlive: true,
    // random_page_cost: the data is on an SSD or in memory; with the default PostgreSQL scans whole tables instead of
    // using an index. join_collapse_limit: the list of appointments joins nine tables; with the default of 8,
    // PostgreSQL joins all rows before it cuts the page. jit: compiling a statement takes longer than the statement
    // itself (decision 86).
    options: `-c random_page_cost=1.1 -c join_collapse_limit=10 -c jit=off${driver.isGuarded ? ' -c default_transaction_read_only=on' : ''}`,
    types,
  }
  const pool = new pg.Pool(config)
  pool.on('error', (error) => options.onError?.(error))
  return Object.assign(pool, { driver })
}

export const createDatabase = (pool: Pool): Database =>
  new Kysely<DB>({ dialect: new PooledDialect(pool, pool.driver) })

/**
 * A few connections for exports alone. An export holds one for as long as somebody downloads it, up to ten minutes: it must
 * take none from the till, and beyond two at a time the next is told that the clinic is busy. The server cuts a download
 * on which nothing moves (`defaultPatience`), before the database ends its transaction.
 */
export const createExportPool = (
  options: Pick<PoolOptions, 'connectionString' | 'onError' | 'waitMs' | 'connectMs'>,
): Pool =>
  createPool({ ...options, isGuarded: true, max: 2, statementMs: 15_000, transactionMs: 600_000, idleMs: 120_000 })

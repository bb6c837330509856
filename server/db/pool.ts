import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { Client, PooledDialect, type ClientConfig, type DriverOptions } from './driver.ts'
import type { DB } from './schema.ts'

/**
 * The pool, which runs each statement on any free connection. Only code that opens transactions or starts the program
 * gets it.
 */
export type Database = Kysely<DB>

/** A transaction that can write; use cases change data only with it. */
export type Tx = Transaction<DB>

/**
 * A handle for reading: one snapshot on one connection. A `Tx` can be passed as a `ReadTx`; the pool cannot, because
 * its `isTransaction` is not `true`. A raw `sql` write compiles, but the database refuses it.
 */
export type ReadTx = Pick<Tx, 'selectFrom' | 'selectNoFrom' | 'getExecutor' | 'isTransaction'>

const INT8 = 20
const DATE = 1082
const NUMERIC = 1700

// All int8 values (centavos, counters) and numerics (stock with three decimals) fit a JavaScript number. A date stays a
// string, so that no time zone can shift it.
const types = new pg.TypeOverrides()
types.setTypeParser(INT8, (text: string) => Number(text))
types.setTypeParser(NUMERIC, (text: string) => Number(text))
types.setTypeParser(DATE, (text: string) => text)

export type PoolOptions = {
  connectionString: string
  max?: number
  /** How many milliseconds a request waits for a free connection before it fails as busy. */
  waitMs?: number
  /** How long a new connection may take to open, in milliseconds. */
  connectMs?: number
  /** How long one statement may run, in milliseconds. */
  statementMs?: number
  /** Maximum time of a transaction in milliseconds; 2 s more than a statement by default. */
  transactionMs?: number
  /** How many milliseconds a transaction may be idle between two statements. */
  idleMs?: number
  /** True if the database refuses writes outside a transaction, as for the app's pools. */
  isGuarded?: boolean
  onError?: (error: Error) => void
}

/** The database connections, with the options of the driver that uses them. */
export type Pool = pg.Pool & { driver: DriverOptions }

/**
 * Creates the pool. By default all waiting ends within 5 s: for a free connection, for opening one, and for the answer
 * to a statement.
 */
export function createPool(options: PoolOptions): Pool {
  const statementMs = options.statementMs ?? 3_000
  const driver: DriverOptions = {
    // The client needs its own timeout, because a frozen database does not even apply `statement_timeout`.
    statementMs: statementMs + 500,
    transactionMs: options.transactionMs ?? statementMs + 2_000,
    isGuarded: options.isGuarded ?? false,
  }
  const config: pg.PoolConfig & ClientConfig = {
    Client,
    connectMs: options.connectMs,
    connectionString: options.connectionString,
    max: options.max ?? 15,
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
 * A small pool for the transactions of changes. Further changes wait for a connection in the order of their arrival.
 * Many sales at once would slow each other down, because each waits in the database for the counter of the receipt
 * numbers (decision 145).
 */
export const createChangePool = (options: Omit<PoolOptions, 'max' | 'isGuarded'>): Pool =>
  createPool({ ...options, isGuarded: true, max: 5 })

/**
 * A pool for importing the data of a whole clinic in one transaction. The deferred constraints are checked in one
 * statement for all rows, which takes minutes for a large clinic on a busy machine.
 */
export const createImportPool = (options: Pick<PoolOptions, 'connectionString' | 'onError'>): Pool =>
  createPool({ ...options, max: 1, statementMs: 3_600_000, transactionMs: 12 * 3_600_000, idleMs: 120_000 })

/**
 * A small pool for exports only, because an export uses a connection during its whole download, and the till must not
 * wait for it. A fourth concurrent export fails as busy. An export of all photos and documents over a slow line takes
 * hours; the server cuts a download that nobody reads (`defaultRequestTimeouts`).
 */
export const createExportPool = (
  options: Pick<PoolOptions, 'connectionString' | 'onError' | 'waitMs' | 'connectMs' | 'max'>,
): Pool =>
  createPool({
    max: 3,
    ...options,
    isGuarded: true,
    statementMs: 15_000,
    transactionMs: 12 * 3_600_000,
    idleMs: 120_000,
  })

/** A pool for the reports and exports that a replica serves, so that a long report delays other reports only. */
export const createReportPool = (options: Parameters<typeof createExportPool>[0]): Pool =>
  createExportPool({ ...options, max: 8 })

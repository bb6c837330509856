import pg from 'pg'

/** The key of the advisory lock. Earlier versions take the same lock while they compare the migrations' checksums. */
const START_LOCK = 7_009

/** Switches timeouts off while a process waits for the lock: migrating a large database may take minutes. */
const NO_TIME_LIMITS = `
  select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** Takes the start lock, which the database releases when the connection's open transaction ends. */
export const lockStart = async (client: pg.Client): Promise<void> =>
  void (await client.query(`select pg_advisory_xact_lock(${START_LOCK}, 0)`))

/**
 * Runs `work` in only one of the processes that share the database at a time. A transaction holds the lock and not a
 * session, so that the lock is released when this connection ends, also behind a connection pooler.
 */
export async function inStartLock<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mutya-start' })
  // If the connection is lost, the next statement throws; without this listener the error event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(NO_TIME_LIMITS)
    await lockStart(client)
    const result = await work()
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

import pg from 'pg'

/** The lock's number. Versions before this one take it as well, while they compare the migrations' checksums. */
const START_LOCK = 7_009

/** Waits for its turn without a limit of time: whoever migrates a large database may take minutes. */
const NO_TIME_LIMITS = `
  select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** Takes the lock until the transaction ends that is open on this connection. */
export const lockStart = async (client: pg.Client): Promise<void> =>
  void (await client.query(`select pg_advisory_xact_lock(${START_LOCK}, 0)`))

/**
 * Runs `work` in one process at a time, of all that share the database. A transaction of its own holds the lock and not the
 * session, so that a pooler between the app and the database gives it up with the connection.
 */
export async function inStartLock<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mutya-start' })
  // A lost connection is thrown by the statement that is next.
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

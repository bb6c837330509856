import { z } from 'zod'
import { SEND_TASK } from '#server/messages/outbox/outbox.ts'
import { createPool } from '#server/db/pool.ts'
import { deliver, usualPauses, type MessageServices } from '#server/messages/deliver.ts'
import { doDueJobs, type PeriodicJob } from './periodic-jobs.ts'
import { runJobs, type Job, type JobOptions } from './run-jobs.ts'

type StartOptions = Omit<MessageServices, 'pauses'> & {
  connectionString: string
  pauses?: readonly number[] | undefined
  warn: JobOptions['warn']
  /** What is done again and again; nothing in a test that only sends. */
  periodic?: readonly PeriodicJob[]
}

/** Messages are sent four at once. */
const AT_ONCE = 4
/** Each of the four may keep a lock; the runner listens on one, and takes others for a moment. */
const CONNECTIONS = 2 * AT_ONCE + 2

const payload = z.object({ id: z.uuid() })

/** Sends messages and does what is due in this process until it is stopped, beside every other process that does. Returns the way to stop. */
export function startJobs(options: StartOptions): () => Promise<void> {
  const { connectionString, db, clock, warn, mailer, periodic: jobs = [], pauses = usualPauses } = options
  const pool = createPool({
    connectionString,
    max: CONNECTIONS,
    statementMs: 10_000,
    onError: (error) => warn(error, 'a connection of the jobs was lost'),
  })
  // A connection that is lost while nobody waits on it.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const stopping = new AbortController()
  const services = { ...options, pauses }
  const send: Job = (given, closing) => deliver(services, payload.parse(given).id, closing)
  const { stop } = runJobs({
    clock,
    pool,
    jobs: { [SEND_TASK]: send },
    eachMinute: () => doDueJobs({ pool, db, clock, jobs, warn }, stopping.signal),
    atOnce: AT_ONCE,
    warn,
  })
  return async () => {
    stopping.abort()
    await stop()
    mailer?.close()
    await pool.end()
  }
}

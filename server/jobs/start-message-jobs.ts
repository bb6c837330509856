import { createPool } from '#server/db/pool.ts'
import { usualPauses, type MessageServices } from '#server/messages/service.ts'
import { messageJobs } from './message-jobs.ts'
import { runJobs, type JobOptions } from './run-jobs.ts'

export type MessageJobOptions = Omit<MessageServices, 'pauses'> & {
  connectionString: string
  pauses?: readonly number[] | undefined
  warn: JobOptions['warn']
}

/** Messages are sent four at once. */
const AT_ONCE = 4

/** Sends messages in this process until it is stopped, beside every other process that does. Returns the way to stop. */
export function startMessageJobs(options: MessageJobOptions): () => Promise<void> {
  const { connectionString, warn, mailer, pauses = usualPauses } = options
  const pool = createPool({
    connectionString,
    max: AT_ONCE + 2,
    statementMs: 10_000,
    onError: (error) => warn(error, 'a connection of the jobs was lost'),
  })
  // A connection that is lost while nobody waits on it.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const { stop } = runJobs({ pool, ...messageJobs({ ...options, pauses }), atOnce: AT_ONCE, warn })
  return async () => {
    await stop()
    mailer?.close()
    await pool.end()
  }
}

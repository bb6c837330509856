import { createPool } from '#server/db/pool.ts'
import { usualPauses, type MessageServices } from '#server/messages/service.ts'
import { messageJobs } from './message-jobs.ts'
import { runJobs, type Job, type JobOptions } from './run-jobs.ts'

export type MessageJobOptions = Omit<MessageServices, 'pauses'> & {
  connectionString: string
  pauses?: readonly number[] | undefined
  warn: JobOptions['warn']
  /** What else this process does again and again. */
  further?: { jobs: Record<string, Job>; schedule: Record<string, string> } | undefined
}

/** Messages are sent four at once. */
const AT_ONCE = 4

/** Sends messages in this process until it is stopped, beside every other process that does. Returns the way to stop. */
export function startMessageJobs(options: MessageJobOptions): () => Promise<void> {
  const { connectionString, warn, mailer, further, pauses = usualPauses } = options
  const pool = createPool({
    connectionString,
    max: AT_ONCE + 2,
    statementMs: 10_000,
    onError: (error) => warn(error, 'a connection of the jobs was lost'),
  })
  // A connection that is lost while nobody waits on it.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const ofMessages = messageJobs({ ...options, pauses })
  const jobs = { ...ofMessages.jobs, ...further?.jobs }
  const schedule = { ...ofMessages.schedule, ...further?.schedule }
  const { stop } = runJobs({ pool, jobs, schedule, atOnce: AT_ONCE, warn })
  return async () => {
    await stop()
    mailer?.close()
    await pool.end()
  }
}

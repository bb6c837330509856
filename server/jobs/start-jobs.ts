import { z } from 'zod'
import { CLINIC_IMPORT_TASK, workOnClinicImport, type ClinicImportServices } from '#server/clinic-imports/public.ts'
import { IMPORT_TASK, workOnBatch } from '#server/imports/public.ts'
import { SEND_TASK } from '#server/messages/outbox/outbox.ts'
import { sendDeliveries, WEBHOOK_TASK } from '#server/webhooks/public.ts'
import { createPool } from '#server/db/pool.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import { channelsOf, deliver, usualPauses, type MessageServices } from '#server/messages/deliver.ts'
import { doDueJobs, type PeriodicJob } from './periodic-jobs.ts'
import { runJobs, type Job, type JobOptions } from './run-jobs.ts'

type StartOptions = Omit<MessageServices, 'pauses'> & {
  /** Notifies the open screens of all processes. */
  publish: (events: HubEvent[]) => void
  connectionString: string
  pauses?: readonly number[] | undefined
  warn: JobOptions['warn']
  /**
   * The database pool and folder for importing the data of a whole clinic; undefined in a test that only sends
   * messages.
   */
  clinicImports?: Pick<ClinicImportServices, 'longDb' | 'uploadsDir'>
  /** True if webhooks to private networks are allowed. */
  allowsPrivateWebhooks?: boolean | undefined
  /** The periodic jobs; none in a test that only sends messages. */
  periodic?: readonly PeriodicJob[]
}

/** How many jobs run at the same time, such as sending a message. */
const AT_ONCE = 4
/**
 * Each of the concurrent jobs may need a connection for a lock; the job runner listens on one connection and uses
 * others briefly.
 */
const CONNECTIONS = 2 * AT_ONCE + 2

const payload = z.object({ id: z.uuid() })

/** The queued jobs by the names of their tasks. */
function jobsOf(options: StartOptions & { pauses: readonly number[] }): JobOptions['jobs'] {
  const { db, clock, clinicImports, allowsPrivateWebhooks: allowsPrivate = false } = options
  const withId =
    (work: (id: string, closing: AbortSignal) => Promise<void>): Job =>
    (given, closing) =>
      work(payload.parse(given).id, closing)
  return {
    [SEND_TASK]: withId((id, closing) => deliver(options, id, closing)),
    [IMPORT_TASK]: withId((id, closing) => workOnBatch(options, id, closing)),
    [WEBHOOK_TASK]: withId((id, closing) =>
      sendDeliveries({ db, clock, channels: channelsOf(options), allowsPrivate }, id, closing),
    ),
    ...(clinicImports && {
      [CLINIC_IMPORT_TASK]: withId((id, closing) => workOnClinicImport({ ...options, ...clinicImports }, id, closing)),
    }),
  }
}

/**
 * Sends messages and webhooks, works on imports and runs due jobs in this process until it is stopped, alongside other
 * processes. Returns a function that stops it.
 */
export function startJobs(options: StartOptions): () => Promise<void> {
  const { connectionString, db, clock, warn, mailer, periodic: jobs = [], pauses = usualPauses } = options
  const pool = createPool({
    connectionString,
    max: CONNECTIONS,
    statementMs: 10_000,
    onError: (error) => warn(error, 'a connection of the jobs was lost'),
  })
  // An idle connection that is lost must not crash the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const stopping = new AbortController()
  const { stop } = runJobs({
    clock,
    pool,
    jobs: jobsOf({ ...options, pauses }),
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

import { setTimeout as wait } from 'node:timers/promises'
import { Logger, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker'
import type { Pool } from '#server/db/pool.ts'

export type Job = (payload: unknown, closing: AbortSignal) => Promise<void>

export type JobOptions = {
  /** Connections of their own; the runner keeps one to listen. Whoever gives them ends them. */
  pool: Pool
  jobs: Readonly<Record<string, Job>>
  /** Called each minute in one of the processes that share the database. */
  eachMinute: () => Promise<void>
  /** So many at once. */
  atOnce: number
  warn: (error: unknown, text: string) => void
}

/** How long a job may go on after a stop, in milliseconds; then it is told to end. */
const STOP_MS = 500
const RESTART_MS = 5_000

const MINUTE_TASK = 'each-minute'

/** What can be kept and told of an error: what it says may name an address or a number. */
export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? (error as Error).name
const coded = (error: unknown) => new Error(codeOf(error))

/** The runner keeps what a job throws. */
const taskOf =
  (job: Job, warn: JobOptions['warn'], closing: AbortSignal): TaskList[string] =>
  async (payload) => {
    try {
      await job(payload, closing)
    } catch (error) {
      if (!closing.aborted) warn(coded(error), 'a job failed and is tried again')
      throw coded(error)
    }
  }

function start({ pool, jobs, eachMinute, atOnce, warn }: JobOptions, closing: AbortSignal): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList: Object.fromEntries(
      Object.entries({ ...jobs, [MINUTE_TASK]: eachMinute }).map(([name, job]) => [name, taskOf(job, warn, closing)]),
    ),
    // With a key minutes that were missed come as one.
    parsedCronItems: parseCronItems([
      { task: MINUTE_TASK, match: '* * * * *', options: { backfillPeriod: 0, maxAttempts: 1, jobKey: MINUTE_TASK } },
    ]),
    concurrency: atOnce,
    pollInterval: 2_000,
    preset: {
      worker: {
        gracefulShutdownAbortTimeout: STOP_MS,
        // Without a batch nobody waits until it is written what became of a job: a database that is away just then would
        // end the whole process. So the runner ends, and is started again.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  })
}

/**
 * Does the jobs that wait in the database, in this process, until it is stopped. A database that goes away is waited for.
 * `stop` lets what runs end within half a second, and tells the rest to end.
 */
export function runJobs(options: JobOptions): { stop: () => Promise<void> } {
  const closing = new AbortController()
  let runner: Runner | undefined
  const work = async () => {
    while (!closing.signal.aborted) {
      try {
        runner = await start(options, closing.signal)
        if (closing.signal.aborted) break
        await runner.promise
      } catch (error) {
        if (!closing.signal.aborted) options.warn(coded(error), 'the jobs stopped and are started again')
      }
      await wait(RESTART_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const working = work()
  return {
    stop: async () => {
      const running = runner
      const ended = running?.stop().catch(() => undefined)
      await Promise.race([ended, wait(STOP_MS)])
      closing.abort()
      await Promise.race([Promise.all([ended, working]), wait(STOP_MS)])
    },
  }
}

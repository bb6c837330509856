import { setTimeout as wait } from 'node:timers/promises'
import { Logger, run, type Runner, type TaskList } from 'graphile-worker'
import type { Pool } from '#server/db/pool.ts'

export type Job = (payload: unknown, closing: AbortSignal) => Promise<void>

export type JobOptions = {
  clock: () => Date
  /** Connections of their own; the runner keeps one to listen. Whoever gives them ends them. */
  pool: Pool
  jobs: Readonly<Record<string, Job>>
  /** Called each minute in one of the processes that share the database; it may be called in two. */
  eachMinute: () => Promise<void>
  /** How long a minute is, in milliseconds; a test has shorter ones. */
  minuteMs?: number
  /** So many at once. */
  atOnce: number
  warn: (error: unknown, text: string) => void
}

/** How long a job may go on after a stop, in milliseconds; then it is told to end. */
const STOP_MS = 500
const RESTART_MS = 5_000

const MINUTE_TASK = 'each-minute'
const MINUTE_MS = 60_000

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
    // None of the library's own, and no file that might lie about.
    parsedCronItems: [],
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
 * Asks for the work of each minute as it begins, while the runner runs. The library's own timetable keeps which minute it has
 * done last: a machine's clock that once ran months ahead would end it for months. With a key minutes that were missed come
 * as one.
 */
function tellMinutes(runner: Runner, clock: () => Date, ms: number): () => void {
  let timer: NodeJS.Timeout
  const tellLater = () => {
    timer = setTimeout(tell, ms - (clock().getTime() % ms))
  }
  const tell = () => {
    // A database that is away ends the runner, which says so; the next minute asks again.
    runner.addJob(MINUTE_TASK, {}, { maxAttempts: 1, jobKey: MINUTE_TASK }).catch(() => undefined)
    tellLater()
  }
  tellLater()
  return () => clearTimeout(timer)
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
        const stopTelling = tellMinutes(runner, options.clock, options.minuteMs ?? MINUTE_MS)
        await runner.promise.finally(stopTelling)
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

import { setTimeout as wait } from 'node:timers/promises'
import { Logger, run, type Runner, type TaskList } from 'graphile-worker'
import type { Pool } from '#server/db/pool.ts'

export type Job = (payload: unknown, closing: AbortSignal) => Promise<void>

export type JobOptions = {
  clock: () => Date
  /** Connections for jobs only; the runner keeps one to listen. The caller closes the pool. */
  pool: Pool
  jobs: Readonly<Record<string, Job>>
  /** Called every minute in one of the processes that share the database, occasionally in two. */
  eachMinute: () => Promise<void>
  /** The length of a minute in milliseconds, which tests shorten. */
  minuteMs?: number
  /** The pause before the runner is started again after it has stopped, in milliseconds. */
  restartMs?: number
  /** The number of jobs that run at the same time. */
  atOnce: number
  warn: (error: unknown, text: string) => void
}

/**
 * How long a job may continue after a stop, in milliseconds, before it is aborted: most mail servers accept an e-mail
 * within this time. Together with `ABORT_MS` it is shorter than the time that `serve.ts` waits for the jobs.
 */
const STOP_MS = 1_500
/** How long the stop waits for aborted jobs, in milliseconds. */
const ABORT_MS = 500
const RESTART_MS = 5_000

const MINUTE_TASK = 'each-minute'
const MINUTE_MS = 60_000

/** Returns only the error's code, because its message may contain an address or a number. */
export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? (error as Error).name
const coded = (error: unknown) => new Error(codeOf(error))

/** Makes a task of a job. The job library stores the errors of tasks, so the task throws only the error's code. */
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
    // Switches the library's own timetable off; it would otherwise read a crontab file if one exists.
    parsedCronItems: [],
    concurrency: atOnce,
    pollInterval: 2_000,
    preset: {
      worker: {
        gracefulShutdownAbortTimeout: STOP_MS,
        // Without batches the result of a job is recorded at once; if the database is unavailable then, the runner only
        // stops, and is started again. A result recorded later would crash the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  })
}

/**
 * Adds the every-minute job at the start of each minute. The library's own timetable is not used: it stores the last
 * minute done, so a clock that was once months ahead would stop it for months. The job key merges missed minutes into
 * one.
 */
function scheduleMinuteJob(runner: Runner, clock: () => Date, ms: number): () => void {
  let timer: NodeJS.Timeout
  const scheduleNext = () => {
    timer = setTimeout(addMinuteJob, ms - (clock().getTime() % ms))
  }
  const addMinuteJob = () => {
    // If the database is unavailable, the job runner stops and reports it. The job is added again a minute later.
    runner.addJob(MINUTE_TASK, {}, { maxAttempts: 1, jobKey: MINUTE_TASK }).catch(() => undefined)
    scheduleNext()
  }
  scheduleNext()
  return () => clearTimeout(timer)
}

/**
 * Runs queued jobs in this process until it is stopped, and waits for an unavailable database. `stop` waits one and a
 * half seconds for running jobs, and then aborts those that have not finished.
 */
export function runJobs(options: JobOptions): { stop: () => Promise<void> } {
  const closing = new AbortController()
  let runner: Runner | undefined
  const work = async () => {
    while (!closing.signal.aborted) {
      try {
        runner = await start(options, closing.signal)
        if (closing.signal.aborted) break
        const stopScheduling = scheduleMinuteJob(runner, options.clock, options.minuteMs ?? MINUTE_MS)
        await runner.promise.finally(stopScheduling)
      } catch (error) {
        if (!closing.signal.aborted) options.warn(coded(error), 'the jobs stopped and are started again')
      }
      await wait(options.restartMs ?? RESTART_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const working = work()
  return {
    stop: async () => {
      const running = runner
      const ended = running?.stop().catch(() => undefined)
      await Promise.race([ended, wait(STOP_MS, undefined, { ref: false })])
      closing.abort()
      await Promise.race([Promise.all([ended, working]), wait(ABORT_MS, undefined, { ref: false })])
    },
  }
}

import type { PoolClient } from 'pg'
import {
  recordRunFailure,
  recordRunSuccess,
  recordRunStart,
  readJobRun,
  readJobRuns,
  type JobRun,
} from '#server/db/job-runs.ts'
import type { Database, Pool } from '#server/db/pool.ts'
import { inRead, inTransaction } from '#server/db/transactions.ts'
import type { JobName } from '#shared/lib/job-names.ts'
import { addDays, instantOf, manilaDate, weekdayOf, type CivilTime } from '#shared/lib/manila-time.ts'
import { codeOf } from './run-jobs.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A job runs at an interval of minutes, or at a fixed time in Manila: each day, or on one weekday (0 is Sunday). */
export type Schedule = { everyMinutes: number } | { dailyAt: CivilTime } | { weeklyOn: number; at: CivilTime }

export type PeriodicJob = {
  name: JobName
  schedule: Schedule
  /**
   * The work of the job. It must be safe to run twice, because a process that dies may have done part of it. `closing`
   * interrupts long work.
   */
  run: (now: Date, closing: AbortSignal) => Promise<unknown>
}

type PeriodicOptions = {
  /** Provides the database connection that locks due jobs while they run. */
  pool: Pool
  db: Database
  clock: () => Date
  jobs: readonly PeriodicJob[]
  warn: (error: unknown, text: string) => void
}

/** Returns the latest scheduled time that has passed. */
export function lastScheduledTime(schedule: Schedule, now: Date): Date {
  if ('everyMinutes' in schedule) {
    const everyMs = schedule.everyMinutes * MINUTE_MS
    return new Date(Math.floor(now.getTime() / everyMs) * everyMs)
  }
  const today = manilaDate(now)
  if ('dailyAt' in schedule) {
    const at = instantOf(today, schedule.dailyAt)
    return at <= now ? at : instantOf(addDays(today, -1), schedule.dailyAt)
  }
  const date = addDays(today, -((weekdayOf(today) - schedule.weeklyOn + 7) % 7))
  const at = instantOf(date, schedule.at)
  return at <= now ? at : instantOf(addDays(date, -7), schedule.at)
}

function periodOf(schedule: Schedule): number {
  if ('everyMinutes' in schedule) return schedule.everyMinutes * MINUTE_MS
  return 'dailyAt' in schedule ? DAY_MS : 7 * DAY_MS
}

/** A failed job is tried again after this time. After the last try it waits for its next scheduled time. */
const RETRY_AFTER_MS = 5 * MINUTE_MS
const MOST_TRIES = 3

/** True if the job has not run yet for its latest scheduled time. A time at which no process ran is due as well. */
function isDue(run: JobRun | undefined, schedule: Schedule, now: Date): boolean {
  const dueAt = lastScheduledTime(schedule, now)
  const ahead = run ? run.due_at.getTime() - dueAt.getTime() : -1
  // Another process may have recorded the next scheduled time already. A time that is even later was recorded with a
  // wrong clock and does not count.
  if (!run || ahead < 0 || ahead > periodOf(schedule)) return true
  return run.problem !== null && run.tries < MOST_TRIES && now.getTime() - run.tried_at.getTime() >= RETRY_AFTER_MS
}

/** Tries a job that may be due. An error is recorded and reported, and does not stop other jobs. */
async function tryJob({ db, clock, warn }: PeriodicOptions, job: PeriodicJob, closing: AbortSignal): Promise<void> {
  const { name, schedule, run } = job
  const now = clock()
  const last = await inRead(db, (tx) => readJobRun(tx, name))
  if (!isDue(last, schedule, now)) return
  await inTransaction(db, (tx) => recordRunStart(tx, name, lastScheduledTime(schedule, now), now))
  try {
    await run(now, closing)
  } catch (error) {
    // The job was interrupted by a stop, and the try is already recorded.
    if (closing.aborted) return
    warn(new Error(codeOf(error)), `the job ${name} failed`)
    return void (await inTransaction(db, (tx) => recordRunFailure(tx, name, codeOf(error))))
  }
  await inTransaction(db, (tx) => recordRunSuccess(tx, name, clock()))
}

/** The name of an advisory lock, which PostgreSQL releases when the connection closes, so a dead process holds none. */
const lockOf = (name: JobName) => `mutya job ${name}`

/** Runs the work unless another process is running work with that name. */
async function withLock(client: PoolClient, name: JobName, work: () => Promise<void>): Promise<void> {
  const call = (what: string) =>
    client.query<{ mine: boolean }>(`select ${what}(hashtextextended($1, 0)) as mine`, [lockOf(name)])
  const { rows } = await call('pg_try_advisory_lock')
  if (!rows[0]?.mine) return
  await work()
  await call('pg_advisory_unlock')
}

/**
 * Runs due jobs one after the other, each in only one process at a time. A job that had to wait for a long job is found
 * by the next check of any process.
 */
export async function doDueJobs(options: PeriodicOptions, closing: AbortSignal): Promise<void> {
  const { pool, db, clock, jobs, warn } = options
  const runs = await inRead(db, readJobRuns)
  const now = clock()
  const due = jobs.filter(({ name, schedule }) =>
    isDue(
      runs.find((run) => run.name === name),
      schedule,
      now,
    ),
  )
  if (due.length === 0) return
  const client = await pool.connect()
  try {
    for (const job of due) {
      if (closing.aborted) return
      await withLock(client, job.name, () => tryJob(options, job, closing)).catch((error: unknown) =>
        warn(error, `the job ${job.name} could not be looked after`),
      )
    }
  } finally {
    // The connection is closed, which releases any lock it still holds.
    client.release(true)
  }
}

import type { PoolClient } from 'pg'
import { noteProblem, noteSuccess, noteTry, readRun, readRuns, type JobRun } from '#server/db/job-runs.ts'
import type { Database, Pool } from '#server/db/pool.ts'
import { inRead, inTransaction } from '#server/db/transactions.ts'
import type { JobName } from '#shared/lib/job-names.ts'
import { addDays, instantOf, manilaDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { codeOf } from './run-jobs.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Each so many minutes, or at a time of each day in Manila. */
export type Schedule = { everyMinutes: number } | { dailyAt: CivilTime }

export type PeriodicJob = {
  name: JobName
  schedule: Schedule
  /** May be done once too often: a process that dies has done some of it. `closing` ends what takes long. */
  run: (now: Date, closing: AbortSignal) => Promise<unknown>
}

type PeriodicOptions = {
  /** Connections of the jobs; one is kept while something is due. */
  pool: Pool
  db: Database
  clock: () => Date
  jobs: readonly PeriodicJob[]
  warn: (error: unknown, text: string) => void
}

/** The latest time of the schedule that has come. */
export function lastTime(schedule: Schedule, now: Date): Date {
  if ('everyMinutes' in schedule) {
    const everyMs = schedule.everyMinutes * MINUTE_MS
    return new Date(Math.floor(now.getTime() / everyMs) * everyMs)
  }
  const today = manilaDate(now)
  const at = instantOf(today, schedule.dailyAt)
  return at <= now ? at : instantOf(addDays(today, -1), schedule.dailyAt)
}

const periodOf = (schedule: Schedule): number =>
  'everyMinutes' in schedule ? schedule.everyMinutes * MINUTE_MS : DAY_MS

/** A job that has failed is tried again after this time, so many times in all; then when its time comes again. */
const AGAIN_MS = 5 * MINUTE_MS
const MOST_TRIES = 3

/** True when nobody has seen to the last time of the schedule: one that passed while nothing ran is due as well. */
function isDue(run: JobRun | undefined, schedule: Schedule, now: Date): boolean {
  const dueAt = lastTime(schedule, now)
  const ahead = run ? run.due_at.getTime() - dueAt.getTime() : -1
  // Another process may be at the next time already; a run further ahead is one from before somebody set the machine's clock right.
  if (!run || ahead < 0 || ahead > periodOf(schedule)) return true
  return run.problem !== null && run.tries < MOST_TRIES && now.getTime() - run.tried_at.getTime() >= AGAIN_MS
}

/** Tries a job that may be due by now. What goes wrong is written down and told; it ends nothing. */
async function tryJob({ db, clock, warn }: PeriodicOptions, job: PeriodicJob, closing: AbortSignal): Promise<void> {
  const { name, schedule, run } = job
  const now = clock()
  const last = await inRead(db, (tx) => readRun(tx, name))
  if (!isDue(last, schedule, now)) return
  await inTransaction(db, (tx) => noteTry(tx, name, lastTime(schedule, now), now))
  try {
    await run(now, closing)
  } catch (error) {
    // Interrupted by a stop: that stands there already.
    if (closing.aborted) return
    warn(new Error(codeOf(error)), `the job ${name} failed`)
    return void (await inTransaction(db, (tx) => noteProblem(tx, name, codeOf(error))))
  }
  await inTransaction(db, (tx) => noteSuccess(tx, name, clock()))
}

/** The name of a lock that its connection loses when it closes: a process that dies holds none. */
const lockOf = (name: JobName) => `mutya job ${name}`

/** Does the work, unless another process is doing work of that name. */
async function withLock(client: PoolClient, name: JobName, work: () => Promise<void>): Promise<void> {
  const call = (what: string) =>
    client.query<{ mine: boolean }>(`select ${what}(hashtextextended($1, 0)) as mine`, [lockOf(name)])
  const { rows } = await call('pg_try_advisory_lock')
  if (!rows[0]?.mine) return
  await work()
  await call('pg_advisory_unlock')
}

/**
 * Does what is due, one job after the other, each in one process at a time. Whoever waits behind a long one is found by the
 * next look, of this process or another.
 */
export async function doDueJobs(options: PeriodicOptions, closing: AbortSignal): Promise<void> {
  const { pool, db, clock, jobs, warn } = options
  const runs = await inRead(db, readRuns)
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
    // Closed, whatever locks it may still hold.
    client.release(true)
  }
}

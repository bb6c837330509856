import { sql } from 'kysely'
import type { JobName } from '#shared/lib/job-names.ts'
import type { ReadTx, Tx } from './pool.ts'

/** The last run of each job. */
export const readJobRuns = (tx: ReadTx) => tx.selectFrom('job_runs').selectAll().execute()

export type JobRun = Awaited<ReturnType<typeof readJobRuns>>[number]

export const readJobRun = (tx: ReadTx, name: JobName): Promise<JobRun | undefined> =>
  tx.selectFrom('job_runs').selectAll().where('name', '=', name).executeTakeFirst()

/**
 * Stored as the problem of a run while the job runs. It stays stored if the process dies, so that the run counts as
 * failed.
 */
const INTERRUPTED = 'interrupted'

/** Records the start of a job's run and the scheduled time for which it runs. */
export const recordRunStart = (tx: Tx, name: JobName, dueAt: Date, now: Date) =>
  tx
    .insertInto('job_runs')
    .values({ name, due_at: dueAt, tries: 1, tried_at: now, failures: 1, problem: INTERRUPTED })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        due_at: dueAt,
        tries: sql<number>`case when job_runs.due_at = excluded.due_at then job_runs.tries + 1 else 1 end`,
        tried_at: now,
        failures: sql<number>`job_runs.failures + 1`,
        problem: INTERRUPTED,
      }),
    )
    .execute()

export const recordRunSuccess = (tx: Tx, name: JobName, now: Date) =>
  tx.updateTable('job_runs').set({ done_at: now, failures: 0, problem: null }).where('name', '=', name).execute()

/** `problem` is an error code or name; messages may contain personal data. */
export const recordRunFailure = (tx: Tx, name: JobName, problem: string) =>
  tx.updateTable('job_runs').set({ problem }).where('name', '=', name).execute()

/** After this many failures in a row the dashboard warns of the job. */
const NOTIFY_AFTER = 3

/** The jobs of which the dashboard warns, because their last runs failed. */
export const failingJobs = async (tx: ReadTx): Promise<JobName[]> => {
  const rows = await tx
    .selectFrom('job_runs')
    .select('name')
    .where('failures', '>=', NOTIFY_AFTER)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name as JobName)
}

/** Selects when the newest backups were made; the caller adds the condition that the backups must meet. */
const newestBackup = (tx: ReadTx) =>
  tx.selectFrom('backup_runs').select('finished_at').orderBy('finished_at', 'desc').limit(1)

/** When the last successful backup was made, manually or scheduled; null when there is none. */
export async function lastGoodRun(tx: ReadTx): Promise<Date | null> {
  const row = await newestBackup(tx).where('problem', 'is', null).executeTakeFirst()
  return row?.finished_at ?? null
}

/**
 * When the newest backup was made that has been copied to all stores outside the clinic's disk; null when there is
 * none.
 */
export async function lastCopiedRun(tx: ReadTx): Promise<Date | null> {
  const row = await newestBackup(tx).where('copied_at', 'is not', null).executeTakeFirst()
  return row?.finished_at ?? null
}

/** The result of the last trial restore of a backup, and when the last successful one was; null before the first. */
export type Trials = { last: { finishedAt: Date; problem: string | null } | null; lastGood: Date | null }

export async function readTrials(tx: ReadTx): Promise<Trials> {
  const newest = tx
    .selectFrom('backup_trials')
    .select(['finished_at', 'problem'])
    .orderBy('finished_at', 'desc')
    .limit(1)
  const last = await newest.executeTakeFirst()
  const good = last?.problem ? await newest.where('problem', 'is', null).executeTakeFirst() : last
  return {
    last: last ? { finishedAt: last.finished_at, problem: last.problem } : null,
    lastGood: good?.finished_at ?? null,
  }
}

/**
 * Deletes the records of jobs that have not run for a long time, because such jobs are no longer scheduled (for example
 * a backup that was switched off).
 */
export const deleteOldRuns = (tx: Tx, triedBefore: Date) =>
  tx.deleteFrom('job_runs').where('tried_at', '<', triedBefore).execute()

/** Removes the runner's jobs that failed for good or whose process died, because nothing else deletes them. */
export const deleteDeadJobs = (tx: Tx, before: Date) =>
  sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where attempts >= max_attempts and updated_at < ${before}))`.execute(tx)

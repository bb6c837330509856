import { sql } from 'kysely'
import type { JobName } from '#shared/lib/job-names.ts'
import type { ReadTx, Tx } from './pool.ts'

/** What became of each job that has ever been tried. */
export const readRuns = (tx: ReadTx) => tx.selectFrom('job_runs').selectAll().execute()

export type JobRun = Awaited<ReturnType<typeof readRuns>>[number]

export const readRun = (tx: ReadTx, name: JobName): Promise<JobRun | undefined> =>
  tx.selectFrom('job_runs').selectAll().where('name', '=', name).executeTakeFirst()

/** Stands while a job runs, and stays when its process dies: such a run counts as one that has failed. */
const INTERRUPTED = 'interrupted'

/** A try of the job begins, for the time of its schedule that is due. */
export const noteTry = (tx: Tx, name: JobName, dueAt: Date, now: Date) =>
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

export const noteSuccess = (tx: Tx, name: JobName, now: Date) =>
  tx.updateTable('job_runs').set({ done_at: now, failures: 0, problem: null }).where('name', '=', name).execute()

/** `problem` is a code or the name of an error: what it says may name people. */
export const noteProblem = (tx: Tx, name: JobName, problem: string) =>
  tx.updateTable('job_runs').set({ problem }).where('name', '=', name).execute()

/** Failures in a row after which people are told. */
const TOLD_AFTER = 3

/** The jobs that fail again and again. */
export const failingJobs = async (tx: ReadTx): Promise<JobName[]> => {
  const rows = await tx
    .selectFrom('job_runs')
    .select('name')
    .where('failures', '>=', TOLD_AFTER)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name as JobName)
}

/** A job that nothing has tried since is done no longer, such as the backup of a clinic that has switched it off. */
export const forgetRuns = (tx: Tx, triedBefore: Date) =>
  tx.deleteFrom('job_runs').where('tried_at', '<', triedBefore).execute()

/** Jobs of the runner that were given up, or whose process has died: nothing else takes them out of its tables. */
export const forgetDeadJobs = (tx: Tx, before: Date) =>
  sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where attempts >= max_attempts and updated_at < ${before}))`.execute(tx)

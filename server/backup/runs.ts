import type { Database, Tx } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'

export type Outcome = { fileName: string; bytes: number } | { problem: string }

/** Remembers what became of a backup. */
export const noteRun = (tx: Tx, finishedAt: Date, outcome: Outcome) =>
  tx
    .insertInto('backup_runs')
    .values(
      'problem' in outcome
        ? { id: newId(), finished_at: finishedAt, problem: outcome.problem }
        : { id: newId(), finished_at: finishedAt, file_name: outcome.fileName, bytes: outcome.bytes },
    )
    .execute()

/** When the last good backup was made; null when none was. */
export async function lastGoodRun(db: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('backup_runs')
    .select('finished_at')
    .where('problem', 'is', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finished_at ?? null
}

/** How many backups have succeeded and failed since an instant. */
export async function runsSince(db: Database, since: Date): Promise<{ good: number; failed: number }> {
  const rows = await db.selectFrom('backup_runs').select('problem').where('finished_at', '>=', since).execute()
  const good = rows.filter((row) => row.problem === null).length
  return { good, failed: rows.length - good }
}

/** What happened more than a year ago tells nothing any more. */
export const forgetOldRuns = (tx: Tx, now: Date) =>
  tx
    .deleteFrom('backup_runs')
    .where('finished_at', '<', new Date(now.getTime() - 366 * 86_400_000))
    .execute()

import type { ReadTx, Tx } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'

/** What became of a backup: the file, or why there is none. */
export type Run = { scheduled: boolean } & ({ fileName: string; bytes: number } | { problem: string })

export const noteRun = (tx: Tx, finishedAt: Date, run: Run) =>
  tx
    .insertInto('backup_runs')
    .values({
      id: newId(),
      is_scheduled: run.scheduled,
      finished_at: finishedAt,
      ...('problem' in run ? { problem: run.problem } : { file_name: run.fileName, bytes: run.bytes }),
    })
    .execute()

/** When the last good backup was made, by hand or by the clock; null when none was. */
export async function lastGoodRun(tx: ReadTx): Promise<Date | null> {
  const row = await tx
    .selectFrom('backup_runs')
    .select('finished_at')
    .where('problem', 'is', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finished_at ?? null
}

/** How many scheduled backups have succeeded and failed since an instant. */
export async function scheduledSince(tx: ReadTx, since: Date): Promise<{ good: number; failed: number }> {
  const rows = await tx
    .selectFrom('backup_runs')
    .select('problem')
    .where('is_scheduled', '=', true)
    .where('finished_at', '>=', since)
    .execute()
  const good = rows.filter((row) => row.problem === null).length
  return { good, failed: rows.length - good }
}

/** What happened more than a year ago tells nothing any more. */
export const forgetOldRuns = (tx: Tx, now: Date) =>
  tx
    .deleteFrom('backup_runs')
    .where('finished_at', '<', new Date(now.getTime() - 366 * 86_400_000))
    .execute()

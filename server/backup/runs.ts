import pg from 'pg'
import type { Tx } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import { retainedSince } from '#server/lib/retention.ts'
import { transactionOn } from './one-connection.ts'

/** The result of a backup: the file, or why there is none. */
type BackupRun = { scheduled: boolean } & ({ fileName: string; bytes: number } | { problem: string })

export const recordRun = (tx: Tx, finishedAt: Date, run: BackupRun) =>
  tx
    .insertInto('backup_runs')
    .values({
      id: newId(),
      is_scheduled: run.scheduled,
      finished_at: finishedAt,
      ...('problem' in run ? { problem: run.problem } : { file_name: run.fileName, bytes: run.bytes }),
    })
    .execute()

/** Records that the backups with these file names are in all stores for copies. */
export async function recordCopies(tx: Tx, fileNames: readonly string[], now: Date): Promise<void> {
  if (fileNames.length === 0) return
  const missing = tx.updateTable('backup_runs').set({ copied_at: now }).where('copied_at', 'is', null)
  await missing.where('file_name', 'in', fileNames).execute()
}

/** The result of a trial restore: what was compared, or why the backup could not be restored. */
type BackupTrial = { fileName: string } & ({ tableCount: number; rowCount: number } | { problem: string })

export const recordTrial = (tx: Tx, finishedAt: Date, trial: BackupTrial) =>
  tx
    .insertInto('backup_trials')
    .values({
      id: newId(),
      finished_at: finishedAt,
      file_name: trial.fileName,
      ...('problem' in trial
        ? { problem: trial.problem }
        : { table_count: trial.tableCount, row_count: trial.rowCount }),
    })
    .execute()

/** Deletes old records of backups and of trial restores. */
export async function deleteOldBackupRuns(tx: Tx, now: Date): Promise<void> {
  for (const table of ['backup_runs', 'backup_trials'] as const)
    await tx.deleteFrom(table).where('finished_at', '<', retainedSince('backupRuns', now)).execute()
}

/**
 * Records the run of a backup over a separate database connection; does nothing if the schema is too old to have a
 * table of backup runs.
 */
export async function recordRunAs(url: string, finishedAt: Date, run: BackupRun): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('public.backup_runs') is not null as there`,
    )
    if (!rows[0]?.there) return
    await client.query('begin')
    await recordRun(transactionOn(client), finishedAt, run)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

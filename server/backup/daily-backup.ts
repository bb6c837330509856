import path from 'node:path'
import type { Database } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { backupFileName } from './manifest.ts'
import { removeOldBackups } from './retention.ts'
import { recordRun } from './runs.ts'

export type DailyBackupOptions = {
  db: Database
  ownerUrl: string
  uploadsDir: string
  /** The folder holds the backups of this clinic only. */
  folder: string
  /** The number of backups to keep. */
  keep: number
  warn: (error: unknown, text: string) => void
}

async function make(options: DailyBackupOptions, now: Date, signal?: AbortSignal): Promise<void> {
  const { db, ownerUrl, uploadsDir, folder, keep } = options
  // Imported lazily, because it is used once a day.
  const { makeBackup } = await import('./make-backup.ts')
  const fileName = backupFileName(now)
  const file = path.join(folder, fileName)
  const { bytes } = await makeBackup({ ownerUrl, uploadsDir, file, now, ...(signal && { signal }) })
  await inTransaction(db, (tx) => recordRun(tx, now, { scheduled: true, fileName, bytes }))
  await removeOldBackups(folder, keep, now)
}

/**
 * Reports the failure in the server log, the history log and the list of runs, from which `/metrics` derives the age of
 * the last backup.
 */
async function notifyFailure({ db, warn }: DailyBackupOptions, error: unknown, now: Date): Promise<void> {
  warn(error, 'the daily backup failed')
  const problem = error instanceof Error && error.name === 'BackupError' ? error.message : 'The backup was not made.'
  await inTransaction(db, async (tx) => {
    await recordRun(tx, now, { scheduled: true, problem })
    await writeSystemLog(tx, now, { type: 'backup.daily.failed', subjectId: null, parameters: { problem } })
  })
}

/** Makes the daily backup. Reports and rethrows a failure; a backup aborted by `signal` leaves no file. */
export async function backUp(options: DailyBackupOptions, now: Date, signal?: AbortSignal): Promise<void> {
  try {
    await make(options, now, signal)
  } catch (error) {
    if (!signal?.aborted) await notifyFailure(options, error, now)
    throw error
  }
}

import path from 'node:path'
import type { Database } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { backupFileName } from './manifest.ts'
import { removeOldBackups } from './retention.ts'
import { noteRun } from './runs.ts'

export type DailyBackupOptions = {
  db: Database
  ownerUrl: string
  uploadsDir: string
  /** The folder of the backups of this clinic and of no other. */
  folder: string
  /** How many backups stay. */
  keep: number
  warn: (error: unknown, text: string) => void
}

async function make(options: DailyBackupOptions, now: Date, signal?: AbortSignal): Promise<void> {
  const { db, ownerUrl, uploadsDir, folder, keep } = options
  // Loaded when it is needed, which is once a day.
  const { makeBackup } = await import('./make-backup.ts')
  const fileName = backupFileName(now)
  const file = path.join(folder, fileName)
  const { bytes } = await makeBackup({ ownerUrl, uploadsDir, file, now, ...(signal && { signal }) })
  await inTransaction(db, (tx) => noteRun(tx, now, { scheduled: true, fileName, bytes }))
  await removeOldBackups(folder, keep, now)
}

/** In the log of the server, in the history of the clinic and in the list of runs, from which `/metrics` tells the age. */
async function notifyFailure({ db, warn }: DailyBackupOptions, error: unknown, now: Date): Promise<void> {
  warn(error, 'the daily backup failed')
  const problem = error instanceof Error && error.name === 'BackupError' ? error.message : 'The backup was not made.'
  await inTransaction(db, async (tx) => {
    await noteRun(tx, now, { scheduled: true, problem })
    await writeSystemLog(tx, now, { type: 'backup.daily.failed', subjectId: null, parameters: { problem } })
  })
}

/** Makes the backup of the day. A failure is told, and thrown; one that is ended by `signal` leaves nothing. */
export async function backUp(options: DailyBackupOptions, now: Date, signal?: AbortSignal): Promise<void> {
  try {
    await make(options, now, signal)
  } catch (error) {
    if (!signal?.aborted) await notifyFailure(options, error, now)
    throw error
  }
}

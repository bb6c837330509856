import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { backupFileName, isBackupFileName, writerOfPart } from './manifest.ts'
import { recordRun } from './runs.ts'

const DAY_MS = 86_400_000

/** Removes all but the newest `keep` backups and unfinished files older than a day. Other files are left alone. */
async function removeOldBackups(folder: string, keep: number, now: Date): Promise<string[]> {
  const names = await readdir(folder)
  const old = names.filter(isBackupFileName).sort().reverse().slice(keep)
  for (const name of names.filter((found) => writerOfPart(found) !== undefined)) {
    const { mtimeMs } = await stat(path.join(folder, name))
    if (now.getTime() - mtimeMs > DAY_MS) old.push(name)
  }
  for (const name of old) await rm(path.join(folder, name), { force: true })
  return old
}

export type DailyBackupOptions = {
  db: Database
  ownerUrl: string
  uploadsDir: string
  /** The folder holds the backups of this clinic only. */
  folder: string
  /** The passphrase with which backups are encrypted; if undefined, backups are not encrypted. */
  passphrase?: string | undefined
  /** The number of backups to keep. */
  keep: number
  warn: (error: unknown, text: string) => void
}

async function make(options: DailyBackupOptions, now: Date, signal?: AbortSignal): Promise<void> {
  const { db, ownerUrl, uploadsDir, folder, passphrase, keep } = options
  // The module that makes backups is loaded only when needed, because it is used once a day.
  const { makeBackup } = await import('./make-backup.ts')
  const fileName = backupFileName(now, passphrase !== undefined)
  const file = path.join(folder, fileName)
  const { bytes } = await makeBackup({ ownerUrl, uploadsDir, file, passphrase, now, ...(signal && { signal }) })
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

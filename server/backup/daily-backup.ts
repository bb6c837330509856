import path from 'node:path'
import pg from 'pg'
import type { Database } from '#server/db/pool.ts'
import { inSnapshot, inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { instantOf, manilaDate } from '#shared/lib/manila-time.ts'
import { backupFileName } from './manifest.ts'
import { removeOldBackups } from './retention.ts'
import { forgetOldRuns, noteRun, scheduledSince } from './runs.ts'

export type DailyBackupOptions = {
  db: Database
  ownerUrl: string
  uploadsDir: string
  /** The folder of the backups of this clinic and of no other. */
  folder: string
  /** How many backups stay. */
  keep: number
  /** The hour of the day in Manila from which the backup of that day is due. */
  hour: number
  warn: (error: unknown, text: string) => void
}

const LOCK = `hashtextextended('mutya daily backup', 0)`
const MOST_TRIES_A_DAY = 3
const LOOK_MS = 60_000

async function isDue({ db, hour }: DailyBackupOptions, now: Date): Promise<boolean> {
  const dueAt = instantOf(manilaDate(now), `${String(hour).padStart(2, '0')}:00:00`)
  if (now < dueAt) return false
  const { good, failed } = await inSnapshot(db, (tx) => scheduledSince(tx, dueAt))
  return good === 0 && failed < MOST_TRIES_A_DAY
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
  await inTransaction(db, (tx) => forgetOldRuns(tx, now))
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

/**
 * Makes the backup of the day when it is due and nobody else makes it: processes that share a database agree by a lock and
 * by the list of runs. A failure is told and tried again within minutes, three times a day at most. `false` when there was nothing to do.
 */
export async function backUpWhenDue(options: DailyBackupOptions, now: Date, signal?: AbortSignal): Promise<boolean> {
  if (!(await isDue(options, now))) return false
  const client = new pg.Client({ connectionString: options.ownerUrl, application_name: 'mutya-backup-lock' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as mine`)
    if (!rows[0]?.mine || !(await isDue(options, now))) return false
    await make(options, now, signal).catch(async (error: unknown) => {
      if (!signal?.aborted) await notifyFailure(options, error, now)
    })
    return true
  } finally {
    await client.end()
  }
}

/** Looks every minute whether a backup is due. Returns the way to stop, which ends a backup that runs. */
export function backUpDaily(options: DailyBackupOptions, clock: () => Date): () => Promise<void> {
  const stop = new AbortController()
  let running: Promise<unknown> | undefined
  const look = () => {
    running ??= backUpWhenDue(options, clock(), stop.signal)
      .catch((error: unknown) => options.warn(error, 'the daily backup could not be looked after'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stop.abort()
    await running
  }
}

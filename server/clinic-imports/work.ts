import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Database, Tx } from '#server/db/pool.ts'
import { inRead, inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import { clinicImportRefusals as s } from '#shared/clinic-imports/messages.ts'
import { bringInRows, countFiles, unpackUploads } from './bring-in.ts'
import * as queries from './queries.ts'
import { ExportFile } from './read-zip.ts'
import * as views from './views.ts'

export type ClinicImportServices = {
  db: Database
  /**
   * A connection pool that allows long transactions and statements, because all rows are saved and checked in one
   * transaction.
   */
  longDb: Database
  uploadsDir: string
  clock: () => Date
  /** Notifies the open screens of all processes. */
  publish: (events: HubEvent[]) => void
  warn: (error: unknown, text: string) => void
  /** How many rows are done between two reports of the progress; tests have fewer rows than a clinic. */
  reportEach?: number
}

type Stored = NonNullable<Awaited<ReturnType<typeof views.importById>>>

/** The file of an import. Its name begins with a dot, so that neither an export nor a backup contains it. */
export const fileOfImport = (uploadsDir: string, id: string): string => path.join(uploadsDir, `.import-${id}.zip`)

export const removeFile = (uploadsDir: string, id: string): Promise<void> =>
  rm(fileOfImport(uploadsDir, id), { force: true })

/** Thrown after the check to roll its transaction back, so that nothing is saved. */
class NothingSaved extends Error {}

/** How many rows are done between two reports of the progress. */
const REPORT_EACH = 2_000

/**
 * Returns a function that counts the rows that were brought in and stores the count after each `reportEach` rows. It
 * uses a transaction of its own, because nobody could see the progress in the open transaction of the import. A report
 * that a busy database refuses is skipped: the next report replaces it, and the import must not end because of it.
 */
function progressOf(
  { db, clock, warn, reportEach = REPORT_EACH }: ClinicImportServices,
  id: string,
  closing: AbortSignal,
) {
  let [done, reported] = [0, 0]
  return async (rows: number) => {
    closing.throwIfAborted()
    done += rows
    if (done - reported < reportEach) return
    reported = done
    await inTransaction(db, (tx) => queries.updateImport(tx, id, { done, worked_at: clock() })).catch(
      (error: unknown) => warn(error, 'the progress of an import could not be stored'),
    )
  }
}

const setState = (
  { db, clock }: ClinicImportServices,
  id: string,
  values: Parameters<typeof queries.updateImport>[2],
) => inTransaction(db, (tx) => queries.updateImport(tx, id, { ...values, worked_at: clock() }))

/** Runs `work` in the long transaction. Does nothing while another process works on the import. */
async function inLongTransaction({ longDb }: ClinicImportServices, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  return inTransaction(longDb, async (tx) => {
    if (!(await queries.lockWork(tx))) return false
    await work(tx)
    return true
  })
}

/** Saves all rows and rolls back, so that every error is found before the real import. Counts the rows of each file. */
async function check(services: ClinicImportServices, { id }: Stored, zip: ExportFile, closing: AbortSignal) {
  const onRows = progressOf(services, id, closing)
  let counts: Awaited<ReturnType<typeof countFiles>> = []
  try {
    const isOurs = await inLongTransaction(services, async (tx) => {
      counts = await countFiles(tx, zip, onRows)
      await bringInRows(tx, zip, { now: services.clock(), onRows })
      throw new NothingSaved()
    })
    if (!isOurs) return
  } catch (error) {
    if (!(error instanceof NothingSaved)) throw error
  }
  const total = counts.reduce((sum, { rows, is_brought_in }) => (is_brought_in ? sum + rows : sum), 0)
  await setState(services, id, { state: 'checked', counts: JSON.stringify(counts), done: 0, total })
}

async function bringIn(services: ClinicImportServices, stored: Stored, zip: ExportFile, closing: AbortSignal) {
  const { id, file_name: file, total: rows } = stored
  const { clock: now, uploadsDir } = services
  const onRows = progressOf(services, id, closing)
  const isOurs = await inLongTransaction(services, async (tx) => {
    await bringInRows(tx, zip, { now: now(), onRows })
    await unpackUploads(zip, uploadsDir, closing)
    await queries.updateImport(tx, id, { state: 'imported', done: rows, worked_at: now() })
    await writeSystemLog(tx, now(), {
      type: 'clinic-imports.import.finished',
      subjectId: id,
      parameters: { file, rows },
    })
  })
  if (!isOurs) return
  await removeFile(uploadsDir, id)
  services.publish([{ name: 'AppointmentBooked' }])
}

/**
 * Checks a file or brings it in, depending on the step that it is at. All rows are saved in one transaction: after a
 * restart the job begins again, and nothing has to be undone. If a file cannot be brought in, the reason is stored.
 */
export async function workOnClinicImport(
  services: ClinicImportServices,
  id: string,
  closing: AbortSignal,
): Promise<void> {
  const stored = await inRead(services.db, (tx) => views.importById(tx, id))
  if (stored?.state !== 'checking' && stored?.state !== 'importing') return
  const isCheck = stored.state === 'checking'
  try {
    const zip = await ExportFile.open(fileOfImport(services.uploadsDir, id))
    try {
      await (isCheck ? check : bringIn)(services, stored, zip, closing)
    } finally {
      zip.close()
    }
  } catch (error) {
    // A job that is stopped fails, so that it is tried again when a process starts.
    if (closing.aborted) throw error
    if (!(error instanceof AppError)) services.warn(error, 'an export could not be brought in')
    const problem = error instanceof AppError ? error.message : s.failed
    await setState(services, id, { state: isCheck ? 'refused' : 'failed', problem })
  }
}

/** If nobody has worked on an import for this long, its process has died. */
const LOST_MS = 60_000

/** Adds a new job for an import that is not finished and has no job any more. */
export const recoverClinicImports = ({ db, clock }: Pick<ClinicImportServices, 'db' | 'clock'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    const standing = await views.standingImports(tx, new Date(clock().getTime() - LOST_MS))
    for (const { id } of standing) await queries.addJob(tx, id)
  })

import { createHash } from 'node:crypto'
import { readdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { isPgError } from '#server/db/constraint-errors.ts'
import { migrateOn } from '#server/db/migrate.ts'
import type { Database } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { BackupError } from './backup-error.ts'
import { isBackupFileName, type Manifest, type TableEntry } from './manifest.ts'
import { kyselyOn } from './one-connection.ts'
import { checkBackup, loadBackup } from './restore-backup.ts'
import { recordTrial } from './runs.ts'
import { inScratchDatabase } from './scratch-database.ts'
import { copyTarget, LEFT_OUT, PLAIN_TEXT } from './tables.ts'

export type TrialOptions = {
  db: Database
  ownerUrl: string
  /** The folder of the daily backups. */
  folder: string
  passphrase?: string | undefined
  /** The folder of the private database; undefined for a database server, whose disk is unknown. */
  databaseDir?: string | undefined
  warn: (error: unknown, text: string) => void
}

/** Rows with their indexes and the log of the database take about four times the bytes of the rows as text. */
const BYTES_ON_DISK = 4
/** This much disk space must stay free during a trial restore, because a full disk stops the clinic. */
const RESERVE_BYTES = 2e9

async function requireRoom({ databaseDir }: TrialOptions, { tables }: Manifest): Promise<void> {
  if (databaseDir === undefined) return
  const { bavail, bsize } = await statfs(databaseDir)
  const needed = tables.reduce((sum, { bytes }) => sum + bytes, 0) * BYTES_ON_DISK + RESERVE_BYTES
  if (bavail * bsize >= needed) return
  throw new BackupError(
    `The backup was not tried: ${databaseDir} needs ${Math.ceil(needed / 1e8) / 10} GB of free space.`,
  )
}

/** Throws unless the table has as many rows as the backup says, with the same content in the same order. */
async function compareTable(client: pg.Client, table: TableEntry, signal?: AbortSignal): Promise<void> {
  const stream = client.query(copyTo(`copy ${copyTarget(table)} to stdout`))
  const hash = createHash('sha256')
  for await (const part of stream as AsyncIterable<Buffer>) {
    signal?.throwIfAborted()
    hash.update(part)
  }
  if (stream.rowCount !== table.rows)
    throw new BackupError(`The restored table ${table.name} has ${stream.rowCount} rows instead of ${table.rows}.`)
  if (hash.digest('hex') !== table.sha256)
    throw new BackupError(`The restored table ${table.name} has other values than the backup.`)
}

/** Throws a `BackupError` that names the first table whose rows differ from the backup. */
export async function compareTables(client: pg.Client, tables: readonly TableEntry[], signal?: AbortSignal) {
  for (const table of tables) await compareTable(client, table, signal)
}

/** Restores the file into an empty database, compares every table, and brings the schema up to date. */
async function restoreAndCompare(
  client: pg.Client,
  source: { file: string; passphrase?: string | undefined },
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<TableEntry[]> {
  await client.query(PLAIN_TEXT)
  // With this setting on, PostgreSQL may begin a scan of a large table in its middle and return the rows in another
  // order.
  await client.query('set synchronize_seqscans = off')
  await client.query('begin')
  await loadBackup(client, source, manifest, { signal })
  await client.query('commit')
  const tables = manifest.tables.filter(({ name }) => !LEFT_OUT.includes(name))
  await compareTables(client, tables, signal)
  await client.query('begin')
  await migrateOn(kyselyOn<unknown>(client), { insideTransaction: true })
  await client.query('commit')
  return tables
}

async function runTrial(options: TrialOptions, fileName: string, now: Date, signal?: AbortSignal): Promise<void> {
  const { db, ownerUrl, folder, passphrase } = options
  const source = { file: path.join(folder, fileName), passphrase }
  const manifest = await checkBackup(source.file, passphrase)
  await requireRoom(options, manifest)
  const tables = await inScratchDatabase(ownerUrl, (client) => restoreAndCompare(client, source, manifest, signal))
  const rowCount = tables.reduce((sum, { rows }) => sum + rows, 0)
  await inTransaction(db, (tx) => recordTrial(tx, now, { fileName, tableCount: tables.length, rowCount }))
}

function sentenceOf(error: unknown): string {
  if (error instanceof BackupError) return error.message
  return isPgError(error) ? `The database refused the backup: ${error.message}.` : 'The backup was not restored.'
}

/**
 * Restores the newest backup into a separate database and compares it with the file, so that the clinic learns early
 * when its backups are useless. Does nothing before the first backup. Reports and rethrows a failure.
 */
export async function tryBackup(options: TrialOptions, now: Date, signal?: AbortSignal): Promise<void> {
  const names = await readdir(options.folder).catch(() => [])
  const fileName = names.filter(isBackupFileName).sort().at(-1)
  if (fileName === undefined) return
  try {
    await runTrial(options, fileName, now, signal)
  } catch (error) {
    if (signal?.aborted) throw error
    options.warn(error, 'the trial of the backup failed')
    const problem = sentenceOf(error)
    await inTransaction(options.db, async (tx) => {
      await recordTrial(tx, now, { fileName, problem })
      await writeSystemLog(tx, now, { type: 'backup.trial.failed', subjectId: null, parameters: { problem } })
    })
    throw error
  }
}

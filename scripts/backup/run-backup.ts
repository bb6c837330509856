import fs from 'node:fs'
import path from 'node:path'
import { printLines } from '#server/announce.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { makeBackup, type MadeBackup } from '#server/backup/make-backup.ts'
import { backupFileName, ENCRYPTED_END, PLAIN_END } from '#server/backup/manifest.ts'
import { recordRunAs } from '#server/backup/runs.ts'
import { hasEmbeddedData, runningEmbedded } from '#server/db/embedded/start-embedded.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import { readEnv, type Env } from '#server/lib/env.ts'
import { runProgram } from '#server/run-program.ts'
import { wordsOf } from './command-line.ts'

const USAGE = 'npm run backup [-- FILE or FOLDER]: without one, the backup goes into BACKUP_DIR, else into ./backups.'

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/**
 * Returns the path of the backup file. In a given folder, the file is named after the time. The end of a file's name
 * says whether the file is encrypted. Throws if the file exists, because a backup never overwrites one.
 */
function fileFor(env: Env, now: Date): string {
  const { positionals } = wordsOf({}, USAGE)
  const [named, ...more] = positionals
  if (more.length > 0) throw new BackupError(USAGE)
  const place = named ?? env.backupDir ?? 'backups'
  const isEncrypted = env.backupPassphrase !== undefined
  const isFile =
    [PLAIN_END, ENCRYPTED_END].some((end) => place.endsWith(end)) &&
    !fs.statSync(place, { throwIfNoEntry: false })?.isDirectory()
  if (isFile && place.endsWith(ENCRYPTED_END) !== isEncrypted)
    throw new BackupError(
      isEncrypted
        ? `With BACKUP_PASSPHRASE the backup is encrypted: choose a name that ends in ${ENCRYPTED_END}.`
        : `A backup is encrypted only with BACKUP_PASSPHRASE: set it, or choose a name that ends in ${PLAIN_END}.`,
    )
  const file = path.resolve(isFile ? place : path.join(place, backupFileName(now, isEncrypted)))
  if (fs.existsSync(file)) throw new BackupError(`${file} is there already; a backup overwrites nothing.`)
  return file
}

/** Opens the database of the running clinic, or starts its private database for the duration of the backup. */
async function openForBackup(env: Env): Promise<Pick<OpenDatabase, 'ownerUrl' | 'stop'>> {
  const log = { info: () => undefined, warn: printLines, error: printLines }
  if (env.databaseUrl !== undefined) return openDatabase(env, log)
  if (!hasEmbeddedData(env)) throw new BackupError(`There is no database in ${path.resolve(env.dataDir)} (DATA_DIR).`)
  const running = runningEmbedded(env)
  return running ? { ...running, stop: async () => undefined } : openDatabase(env, log)
}

function report({ file, bytes, manifest }: MadeBackup, seconds: number): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const { uploads, missing_uploads: missing } = manifest
  printLines(`${file}: ${rows} rows, ${uploads.length} pictures, ${megabytes(bytes)}, ${seconds.toFixed(1)} s`)
  if (missing.length > 0) printLines(`Pictures missing from the folder: ${missing.join(', ')}`)
}

await runProgram(async () => {
  const env = readEnv()
  const now = new Date()
  const startedAt = performance.now()
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => stop.abort(new BackupError('The backup was stopped. No file was left.')))
  const file = fileFor(env, now)
  const database = await openForBackup(env)
  try {
    const uploadsDir = path.resolve(env.dataDir, 'uploads')
    const made = await makeBackup({
      ownerUrl: database.ownerUrl,
      uploadsDir,
      file,
      passphrase: env.backupPassphrase,
      now,
      signal: stop.signal,
    })
    const run = { scheduled: false, fileName: path.basename(file), bytes: made.bytes }
    await recordRunAs(database.ownerUrl, now, run).catch((error: Error) =>
      printLines(`The backup is complete, but the database could not record it: ${error.message}`),
    )
    report(made, (performance.now() - startedAt) / 1000)
  } finally {
    await database.stop()
  }
})

import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { isPgError } from '#server/db/constraint-errors.ts'
import { grantToApp, knownMigrations, migrate, migrateOn } from '#server/db/migrate.ts'
import { lockStart } from '#server/db/start-lock.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { BackupError } from './backup-error.ts'
import { RowLoader } from './load-rows.ts'
import type { Manifest } from './manifest.ts'
import { kyselyOn, transactionOn } from './one-connection.ts'
import { readArchive } from './read-archive.ts'
import { PLAIN_TEXT } from './tables.ts'
import { emptySchema, findExistingData, refuseWhileServing, type ExistingData } from './target.ts'

type StagedUploads = {
  add: (name: string, content: Buffer) => Promise<void>
  /** Replaces the uploads folder by the unpacked one with a rename. */
  swap: () => Promise<void>
  abandon: () => Promise<void>
}

/**
 * Unpacks pictures into a folder beside the uploads folder, and then puts this folder in the place of the uploads
 * folder.
 */
async function stageUploads(uploadsDir: string): Promise<StagedUploads> {
  const staged = `${uploadsDir}.restoring`
  const old = `${uploadsDir}.replaced`
  await rm(staged, { recursive: true, force: true })
  await mkdir(staged, { recursive: true })
  return {
    add: async (name, content) => {
      const file = path.join(staged, ...name.split('/'))
      await mkdir(path.dirname(file), { recursive: true })
      const handle = await open(file, 'wx')
      try {
        await handle.writeFile(content)
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    swap: async () => {
      await rm(old, { recursive: true, force: true })
      await rename(uploadsDir, old).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      await rename(staged, uploadsDir)
      await rm(old, { recursive: true, force: true })
    },
    abandon: () => rm(staged, { recursive: true, force: true }),
  }
}

type RestoreOptions = {
  file: string
  /** The passphrase of an encrypted backup. */
  passphrase?: string | undefined
  ownerUrl: string
  appUrl: string
  uploadsDir: string
  now: Date
  /** Called before existing data is overwritten; if it returns false, nothing changes. */
  mayReplace: (existing: ExistingData) => Promise<boolean>
}

/** Reads the whole file and checks that this build knows its schema, without a database. Throws a `BackupError`. */
export async function checkBackup(file: string, passphrase?: string): Promise<Manifest> {
  const manifest = await readArchive(file, { passphrase })
  const known = await knownMigrations()
  const newer = manifest.migrations.find((name, index) => known[index] !== name)
  if (newer === undefined) return manifest
  throw new BackupError(
    known.includes(newer)
      ? `The backup ${file} has a schema that this Mutya does not know (${newer} came before ${known[manifest.migrations.indexOf(newer)]}).`
      : `The backup ${file} was made by a newer Mutya (version ${manifest.app_version}, schema ${newer}): upgrade first.`,
  )
}

/** Turns a database error into one sentence; other errors stay unchanged. */
function databaseError(error: unknown): unknown {
  if (!isPgError(error)) return error
  const where = [error.table, error.constraint].filter(Boolean).join(', ')
  return new BackupError(
    `The database refused the restore: ${error.message}${where && ` (${where})`}. Nothing was changed.`,
  )
}

type Loading = {
  /** Called with each picture, in the order of the file. */
  upload?: (name: string, content: Buffer) => Promise<void>
  signal?: AbortSignal | undefined
}

/** Creates the schema of a backup in an empty database and loads the rows, inside the open transaction. */
export async function loadBackup(
  client: pg.Client,
  { file, passphrase }: Pick<RestoreOptions, 'file' | 'passphrase'>,
  manifest: Manifest,
  { upload, signal }: Loading,
): Promise<void> {
  await migrateOn(kyselyOn<unknown>(client), { to: manifest.migrations.at(-1)!, insideTransaction: true })
  const loader = await RowLoader.open(client, manifest)
  // The file is checked a second time while it is loaded, in case it was changed after the first check.
  await readArchive(file, {
    passphrase,
    table: (name, piece) => {
      signal?.throwIfAborted()
      return loader.add(name, piece)
    },
    ...(upload && { upload }),
  })
  await loader.finish()
}

/** Restores schema and rows, runs later migrations and sets the privileges, inside the open transaction. */
async function rebuild(client: pg.Client, options: RestoreOptions, manifest: Manifest, uploads: StagedUploads) {
  const db = kyselyOn<unknown>(client)
  await emptySchema(client)
  await loadBackup(client, options, manifest, { upload: (name, content) => uploads.add(name, content) })
  await migrateOn(db, { insideTransaction: true })
  await grantToApp(db, options)
  const parameters = { made_at: manifest.made_at }
  await writeSystemLog(transactionOn(client), options.now, {
    type: 'backup.backup.restored',
    subjectId: null,
    parameters,
  })
}

async function restoreWith(client: pg.Client, options: RestoreOptions, manifest: Manifest): Promise<void> {
  await client.query(PLAIN_TEXT)
  const existing = await findExistingData(client)
  if (existing && !(await options.mayReplace(existing))) throw new BackupError('Nothing was changed.')
  await refuseWhileServing(client)
  const uploads = await stageUploads(options.uploadsDir)
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '10s'`)
    await lockStart(client)
    await rebuild(client, options, manifest, uploads)
    await client.query('commit')
  } catch (error) {
    // Only the pictures are cleaned up here: the caller closes the connection, which rolls the transaction back, even
    // in the middle of a COPY.
    await uploads.abandon()
    throw databaseError(error)
  }
  await uploads.swap().catch((error: Error) => {
    throw new BackupError(
      `The database is restored, but the pictures are still in ${options.uploadsDir}.restoring: ${error.message}. ` +
        `Move that folder to ${options.uploadsDir}.`,
    )
  })
  await client.query('analyze')
}

/**
 * Replaces the database and the uploads folder by a backup, completely or, if anything fails, not at all. Returns the
 * manifest; throws a `BackupError`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const manifest = await checkBackup(options.file, options.passphrase)
  const client = new pg.Client({ connectionString: options.ownerUrl, application_name: 'mutya-restore' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await restoreWith(client, options, manifest)
  } finally {
    await client.end()
  }
  // Creates the tables of the job runner, which no backup contains. If these tables were missing, a change that is
  // logged could not queue its webhooks.
  await migrate(options)
  return manifest
}

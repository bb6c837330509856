import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { appVersion } from '#server/lib/app-version.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { BackupError } from './backup-error.ts'
import { FORMAT_VERSION, type Manifest, type TableEntry, type UploadEntry } from './manifest.ts'
import { copyTarget, dataTables, LEFT_OUT, migrationsOf, namedUploads, PLAIN_TEXT, type Table } from './tables.ts'
import { openArchive, type Archive } from './write-archive.ts'

type BackupOptions = {
  /** The URL for connecting as the database's owner, because the app's role cannot read everything. */
  ownerUrl: string
  uploadsDir: string
  /** The path of the backup; the file must not exist yet. */
  file: string
  /** The passphrase with which the file is encrypted; if undefined, the file is not encrypted. */
  passphrase?: string | undefined
  now: Date
  /** Aborts the backup; its unfinished file is deleted. */
  signal?: AbortSignal
  /** Called with the snapshot's name, with which another transaction can read the same state. */
  onSnapshot?: (id: string) => Promise<void>
}

export type MadeBackup = { file: string; bytes: number; manifest: Manifest }

const PIECE_BYTES = 1_000_000

/** Copies one table's rows, a megabyte at a time. */
async function copyTable(client: pg.Client, table: Table, archive: Archive, signal?: AbortSignal): Promise<TableEntry> {
  const stream = client.query(copyTo(`copy ${copyTarget(table)} to stdout`))
  const hash = createHash('sha256')
  const entry = { bytes: 0, pieces: 0, waiting: [] as Buffer[], size: 0 }
  const flush = async () => {
    const piece = Buffer.concat(entry.waiting)
    entry.waiting = []
    entry.size = 0
    entry.bytes += piece.length
    hash.update(piece)
    await archive.add(`tables/${table.name}/${++entry.pieces}`, piece)
  }
  for await (const part of stream as AsyncIterable<Buffer>) {
    signal?.throwIfAborted()
    entry.waiting.push(part)
    entry.size += part.length
    if (entry.size >= PIECE_BYTES) await flush()
  }
  if (entry.size > 0) await flush()
  return { ...table, rows: stream.rowCount, bytes: entry.bytes, sha256: hash.digest('hex') }
}

type Rows = Pick<Manifest, 'tables' | 'migrations' | 'postgres_version'> & { named: string[] }

async function exportSnapshot(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
  return rows[0]!.id
}

/** Copies all tables from one snapshot. It only reads, so sales and bookings do not wait. */
async function copyRows(options: BackupOptions, archive: Archive): Promise<Rows> {
  const client = new pg.Client({ connectionString: options.ownerUrl, application_name: 'mutya-backup' })
  client.on('error', () => undefined)
  await client.connect().catch((error: Error) => {
    throw new BackupError(`The backup was not made: the database cannot be reached (${error.message}).`)
  })
  try {
    await client.query(PLAIN_TEXT)
    await client.query('begin isolation level repeatable read read only')
    const migrations = await migrationsOf(client)
    if (migrations === null || migrations.length === 0)
      throw new BackupError('There is no clinic in this database yet: nothing to back up.')
    if (options.onSnapshot) await options.onSnapshot(await exportSnapshot(client))
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
    const found = await dataTables(client)
    const named = await namedUploads(client, found)
    const tables: TableEntry[] = []
    for (const table of found) tables.push(await copyTable(client, table, archive, options.signal))
    await client.query('commit')
    return { migrations, tables, named, postgres_version: rows[0]?.version ?? '' }
  } finally {
    await client.end()
  }
}

/** Lists finished files; a name that begins with a dot belongs to an upload in progress. */
async function uploadedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !/(^|\/)\./.test(name))
    .sort()
}

/**
 * Skips a picture that was replaced since the folder was listed; the caller reports the picture as missing if a row
 * names it.
 */
async function copyUploads(options: BackupOptions, archive: Archive): Promise<UploadEntry[]> {
  const copied: UploadEntry[] = []
  for (const name of await uploadedFiles(options.uploadsDir)) {
    options.signal?.throwIfAborted()
    const content = await readFile(path.join(options.uploadsDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (content === undefined) continue
    await archive.add(`uploads/${name}`, content)
    copied.push({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  }
  return copied
}

function missing(named: readonly string[], copied: readonly UploadEntry[]): string[] {
  const there = new Set(copied.map(({ name }) => path.posix.basename(name)))
  return named.filter((name) => !there.has(path.posix.basename(name)))
}

/**
 * Writes a snapshot of the database and the uploads folder into one file while the clinic is open. Pictures never
 * change and are copied after the snapshot, so every picture named by a row is included unless it was replaced
 * meanwhile; the manifest lists such pictures. Throws a `BackupError` for problems that the operator can solve, and
 * leaves no file then.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { file, now } = options
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new BackupError(`The backup was not made: ${path.dirname(file)} cannot be written (${error.message}).`)
  })
  const archive = await openArchive(file, options.passphrase)
  try {
    const { named, ...rows } = await copyRows(options, archive)
    const uploads = await copyUploads(options, archive)
    const manifest: Manifest = {
      version: FORMAT_VERSION,
      app_version: appVersion,
      made_at: isoInManila(now),
      ...rows,
      left_out: LEFT_OUT,
      uploads,
      missing_uploads: missing(named, uploads),
    }
    options.signal?.throwIfAborted()
    return { file, manifest, bytes: await archive.finish(manifest) }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

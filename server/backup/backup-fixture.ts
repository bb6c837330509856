import { createHash } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { extract } from 'tar-stream'
import { onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { openArchive } from './write-archive.ts'

/**
 * The tables whose rows are in no backup. The list is repeated here, so that the tests do not depend on the list in the
 * code.
 */
const notRestored = [
  'sessions',
  'rate_windows',
  'setup_codes',
  'reset_links',
  'email_links',
  'phone_codes',
  'pending_log_ins',
  'trusted_devices',
  'invitations',
  'server_secrets',
  'backup_runs',
  'backup_trials',
  'job_runs',
  'pending_events',
  'push_subscriptions',
]
const ofMigrations = ['kysely_migration', 'kysely_migration_lock', 'migration_checksums']

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Creates the database of a clinic that has no people yet. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return database
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export type AllRows = Map<string, string[]>

/** Every row of every table as text in a fixed order, optionally as of a snapshot. */
export const rowsOf = (url: string, snapshot?: string): Promise<AllRows> =>
  withClient(url, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    await client.query('begin isolation level repeatable read read only')
    if (snapshot !== undefined) await client.query(`set transaction snapshot '${snapshot}'`)
    const tables = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name <> all($1) order by 1`,
      [[...notRestored, ...ofMigrations]],
    )
    const all: AllRows = new Map()
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
      all.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return all
  })

/** The checksum of each file in a folder. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: Record<string, string> = {}
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    found[path.relative(folder, file)] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  }
  return found
}

export type Entry = { name: string; content: Buffer }

async function entriesOf(file: string): Promise<Entry[]> {
  const entries = extract()
  pipeline(createReadStream(file), createGunzip(), entries, () => undefined)
  const found: Entry[] = []
  for await (const entry of entries) {
    const pieces: Buffer[] = []
    for await (const piece of entry as AsyncIterable<Buffer>) pieces.push(piece)
    found.push({ name: entry.header.name, content: Buffer.concat(pieces) })
  }
  return found
}

/** Writes a copy of a backup with changed parts and valid checksums. */
export async function rewrite(file: string, to: string, change: (entries: Entry[], manifest: Manifest) => Entry[]) {
  const entries = await entriesOf(file)
  const manifest = JSON.parse(entries.at(-1)!.content.toString()) as Manifest
  const changed = change(entries.slice(1, -1), manifest)
  const archive = await openArchive(to)
  for (const { name, content } of changed) await archive.add(name, content)
  await archive.finish(manifest)
}

type Manifest = Parameters<Awaited<ReturnType<typeof openArchive>>['finish']>[0]

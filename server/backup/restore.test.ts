import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '#server/db/pool.ts'
import { knownMigrations, migrateOn } from '#server/db/migrate.ts'
import { createTestDatabase, createTestPool, type TestDatabase } from '#server/test/database.ts'
import { openTill } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { startTestServer } from '#server/test/server.ts'
import {
  emptyDatabase,
  filesOf,
  rewrite,
  rowsOf,
  temporaryFolder,
  withClient,
  type AllRows,
  type Entry,
} from './backup-fixture.ts'
import { continueSequences } from './load-rows.ts'
import { makeBackup } from './make-backup.ts'
import { FORMAT_VERSION, type Manifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import type { ExistingData } from './target.ts'

const now = new Date('2026-11-21T09:00:00+08:00')
/** A backup of a small clinic with a sale and two pictures. */
let good: Buffer

beforeAll(async () => {
  const till = await openTill()
  await till.send(till.order([till.peel({ addOns: [till.light()] }), till.glow()]))
  const folder = path.join(till.server.uploadsDir, 'services')
  await mkdir(folder, { recursive: true })
  for (const name of ['one', 'two']) await writeFile(path.join(folder, `${name}.webp`), `picture ${name}`)
  const file = path.join(till.server.uploadsDir, '..', `clinic-${process.pid}.tar.gz`)
  const { database, uploadsDir } = till.server
  await makeBackup({ ownerUrl: database.ownerUrl, uploadsDir, file, now })
  good = await readFile(file)
  spawnSync('rm', [file])
  await till.server.close()
})

/** A clinic with data and a picture; a refused restore must leave it unchanged. */
type Target = { database: TestDatabase; uploadsDir: string; file: string; folder: string }
let target: Target
let before: { rows: AllRows; files: Record<string, string> }

const stateOf = async ({ database, uploadsDir }: Target) => ({
  rows: await rowsOf(database.ownerUrl),
  files: await filesOf(uploadsDir),
})

beforeEach(async () => {
  const database = await emptyDatabase()
  const folder = temporaryFolder()
  const uploadsDir = path.join(folder, 'uploads')
  await mkdir(uploadsDir)
  await writeFile(path.join(uploadsDir, 'old.webp'), 'an old picture')
  const db = createDatabase(createTestPool({ connectionString: database.appUrl, max: 1 }))
  await createUser(db, 'admin')
  await db.destroy()
  target = { database, uploadsDir, folder, file: path.join(folder, 'clinic.tar.gz') }
  await writeFile(target.file, good)
  before = await stateOf(target)
})

const restore = (mayReplace: (existing: ExistingData) => Promise<boolean> = async () => true) => {
  const { file, uploadsDir, database } = target
  return restoreBackup({ file, uploadsDir, ownerUrl: database.ownerUrl, appUrl: database.appUrl, now, mayReplace })
}

/** Expects a restore to be refused with one sentence and to change nothing. */
async function refused(sentence: RegExp): Promise<void> {
  const error: unknown = await restore().then(
    () => new Error('It was restored.'),
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ name: 'BackupError', message: expect.stringMatching(sentence) })
  expect(await stateOf(target)).toEqual(before)
  expect(Object.keys(await filesOf(target.folder)).sort()).toEqual(['clinic.tar.gz', 'uploads/old.webp'])
}

const changed = (change: (entries: Entry[], manifest: Manifest) => Entry[]) => async () => {
  const source = `${target.file}.good`
  await copyFile(target.file, source)
  spawnSync('rm', [target.file])
  await rewrite(source, target.file, change)
  spawnSync('rm', [source])
}
const isOf = (table: string) => (entry: Entry) => entry.name.startsWith(`tables/${table}/`)
const edit = (content: Buffer, from: string, to: string) => Buffer.from(content.toString().replace(from, to))

test.each<[string, RegExp, () => Promise<unknown>]>([
  ['an empty file', /is not a backup of Mutya/, () => writeFile(target.file, '')],
  ['a text file', /is not a backup of Mutya/, () => writeFile(target.file, 'Dear diary')],
  ['a compressed text', /is not a backup of Mutya/, () => writeFile(target.file, gzipSync('Dear diary'.repeat(200)))],
  [
    'an archive of other files',
    /is not a backup of Mutya/,
    async () => spawnSync('tar', ['czf', target.file, '-C', target.folder, 'uploads']),
  ],
  ['a file that ends in the middle', /is cut off/, () => truncate(target.file, Math.floor(good.length / 2))],
  ['a file without its last byte', /is cut off/, () => truncate(target.file, good.length - 1)],
  [
    'a backup without a table',
    /the table documents is missing/,
    changed((entries) => entries.filter((entry) => !isOf('documents')(entry))),
  ],
  [
    'a backup that does not list a table',
    /has no table documents\. Nothing was changed/,
    changed((entries, manifest) => {
      manifest.tables = manifest.tables.filter(({ name }) => name !== 'documents')
      return entries.filter((entry) => !isOf('documents')(entry))
    }),
  ],
  [
    'a backup with a changed row',
    /the checksum of the table document_counters is wrong/,
    changed((entries) =>
      entries.map((entry) =>
        isOf('document_counters')(entry)
          ? { ...entry, content: edit(entry.content, 'receipt\t1', 'receipt\t2') }
          : entry,
      ),
    ),
  ],
  [
    'a backup with a changed picture',
    /the checksum of picture services\/one\.webp is wrong/,
    changed((entries) =>
      entries.map((entry) => ({ ...entry, content: edit(entry.content, 'picture one', 'picture 1ne') })),
    ),
  ],
  [
    'a backup with a picture that it does not list',
    /does not know its uploads\/three\.webp/,
    changed((entries) => [...entries, { name: 'uploads/three.webp', content: Buffer.from('3') }]),
  ],
  [
    'a backup with a picture outside of its folder',
    /is damaged/,
    changed((entries) => [...entries, { name: 'uploads/../three.webp', content: Buffer.from('3') }]),
  ],
  [
    'a backup with a wrong number of rows',
    /has 1 rows instead of 2/,
    changed((entries, manifest) => {
      manifest.tables.find(({ name }) => name === 'documents')!.rows = 2
      return entries
    }),
  ],
  [
    'a backup with a newer schema',
    /was made by a newer Mutya \(version \d+\.\d+\.\d+, schema 9999-later\): upgrade first/,
    changed((entries, manifest) => {
      manifest.migrations.push('9999-later')
      return entries
    }),
  ],
])('the restore of %s is rejected, and nothing is changed', async (_, sentence, spoil) => {
  await spoil()
  await refused(sentence)
})

test('a restore from a missing file, or from a folder instead of a file, is reported as an error', async () => {
  spawnSync('rm', [target.file])
  await expect(restore()).rejects.toThrow(`There is no file ${target.file}.`)
  await mkdir(target.file)
  await expect(restore()).rejects.toThrow('is a folder; name the backup in it')
  expect((await stateOf(target)).rows).toEqual(before.rows)
})

test.each([
  [
    'of a later file format',
    JSON.stringify({ format: 'mutya-backup', version: FORMAT_VERSION + 1 }),
    /was made by a newer Mutya \(file format 2\): upgrade first/,
  ],
  ['whose first bytes are damaged', '{"format":"mutya-backup",Xversion":1}', /is not a backup of Mutya/],
])('a backup %s is rejected', async (_, text, sentence) => {
  const folder = temporaryFolder()
  await writeFile(path.join(folder, 'format.json'), text)
  spawnSync('tar', ['czf', target.file, '-C', folder, 'format.json'])
  await refused(sentence)
})

test('any flipped byte in a backup is detected', async () => {
  // Skips the gzip header, in which a date and a system id can change without damage.
  const places = Array.from({ length: 40 }, (_, n) => 10 + Math.floor(((good.length - 11) * n) / 39))
  for (const place of places) {
    const bad = Buffer.from(good)
    // Flips the whole byte, because a single bit may be mere padding in the compressed stream.
    bad[place] = bad[place]! ^ 0xff
    await writeFile(target.file, bad)
    await expect(restore(), `byte ${place}`).rejects.toMatchObject({ name: 'BackupError' })
  }
  expect(await stateOf(target)).toEqual(before)
})

test('a backup with rows that violate the schema is rejected, and nothing is changed', async () => {
  await changed((entries, manifest) => {
    const clients = manifest.tables.find(({ name }) => name === 'clients')!
    Object.assign(clients, {
      rows: 0,
      bytes: 0,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    })
    return entries.filter((entry) => !isOf('clients')(entry))
  })()
  await refused(/The database refused the restore: .*violates foreign key.*Nothing was changed\./)
})

test('a restore replaces a clinic in use, with its pictures, only if explicitly requested', async () => {
  const seen: ExistingData[] = []
  const asked = restore(async (existing) => {
    seen.push(existing)
    return false
  })
  await expect(asked).rejects.toThrow('Nothing was changed.')
  expect([seen, await stateOf(target)]).toEqual([[{ clinic: 'a clinic without a name', people: 1, sales: 0 }], before])
  await restore()
  const after = await stateOf(target)
  expect(Object.keys(after.files).sort()).toEqual(['services/one.webp', 'services/two.webp'])
  expect(after.rows.get('documents')).toHaveLength(1)
  expect(after.rows.get('people')).toHaveLength(4)
  expect(Object.keys(await filesOf(target.folder)).filter((name) => !name.startsWith('uploads/'))).toEqual([
    'clinic.tar.gz',
  ])
})

test('a restore into a database that the app is using is rejected', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const { database, uploadsDir } = server
  target = { ...target, database, uploadsDir }
  await expect(restore()).rejects.toThrow(
    /Mutya or another program still works with this database \(connections: \d+\)/,
  )
  expect(await server.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('a restore never deletes tables that do not belong to Mutya', async () => {
  const foreign = await createTestDatabase()
  onTestFinished(() => foreign.drop())
  await withClient(foreign.ownerUrl, (client) =>
    client.query('drop table kysely_migration; create table letters (id int)'),
  )
  target = { ...target, database: foreign }
  await expect(restore()).rejects.toThrow('This database holds tables that are not of Mutya.')
  await withClient(foreign.ownerUrl, (client) => client.query('select from letters'))
})

test('a backup of an older schema is migrated with its rows', async () => {
  const [first = '', ...later] = await knownMigrations()
  const old = await emptyDatabase()
  await withClient(old.adminUrl, (client) =>
    client.query('drop schema public cascade; create schema public; grant all on schema public to mutya_owner'),
  )
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: old.ownerUrl, max: 1 }) }),
  })
  expect(await migrateOn(db, { to: first })).toEqual([first])
  await db.destroy()
  const id = crypto.randomUUID()
  await withClient(old.ownerUrl, (client) =>
    client.query(
      `insert into users (id, name, role, created_at, updated_at, search_text) values ($1, 'Ana', 'admin', $2, $2, 'ana')`,
      [id, now],
    ),
  )
  const file = path.join(temporaryFolder(), 'old.tar.gz')
  const made = await makeBackup({ ownerUrl: old.ownerUrl, uploadsDir: temporaryFolder(), file, now })
  expect(made.manifest.migrations).toEqual([first])
  target = { ...target, file }
  await restore()
  await withClient(target.database.appUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
    expect(rows.map(({ name }) => name)).toEqual([first, ...later])
    expect((await client.query('select id from users')).rows).toEqual([{ id }])
    expect((await client.query('select from products')).rows).toEqual([])
  })
})

test('after a restore generated ids continue after the highest restored one', async () => {
  await withClient(target.database.ownerUrl, async (client) => {
    await client.query(`create table numbered (n int generated by default as identity, name text)`)
    await client.query(`create table none_yet (n serial, name text)`)
    await client.query(`insert into numbered values (41, 'forty-one')`)
    await continueSequences(client)
    expect((await client.query(`insert into numbered (name) values ('next') returning n`)).rows).toEqual([{ n: 42 }])
    expect((await client.query(`insert into none_yet (name) values ('first') returning n`)).rows).toEqual([{ n: 1 }])
  })
})

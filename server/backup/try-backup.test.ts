import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readTrials } from '#server/db/job-runs.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { createUser } from '#server/test/factories.ts'
import { startSampleServer } from '#server/test/sample-server.ts'
import type { TestServer } from '#server/test/server.ts'
import { overviewContract } from '#shared/overview/contract.ts'
import { rowsOf, temporaryFolder, withClient } from './backup-fixture.ts'
import { backUp } from './daily-backup.ts'
import { backupFileName } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { compareTables, tryBackup, type TrialOptions } from './try-backup.ts'

const now = new Date('2026-11-22T03:00:00+08:00')
const madeAt = new Date('2026-11-21T04:00:00+08:00')

let server: TestServer
let admin: ReturnType<TestServer['as']>
beforeAll(async () => {
  server = await startSampleServer()
  admin = server.as((await createUser(server.db, 'admin')).token)
})
afterAll(() => server.close())

let options: TrialOptions
let warnings: string[]
beforeEach(async () => {
  await server.db.deleteFrom('backup_trials').execute()
  warnings = []
  const warn = (error: unknown, text: string) => void warnings.push(`${text}: ${(error as Error).message}`)
  options = { db: server.db, ownerUrl: server.database.ownerUrl, folder: temporaryFolder(), warn }
})

async function makeBackup(passphrase?: string): Promise<string> {
  const { uploadsDir } = server
  await backUp({ ...options, passphrase, uploadsDir, keep: 3 }, madeAt)
  return path.join(options.folder, backupFileName(madeAt, passphrase !== undefined))
}

const scratchDatabases = () =>
  withClient(server.database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname::text as name from pg_database where datname = left(current_database(), 50) || '_trial'`,
    )
    return rows.map(({ name }) => name)
  })
const trials = () => inSnapshot(server.db, readTrials)
const needs = async () => (await admin(overviewContract.read, {})).data.needs.backup_trial
const metric = async (name: string) => {
  const { body } = await server.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]
}

test('a trial restore loads the newest backup into a separate database, compares it row by row, and does not touch the clinic', async () => {
  const passphrase = 'a small bird sings at dawn'
  await makeBackup(passphrase)
  await writeFile(path.join(options.folder, 'mutya-backup-2026-11-20-040000.tar.gz'), 'an older one')
  const before = await rowsOf(server.database.ownerUrl)
  await tryBackup({ ...options, passphrase }, now)
  const rows = [...before].filter(([table]) => table !== 'backup_trials')
  expect(new Map([...(await rowsOf(server.database.ownerUrl))].filter(([table]) => table !== 'backup_trials'))).toEqual(
    new Map(rows),
  )
  const { last, lastGood } = await trials()
  expect([last?.problem, lastGood]).toEqual([null, now])
  const stored = await server.db.selectFrom('backup_trials').selectAll().executeTakeFirstOrThrow()
  const { tables } = await readArchive(path.join(options.folder, backupFileName(madeAt, true)), { passphrase })
  expect(stored.table_count).toBe(tables.length)
  expect(tables.length).toBeGreaterThan(100)
  expect(Number(stored.row_count)).toBe(tables.reduce((sum, table) => sum + table.rows, 0))
  expect(Number(stored.row_count)).toBeGreaterThan(20_000)
  expect(stored.file_name).toBe(backupFileName(madeAt, true))
  expect(await scratchDatabases()).toEqual([])
  server.clock.now = new Date(now.getTime() + 3_600_000)
  expect(await needs()).toBeUndefined()
  expect([await metric('mutya_backup_trial_failed'), await metric('mutya_last_backup_trial_age_seconds')]).toEqual([
    '0',
    '3600',
  ])
})

test.each<[string, string | undefined, (file: string) => Promise<unknown>, RegExp]>([
  ['is damaged', undefined, (file) => writeFile(file, 'nonsense'), /is not a backup of Mutya/],
  [
    'has another passphrase',
    'a passphrase that nobody knows',
    async () => undefined,
    /is encrypted\. Set BACKUP_PASSPHRASE/,
  ],
])(
  'a trial restore of a backup that %s fails, which is reported to the owner, in the log and in the metrics',
  async (_, passphrase, spoil, sentence) => {
    await spoil(await makeBackup(passphrase))
    await expect(tryBackup(options, now)).rejects.toThrow(sentence)
    const { last, lastGood } = await trials()
    expect(last).toEqual({ finishedAt: now, problem: expect.stringMatching(sentence) })
    expect(lastGood).toBeNull()
    expect(warnings).toEqual([expect.stringMatching(/^the trial of the backup failed: /)])
    server.clock.now = now
    expect(await needs()).toEqual({ tried_at: '2026-11-22T03:00:00+08:00', problem: last!.problem })
    expect([await metric('mutya_backup_trial_failed'), await metric('mutya_last_backup_trial_age_seconds')]).toEqual([
      '1',
      undefined,
    ])
    const [entry] = await logEntries(server.db, { subject: 'backup' })
    expect(entry?.action).toMatch(/^Trial restore of the backup failed: /)
    expect(await scratchDatabases()).toEqual([])
  },
)

test('a trial restore finds the table in which restored values differ from the backup', async () => {
  const file = await makeBackup()
  const manifest = await readArchive(file)
  await withClient(server.database.ownerUrl, async (client) => {
    const table = manifest.tables.find(({ name }) => name === 'services')!
    await client.query('begin')
    await expect(compareTables(client, [table])).resolves.toBeUndefined()
    await client.query(`update services set name = name || '!' where id = (select id from services limit 1)`)
    await expect(compareTables(client, [table])).rejects.toThrow('The restored table services has other values')
    await client.query('delete from opening_hours')
    const rows = manifest.tables.find(({ name }) => name === 'opening_hours')!
    await expect(compareTables(client, [rows])).rejects.toThrow(/opening_hours has 0 rows instead of \d+/)
    await client.query('rollback')
  })
})

test('a trial restore replaces the database left by an interrupted trial restore, and does not touch a database that Mutya did not create', async () => {
  await makeBackup()
  const name = await withClient(server.database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(`select left(current_database(), 50) || '_trial' as name`)
    await client.query(`create database "${rows[0]!.name}"`)
    return rows[0]!.name
  })
  await expect(tryBackup(options, now)).rejects.toThrow(`There is a database ${name} that is not of Mutya`)
  expect(await scratchDatabases()).toEqual([name])
  await withClient(server.database.ownerUrl, (client) =>
    client.query(
      `comment on database "${name}" is 'Mutya restores a backup into this database to try it, and deletes it afterwards.'`,
    ),
  )
  await tryBackup(options, new Date(now.getTime() + 300_000))
  expect((await trials()).last?.problem).toBeNull()
  expect(await scratchDatabases()).toEqual([])
})

test('no trial restore is made while the database’s disk has too little free space, nor before the first backup', async () => {
  await tryBackup(options, now)
  expect((await trials()).last).toBeNull()
  await makeBackup()
  await expect(tryBackup({ ...options, databaseDir: '/proc' }, now)).rejects.toThrow(
    /^The backup was not tried: \/proc needs \d/,
  )
  expect(await scratchDatabases()).toEqual([])
  expect(await readdir(options.folder)).toHaveLength(1)
  await rm(options.folder, { recursive: true })
})

import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inSnapshot } from '#server/db/transactions.ts'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { temporaryFolder, withClient } from './backup-fixture.ts'
import { backUpDaily, backUpWhenDue, type DailyBackupOptions } from './daily-backup.ts'
import { backupFileName, isBackupFileName, partNameOf } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { lastGoodRun } from './runs.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

let options: DailyBackupOptions
let warnings: string[]
beforeEach(async () => {
  await server.db.deleteFrom('backup_runs').execute()
  warnings = []
  options = {
    db: server.db,
    ownerUrl: server.database.ownerUrl,
    uploadsDir: server.uploadsDir,
    folder: path.join(temporaryFolder(), 'backups'),
    keep: 3,
    hour: 4,
    warn: (error, text) => void warnings.push(`${text}: ${(error as Error).message}`),
  }
})
afterEach(() => void vi.useRealTimers())

const at = (date: string, time: string) => new Date(`${date}T${time}+08:00`)
const files = async () => (await readdir(options.folder).catch(() => [])).sort()

test('a backup is made once a day from the quiet hour in Manila on, also when the clinic opens later', async () => {
  expect(await backUpWhenDue(options, at('2026-11-21', '03:59:59'))).toBe(false)
  expect(await backUpWhenDue(options, at('2026-11-21', '04:00:00'))).toBe(true)
  expect(await backUpWhenDue(options, at('2026-11-21', '04:01:00'))).toBe(false)
  expect(await backUpWhenDue(options, at('2026-11-22', '00:30:00'))).toBe(false)
  expect(await backUpWhenDue(options, at('2026-11-22', '09:12:13'))).toBe(true)
  expect(await backUpWhenDue(options, at('2026-11-22', '23:59:59'))).toBe(false)
  expect(await files()).toEqual(['mutya-backup-2026-11-21-040000.tar.gz', 'mutya-backup-2026-11-22-091213.tar.gz'])
  const made = await readArchive(path.join(options.folder, 'mutya-backup-2026-11-22-091213.tar.gz'))
  expect(made.made_at).toBe('2026-11-22T09:12:13+08:00')
  expect(await inSnapshot(server.db, lastGoodRun)).toEqual(at('2026-11-22', '09:12:13'))
  expect(warnings).toEqual([])
})

test('two processes on one database make one backup', async () => {
  const other = { ...options, folder: path.join(temporaryFolder(), 'elsewhere') }
  const now = at('2026-11-21', '04:00:30')
  const made = await Promise.all([options, other, options, other].map((each) => backUpWhenDue(each, now)))
  expect(made.filter(Boolean)).toHaveLength(1)
  const found = [...(await files()), ...(await readdir(other.folder).catch(() => []))]
  expect(found).toEqual(['mutya-backup-2026-11-21-040030.tar.gz'])
})

test('the newest backups stay, older ones go, and files of other names are left alone', async () => {
  await mkdir(options.folder)
  const old = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04'].map((date) =>
    backupFileName(at(date, '04:00:00')),
  )
  const others = ['notes.txt', 'mutya-backup-2026-10-01.tar.gz', 'mutya-backup-2026-10-01-040000.tar.gz.old', '.hidden']
  const parts = [partNameOf(old[0]!, 999_999), partNameOf(old[1]!, 999_998)]
  for (const name of [...old, ...others, ...parts]) await writeFile(path.join(options.folder, name), 'x')
  const now = at('2026-11-21', '04:00:00')
  // One was left by a backup that was killed the day before yesterday; the other may still be written.
  await utimes(path.join(options.folder, parts[0]!), at('2026-11-19', '04:00:00'), at('2026-11-19', '04:00:00'))
  await utimes(path.join(options.folder, parts[1]!), now, now)
  expect(await backUpWhenDue(options, now)).toBe(true)
  expect(await files()).toEqual([parts[1]!, ...others, ...old.slice(2), backupFileName(now)].sort())
})

test('a backup that fails is told in the log, in the history and in the metrics, and takes no old one away', async () => {
  const good = at('2026-11-20', '04:00:00')
  await backUpWhenDue(options, good)
  const { folder } = options
  await writeFile(path.join(folder, 'blocked'), '')
  options = { ...options, keep: 1, folder: path.join(folder, 'blocked') }
  const tries = ['04:00:00', '04:01:00', '04:02:00', '04:03:00'].map((time) => at('2026-11-21', time))
  const made: boolean[] = []
  for (const now of tries) made.push(await backUpWhenDue(options, now))
  expect(made).toEqual([true, true, true, false])
  expect(warnings).toHaveLength(3)
  expect(warnings[0]).toMatch(/^the daily backup failed: The backup was not made: .*blocked cannot be written/)
  const logs = await logEntries(server.db, { subject: 'backup' })
  expect(logs).toHaveLength(3)
  expect(logs[0]).toMatchObject({
    type: 'system',
    user_name: 'System',
    user_role: 'system',
    action: expect.stringMatching(/^Daily backup failed: /),
  })
  expect(await readdir(folder)).toEqual(expect.arrayContaining([backupFileName(good)]))
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  server.clock.now = at('2026-11-21', '10:00:00')
  const metrics = (await server.app.inject({ url: '/metrics', headers: { host: 'localhost' } })).body
  expect(metrics).toContain(`\nmutya_last_backup_age_seconds ${30 * 3600}\n`)
  // The next day it is tried again.
  await rm(path.join(folder, 'blocked'))
  expect(await backUpWhenDue(options, at('2026-11-22', '04:00:00'))).toBe(true)
  expect((await readdir(options.folder)).filter(isBackupFileName)).toHaveLength(1)
})

test('the running app looks every minute, and stops a backup that it is stopped in', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const clock = { now: at('2026-11-21', '03:59:30') }
  const stop = backUpDaily(options, () => clock.now)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await files()).toEqual([])
  clock.now = at('2026-11-21', '04:00:30')
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(async () => expect((await files()).filter(isBackupFileName)).toHaveLength(1), 20_000)
  await vi.waitFor(async () => expect(await inSnapshot(server.db, lastGoodRun)).toEqual(clock.now), 20_000)
  clock.now = at('2026-11-22', '04:00:30')
  // Somebody keeps the clock's backup waiting, so that it is stopped in its middle.
  await withClient(server.database.ownerUrl, async (client) => {
    await client.query('begin; lock table users in access exclusive mode')
    await vi.waitFor(async () => {
      // The look of a minute in which the backup before still closes its connection is left out.
      await vi.advanceTimersByTimeAsync(60_000)
      expect((await files()).length).toBe(2)
    }, 20_000)
    const stopped = stop()
    await client.query('rollback')
    await stopped
  })
  expect((await files()).filter(isBackupFileName)).toHaveLength(1)
  expect(await files()).toHaveLength(1)
  expect(warnings).toEqual([])
})

test('a backup of the clock holds what a backup by hand holds', async () => {
  await createUser(server.db, 'admin', { name: 'Bianca Peña' })
  const now = at('2026-11-25', '04:00:00')
  await backUpWhenDue(options, now)
  const file = path.join(options.folder, backupFileName(now))
  const { tables } = await readArchive(file)
  expect(tables.find(({ name }) => name === 'people')?.rows).toBeGreaterThan(0)
  expect((await readFile(file)).length).toBeGreaterThan(1_000)
})

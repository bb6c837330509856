import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { temporaryFolder } from './backup-fixture.ts'
import { backUp, type DailyBackupOptions } from './daily-backup.ts'
import { backupFileName, isBackupFileName, partNameOf } from './manifest.ts'
import { readArchive } from './read-archive.ts'

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
    warn: (error, text) => void warnings.push(`${text}: ${(error as Error).message}`),
  }
})

const at = (date: string, time: string) => new Date(`${date}T${time}+08:00`)
const files = async () => (await readdir(options.folder).catch(() => [])).sort()

test('the daily backup keeps the newest backups, deletes older ones, and does not touch other files', async () => {
  await mkdir(options.folder)
  const old = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04'].map((date) =>
    backupFileName(at(date, '04:00:00')),
  )
  const others = ['notes.txt', 'mutya-backup-2026-10-01.tar.gz', 'mutya-backup-2026-10-01-040000.tar.gz.old', '.hidden']
  const parts = [partNameOf(old[0]!, 999_999), partNameOf(old[1]!, 999_998)]
  for (const name of [...old, ...others, ...parts]) await writeFile(path.join(options.folder, name), 'x')
  const now = at('2026-11-21', '04:00:00')
  // One unfinished file is left of a backup that was killed two days ago; the other may belong to a backup that is
  // still in progress.
  await utimes(path.join(options.folder, parts[0]!), at('2026-11-19', '04:00:00'), at('2026-11-19', '04:00:00'))
  await utimes(path.join(options.folder, parts[1]!), now, now)
  await backUp(options, now)
  expect(await files()).toEqual([parts[1]!, ...others, ...old.slice(2), backupFileName(now)].sort())
})

test('a failed backup is reported in the log, the history and the metrics, and deletes no old backup', async () => {
  const good = at('2026-11-20', '04:00:00')
  await backUp(options, good)
  const { folder } = options
  await writeFile(path.join(folder, 'blocked'), '')
  options = { ...options, keep: 1, folder: path.join(folder, 'blocked') }
  for (const time of ['04:00:00', '04:05:00', '04:10:00'])
    await expect(backUp(options, at('2026-11-21', time))).rejects.toThrow('cannot be written')
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
  // The backup of the next day succeeds, although the one before failed.
  await rm(path.join(folder, 'blocked'))
  await backUp(options, at('2026-11-22', '04:00:00'))
  expect((await readdir(options.folder)).filter(isBackupFileName)).toHaveLength(1)
})

test('a scheduled backup contains the same as a manual one', async () => {
  await createUser(server.db, 'admin', { name: 'Bianca Peña' })
  const now = at('2026-11-25', '04:00:00')
  await backUp(options, now)
  const file = path.join(options.folder, backupFileName(now))
  const { tables } = await readArchive(file)
  expect(tables.find(({ name }) => name === 'people')?.rows).toBeGreaterThan(0)
  expect((await readFile(file)).length).toBeGreaterThan(1_000)
})

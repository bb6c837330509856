import { copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createDatabase } from '#server/db/pool.ts'
import { createTestPool } from '#server/test/database.ts'
import { createUser } from '#server/test/factories.ts'
import { startSampleServer } from '#server/test/sample-server.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, filesOf, rowsOf, temporaryFolder, type AllRows } from './backup-fixture.ts'
import { backUp } from './daily-backup.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const passphrase = 'a small bird sings at dawn'

let server: TestServer
beforeAll(async () => void (server = await startSampleServer()))
afterAll(() => server.close())

async function makeEncrypted(): Promise<string> {
  const file = path.join(temporaryFolder(), 'clinic.tar.gz.enc')
  const { database, uploadsDir } = server
  await makeBackup({ ownerUrl: database.ownerUrl, uploadsDir, file, passphrase, now: server.clock.now })
  return file
}

/** Another clinic with data and a picture. */
async function otherClinic() {
  const database = await emptyDatabase()
  const uploadsDir = path.join(temporaryFolder(), 'uploads')
  await mkdir(uploadsDir)
  await writeFile(path.join(uploadsDir, 'old.webp'), 'an old picture')
  const db = createDatabase(createTestPool({ connectionString: database.appUrl, max: 1 }))
  await createUser(db, 'admin')
  await db.destroy()
  const state = async () => ({ rows: await rowsOf(database.ownerUrl), files: await filesOf(uploadsDir) })
  const restore = (file: string, key?: string) =>
    restoreBackup({
      file,
      passphrase: key,
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      uploadsDir,
      now: server.clock.now,
      mayReplace: async () => true,
    })
  return { state, restore }
}

/** The rows of all tables except those of the history log, to which the restore itself adds an entry. */
const withoutLog = (rows: AllRows) =>
  new Map([...rows].filter(([table]) => !['events', 'event_counts'].includes(table)))

test('an encrypted backup is restored row by row with its passphrase only; a wrong passphrase, damage or a missing end changes nothing', async () => {
  const file = await makeEncrypted()
  const content = await readFile(file)
  const admin = await server.db.selectFrom('people').select('first_name').limit(1).executeTakeFirstOrThrow()
  expect(content.includes(admin.first_name)).toBe(false)
  const clinic = await otherClinic()
  const before = await clinic.state()

  const half = `${file}.half`
  await copyFile(file, half)
  await truncate(half, Math.floor(content.length / 2))
  const altered = `${file}.altered`
  content[content.length - 1000]! ^= 1
  await writeFile(altered, content)
  for (const [name, key, sentence] of [
    [file, undefined, 'is encrypted. Set BACKUP_PASSPHRASE'],
    [file, 'another passphrase', 'The passphrase in BACKUP_PASSPHRASE is not the one'],
    [half, passphrase, 'is damaged or cut off'],
    [altered, passphrase, 'is damaged or cut off'],
  ] as const) {
    await expect(clinic.restore(name, key)).rejects.toMatchObject({
      name: 'BackupError',
      message: expect.stringContaining(sentence),
    })
    expect(await clinic.state()).toEqual(before)
  }

  await clinic.restore(file, passphrase)
  const restored = await clinic.state()
  expect(withoutLog(restored.rows)).toEqual(withoutLog(await rowsOf(server.database.ownerUrl)))
  expect(restored.files).toEqual(await filesOf(server.uploadsDir))
})

test('the daily backup is encrypted with the passphrase, and old backups are deleted by age, encrypted or not', async () => {
  const other = await startTestServer()
  const folder = temporaryFolder()
  const options = {
    db: other.db,
    ownerUrl: other.database.ownerUrl,
    uploadsDir: other.uploadsDir,
    folder,
    keep: 2,
    warn: () => undefined,
  }
  for (const [day, key] of [
    ['20', undefined],
    ['21', passphrase],
    ['22', passphrase],
  ] as const)
    await backUp({ ...options, passphrase: key }, new Date(`2026-11-${day}T04:00:00+08:00`))
  await other.close()
  expect((await readdir(folder)).sort()).toEqual([
    'mutya-backup-2026-11-21-040000.tar.gz.enc',
    'mutya-backup-2026-11-22-040000.tar.gz.enc',
  ])
})

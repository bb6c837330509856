import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lastCopiedRun } from '#server/db/job-runs.ts'
import { inSnapshot, inTransaction } from '#server/db/transactions.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { temporaryFolder } from './backup-fixture.ts'
import { folderStore } from './backup-stores.ts'
import { copyBackups, type CopyOptions } from './copy-backups.ts'
import { backUp } from './daily-backup.ts'
import { backupFileName } from './manifest.ts'
import { recordRun } from './runs.ts'
import { startS3Server } from './s3-server-fixture.ts'
import { s3Store } from './s3-store.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const at = (day: number) => new Date(`2026-11-${String(day).padStart(2, '0')}T04:00:00+08:00`)
const now = at(25)
const clock = () => now
const nameOf = (day: number, isEncrypted = true) => backupFileName(at(day), isEncrypted)
const lastCopy = () => inSnapshot(server.db, lastCopiedRun)
const copyAge = async () => {
  server.clock.now = now
  const { body } = await server.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
  return /^mutya_last_backup_copy_age_seconds (\S+)$/m.exec(body)?.[1]
}

let options: CopyOptions
let warnings: string[]
beforeEach(async () => {
  await server.db.deleteFrom('backup_runs').execute()
  warnings = []
  const warn = (error: unknown, text: string) => void warnings.push(`${text}: ${(error as Error).message}`)
  const passphrase = 'a small bird sings at dawn'
  options = { db: server.db, folder: temporaryFolder(), passphrase, keep: 3, stores: [], warn }
})

/** Puts a file into the folder of the backups and a record of it into the database. */
async function addBackup(day: number, isEncrypted = true) {
  const fileName = nameOf(day, isEncrypted)
  await writeFile(path.join(options.folder, fileName), `backup of ${day}`)
  await inTransaction(server.db, (tx) => recordRun(tx, at(day), { scheduled: true, fileName, bytes: 1 }))
}

test('a folder on another disk gets the encrypted backups that it lacks, keeps as many as configured, and other files stay', async () => {
  const place = temporaryFolder()
  options.stores = [folderStore(place)]
  await writeFile(path.join(place, 'notes.txt'), 'x')
  for (const day of [20, 21, 22, 23]) await addBackup(day)
  await addBackup(24, false)
  expect([await lastCopy(), await copyAge()]).toEqual([null, undefined])
  await copyBackups(options, now)
  expect((await readdir(place)).sort()).toEqual([nameOf(21), nameOf(22), nameOf(23), 'notes.txt'])
  expect(await readFile(path.join(place, nameOf(23)), 'utf8')).toBe('backup of 23')
  expect([await lastCopy(), await copyAge()]).toEqual([at(23), String(2 * 86_400)])

  await addBackup(24)
  await copyBackups(options, now)
  expect((await readdir(place)).sort()).toEqual([nameOf(22), nameOf(23), nameOf(24), 'notes.txt'])
  expect(await lastCopy()).toEqual(at(24))
  // Deleting the folder's daily backups deletes none of their copies in the store.
  for (const day of [20, 21, 22, 23, 24]) await rm(path.join(options.folder, nameOf(day)))
  await copyBackups(options, now)
  expect((await readdir(place)).sort()).toEqual([nameOf(22), nameOf(23), nameOf(24), 'notes.txt'])
})

test('without a passphrase unencrypted backups are copied to another folder too', async () => {
  const place = temporaryFolder()
  await addBackup(24, false)
  await copyBackups({ ...options, passphrase: undefined, stores: [folderStore(place)] }, now)
  expect(await readdir(place)).toEqual([nameOf(24, false)])
})

test('storage like S3 gets signed requests with the backups that it lacks, and keeps as many as configured', async () => {
  const storage = await startS3Server()
  options.stores = [s3Store(storage.settings, clock)]
  storage.objects.set('makati/notes.txt', Buffer.from('x')).set(`cebu/${nameOf(1)}`, Buffer.from('of another clinic'))
  for (const day of [20, 21, 22, 23]) await addBackup(day)
  await copyBackups(options, now)
  await addBackup(24)
  await copyBackups(options, now)
  expect([...storage.objects.keys()].sort()).toEqual(
    [`cebu/${nameOf(1)}`, ...[22, 23, 24].map((day) => `makati/${nameOf(day)}`), 'makati/notes.txt'].sort(),
  )
  expect(storage.objects.get(`makati/${nameOf(24)}`)?.toString()).toBe('backup of 24')
  expect(await lastCopy()).toEqual(at(24))
})

test.each<[string, Partial<Parameters<typeof s3Store>[0]>, string]>([
  [
    'a wrong secret key',
    { secretKey: 'wrong' },
    'clinic/makati at HOST refused the request (403, SignatureDoesNotMatch)',
  ],
  ['another region', { region: 'us-east-1' }, 'refused the request (403, SignatureDoesNotMatch)'],
  ['a bucket that is not there', { bucket: 'other' }, 'other at HOST refused the request (404, NoSuchBucket)'],
  ['a service that does not answer', { endpoint: 'http://127.0.0.1:1' }, 'cannot be reached (connect ECONNREFUSED'],
])('copying backups to a storage with %s fails with a sentence that says what to check', async (_, wrong, sentence) => {
  const { settings } = await startS3Server()
  await addBackup(24)
  options.stores = [s3Store({ ...settings, ...wrong }, clock)]
  const host = new URL(settings.endpoint).host
  await expect(copyBackups(options, now)).rejects.toMatchObject({
    name: 'BackupError',
    message: expect.stringContaining(sentence.replace('HOST', host)),
  })
  expect(await lastCopy()).toBeNull()
})

test('a second folder or storage that fails keeps its old backups, does not stop copies to others, and gets its backups when it works again', async () => {
  const storage = await startS3Server()
  const place = path.join(temporaryFolder(), 'disk')
  options = { ...options, keep: 1, stores: [folderStore(place), s3Store(storage.settings, clock)] }
  storage.objects.set(`makati/${nameOf(20)}`, Buffer.from('old'))
  await addBackup(24)
  await expect(copyBackups(options, now)).rejects.toThrow(`There is no folder ${place}. Connect the disk`)
  expect(warnings).toEqual([expect.stringMatching(/^the backups could not be copied: There is no folder /)])
  expect([...storage.objects.keys()]).toEqual([`makati/${nameOf(24)}`])
  expect(await lastCopy()).toBeNull()

  await mkdir(place)
  storage.failWith(503)
  storage.objects.clear()
  await expect(copyBackups(options, now)).rejects.toThrow('refused the request (503, SlowDown)')
  expect(await readdir(place)).toEqual([nameOf(24)])
  storage.failWith(0)
  await copyBackups(options, now)
  expect([...storage.objects.keys()]).toEqual([`makati/${nameOf(24)}`])
  expect(await lastCopy()).toEqual(at(24))
})

test('a copied encrypted backup has the same bytes as the original', async () => {
  const storage = await startS3Server()
  const { folder, passphrase, warn } = options
  const { uploadsDir, database } = server
  await backUp({ db: server.db, ownerUrl: database.ownerUrl, uploadsDir, folder, passphrase, keep: 3, warn }, now)
  await copyBackups({ ...options, stores: [s3Store(storage.settings, clock)] }, now)
  const name = backupFileName(now, true)
  expect(storage.objects.get(`makati/${name}`)?.equals(await readFile(path.join(folder, name)))).toBe(true)
  expect(await copyAge()).toBe('0')
})

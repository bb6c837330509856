import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { ask } from './embedded/scratch-cluster-fixture.ts'
import { knownMigrations, migrate } from './migrate.ts'
import { checksumOf } from './migration-checksums.ts'

const FIRST = '0001-foundation.sql'
const own = path.join(import.meta.dirname, 'migrations')

let home: TestDatabase
beforeEach(async () => {
  home = await createTestDatabase()
  onTestFinished(() => home.drop())
})

/** A copy of this build's migrations that the test can change. */
async function copied(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(own, folder, { recursive: true })
  return folder
}

async function rewrite(folder: string, change: (text: string) => string): Promise<void> {
  const file = path.join(folder, FIRST)
  await writeFile(file, change(await readFile(file, 'utf8')))
}

const kept = async () => Number(await ask(home.ownerUrl, 'select count(*)::int from migration_checksums'))

test('every migration leaves its checksum, and a second start has nothing to do', async () => {
  expect(await kept()).toBe((await knownMigrations()).length)
  expect(await migrate(home)).toEqual([])
})

test('a migration that was changed after it had run stops the start and is named', async () => {
  const folder = await copied()
  await rewrite(folder, (text) => `${text}\ncreate table sneaked_in (id int);\n`)
  await expect(migrate({ ...home, folder })).rejects.toThrow(`The migration ${FIRST} was changed after it had run`)
  expect(await ask(home.ownerUrl, `select to_regclass('sneaked_in') is null`)).toBe('true')
})

test('a migration that has run and is missing stops the start and is named', async () => {
  const folder = await copied()
  await rm(path.join(folder, FIRST))
  await expect(migrate({ ...home, folder })).rejects.toThrow(
    `${FIRST} has run on this database, but this Mutya does not`,
  )
})

test('line endings do not affect checksums', async () => {
  const folder = await copied()
  await rewrite(folder, (text) => text.replaceAll('\n', '\r\n'))
  expect(await migrate({ ...home, folder })).toEqual([])
  expect(checksumOf('a\r\nb')).toBe(checksumOf('a\nb'))
  expect(checksumOf('a\nb')).not.toBe(checksumOf('a b'))
})

test('a database migrated before checksums existed gets them at the next start, and they are checked from then on', async () => {
  await ask(home.ownerUrl, 'drop table migration_checksums')
  expect(await migrate(home)).toEqual([])
  expect(await kept()).toBe((await knownMigrations()).length)
  const folder = await copied()
  await rewrite(folder, (text) => text.replace('create table', 'create  table'))
  await expect(migrate({ ...home, folder })).rejects.toThrow(FIRST)
})

test('the app role cannot change the list of migrations', async () => {
  await expect(ask(home.appUrl, `update migration_checksums set checksum = ''`)).rejects.toThrow('permission denied')
})

test('every foreign key that is searched in reverse has an index', async () => {
  const indexes = [
    'appointments__service',
    'client_services__sale',
    'events__subject',
    'events__user',
    'documents__cashier',
  ]
  const list = indexes.map((name) => `'${name}'`).join(', ')
  expect(await ask(home.ownerUrl, `select count(*)::int from pg_indexes where indexname in (${list})`)).toBe('5')
})

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { startMain } from '#server/test/start-main.ts'
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

const NEXT = '9999-next.sql'
const change = 'create table next_things (id int primary key);'

/** Lets a newer version with one more migration upgrade the database. */
async function upgrade(text: string): Promise<void> {
  const folder = await copied()
  await writeFile(path.join(folder, NEXT), text)
  expect(await migrate({ ...home, folder })).toEqual(['9999-next'])
}

const kept = async () => Number(await ask(home.ownerUrl, 'select count(*)::int from migration_checksums'))

test('the checksum of every migration that has run is stored, and a second start runs no migration', async () => {
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

test('a migration that fails stops the start with a sentence that names it, and changes nothing', async () => {
  const folder = await copied()
  await writeFile(path.join(folder, NEXT), `${change}\nalter table no_such_table add column a int;`)
  const failed = await migrate({ ...home, folder }).catch((error: unknown) => error)
  expect(failed).toMatchObject({
    name: 'StartError',
    message:
      'The database could not be brought up to date (9999-next). PostgreSQL says: relation "no_such_table" does not ' +
      'exist. Nothing was changed, so the version that ran before can start again.',
  })
  expect(await ask(home.ownerUrl, `select to_regclass('next_things') is null`)).toBe('true')
  expect(await kept()).toBe((await knownMigrations()).length)
})

test('this version continues to work with a database that a newer version has upgraded, is ready, and changes no rights', async () => {
  await upgrade(change)
  await ask(home.ownerUrl, 'revoke insert on next_things from mutya_app')
  const warnings: string[] = []
  expect(await migrate({ ...home, warn: (text) => warnings.push(text) })).toEqual([])
  expect(warnings).toEqual([expect.stringContaining('A newer Mutya has upgraded this database (9999-next).')])
  expect(await ask(home.ownerUrl, `select has_table_privilege('mutya_app', 'next_things', 'insert')`)).toBe('false')
  const main = startMain({ DATABASE_URL: home.appUrl, DATABASE_ADMIN_URL: home.ownerUrl })
  expect((await fetch(new URL('/readyz', await main.address))).status).toBe(200)
  expect(main.output()).toContain('A newer Mutya has upgraded this database (9999-next).')
})

test('a server clock that was set back between two upgrades does not stop the start', async () => {
  const last = (await knownMigrations()).at(-1)!
  await ask(home.ownerUrl, `update kysely_migration set timestamp = '2020-01-01' where name = '${last}'`)
  expect(await migrate(home)).toEqual([])
  await upgrade(change)
})

test('this version refuses a database with a later migration that earlier versions cannot work with, and changes nothing', async () => {
  await upgrade(`-- Earlier versions stop: they read the table that is gone.\n${change}`)
  await expect(migrate(home)).rejects.toThrow(
    'The migration 9999-next.sql has run on this database, but this Mutya does not have it.',
  )
  await expect(migrate(home)).rejects.toThrow('docs/operations.md says in "Go back to an earlier version"')
  expect(await readFile('docs/operations.md', 'utf8')).toContain('\n### Go back to an earlier version\n')
})

test('this version refuses a database whose later migration says nothing about earlier versions, or which lacks a migration of this version', async () => {
  await upgrade(change)
  await ask(home.ownerUrl, 'update migration_checksums set allows_earlier = default')
  await expect(migrate(home)).rejects.toThrow(NEXT)
  await ask(home.ownerUrl, 'update migration_checksums set allows_earlier = true')
  const last = (await knownMigrations()).at(-1)!
  await ask(home.ownerUrl, `delete from kysely_migration where name = '${last}'`)
  await expect(migrate(home)).rejects.toThrow(`${last}.sql, which comes before it, has not`)
})

test('a migration that needs a table in use lets the requests of other processes go on until the table is free', async () => {
  const folder = await copied()
  await writeFile(path.join(folder, NEXT), 'alter table clients add column nickname text;')
  const [reader, requests] = [{}, { statement_timeout: 3_000 }].map(
    (options) => new pg.Client({ connectionString: home.appUrl, ...options }),
  ) as [pg.Client, pg.Client]
  await Promise.all([reader.connect(), requests.connect()])
  await reader.query('begin; lock table clients in access share mode')
  const migrated = migrate({ ...home, folder })
  // A request that waits behind the migration continues before the app's time-out of three seconds.
  for (let round = 0; round < 6; round++) {
    await wait(200)
    await requests.query('select count(*) from clients')
  }
  await reader.query('commit')
  await Promise.all([reader.end(), requests.end()])
  expect(await migrated).toEqual(['9999-next'])
})

test('the line endings of a migration file do not affect its checksum', async () => {
  const folder = await copied()
  await rewrite(folder, (text) => text.replaceAll('\n', '\r\n'))
  expect(await migrate({ ...home, folder })).toEqual([])
  expect(checksumOf('a\r\nb')).toBe(checksumOf('a\nb'))
  expect(checksumOf('a\nb')).not.toBe(checksumOf('a b'))
})

test('a database that was migrated before migrations had checksums gets the checksums at the next start; they are compared at every later start', async () => {
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

test('the foreign keys by which the app searches for referring rows have indexes', async () => {
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

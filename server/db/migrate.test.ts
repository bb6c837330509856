import { expect, it, onTestFinished } from 'vitest'
import { ask, startScratch, usedDataFolder } from './embedded/scratch-cluster-fixture.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { startMain } from '#server/test/start-main.ts'
import { knownMigrations, migrate } from './migrate.ts'

/** The URLs of an empty database on the app's server, created by the owner, who is no superuser. */
async function emptyDatabase() {
  const server = await startScratch({ dataDir: await usedDataFolder() })
  await ask(server.ownerUrl, 'create database bare')
  const inBare = (url: string) => Object.assign(new URL(url), { pathname: '/bare' }).href
  return { ownerUrl: inBare(server.ownerUrl), appUrl: inBare(server.appUrl) }
}

async function kept(making: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await making
  onTestFinished(() => database.drop())
  return database
}

it('the migrations install the trigram extension when run by the database owner', async () => {
  const bare = await emptyDatabase()
  expect(await migrate(bare)).not.toEqual([])
  expect(await ask(bare.ownerUrl, `select extname from pg_extension where extname = 'pg_trgm'`)).toBe('pg_trgm')
  expect(await migrate(bare)).toEqual([])
})

it('if the role may not create the extension, the error names the statement that a superuser must run', async () => {
  const { appUrl } = await emptyDatabase()
  await expect(migrate({ ownerUrl: appUrl, appUrl })).rejects.toThrow('create extension pg_trgm;')
})

it('a start with only the app role and pending migrations fails with the advice to set DATABASE_ADMIN_URL', async () => {
  const database = await kept(createTestDatabase())
  const main = startMain({ DATABASE_URL: database.appUrl })
  expect(await main.exited).toBe(1)
  expect(main.output()).toContain('The role mutya_app may not bring the database up to date')
  expect(main.output()).toContain('Set DATABASE_ADMIN_URL to the address of the role that owns the database')
  expect(main.output()).not.toMatch(/\n +at |\\n +at /)
})

/** Identifies the catalogue rows that store privileges: `xmin` changes with every write, even of the same content. */
const versionsOfRights = (url: string) =>
  ask(
    url,
    `select string_agg(oid::text || ' ' || xmin::text, ',' order by oid) from pg_class
     where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  )

it('six simultaneous starts of the app all succeed, on a new database and on an existing one', async () => {
  for (const make of [createEmptyDatabase, createEmptyDatabase, createTestDatabase]) {
    const database = await kept(make())
    for (let round = 0; round < 3; round++) {
      const ran = await Promise.all(Array.from({ length: 6 }, () => migrate(database)))
      const busy = ran.filter((names) => names.length > 0)
      expect(busy).toEqual(make === createEmptyDatabase && round === 0 ? [await knownMigrations()] : [])
    }
    expect(await ask(database.appUrl, 'select count(*) from graphile_worker.jobs')).toBe('0')
  }
})

it('a start without pending migrations writes nothing to PostgreSQL’s system catalogue', async () => {
  const database = await kept(createTestDatabase())
  await migrate(database)
  const before = await versionsOfRights(database.ownerUrl)
  await migrate(database)
  expect(await versionsOfRights(database.ownerUrl)).toBe(before)
})

it('a start grants the app role missing rights, and revokes those it must not have', async () => {
  const database = await kept(createTestDatabase())
  await ask(database.ownerUrl, 'revoke select on clients from mutya_app')
  await ask(database.ownerUrl, 'grant update on documents to mutya_app')
  await migrate(database)
  const may = (what: string) => ask(database.ownerUrl, `select has_table_privilege('mutya_app', ${what})`)
  expect([await may(`'clients', 'select'`), await may(`'documents', 'update'`)]).toEqual(['true', 'false'])
})

it('three app processes that start together on a new database all become ready', async () => {
  const database = await kept(createEmptyDatabase())
  const env = { DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.ownerUrl }
  const programs = Array.from({ length: 3 }, () => startMain(env))
  const ready = programs.map(async ({ address }) => (await fetch(new URL('/readyz', await address))).status)
  expect(await Promise.all(ready)).toEqual([200, 200, 200])
})

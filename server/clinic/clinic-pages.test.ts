import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { PAGES } from '#server/pages/page-store.ts'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { clinicContract } from '#shared/clinic/contract.ts'

/** A server whose pages contain nothing but the clinic's name. */
async function startWithPages(): Promise<TestServer> {
  const webRoot = await mkdtemp(path.join(tmpdir(), 'mutya-clinic-'))
  for (const page of PAGES) await writeFile(path.join(webRoot, `${page}.html`), '{{clinic.name}}')
  const server = await startTestServer({ webRoot })
  onTestFinished(async () => {
    await server.close()
    await rm(webRoot, { recursive: true })
  })
  return server
}

const LOCK = 4711

/** Takes a lock, so that a change of the clinic waits at its commit until the returned connection releases it. */
async function holdCommits({ database }: TestServer): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: database.ownerUrl })
  await holder.connect()
  await holder.query(`
    create function wait_for_holder() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${LOCK}); return null; end $$;
    create constraint trigger branches__held after insert or update on branches deferrable initially deferred
      for each row execute function wait_for_holder();
    select pg_advisory_lock(${LOCK})`)
  return holder
}

const waitingAtCommit = async ({ db }: TestServer) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks
    where locktype = 'advisory' and objid = ${LOCK} and not granted`.execute(db)
  return rows[0]?.n
}

test('reading a page while the clinic is being saved does not keep the old name in the cache', async () => {
  const server = await startWithPages()
  const admin = server.as((await createUser(server.db, 'admin')).token)
  const page = async () => (await server.app.inject('/')).body
  const { data } = await admin(clinicContract.read, {})
  const { needs_setup: _setup, logo_id: _logo, version: _version, ...profile } = data
  const body = { ...profile, address: '128 Tomas Morato Avenue', phone: '0917 555 0128', email: 'hello@mutya.test' }
  await admin(clinicContract.save, { body: { ...body, name: 'Old name' } })
  expect(await page()).toBe('Old name')

  const holder = await holdCommits(server)
  const saving = admin(clinicContract.save, { body: { ...body, name: 'New name' } })
  await expect.poll(() => waitingAtCommit(server)).toBe(1)
  expect(await page()).toBe('Old name')
  await holder.end()
  await saving
  expect(await page()).toBe('New name')
})

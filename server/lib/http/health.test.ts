import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { handleError } from './errors.ts'

let server: TestServer
let owner: pg.Client
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await createUser(server.db, 'admin')).token
  owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.close()
})

const look = async (url: string) => {
  const answer = await server.app.inject({ url })
  expect(answer.headers['cache-control']).toBe('no-store')
  return [answer.statusCode, answer.json()]
}

test('the health checks of a running clinic answer “ok” and “ready”', async () => {
  expect(await look('/healthz')).toEqual([200, { status: 'ok' }])
  expect(await look('/readyz')).toEqual([200, { status: 'ready' }])
})

test('with a pending migration the app is alive but not ready', async () => {
  const { rows } = await owner.query(
    'delete from kysely_migration where name = (select max(name) from kysely_migration) returning name, timestamp',
  )
  expect(await look('/healthz')).toEqual([200, { status: 'ok' }])
  expect(await look('/readyz')).toEqual([503, { status: 'migrating' }])
  await owner.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [rows[0].name, rows[0].timestamp])
  expect(await look('/readyz')).toEqual([200, { status: 'ready' }])
})

test('when the database rejects queries, the app is alive and reports that it is degraded', async () => {
  await owner.query('alter table kysely_migration rename to put_away')
  expect(await look('/healthz')).toEqual([200, { status: 'ok' }])
  expect(await look('/readyz')).toEqual([503, { status: 'degraded' }])
  await owner.query('alter table put_away rename to kysely_migration')
  expect(await look('/readyz')).toEqual([200, { status: 'ready' }])
})

const adding = (name: string) => server.as(token)(catalogueContract.createTreatment, { body: { treatment_name: name } })

test('a full disk is reported in a sentence, nothing is saved, the app is not ready, and free space fixes it', async () => {
  // The trigger raises the error that PostgreSQL reports when a file cannot grow.
  await owner.query(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  for (const table of ['treatments', 'pending_events'])
    await owner.query(`create trigger no_room before insert on ${table} execute function no_room()`)
  await expect(adding('Peels')).rejects.toMatchObject({
    status: 507,
    code: 'out_of_space',
    message: requestRefusals.outOfSpace,
  })
  expect(await look('/readyz')).toEqual([503, { status: 'out of space' }])
  expect(await look('/healthz')).toEqual([200, { status: 'ok' }])
  const saved = await owner.query('select from treatments union all select from events')
  expect(saved.rowCount).toBe(0)
  await owner.query('drop function no_room cascade')
  expect(await look('/readyz')).toEqual([200, { status: 'ready' }])
  expect((await adding('Peels')).data.treatment_name).toBe('Peels')
  expect((await owner.query('select from pending_events')).rowCount).toBe(0)
})

test('a request that fails because the disk is full gets an error message that says so', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler(handleError)
  app.get('/', () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  const answer = await app.inject('/')
  expect([answer.statusCode, answer.json()]).toEqual([
    507,
    { message: requestRefusals.outOfSpace, code: 'out_of_space' },
  ])
})

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let server: TestServer
let owner: pg.Client
beforeAll(async () => {
  server = await startTestServer()
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

test('a clinic that is open is alive and ready', async () => {
  expect(await look('/healthz')).toEqual([200, { status: 'ok' }])
  expect(await look('/readyz')).toEqual([200, { status: 'ready' }])
})

test('while a migration is missing the app is alive and not ready', async () => {
  const { rows } = await owner.query(
    'delete from kysely_migration where name = (select max(name) from kysely_migration) returning name, timestamp',
  )
  expect(await look('/healthz')).toEqual([200, { status: 'ok' }])
  expect(await look('/readyz')).toEqual([503, { status: 'migrating' }])
  await owner.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [rows[0].name, rows[0].timestamp])
  expect(await look('/readyz')).toEqual([200, { status: 'ready' }])
})

test('when the database refuses, the app is alive and says that it is degraded', async () => {
  await owner.query('alter table kysely_migration rename to put_away')
  expect(await look('/healthz')).toEqual([200, { status: 'ok' }])
  expect(await look('/readyz')).toEqual([503, { status: 'degraded' }])
  await owner.query('alter table put_away rename to kysely_migration')
  expect(await look('/readyz')).toEqual([200, { status: 'ready' }])
})

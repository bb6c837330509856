import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint } from '#shared/contracts.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { fieldSentences as s } from '#shared/lib/fields.ts'
import { createCatalogue, createUser } from './factories.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
const tokens = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  await createCatalogue(server.db)
  for (const role of ['client', 'cashier', 'admin'] as const)
    tokens.set(role, (await createUser(server.db, role)).token)
})
afterAll(() => server.close())

/** Somebody who may make the call; nobody for a public one. */
const tokenFor = ({ access }: Endpoint) =>
  access === 'public' ? undefined : tokens.get(access === 'any-role' ? 'client' : access[access.length - 1]!)

const addressOf = (e: Endpoint) => e.url.replace(/:\w+/g, '01900000-0000-7000-8000-00000000ffff')

type Answer = { status: number; body: { message?: string; code?: string; errors?: Record<string, string[]> } }

async function send(
  e: Endpoint,
  payload: string | undefined,
  type = 'application/json',
  url = addressOf(e),
): Promise<Answer> {
  const token = tokenFor(e)
  const answer = await server.app.inject({
    method: e.method,
    url,
    headers: {
      ...(payload !== undefined && { 'content-type': type }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(e.idempotent && { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(payload !== undefined && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** A fingerprint of every table, but for the counters of tries and what the holiday calendar remembers. */
async function everything(): Promise<unknown> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('rate_windows', 'public_holidays') order by 1`.execute(
    server.db,
  )
  const sums = tables.rows.map(async ({ name }) => {
    const sum = sql<{
      sum: string
    }>`select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${sql.table(name)} t`
    return [name, (await sum.execute(server.db)).rows[0]?.sum]
  })
  return Object.fromEntries(await Promise.all(sums))
}

const withJson = everyEndpoint.filter((e) => e.body && e.sends !== 'multipart')
const named = (endpoints: readonly Endpoint[]) => endpoints.map((e) => [`${e.method} ${e.url}`, e] as const)

test.each(named(withJson))('%s refuses unknown fields by name, and changes nothing', async (_, e) => {
  const before = await everything()
  const { status, body } = await send(e, JSON.stringify({ receipt_number: 1, is_admin: true }))
  expect([status, body.code]).toEqual([422, 'validation'])
  expect(Object.values(body.errors ?? {}).flat().length).toBeGreaterThan(0)
  expect(body.message).not.toMatch(/expected|invalid input|unrecognized/i)
  expect(await everything()).toEqual(before)
})

test.each(named(withJson))('%s refuses lists, words, broken JSON and a megabyte too much', async (_, e) => {
  const before = await everything()
  for (const payload of ['[]', '"words"', '{"name":', '{"__proto__":{"admin":true}}'])
    expect((await send(e, payload)).status, payload).toBe(422)
  expect((await send(e, JSON.stringify({ name: 'x'.repeat(1_100_000) }))).status).toBe(413)
  expect(await everything()).toEqual(before)
})

const withId = everyEndpoint.filter((e) => e.params && e.answers !== 'file')

test.each(named(withId))('%s refuses an id that is none', async (_, e) => {
  const url = e.url.replace(/:\w+/g, 'not-an-id')
  const { status, body } = await send(e, e.body && e.sends !== 'multipart' ? '{}' : undefined, 'application/json', url)
  expect([status, body.code]).toEqual([422, 'validation'])
})

const withQuery = everyEndpoint.filter((e) => e.querystring)

test.each(named(withQuery))('%s refuses unknown filters and absurd pages', async (_, e) => {
  for (const query of [
    'sort_by=name',
    'page=0',
    'page=99999999999',
    'per_page=100000',
    `search=${'x'.repeat(20_000)}`,
  ]) {
    const answer = await send(e, undefined, '', `${addressOf(e)}?${query}`)
    expect([answer.status, query]).toEqual([422, query])
  }
})

test('a field that was not sent is called required, and one that was sent wrong is not', async () => {
  const { list, updateStatus } = appointmentsContract
  const refusal = async (e: Endpoint, payload?: object, query = '') =>
    (await send(e, payload && JSON.stringify(payload), 'application/json', addressOf(e) + query)).body.errors
  for (const payload of [{}, { status: null }, { status: '' }])
    expect(await refusal(updateStatus, payload)).toEqual({ status: [s.required] })
  for (const status of ['done', 7, ['confirmed']])
    expect(await refusal(updateStatus, { status })).toEqual({ status: [s.notValid] })
  expect(await refusal(list, undefined, '?scope=all')).toEqual({ scope: [s.notValid] })
})

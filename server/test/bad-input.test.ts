import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { everyEndpoint } from '#shared/contracts.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { fieldMessages as s, requestRefusals } from '#shared/lib/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { createCatalogue, createUser } from './factories.ts'
import { fingerprintTables } from './fingerprint.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
const tokens = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  await createCatalogue(server.db)
  for (const role of ['client', 'practitioner', 'cashier', 'admin'] as const)
    tokens.set(role, (await createUser(server.db, role)).token)
})
afterAll(() => server.close())

/** The token of a user who may make the call; none for a public call. */
const tokenFor = ({ access }: Endpoint) =>
  access === 'public'
    ? undefined
    : tokens.get(
        access === 'visits.own'
          ? 'practitioner'
          : access === 'any-account' || access.endsWith('.own')
            ? 'client'
            : 'admin',
      )

const addressOf = (e: Endpoint) =>
  e.url.replace(':number', '999999').replace(/:\w+/g, '01900000-0000-7000-8000-00000000ffff')

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

const withJson = everyEndpoint.filter((e) => e.body && e.sends !== 'multipart')
const named = (endpoints: readonly Endpoint[]) => endpoints.map((e) => [`${e.method} ${e.url}`, e] as const)

test.each(named(withJson))(
  'the call %s rejects unknown fields by name and a body that is a list, a string, broken JSON or larger than a megabyte, and changes nothing',
  async (_, e) => {
    const before = await fingerprintTables(server.db)
    for (const payload of ['[]', '"words"', '{"name":', '{"__proto__":{"admin":true}}'])
      expect((await send(e, payload)).status, payload).toBe(422)
    expect((await send(e, JSON.stringify({ name: 'x'.repeat(1_100_000) }))).status).toBe(413)
    const { status, body } = await send(e, JSON.stringify({ receipt_number: 1, is_admin: true, toString: 'x' }))
    expect([status, body.code]).toEqual([422, 'validation'])
    const unknown = [s.unknownField]
    expect(body.errors).toMatchObject({ receipt_number: unknown, is_admin: unknown, toString: unknown })
    expect(body.message).not.toMatch(/expected|invalid input|unrecognized/i)
    expect(await fingerprintTables(server.db)).toEqual(before)
  },
)

// Calls that change something and need no body. A call may answer 404 for a record that does not exist, 409 for
// something that is not open, 200 for something already gone, and 401 without a log-in that waits for its second
// factor.
const withoutBody = everyEndpoint.filter((e) => e.method !== 'GET' && !e.body)

/**
 * Calls without a body that change rows every time: they check the books, create or revoke the clinic's calendar
 * address, create a secret that no code has confirmed or a challenge for a passkey, or store the answer "Not now".
 */
const alwaysChange = new Set<string>([
  '/api/books/check',
  '/api/clinic/calendar-feed',
  '/api/my/second-factor/secret',
  '/api/my/second-factor/later',
  '/api/my/passkeys/options',
])

test.each(named(withoutBody))('the call %s needs no body and rejects a body with fields', async (_, e) => {
  const before = await fingerprintTables(server.db)
  const { status, body } = await send(e, JSON.stringify({ price: 1, is_admin: true }))
  expect([status, body.errors]).toEqual([422, { price: [s.unknownField], is_admin: [s.unknownField] }])
  for (const payload of ['[]', '"words"', '7']) expect((await send(e, payload)).status, payload).toBe(422)
  expect(await fingerprintTables(server.db)).toEqual(before)
  for (const payload of ['{}', 'null', undefined])
    expect([e.status ?? 200, 200, 401, 404, 409], payload).toContain((await send(e, payload)).status)
  if (!alwaysChange.has(e.url)) expect(await fingerprintTables(server.db)).toEqual(before)
})

const withId = everyEndpoint.filter((e) => e.params && e.answers !== 'file')

test.each(named(withId))('the call %s rejects an invalid id', async (_, e) => {
  const url = e.url.replace(/:\w+/g, 'not-an-id')
  const { status, body } = await send(e, e.body && e.sends !== 'multipart' ? '{}' : undefined, 'application/json', url)
  expect([status, body.code]).toEqual([422, 'validation'])
})

const withQuery = everyEndpoint.filter((e) => e.querystring)

test.each(named(withQuery))('the call %s rejects unknown filters and out-of-range pages', async (_, e) => {
  for (const query of [
    'sort_by=name',
    'page=0',
    'page=99999999999',
    'per_page=100000',
    `search=${'x'.repeat(20_000)}`,
    'page=1&page=2',
    'search[]=a&search[$ne]=b',
    'constructor=1',
    '__proto__=1',
  ]) {
    const answer = await send(e, undefined, '', `${addressOf(e)}?${query}`)
    expect([answer.status, query]).toEqual([422, query])
  }
})

/** The paths of all objects in a schema that accept unknown fields. */
function openObjects(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const isOpen = 'type' in schema && schema.type === 'object' && Reflect.get(schema, 'additionalProperties') !== false
  const within = Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${at}/${key}`))
  return isOpen ? [at || '/', ...within] : within
}
const asJson = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

test('no body or query of any call accepts an unknown field, at any depth', () => {
  const parts = everyEndpoint.flatMap((e) =>
    [e.body, e.querystring].flatMap((schema) => (schema ? [[`${e.method} ${e.url}`, schema] as const] : [])),
  )
  const open = parts.flatMap(([name, schema]) => openObjects(asJson(schema)).map((at) => `${name} ${at}`))
  expect(open).toEqual([])
  expect(openObjects(asJson(z.strictObject({ lines: z.array(z.object({})) })))).toEqual(['/properties/lines/items'])
})

test('a body with seventy thousand unknown fields gets an answer of readable length', async () => {
  const fields = Object.fromEntries(Array.from({ length: 70_000 }, (_, i) => [`f${i}`, 0]))
  const { status, body } = await send(authContract.login, JSON.stringify(fields))
  expect([status, Object.keys(body.errors ?? {}).length]).toEqual([422, 100])
})

test('bodies with lists of a hundred thousand items or deeply nested objects are rejected at once', async () => {
  const many = JSON.stringify({ treatments: Array.from({ length: 100_000 }, () => ({})) })
  expect((await send(salesContract.checkout, many)).status).toBe(422)
  const ids = JSON.stringify({ service_ids: Array.from({ length: 100_000 }, () => 1) })
  expect((await send(catalogueContract.servicesByIds, ids)).status).toBe(422)
  const deep = '{"email":'.repeat(90_000) + '1' + '}'.repeat(90_000)
  expect((await send(authContract.login, deep)).status).toBe(422)
})

test.each(['/api/history-logs?subject=%00', '/api/history-logs?subject_id=a%00b', '/api/userphoto/%00'])(
  'the request %s is rejected because of a NUL character, which text cannot contain',
  async (url) => {
    const headers = { authorization: `Bearer ${tokens.get('admin')}` }
    const answer = await server.app.inject({ url, headers })
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { message: requestRefusals.unreadable, code: 'validation' },
    ])
  },
)

test('a compressed request is not decompressed', async () => {
  const { login } = authContract
  const payload = gzipSync(Buffer.alloc(50_000_000, ' '))
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const answer = await server.app.inject({ method: login.method, url: login.url, headers, payload })
  expect([answer.statusCode, answer.json()]).toEqual([422, { message: requestRefusals.unreadable, code: 'validation' }])
})

test('the error message for a missing field says that the field is required; the message for an invalid field does not say so', async () => {
  const { list, updateStatus } = appointmentsContract
  const error = async (e: Endpoint, payload?: object, query = '') =>
    (await send(e, payload && JSON.stringify(payload), 'application/json', addressOf(e) + query)).body.errors
  for (const payload of [{}, { status: null }, { status: '' }])
    expect(await error(updateStatus, payload)).toEqual({ status: [s.required] })
  for (const status of ['done', 7, ['confirmed']])
    expect(await error(updateStatus, { status })).toEqual({ status: [s.notValid] })
  expect(await error(list, undefined, '?scope=all')).toEqual({ scope: [s.notValid] })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { ifMatchCurrent } from '#server/test/if-match.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { apiKeysContract as contract, type ApiKey } from '#shared/api-keys/contract.ts'
import { apiKeyMessages as s } from '#shared/api-keys/messages.ts'
import { SCOPES, type Scope } from '#shared/api-keys/scopes.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { everyEndpoint } from '#shared/contracts.ts'
import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { usersContract } from '#shared/users/contract.ts'
import { createKeyToken } from './key-token.ts'

let server: TestServer
let admin: TestUser
let asAdmin: Caller
beforeAll(async () => {
  server = await startTestServer()
  admin = await createUser(server.db, 'admin', { name: 'Ada Admin' })
  asAdmin = server.as(admin.token)
})
afterAll(() => server.close())

type Body = Input<typeof contract.create>['body']
let count = 0
const create = async (more: Partial<Body> = {}, by: Caller = asAdmin) =>
  (await by(contract.create, { body: { name: `Program ${++count}`, scopes: [...SCOPES], expires_on: null, ...more } }))
    .data
const listed = async (id: string): Promise<ApiKey | undefined> =>
  (await asAdmin(contract.list, {})).data.find((key) => key.id === id)
const revoke = async (id: string) => (await asAdmin(contract.revoke, { params: { id } })).data
const treatments = (key: string) => server.as(key)(catalogueContract.treatments, { querystring: {} })
const refusal = async (key: string) => {
  const { status, code, message } = await errorOf(treatments(key))
  return { status, code, message }
}
const unauthenticated = (message: string) => ({ status: 401, code: 'unauthenticated', message })

describe('API keys', () => {
  test('an API key is shown once to the admin who creates it, and stored as a hash', async () => {
    const { key, ...created } = await create({ name: 'Accounting', scopes: ['reports.read'], expires_on: '2027-01-31' })
    expect(key).toMatch(/^mutya_[\w-]{49}$/)
    expect(created).toMatchObject({ created_by: 'Ada Admin', state: 'active', expires_on: '2027-01-31' })
    expect(await listed(created.id)).toEqual(created)
    const { rows } = { rows: await server.db.selectFrom('api_keys').selectAll().where('id', '=', created.id).execute() }
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(rows[0]?.token_hash).toHaveLength(32)
    expect((await lastLogEntry(server.db)).action).toBe(
      'Created the API key Accounting (reports.read; until 2027-01-31)',
    )
    expect(JSON.stringify(await logEntries(server.db))).not.toContain(key)
  })

  test('an API key needs a name that no other key has, a scope that keys can have, and an expiry in the future', async () => {
    const taken = await create()
    const error = async (more: Partial<Body>) => (await errorOf(create(more))).errors
    expect(await error({ name: taken.name.toUpperCase() })).toEqual({ name: [s.nameTaken] })
    expect(await error({ name: ' ' })).toEqual({ name: [fieldMessages.required] })
    expect(await error({ scopes: [] })).toEqual({ scopes: [s.scopeNeeded] })
    expect(await error({ scopes: ['users.manage' as Scope] })).toEqual({ 'scopes.0': [s.unknownScope] })
    expect(await error({ expires_on: '2026-11-21' })).toEqual({ expires_on: [s.expiryPassed] })
    await revoke(taken.id)
    expect((await create({ name: taken.name })).name).toBe(taken.name)
  })

  test('calls with an API key need neither cookies nor the cross-site checks for browsers, and the history log names the key', async () => {
    const { key, name } = await create({ scopes: ['treatments.create'] })
    const answer = await server.app.inject({
      method: 'POST',
      url: catalogueContract.createTreatment.url,
      headers: { authorization: `Bearer ${key}`, origin: 'https://program.example.ph' },
      payload: { treatment_name: 'Made by a program' },
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await lastLogEntry(server.db)).toMatchObject({ user_name: s.actor(name), user_id: admin.id })
    const cookie = await server.app.inject({
      method: 'GET',
      url: '/api/csrf-cookie',
      headers: { authorization: `Bearer ${key}` },
    })
    expect([cookie.statusCode, cookie.headers['set-cookie']]).toEqual([200, undefined])
  })

  test('an API key that is incomplete or unknown is refused, also in calls that anybody may make, and the answer says why', async () => {
    const { key } = await create()
    const wrong = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
    for (const broken of [key.slice(0, -1), wrong, 'mutya_', `${key}x`])
      expect(await refusal(broken)).toEqual(unauthenticated(s.malformed))
    expect(await refusal(createKeyToken())).toEqual(unauthenticated(s.unknown))
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/check-conflict-time',
      headers: { authorization: `Bearer ${wrong}` },
      payload: { date: '2026-11-24' },
    })
    expect([answer.statusCode, answer.json()]).toEqual([401, { code: 'unauthenticated', message: s.malformed }])
  })

  test('an API key that was revoked is refused at once and stays in the list; revoking it again changes nothing', async () => {
    const { key, id, name } = await create()
    expect((await treatments(key)).total).toBeGreaterThanOrEqual(0)
    const revoked = await revoke(id)
    expect(await refusal(key)).toEqual(unauthenticated(s.revokedKey))
    server.clock.now = new Date(server.clock.now.getTime() + 1000)
    expect(await revoke(id)).toEqual(revoked)
    expect(await listed(id)).toMatchObject({ state: 'revoked' })
    const entries = await logEntries(server.db, { subject_id: id })
    expect(entries.map(({ action }) => action).slice(1)).toEqual([`Revoked the API key ${name}`])
    expect(await errorOf(revoke('01900000-0000-7000-8000-00000000abcd'))).toMatchObject({ status: 404 })
  })

  test('an API key works until the end of its last day', async () => {
    const before = server.clock.now
    const { key, id } = await create({ expires_on: '2026-11-22' })
    server.clock.now = new Date('2026-11-22T23:59:59+08:00')
    const session = await createUser(server.db, 'admin')
    await treatments(key)
    server.clock.now = new Date('2026-11-23T00:00:00+08:00')
    expect(await refusal(key)).toEqual(unauthenticated(s.expiredKey))
    const { data } = await server.as(session.token)(contract.list, {})
    expect(data.find((one) => one.id === id)).toMatchObject({ state: 'expired' })
    server.clock.now = before
  })

  test('an API key stops working when its creator is no longer an admin, or the creator’s account is closed', async () => {
    const [demoted, closed] = [await createUser(server.db, 'admin'), await createUser(server.db, 'admin')]
    const ofDemoted = await create({}, server.as(demoted.token))
    const ofClosed = await create({}, server.as(closed.token))
    await asAdmin(
      usersContract.update,
      { params: { id: demoted.id }, body: { name: demoted.name, email: demoted.email, role: 'cashier' } },
      await ifMatchCurrent(server.db, 'users', demoted.id),
    )
    await asAdmin(usersContract.remove, { params: { id: closed.id } })
    for (const { key, id } of [ofDemoted, ofClosed]) {
      expect(await refusal(key)).toEqual(unauthenticated(s.stoppedKey))
      expect(await listed(id)).toMatchObject({ state: 'stopped' })
    }
  })

  test('the last use of an API key is stored at most once a minute', async () => {
    const { key, id } = await create()
    const start = server.clock.now.getTime()
    const usedAfter = async (seconds: number) => {
      server.clock.now = new Date(start + seconds * 1000)
      await treatments(key)
      const at = (await listed(id))?.last_used_at
      return at ? (Date.parse(at) - start) / 1000 : null
    }
    expect((await listed(id))?.last_used_at).toBeNull()
    expect([await usedAfter(0), await usedAfter(59), await usedAfter(60), await usedAfter(119)]).toEqual([0, 0, 60, 60])
  })
})

/**
 * The calls that only a person can make, not a program with an API key. The list is written by hand, so that a mistake
 * in a contract makes the test fail.
 */
const forPeople = [
  'GET /api/user',
  'PUT /api/user/password',
  'POST /api/logout',
  'GET /api/my/export',
  'GET /api/my/profile',
  'GET /api/api-keys',
  'POST /api/api-keys',
  'DELETE /api/api-keys/:id',
  'GET /api/get-all-users',
  'POST /api/users/:id/reset-link',
  'GET /api/my-day',
  'GET /api/push/device',
  'PUT /api/push/device',
  'POST /api/form-hand-overs',
  'GET /api/events',
  'POST /api/holds',
  'DELETE /api/holds',
]

/** Sends an unreadable body: a 401 or 403 proves that authorization comes before the body is read. */
async function statusWith(key: string, { method, url }: Endpoint) {
  const answer = await server.app.inject({
    method,
    url: url.replace(/:\w+/g, '01900000-0000-7000-8000-00000000abcd'),
    headers: { authorization: `Bearer ${key}`, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { payload: '{"unfinished' }),
  })
  return {
    status: answer.statusCode,
    message: answer.statusCode === 403 ? answer.json<{ message: string }>().message : '',
  }
}

const nameOf = ({ method, url }: Endpoint) => `${method} ${url}`
const isPublic = ({ access }: Endpoint) => access === 'public'

test('an API key with every scope may make all calls except those that only logged-in people may make', async () => {
  const { key } = await create()
  const refused: string[] = []
  for (const e of everyEndpoint) {
    if (e.answers === 'stream' && !e.sessionOnly) continue
    const { status, message } = await statusWith(key, e)
    expect({ call: nameOf(e), is401: status === 401, is500: status >= 500 }).toMatchObject({
      is401: false,
      is500: false,
    })
    if (status === 403 && message === s.peopleOnly) refused.push(nameOf(e))
  }
  expect(refused).toEqual(expect.arrayContaining(forPeople))
  const known = new Set<string>(SCOPES)
  const expected = everyEndpoint.filter((e) => e.sessionOnly || (!isPublic(e) && !known.has(e.access)))
  expect(refused).toEqual(expected.map(nameOf))
})

test.each(SCOPES)('an API key with the scope %s may make only the calls of this scope', async (scope) => {
  const { key } = await create({ scopes: [scope] })
  const byAccess = new Map<string, Endpoint>()
  for (const e of everyEndpoint)
    if (!e.sessionOnly && e.answers !== 'stream' && SCOPES.includes(e.access as Scope)) byAccess.set(e.access, e)
  for (const [access, e] of byAccess) {
    const { status, message } = await statusWith(key, e)
    const isRefused = status === 401 || status === 403
    const expected =
      access === scope ? { isRefused: false, message: '' } : { isRefused: true, message: s.missingScope(access) }
    expect({ access, isRefused, message }).toEqual({ access, ...expected })
  }
  expect(byAccess.has(scope)).toBe(true)
})

import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { Access, Endpoint } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'
import { usersContract } from '#shared/users/contract.ts'
import { accessMatrix, type Caller } from './access-matrix.ts'
import { createUser } from './factories.ts'
import { ifMatchCurrent } from './if-match.ts'
import { startTestServer, type TestServer } from './server.ts'

type Call = { name: string; contract: string; endpoint: Endpoint }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'access' in value

/** Every endpoint of every contract; new contracts are found automatically. */
async function allCalls(): Promise<Call[]> {
  const shared = path.join(import.meta.dirname, '../../shared')
  const files = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(^|-)contract\.ts$/.test(path.basename(file)),
  )
  const modules = await Promise.all(
    files.map(async (file) => (await import(path.join(shared, file))) as Record<string, unknown>),
  )
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([contract, entries]) =>
      Object.values(entries ?? {})
        .filter(isEndpoint)
        .map((e) => ({ name: `${e.method} ${e.url}`, contract, endpoint: e })),
    ),
  )
}

const callers: Caller[] = ['anonymous', 'client', 'practitioner', 'cashier', 'admin']
const callersOf = (access: Access): readonly Caller[] =>
  access === 'public'
    ? callers
    : callers.filter((c) => c !== 'anonymous' && (access === 'any-account' || permissionsOf(c).has(access)))

const calls = await allCalls()
const rowOf = (name: string) => accessMatrix.find((row) => row.call === name)
const mayOf = (name: string) => rowOf(name)?.may ?? []

let server: TestServer
const tokens: Partial<Record<Caller, string>> = {}
/** Invalid tokens; each key is the reason why the token is invalid. */
const invalidTokens: Record<string, string> = {}
let mustChoose: Record<Role, string>

beforeAll(async () => {
  server = await startTestServer()
  const { db, clock } = server
  for (const role of ['client', 'practitioner', 'cashier', 'admin'] as const)
    tokens[role] = (await createUser(db, role)).token
  const asAdmin = server.as(tokens.admin!)
  const demoted = await createUser(db, 'admin')
  await asAdmin(
    usersContract.update,
    { params: { id: demoted.id }, body: { name: demoted.name, email: demoted.email, role: 'cashier' } },
    await ifMatchCurrent(db, 'users', demoted.id),
  )
  const closed = await createUser(db, 'admin')
  await asAdmin(usersContract.remove, { params: { id: closed.id } })
  Object.assign(invalidTokens, {
    expired: (await createUser(db, 'admin', { expiresAt: clock.now })).token,
    forged: 'A'.repeat(43),
    'of a closed account': closed.token,
    'of before a role change': demoted.token,
    empty: '',
  })
  mustChoose = {
    client: (await createUser(db, 'client', { mustSetPassword: true })).token,
    practitioner: (await createUser(db, 'practitioner', { mustSetPassword: true })).token,
    cashier: (await createUser(db, 'cashier', { mustSetPassword: true })).token,
    admin: (await createUser(db, 'admin', { mustSetPassword: true })).token,
  }
})
afterAll(() => server.close())

const someId = '01900000-0000-7000-8000-00000000abcd'

/** Sends an unreadable body: a 401 or 403 proves that authorization comes before the body is read. */
async function statusAs(token: string | undefined, { endpoint: { method, url } }: Call) {
  const answer = await server.app.inject({
    method,
    url: url.replace(/:\w+/g, someId),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { payload: '{"unfinished' }),
  })
  return { status: answer.statusCode, code: answer.statusCode < 400 ? undefined : answer.json<{ code: string }>().code }
}

const isRegistered = ({ name }: Call) => server.app.apiRoutes.has(name)

test('the table of who may make which call (the access matrix) names every call once', () => {
  const names = accessMatrix.map((row) => row.call)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  expect(calls.filter(({ name }) => !rowOf(name)).map(({ name }) => name)).toEqual([])
})

test('no two endpoints share a method and a URL', () => {
  const names = calls.map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

test('every call of the access matrix has an endpoint', () => {
  const inContract = new Set(calls.map(({ name }) => name))
  expect(accessMatrix.filter((row) => !inContract.has(row.call)).map((row) => row.call)).toEqual([])
})

test('the server has a handler for every endpoint of the contracts', () => {
  expect(calls.filter((call) => !isRegistered(call)).map(({ contract, name }) => `${contract}: ${name}`)).toEqual([])
})

test('the server handles no call that is missing from the access matrix', () => {
  expect([...server.app.apiRoutes].filter((name) => !rowOf(name))).toEqual([])
})

test.each(calls)(
  'the endpoint $name allows exactly the roles that the access matrix gives it',
  ({ name, endpoint }) => {
    expect(callersOf(endpoint.access)).toEqual(mayOf(name))
  },
)

test.each(calls)(
  'the call $name admits the roles that the access matrix lists, and rejects all other roles before reading the body',
  async (call) => {
    if (!isRegistered(call)) return
    for (const caller of callers) {
      const isOpenStream = call.endpoint.answers === 'stream' && mayOf(call.name).includes(caller)
      if (isOpenStream) continue
      const { status } = await statusAs(tokens[caller], call)
      const expected = mayOf(call.name).includes(caller) ? 'let in' : caller === 'anonymous' ? 401 : 403
      const seen = status === 401 || status === 403 ? status : status < 500 ? 'let in' : status
      expect({ caller, seen }).toEqual({ caller, seen: expected })
    }
  },
)

test.each(calls.filter(({ endpoint }) => endpoint.access !== 'public'))(
  'the call $name rejects a token that is expired, forged, or of a person who may no longer act',
  async (call) => {
    if (!isRegistered(call)) return
    for (const [what, token] of Object.entries(invalidTokens))
      expect({ what, status: (await statusAs(token, call)).status }).toEqual({ what, status: 401 })
  },
)

const beforePasswordChoice = ['POST /api/logout', 'GET /api/user', 'PUT /api/user/password']

test.each(calls.filter(({ endpoint }) => endpoint.access !== 'public'))(
  'the call $name is rejected for a user who must still choose a password, unless it chooses one, reads the session or logs out',
  async (call) => {
    expect(call.endpoint.beforePasswordChoice ?? false).toBe(beforePasswordChoice.includes(call.name))
    if (!isRegistered(call)) return
    for (const role of ['client', 'practitioner', 'cashier', 'admin'] as const) {
      const { status, code } = await statusAs(mustChoose[role], call)
      if (beforePasswordChoice.includes(call.name)) expect([401, 403]).not.toContain(status)
      else if (mayOf(call.name).includes(role)) expect({ role, code }).toEqual({ role, code: 'must_choose_password' })
      else expect({ role, status }).toEqual({ role, status: 403 })
    }
  },
)

import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { everyEndpoint } from '#shared/contracts.ts'
import type { Role } from '#shared/people/role.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { accessMatrix, type Caller } from './access-matrix.ts'
import { everyone } from './access-roles.ts'
import { createCatalogue, createSession, createUser, type TestUser } from './factories.ts'
import { fingerprintTables } from './fingerprint.ts'
import { callOf, requestsTo, type FuzzRequest } from './fuzz-requests.ts'
import { picture } from './pictures.ts'
import { startTestServer, type TestServer } from './server.ts'
import { drillSize, recordFigure } from '../../scripts/test/drill-form.ts'

const REQUESTS = drillSize('requests', 1_500)
const SEED = drillSize('seed', 20_261_122)
/** Comparing all tables costs more than a request, so only every 25th refusal is compared. */
const LOOK_AT_EVERY = 25

let server: TestServer
let png: Buffer
let ids: string[]
const people = new Map<Role, TestUser>()

beforeAll(async () => {
  // Offers made in the background would look like changes by a refused request.
  server = await startTestServer({ offersAtOnce: false })
  // The first log-in stores the key of the device cookies, even if the log-in is refused. One log-in is made now, so
  // that no refused request of the test changes the database by being the first.
  const nobody = { email: 'nobody@example.ph', password: 'no such person' }
  await server.app.inject({ method: 'POST', url: '/api/login', payload: nobody })
  png = await picture()
  ids = await idsThatExist()
})
afterAll(() => server.close())

/**
 * A session of a person with this role. The person is new if an earlier request has closed the previous one's account.
 */
async function tokenOf(role: FuzzRequest['role']): Promise<string | undefined> {
  if (role === 'visitor') return undefined
  const person = people.get(role) ?? (await createUser(server.db, role))
  people.set(role, person)
  return createSession(server.db, person.id)
}

const partOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The bytes of a multipart form and its content type. */
async function formOf(body: unknown): Promise<{ payload: Buffer; type: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    form.append(
      name,
      value === 'file' ? new File([new Uint8Array(png)], 'a.png', { type: 'image/png' }) : partOf(value),
    )
  const answer = new Response(form)
  return { payload: Buffer.from(await answer.arrayBuffer()), type: answer.headers.get('content-type')! }
}

const endpoints = new Map(everyEndpoint.filter(({ answers }) => answers !== 'stream').map((e) => [callOf(e), e]))
const endpointOf = ({ call }: FuzzRequest) => endpoints.get(call)!

async function payloadOf(request: FuzzRequest) {
  const { body, headers, cut } = request
  const endpoint = endpointOf(request)
  if (endpoint.method === 'GET' || body === undefined) return { headers: { ...headers, 'content-type': undefined } }
  const isForm = endpoint.sends === 'multipart'
  const { payload, type } = isForm
    ? await formOf(body)
    : { payload: Buffer.from(JSON.stringify(body)), type: headers['content-type'] }
  return { headers: { ...headers, 'content-type': type }, payload: payload.subarray(0, payload.length - cut) }
}

let sent = 0
const answered = { done: 0, refused: 0, compared: 0, replayed: 0 }
const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

async function send(request: FuzzRequest, token: string | undefined) {
  const { params, query } = request
  const endpoint = endpointOf(request)
  const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'))
  const { headers, ...rest } = await payloadOf(request)
  const named = Object.entries({ ...headers, ...(token && { authorization: `Bearer ${token}` }) })
  return server.app.inject({
    method: endpoint.method,
    url: query ? `${path}?${query}` : path,
    headers: Object.fromEntries(named.filter(([, value]) => value !== undefined)) as Record<string, string>,
    // Uses many IP addresses, because one address would reach its request limit.
    remoteAddress: addressOf(sent++),
    ...rest,
  })
}
type SentAnswer = Awaited<ReturnType<typeof send>>

const insides = /\$argon2|node_modules|\n\s+at |syntax error at|relation "|violates|password_hash|token_hash/

/** Describes the fault in a response to a random request; undefined if there is none. */
function faultOf(request: FuzzRequest, answer: SentAnswer): string | undefined {
  const { statusCode, body } = answer
  const endpoint = endpointOf(request)
  if (insides.test(body)) return 'tells of the inside'
  if (statusCode === (endpoint.status ?? 200)) {
    if (endpoint.answers === 'file') return undefined
    return endpoint.response.safeParse(answer.json()).success ? undefined : 'is not what the contract says'
  }
  if (statusCode < 400 || statusCode > 499) return `has the status ${statusCode}`
  const { message, code } = answer.json<{ message?: string; code?: string }>()
  return message && code ? undefined : 'has no sentence'
}

const outline = (request: FuzzRequest) => JSON.stringify(request)

/** The roles that may make each call. One test plants a mistake in this map. */
const mayMake = new Map<string, readonly Caller[]>(accessMatrix.map(({ call, may }) => [call, may]))

/** Repeats a successful request with each role that may not make it, and expects a refusal. */
async function expectDeniedToOthers(request: FuzzRequest): Promise<void> {
  for (const caller of everyone) {
    if (mayMake.get(request.call)!.includes(caller)) continue
    const role = caller === 'anonymous' ? 'visitor' : caller
    const { statusCode } = await send(request, await tokenOf(role))
    answered.replayed++
    expect(statusCode, `${outline(request)} as ${caller}`).toBe(role === 'visitor' ? 401 : 403)
  }
}

async function tryRequest(request: FuzzRequest): Promise<void> {
  const token = await tokenOf(request.role)
  const isLookedAt = sent % LOOK_AT_EVERY === 0
  const before = isLookedAt ? await fingerprintTables(server.db) : undefined
  const answer = await send(request, token)
  const fault = faultOf(request, answer)
  if (fault)
    throw new Error(`${outline(request)}\nThe answer ${fault}: ${answer.statusCode} ${answer.body.slice(0, 500)}`)
  answered[answer.statusCode < 400 ? 'done' : 'refused']++
  if (answer.statusCode === 401 && request.role !== 'visitor') people.delete(request.role)
  if (answer.statusCode < 400) await expectDeniedToOthers(request)
  else if (before) {
    answered.compared++
    expect(await fingerprintTables(server.db), outline(request)).toEqual(before)
  }
}

/** The ids of existing rows, without the ids of the people who send the requests. */
async function idsThatExist(): Promise<string[]> {
  const others = await Promise.all(
    (['client', 'client', 'cashier', 'admin'] as const).map((role) => createUser(server.db, role)),
  )
  const catalogue = await createCatalogue(server.db)
  return [...others.flatMap(({ id, clientId }) => (clientId ? [id, clientId] : [id])), ...Object.values(catalogue)]
}

const tryMany = (numRuns: number, among = [...endpoints.values()]) =>
  fc.assert(fc.asyncProperty(requestsTo(among, ids), tryRequest), {
    numRuns,
    seed: SEED,
    endOnFailure: true,
  })

test('any random input gets an answer that the contract defines; rejected input changes nothing, and the books balance', async () => {
  await tryMany(REQUESTS)
  expect(await checkBooks(server.db)).toMatchObject(balanced)
  // With fewer successful requests than a tenth, the test would prove little.
  expect(answered.done).toBeGreaterThan(REQUESTS / 10)
  const { done, refused, compared, replayed } = answered
  recordFigure({ what: 'requests that succeeded; requests that were refused', value: `${done}, ${refused}` })
  recordFigure({ what: 'answers that are a 5xx or not in the contract', value: 0, goal: '0' })
  recordFigure({
    what: 'refused requests after which a row had changed',
    value: `0 of ${compared} compared`,
    goal: '0',
  })
  recordFigure({
    what: 'successful requests that succeeded again when a role without permission sent them',
    value: `0 of ${replayed}`,
    goal: '0',
  })
})

const treatmentCalls = [...endpoints.values()].filter(({ url }) => url.startsWith('/api/treatments'))

test('the test with random input detects a refused call that changes a row', async () => {
  const inject = server.app.inject.bind(server.app) as (options: InjectOptions) => Promise<LightMyRequestResponse>
  vi.spyOn(server.app, 'inject').mockImplementation((async (options: InjectOptions) => {
    const answer = await inject(options)
    const change = server.db.updateTable('people').set({ updated_at: new Date(sent) })
    if (answer.statusCode >= 400) await change.where('id', '=', ids[0]!).execute()
    return answer
  }) as never)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  await expect(tryMany(200, treatmentCalls)).rejects.toHaveProperty(
    'cause.message',
    expect.stringContaining('to deeply equal'),
  )
})

test('the test with random input detects a role that may make too many calls', async () => {
  const call = 'GET /api/treatments'
  const may = mayMake.get(call)!
  mayMake.set(call, ['admin'])
  onTestFinished(() => {
    mayMake.set(call, may)
  })
  await expect(tryMany(500, treatmentCalls)).rejects.toHaveProperty(
    'cause.message',
    expect.stringContaining('as cashier'),
  )
})

test('the test with random input detects a call that crashes', async () => {
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  await owner.query(
    `create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
  )
  await owner.query('create trigger broken before insert on treatments execute function broken()')
  await owner.end()
  await expect(tryMany(1_000, treatmentCalls)).rejects.toThrow('POST /api/treatments')
})

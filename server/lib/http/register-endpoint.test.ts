import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import cookie from '@fastify/cookie'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createDatabase, createPool, type ReadTx } from '#server/db/pool.ts'
import { createUser } from '#server/test/factories.ts'
import { sendThrough } from '#server/test/server.ts'
import { call } from '#shared/lib/http-client.ts'
import { endpoint, type Endpoint } from '#shared/lib/endpoint.ts'
import { quantity, strictBody } from '#shared/lib/fields.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { ContextOf } from '#server/lib/context.ts'
import { addAuthorization } from './authorize.ts'
import { addRoom, openEndpointFixture, posted, type EndpointFixture } from './register-endpoint-fixture.ts'

let endpointFixture: EndpointFixture

beforeAll(async () => {
  endpointFixture = await openEndpointFixture()
})
afterAll(() => endpointFixture.close())

test('an endpoint without an access decision does not compile', () => {
  // @ts-expect-error access is missing
  const e = endpoint({ method: 'GET', url: '/api/x', summary: '', response: z.object({}) })
  expect(e.url).toBe('/api/x')
})

test('a route without an access decision stops the server from starting', async () => {
  const app = Fastify()
  await app.register(cookie)
  addAuthorization(app, { findPrincipal: () => Promise.resolve(null) })
  expect(() => app.get('/api/sneaky', () => 1)).toThrow('who may call it?')
})

test('a field of an answer that is not in the contract is never sent', async () => {
  const e = endpoint({
    method: 'GET',
    url: '/api/t',
    access: 'public',
    summary: '',
    response: z.object({ data: z.object({ name: z.string() }) }),
  })
  const leaking = { data: { name: 'Bianca', password_hash: 'secret' } }
  const app = await endpointFixture.serve(e, async () => leaking)
  expect((await app.inject('/api/t')).json()).toEqual({ data: { name: 'Bianca' } })
})

test('an answer that violates the contract rolls the change back and reveals no detail', async () => {
  const e = endpoint({
    ...posted,
    response: z.object({ n: z.number() }),
  })
  const app = await endpointFixture.serve(e, async ({ tx }) => {
    await addRoom(tx, 'half done')
    return { n: 'not a number' } as unknown as { n: number }
  })
  const answer = await app.inject({ method: 'POST', url: '/api/t' })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ message: 'Something went wrong.', code: 'internal' })
  expect(await endpointFixture.roomNames()).not.toContain('half done')
})

test('if all callers share an endpoint’s answer, a call that arrives while an answer is computed waits for the next computation', async () => {
  const e = endpoint({
    method: 'GET',
    url: '/api/t',
    access: 'public',
    summary: '',
    shared: true,
    response: z.object({ rooms: z.number(), begun: z.number(), user: z.null() }),
  })
  let begun = 0
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => (goOn = resolve))
  const app = await endpointFixture.serve(e, async ({ tx, user }) => {
    const { rooms } = await tx
      .selectFrom('resources')
      .select((count) => count.fn.countAll<number>().as('rooms'))
      .executeTakeFirstOrThrow()
    // The test adds a room once `begun` is 1. The first call has counted the rooms before, so its answer never contains
    // that room.
    begun += 1
    const answer = { rooms, begun, user }
    if (begun === 1) await gate
    return answer
  })
  const ask = async () => (await app.inject('/api/t')).json<{ rooms: number; begun: number }>()
  const first = ask()
  await expect.poll(() => begun).toBe(1)
  await addRoom(endpointFixture.db, 'added meanwhile')
  const later = [ask(), ask(), ask()]
  // An injected request needs several event-loop turns to reach its handler.
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  goOn()
  const { rooms } = await first
  const answers = await Promise.all(later)
  expect(answers).toEqual(answers.map((answer) => ({ ...answer, rooms: rooms + 1, user: null })))
  // The second and third caller wait for the same check of the data, so they share a response; the first may get one of
  // its own.
  expect(answers[1]).toEqual(answers[2])
})

const isOneNumber = (numbers: number[]) => new Set(numbers).size === 1

test('all visitors can share one answer, while each logged-in user gets an answer of their own', async () => {
  const e = endpoint({
    ...posted,
    database: 'read',
    shared: 'visitors',
    body: strictBody({}),
    response: z.object({ begun: z.number(), known: z.boolean() }),
  })
  let begun = 0
  const app = await endpointFixture.serve(e, async ({ user }) => ({ begun: (begun += 1), known: user !== null }))
  const { token } = await createUser(endpointFixture.db, 'cashier')
  const ask = (as: string | null) => call(e, { body: {} }, { send: sendThrough(app, as) })
  // A commit in another test's database also counts as a change of the data and causes a second read; retry until there
  // is none.
  await expect.poll(async () => [await ask(null), await ask(null)].map((answer) => answer.begun)).toSatisfy(isOneNumber)
  expect(await ask(null)).toMatchObject({ known: false })
  const before = begun
  expect(await ask(token)).toEqual({ begun: before + 1, known: true })
  expect(await ask(token)).toEqual({ begun: before + 2, known: true })
})

test('an event is sent after the commit and dropped with a rolled-back change', async () => {
  const e = endpoint({
    ...posted,
    body: strictBody({ fail: z.boolean() }),
    response: z.object({}),
  })
  const app = await endpointFixture.serve(e, async ({ publish }, { body }) => {
    publish({ name: 'AppointmentBooked' })
    if (body.fail) throw new AppError('conflict', 'No.')
    return {}
  })
  const send = sendThrough(app, null)
  await expect(call(e, { body: { fail: true } }, { send })).rejects.toMatchObject({ status: 409, message: 'No.' })
  expect(endpointFixture.published).toEqual([])
  await call(e, { body: { fail: false } }, { send })
  expect(endpointFixture.published).toEqual([[{ name: 'AppointmentBooked' }]])
})

test('a malformed, a missing, a nested and an unknown field each get a message under their name', async () => {
  const e = endpoint({
    ...posted,
    body: strictBody({
      name: z.string('Enter a name.').min(1, 'Enter a name.'),
      lines: z.array(strictBody({ quantity })).min(1, 'Add a line.'),
    }),
    response: z.object({}),
  })
  const app = await endpointFixture.serve(e, async () => ({}))
  const post = async (payload: object) => (await app.inject({ method: 'POST', url: '/api/t', payload })).json()
  expect(await post({ lines: [] })).toEqual({
    message: 'Enter a name.',
    code: 'validation',
    errors: { name: ['Enter a name.'], lines: ['Add a line.'] },
  })
  const nested = await post({ name: 'x', lines: [{ quantity: 1 }, { quantity: 0, price: 5 }], total: 1 })
  expect(nested.errors).toMatchObject({
    'lines.1.quantity': ['Enter a whole number of at least 1.'],
    'lines.1.price': ['This field is not known.'],
    total: ['This field is not known.'],
  })
})

test('a body that is not JSON gets a 422, one over a megabyte a 413', async () => {
  const e = endpoint({
    ...posted,
    body: strictBody({ name: z.string() }),
    response: z.object({}),
  })
  const app = await endpointFixture.serve(e, async () => ({}))
  const headers = { 'content-type': 'application/json' }
  const broken = await app.inject({ method: 'POST', url: '/api/t', headers, payload: '{"name":' })
  expect([broken.statusCode, broken.json().code]).toEqual([422, 'validation'])
  const huge = await app.inject({
    method: 'POST',
    url: '/api/t',
    headers,
    payload: `{"name":"${'x'.repeat(1_100_000)}"}`,
  })
  expect([huge.statusCode, huge.json().message]).toEqual([413, 'The file or text is too large to send.'])
})

test('a violated database constraint is answered with the message of this constraint, and without any SQL', async () => {
  const e = endpoint({ ...posted, response: z.object({}) })
  const app = await endpointFixture.serve(e, async ({ tx }) => {
    await createUser(tx, 'client', { email: 'twice@example.ph' })
    await createUser(tx, 'client', { email: 'twice@example.ph' })
    return {}
  })
  const answer = await app.inject({ method: 'POST', url: '/api/t' })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ email: ['This email is already registered.'] })
})

test('a deadlock is retried and succeeds', async () => {
  const e = endpoint({
    ...posted,
    body: strictBody({ first: z.string(), second: z.string() }),
    response: z.object({}),
  })
  const free_at = new Date('2026-11-21T01:00:00Z')
  const rows = ['one', 'two'].map((channel) => ({ channel, free_at }))
  await endpointFixture.db.insertInto('message_pace').values(rows).execute()
  let runs = 0
  let bothHoldOne: (() => void) | undefined
  const barrier = new Promise<void>((resolve) => (bothHoldOne = resolve))
  const app = await endpointFixture.serve(e, async ({ tx }, { body }) => {
    const change = (channel: string) =>
      tx.updateTable('message_pace').set({ free_at }).where('channel', '=', channel).execute()
    await change(body.first)
    if (++runs === 2) bothHoldOne?.()
    await barrier
    await change(body.second)
    return {}
  })
  const send = sendThrough(app, null)
  const crossing = [
    call(e, { body: { first: 'one', second: 'two' } }, { send }),
    call(e, { body: { first: 'two', second: 'one' } }, { send }),
  ]
  expect(await Promise.all(crossing)).toEqual([{}, {}])
  expect(runs).toBeGreaterThan(2)
})

test('a write in a read endpoint is rejected by the database and changes nothing', async () => {
  const e = endpoint({ method: 'GET', url: '/api/t', access: 'public', summary: '', response: z.object({}) })
  const app = await endpointFixture.serve(e, async ({ tx }) => {
    await sql`update resources set name = 'written by a read'`.execute(tx)
    return {}
  })
  expect((await app.inject('/api/t')).statusCode).toBe(500)
  expect(await endpointFixture.roomNames()).not.toContain('written by a read')
})

test('a read endpoint cannot publish events', () => {
  const read = endpoint({ ...posted, database: 'read', response: z.object({}) })
  const change = endpoint({ ...posted, response: z.object({}) })
  type Has<E extends Endpoint> = 'publish' extends keyof ContextOf<E> ? true : false
  const said: [Has<typeof read>, Has<typeof change>] = [false, true]
  expect(said).toEqual([false, true])
})

test('when the database is unavailable the answer is a 503 with Retry-After and no detail', async () => {
  const away = createDatabase(createPool({ connectionString: 'postgres://nobody@127.0.0.1:9/none', waitMs: 500 }))
  const e = endpoint({ method: 'GET', url: '/api/t', access: 'public', summary: '', response: z.object({}) })
  const ask = async ({ tx }: { tx: ReadTx }) => {
    await tx.selectFrom('branches').selectAll().execute()
    return {}
  }
  const app = await endpointFixture.serve(e, ask, { db: away })
  const answer = await app.inject('/api/t')
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '2', 'unavailable'])
  await away.destroy()
})

const refusing = endpoint({
  ...posted,
  response: z.object({}),
  errorData: { conflict: z.object({ owner: z.string() }) },
})

test('error data is sent as the contract defines it, without any other field', async () => {
  const app = await endpointFixture.serve(refusing, () => {
    throw new AppError('conflict', 'In use.', {
      errors: { email: ['In use.'] },
      data: { owner: 'Ana', hash: 'secret' },
    })
  })
  const answer = await app.inject({ method: 'POST', url: '/api/t' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toEqual({
    message: 'In use.',
    code: 'conflict',
    errors: { email: ['In use.'] },
    data: { owner: 'Ana' },
  })
})

test.each([
  ['does not fit the contract', new AppError('conflict', 'In use.', { data: { owner: 5 } })],
  ['the contract does not name', new AppError('state_moved', 'Moved.', { data: { owner: 'Ana' } })],
])('the data of an error is never sent if it %s', async (_, error) => {
  const app = await endpointFixture.serve(refusing, () => {
    throw error
  })
  const answer = await app.inject({ method: 'POST', url: '/api/t' })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ message: 'Something went wrong.', code: 'internal' })
})

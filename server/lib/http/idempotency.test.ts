import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createUser } from '#server/test/factories.ts'
import { sendThrough } from '#server/test/server.ts'
import { call } from '#shared/lib/http-client.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { strictBody } from '#shared/lib/fields.ts'
import { AppError } from '#server/lib/app-error.ts'
import { addRoom, openEndpointFixture, posted, type EndpointFixture } from './register-endpoint-fixture.ts'

let endpointFixture: EndpointFixture

beforeAll(async () => {
  endpointFixture = await openEndpointFixture()
})
afterAll(() => endpointFixture.close())

test('twenty requests with one idempotency key run once and get the same answer', async () => {
  const cashier = await createUser(endpointFixture.db, 'cashier')
  const e = endpoint({
    ...posted,
    access: 'sales.create',
    status: 201,
    idempotent: true,
    body: strictBody({ name: z.string() }),
    response: z.object({ id: z.string() }),
  })
  let runs = 0
  const app = await endpointFixture.serve(e, async ({ tx }, { body }) => {
    runs++
    await addRoom(tx, body.name)
    return { id: crypto.randomUUID() }
  })
  const send = sendThrough(app, cashier.token)
  const idempotencyKey = crypto.randomUUID()
  const twenty = Array.from({ length: 20 }, () => call(e, { body: { name: 'once' } }, { send, idempotencyKey }))
  const answers = await Promise.all(twenty)
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
  expect(runs).toBe(1)
  expect((await endpointFixture.roomNames()).filter((name) => name === 'once')).toHaveLength(1)
  const other = call(e, { body: { name: 'another' } }, { send, idempotencyKey })
  await expect(other).rejects.toMatchObject({ status: 422 })
  await expect(call(e, { body: { name: 'no key' } }, { send })).rejects.toMatchObject({ status: 422 })
  expect(await endpointFixture.roomNames()).not.toContain('another')
})

test('a rolled-back change leaves its idempotency key unused', async () => {
  const cashier = await createUser(endpointFixture.db, 'cashier')
  const e = endpoint({
    ...posted,
    access: 'sales.create',
    idempotent: true,
    body: strictBody({}),
    response: z.object({ run: z.number() }),
  })
  let run = 0
  const app = await endpointFixture.serve(e, async () => {
    if (++run === 1) throw new AppError('conflict', 'Not yet.')
    return { run }
  })
  const options = { send: sendThrough(app, cashier.token), idempotencyKey: crypto.randomUUID() }
  await expect(call(e, { body: {} }, options)).rejects.toMatchObject({ status: 409 })
  expect(await call(e, { body: {} }, options)).toEqual({ run: 2 })
})

/** A call whose contract changes with a new version. */
const ofVersion = (body: z.ZodType) =>
  endpoint({ ...posted, access: 'sales.create', idempotent: true, body, response: z.object({ id: z.string() }) })
const answering = () => async () => ({ id: crypto.randomUUID() })

test('a repeated request gets its first answer even after an upgrade that changes its defaults or would reject it', async () => {
  const cashier = await createUser(endpointFixture.db, 'cashier')
  const idempotencyKey = crypto.randomUUID()
  const sendTo = async (body: z.ZodType, sent: object) => {
    const e = ofVersion(body)
    const app = await endpointFixture.serve(e, answering())
    return call(e, { body: sent }, { send: sendThrough(app, cashier.token), idempotencyKey })
  }
  const first = await sendTo(strictBody({ name: z.string() }), { name: 'Ana' })
  const withDefault = strictBody({ name: z.string(), split: z.boolean().default(false) })
  expect(await sendTo(withDefault, { name: 'Ana' })).toEqual(first)
  const withMore = strictBody({ name: z.string(), reason: z.string() })
  expect(await sendTo(withMore, { name: 'Ana' })).toEqual(first)
  await expect(sendTo(withDefault, { name: 'Ana', split: true })).rejects.toMatchObject({ status: 422 })
})

test('a repeated request with the same fields in another order counts as the same request', async () => {
  const cashier = await createUser(endpointFixture.db, 'cashier')
  const e = ofVersion(strictBody({ name: z.string(), lines: z.array(z.object({ id: z.string(), price: z.number() })) }))
  const send = sendThrough(await endpointFixture.serve(e, answering()), cashier.token)
  const options = { send, idempotencyKey: crypto.randomUUID() }
  const first = await call(e, { body: { name: 'Ana', lines: [{ id: 'a', price: 1 }] } }, options)
  expect(await call(e, { body: { lines: [{ price: 1, id: 'a' }], name: 'Ana' } }, options)).toEqual(first)
})

test('a request that violates the contract is rejected as usual, and leaves its idempotency key unused', async () => {
  const cashier = await createUser(endpointFixture.db, 'cashier')
  const e = ofVersion(strictBody({ name: z.string() }))
  const send = sendThrough(await endpointFixture.serve(e, answering()), cashier.token)
  const options = { send, idempotencyKey: crypto.randomUUID() }
  await expect(call(e, { body: {} }, options)).rejects.toMatchObject({
    status: 422,
    errors: { name: [expect.any(String)] },
  })
  expect(await call(e, { body: { name: 'Ana' } }, options)).toEqual({ id: expect.any(String) })
})

test('a body that is nested too deeply is rejected as invalid, not as a server error', async () => {
  const cashier = await createUser(endpointFixture.db, 'cashier')
  const app = await endpointFixture.serve(ofVersion(strictBody({ name: z.string() })), answering())
  const headers = { authorization: `Bearer ${cashier.token}`, 'idempotency-key': crypto.randomUUID() }
  const payload = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const answer = await app.inject({
    method: 'POST',
    url: '/api/t',
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  })
  expect(answer.statusCode).toBe(422)
})

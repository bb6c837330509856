import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createUser } from '#server/test/factories.ts'
import { sendThrough } from '#server/test/server.ts'
import { call } from '#shared/lib/http-client.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { strictBody } from '#shared/lib/fields.ts'
import { AppError } from '#server/lib/app-error.ts'
import { addRoom, openSeam, posted, type Seam } from './register-endpoint-fixture.ts'

let seam: Seam

beforeAll(async () => {
  seam = await openSeam()
})
afterAll(() => seam.close())

test('twenty requests with one idempotency key run once and answer the same', async () => {
  const cashier = await createUser(seam.db, 'cashier')
  const e = endpoint({
    ...posted,
    access: 'sales.create',
    status: 201,
    idempotent: true,
    body: strictBody({ name: z.string() }),
    response: z.object({ id: z.string() }),
  })
  let runs = 0
  const app = await seam.serve(e, async ({ tx }, { body }) => {
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
  expect((await seam.roomNames()).filter((name) => name === 'once')).toHaveLength(1)
  const other = call(e, { body: { name: 'another' } }, { send, idempotencyKey })
  await expect(other).rejects.toMatchObject({ status: 422 })
  await expect(call(e, { body: { name: 'no key' } }, { send })).rejects.toMatchObject({ status: 422 })
  expect(await seam.roomNames()).not.toContain('another')
})

test('a change that was rolled back leaves its idempotency key free', async () => {
  const cashier = await createUser(seam.db, 'cashier')
  const e = endpoint({
    ...posted,
    access: 'sales.create',
    idempotent: true,
    body: strictBody({}),
    response: z.object({ run: z.number() }),
  })
  let run = 0
  const app = await seam.serve(e, async () => {
    if (++run === 1) throw new AppError('conflict', 'Not yet.')
    return { run }
  })
  const options = { send: sendThrough(app, cashier.token), idempotencyKey: crypto.randomUUID() }
  await expect(call(e, { body: {} }, options)).rejects.toMatchObject({ status: 409 })
  expect(await call(e, { body: {} }, options)).toEqual({ run: 2 })
})

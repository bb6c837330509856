import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createUser } from '#server/test/factories.ts'
import { sendThrough } from '#server/test/server.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { strictBody } from '#shared/lib/fields.ts'
import { call } from '#shared/lib/http-client.ts'
import { openEndpointFixture, posted, type EndpointFixture } from './register-endpoint-fixture.ts'

let endpointFixture: EndpointFixture

beforeAll(async () => {
  endpointFixture = await openEndpointFixture()
})
afterAll(() => endpointFixture.close())

test('users with the same permissions can share one answer, while a user with other permissions gets another', async () => {
  const e = endpoint({
    ...posted,
    access: 'any-account',
    database: 'read',
    shared: 'permissions',
    body: strictBody({}),
    response: z.object({ begun: z.number(), managesCash: z.boolean() }),
  })
  let begun = 0
  const app = await endpointFixture.serve(e, async ({ user }) => ({
    begun: (begun += 1),
    managesCash: user.permissions.has('cash.manage'),
  }))
  const { db } = endpointFixture
  const [cashier, colleague, admin] = [
    await createUser(db, 'cashier'),
    await createUser(db, 'cashier'),
    await createUser(db, 'admin'),
  ]
  const ask = ({ token }: { token: string }) => call(e, { body: {} }, { send: sendThrough(app, token) })
  // A commit in another test's database also counts as a change of the data and causes another read, so this test
  // retries until there is none.
  const read = async () => {
    const [first, ofAdmin, second] = [await ask(cashier), await ask(admin), await ask(colleague)]
    expect([first, ofAdmin, second].map(({ managesCash }) => managesCash)).toEqual([false, true, false])
    return first.begun === second.begun && first.begun !== ofAdmin.begun
  }
  await expect.poll(read).toBe(true)
})

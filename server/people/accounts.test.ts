import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { clientsContract } from '#shared/clients/contract.ts'

let server: TestServer
let cashier: ReturnType<TestServer['as']>
beforeAll(async () => {
  server = await startTestServer()
  cashier = server.as((await createUser(server.db, 'cashier')).token)
})
afterAll(() => server.close())

const accountOf = (personId: string) =>
  server.db.selectFrom('accounts').select(['id', 'role']).where('person_id', '=', personId).executeTakeFirst()

test('a client without an e-mail has no account; the first e-mail creates an account, and the user id stays the same', async () => {
  const { data } = await cashier(clientsContract.create, { body: { name: 'Liza Ramos' } })
  expect(await accountOf(data.user_id)).toBeUndefined()
  const body = { name: 'Liza Ramos', email: 'liza@example.ph' }
  const changed = await cashier(clientsContract.update, { params: { id: data.id }, body })
  expect(changed.data).toMatchObject({ user_id: data.user_id, email: 'liza@example.ph' })
  expect(await accountOf(data.user_id)).toEqual({ id: data.user_id, role: 'client' })
})

test('when a full name and different name parts are sent, the parts are stored and the full name is built from them', async () => {
  const body = { name: 'Somebody Else', first_name: 'Bea', last_name: 'Cruz' }
  const { data } = await cashier(clientsContract.create, { body })
  expect(data).toMatchObject({ name: 'Bea Cruz', first_name: 'Bea', last_name: 'Cruz' })
})

test('changing a person increases the person’s version, reading does not', async () => {
  const { data } = await cashier(clientsContract.create, { body: { name: 'Fe Santos' } })
  const version = async () =>
    (await server.db.selectFrom('people').select('version').where('id', '=', data.user_id).executeTakeFirstOrThrow())
      .version
  await cashier(clientsContract.detail, { params: { id: data.id } })
  expect(await version()).toBe(1)
  await cashier(clientsContract.update, { params: { id: data.id }, body: { name: 'Fe Reyes' } })
  expect(await version()).toBe(2)
})

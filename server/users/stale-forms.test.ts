import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { usersContract } from '#shared/users/contract.ts'

let server: TestServer
let admin: Caller

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin')).token)
})
afterAll(() => server.close())

const userNow = async (search: string) =>
  (await admin(usersContract.list, { querystring: { search } })).users.find(({ name }) => name === search)!

test('saving a user form based on an older version does not make a demoted admin an admin again', async () => {
  const person = await createUser(server.db, 'admin', { name: 'Dina Cruz' })
  const params = { id: person.id }
  const old = await userNow('Dina Cruz')
  const body = { name: 'Dina Cruz', email: person.email, role: 'admin' as const }
  const demoted = (
    await admin(usersContract.update, { params, body: { ...body, role: 'cashier' } }, ifMatchVersion(old.version))
  ).data
  expect(demoted).toMatchObject({ role: 'cashier' })
  const logs = await logEntries(server.db)
  await expect(admin(usersContract.update, { params, body }, ifMatchVersion(old.version))).rejects.toMatchObject({
    status: 409,
    code: 'stale',
    data: demoted,
  })
  expect(await userNow('Dina Cruz')).toEqual(demoted)
  expect(await logEntries(server.db)).toEqual(logs)
  const promoted = (
    await admin(
      usersContract.update,
      { params, body: { ...body, password: 'a pearl of the sea' } },
      ifMatchVersion(demoted.version),
    )
  ).data
  expect(promoted.role).toBe('admin')
})

test('a change of a user without an If-Match header, or with *, is saved without a check of the user’s version', async () => {
  const person = await createUser(server.db, 'admin', { name: 'Mila Santos' })
  const body = { name: 'Mila Santos', email: person.email, role: 'cashier' as const }
  const params = { id: person.id }
  expect((await admin(usersContract.update, { params, body })).data.role).toBe('cashier')
  const back = { ...body, name: 'Mila S. Cruz' }
  const any = { headers: { 'if-match': '*' } }
  expect((await admin(usersContract.update, { params, body: back }, any)).data.name).toBe('Mila S. Cruz')
})

test('saving a client form based on an older version does not restore an old phone number', async () => {
  const person = await createUser(server.db, 'client', { name: 'Rosa Lim' })
  const params = { id: person.clientId! }
  const { version } = (await admin(clientsContract.list, { querystring: { search: 'Rosa Lim' } })).clients[0]!
  const body = { name: 'Rosa Lim', email: person.email, contact_number: '0917 555 0001' }
  const { data } = await admin(clientsContract.update, { params, body }, ifMatchVersion(version))
  const back = { ...body, contact_number: '0917 555 9999' }
  await expect(admin(clientsContract.update, { params, body: back }, ifMatchVersion(version))).rejects.toMatchObject({
    status: 409,
    code: 'stale',
    data,
  })
  expect((await admin(clientsContract.list, { querystring: { search: 'Rosa Lim' } })).clients).toEqual([data])
  expect((await admin(clientsContract.update, { params, body: back })).data.contact_number).toBe('0917 555 9999')
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#server/lib/passwords.ts'
import { createUser, givePassword } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { clientsContract as clients } from '#shared/clients/contract.ts'

const OWN = 'a password of my own'
const EMAIL = 'nina@example.ph'
let server: TestServer
let cashier: Caller

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  await server.db.deleteFrom('sessions').execute()
  await server.db
    .updateTable('people')
    .set({ email: null, closed_at: new Date(0) })
    .execute()
  cashier = server.as((await createUser(server.db, 'cashier', { name: 'Carla Reyes' })).token)
})

const addNina = async (email: string | undefined = EMAIL) =>
  (await cashier(clients.create, { body: { name: 'Ñiña Santos', email } })).data
const renew = (id: string) => cashier(clients.renewDefaultPassword, { params: { id } })
const logInOf = async (id: string) => (await cashier(clients.detail, { params: { id } })).data.log_in
const logIn = (password: string) => server.as(null)(authContract.login, { body: { email: EMAIL, password } })
const choose = (token: string) =>
  server.as(token)(authContract.choosePassword, { body: { current_password: 'nina123', new_password: OWN } })
const accountOf = (userId: string) =>
  server.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
const logs = () => logEntries(server.db)

/** Expects a call to fail with this error and to leave the account and the log unchanged. */
async function refused(client: { id: string; user_id: string }, error: object): Promise<void> {
  const before = [await accountOf(client.user_id), await logs()]
  await expect(renew(client.id)).rejects.toMatchObject(error)
  expect([await accountOf(client.user_id), await logs()]).toEqual(before)
}

test('renewing an expired default password makes it valid for 14 days, and only for choosing another', async () => {
  const { id } = await addNina()
  expect(await logInOf(id)).toEqual({
    status: 'Must set password',
    awaits_confirmation: true,
    default_password_until: '2026-12-05T09:00:00+08:00',
  })
  server.clock.now = new Date('2026-12-10T09:00:00+08:00')
  await expect(logIn('nina123')).rejects.toMatchObject({ status: 401 })
  const { data } = await renew(id)
  expect(data).toEqual({ default_password: 'nina123', default_password_until: '2026-12-24T09:00:00+08:00' })
  expect((await logInOf(id)).default_password_until).toBe('2026-12-24T09:00:00+08:00')
  server.clock.now = new Date('2026-12-24T08:59:59+08:00')
  const { token, user } = await logIn(data.default_password)
  expect(user.must_set_password).toBe(true)
  await expect(server.as(token)(sessionContract.session, {})).resolves.toMatchObject({ user: { email: EMAIL } })
  server.clock.now = new Date('2026-12-24T09:00:00+08:00')
  await expect(logIn(data.default_password)).rejects.toMatchObject({ status: 401 })
})

test('renewing a default password ends open sessions and password links, and the log records it without the password', async () => {
  const client = await addNina()
  const { token } = await logIn('nina123')
  await renew(client.id)
  await expect(server.as(token)(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })
  const log = (await logs()).at(-1)
  expect(log).toMatchObject({
    action: 'Renewed the default password of Ñiña Santos',
    type: 'update',
    user_name: 'Carla Reyes',
    subject_id: client.id,
    changed_fields: ['password'],
  })
  expect(JSON.stringify(log)).not.toMatch(/nina123|nina@|argon/)
})

test('the renewed default password is made from the client’s current name', async () => {
  const { id } = await addNina()
  await cashier(clients.update, { params: { id }, body: { name: 'Bea Cruz', email: EMAIL } })
  expect((await renew(id)).data.default_password).toBe('bea123')
  await expect(logIn('nina123')).rejects.toMatchObject({ status: 401 })
  expect((await logIn('bea123')).user.must_set_password).toBe(true)
})

test('a client whose e-mail was added later gets a default password by renewal, and can log in', async () => {
  const { id } = (await cashier(clients.create, { body: { name: 'Ñiña Santos' } })).data
  expect(await logInOf(id)).toEqual({ status: 'No email', default_password_until: null })
  await cashier(clients.update, { params: { id }, body: { name: 'Ñiña Santos', email: EMAIL } })
  expect(await logInOf(id)).toEqual({
    status: 'No password',
    awaits_confirmation: true,
    default_password_until: null,
  })
  const { data } = await renew(id)
  expect((await logIn(data.default_password)).user.must_set_password).toBe(true)
})

test('renewing the default password replaces no password that a client has chosen, and gives none to a client without an e-mail', async () => {
  const client = await addNina()
  await choose((await logIn('nina123')).token)
  expect(await logInOf(client.id)).toEqual({
    status: 'Own password',
    awaits_confirmation: true,
    default_password_until: null,
  })
  await refused(client, {
    status: 409,
    message: 'Ñiña Santos already has their own password. An admin can set a new one in User Management.',
  })
  await expect(logIn(OWN)).resolves.toBeDefined()
  const { data: without } = await cashier(clients.create, { body: { name: 'Dina Lopez' } })
  await refused(without, { status: 409, message: 'Without an email the client cannot log in. Add an email first.' })
})

test('a password that the client chooses while staff renew the default password is never replaced by the renewed one', async () => {
  // Choosing a password takes two hashes and renewing it takes one, so a renewal that starts one hash later finds the
  // password that the client has chosen meanwhile.
  for (const later of [0, 1, 1, 1]) {
    const client = await addNina()
    const { token } = await logIn('nina123')
    const hashes = async () => {
      for (let n = 0; n < later; n++) await hashPassword(OWN)
    }
    const [chosen, renewed] = await Promise.allSettled([choose(token), hashes().then(() => renew(client.id))])
    const { must_set_password } = await accountOf(client.user_id)
    expect([chosen.status, must_set_password]).toEqual(must_set_password ? ['rejected', true] : ['fulfilled', false])
    expect([chosen.status, renewed.status]).toContain('fulfilled')
    await server.db.updateTable('people').set({ email: null }).where('id', '=', client.user_id).execute()
  }
})

test('renewing the default password of a staff member, an unknown client or a removed client is rejected', async () => {
  const gone = await addNina()
  const closed = { email: null, closed_at: new Date() }
  await server.db.updateTable('people').set(closed).where('id', '=', gone.user_id).execute()
  await refused(gone, { status: 404, message: 'Client not found' })
  const colleague = await createUser(server.db, 'cashier')
  await givePassword(server.db, colleague.id, 'carla123', new Date('2026-12-01T00:00:00Z'))
  await refused({ id: colleague.id, user_id: colleague.id }, { status: 404 })
  await expect(renew('01900000-0000-7000-8000-00000000ffff')).rejects.toMatchObject({ status: 404 })
  await expect(renew('1')).rejects.toMatchObject({ status: 422 })
})

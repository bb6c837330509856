import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { clientsContract as clients } from '#shared/clients/contract.ts'
import { passwordMessages } from '#shared/users/messages.ts'

const EMAIL = 'nina@example.ph'
const TYPED = 'read it out to her'
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

type Body = Parameters<typeof cashier<typeof clients.assignAccount>>[1]['body']
const addClient = async (name: string, email?: string) =>
  (await cashier(clients.create, { body: { name, email } })).data
const assign = (body: Partial<Body>) =>
  cashier(clients.assignAccount, { body: { name: 'Ñiña Santos', email: EMAIL, ...body } })
const logIn = (password: string) => server.as(null)(authContract.login, { body: { email: EMAIL, password } })
const users = () => server.db.selectFrom('users').selectAll().orderBy('id').execute()
const logs = () => logEntries(server.db)

/** Expects a call to fail with this error and to leave accounts and log unchanged. */
async function refused(body: Partial<Body>, error: object): Promise<void> {
  const before = [await users(), await logs()]
  await expect(assign(body)).rejects.toMatchObject(error)
  expect([await users(), await logs()]).toEqual(before)
}

test('a client without a log-in gets one with the default password that staff entered, which only allows choosing another', async () => {
  const { id, user_id } = await addClient('Nina Santos')
  const answer = await assign({ client_id: id, customer_name: 'Nina Santos', password: TYPED })
  expect(answer).toMatchObject({
    data: { id, user_id, name: 'Ñiña Santos', email: EMAIL },
    default_password: null,
    default_password_until: '2026-12-05T09:00:00+08:00',
  })
  const { token, user } = await logIn(TYPED)
  expect(user).toMatchObject({ id: user_id, must_set_password: true })
  await expect(server.as(token)(sessionContract.session, {})).resolves.toMatchObject({ user: { email: EMAIL } })
  const log = (await logs()).find((row) => row.action.startsWith('Made a log-in'))
  expect(log).toMatchObject({
    action: 'Made a log-in for the client Ñiña Santos',
    subject_id: id,
    changed_fields: ['name', 'email', 'password'],
  })
  expect(JSON.stringify(log)).not.toMatch(/nina@|read it out|argon/)
  server.clock.now = new Date('2026-12-05T09:00:00+08:00')
  await expect(logIn(TYPED)).rejects.toMatchObject({ status: 401 })
})

test('if staff enter no password, the server generates the default password', async () => {
  const { id } = await addClient('Ñiña Santos')
  expect((await assign({ client_id: id })).default_password).toBe('nina123')
  expect((await logIn('nina123')).user.must_set_password).toBe(true)
})

test('a log-in can be created for a client by name, regardless of accents and case; an ambiguous name is rejected', async () => {
  const { id } = await addClient('Ñiña Santos')
  await addClient('Ñiña Santos Cruz')
  const answer = await assign({ customer_name: '  NINA  santos ' })
  expect(answer.data.id).toBe(id)
  await addClient('Bea Cruz')
  await addClient('Béa Cruz')
  await refused(
    { customer_name: 'bea cruz', email: 'bea@example.ph' },
    { status: 409, message: expect.stringMatching(/^Several clients are called B.a Cruz\. Please open/) as string },
  )
  await refused({ customer_name: 'Nobody Here' }, { status: 404, message: 'Client not found' })
})

test('creating a log-in is rejected for an e-mail in use, for a client who has one, and with missing fields', async () => {
  const ella = await addClient('Ella Cruz', 'ella@example.ph')
  const { id } = await addClient('Ñiña Santos')
  await refused({ client_id: id, email: 'ELLA@example.ph' }, { status: 409, data: { client_id: ella.id } })
  await refused({ client_id: ella.id }, { status: 409, message: 'Ella Cruz already has a log-in.' })
  await refused({ client_id: id, password: 'short' }, { errors: { password: ['Use at least 10 characters.'] } })
  await refused({ client_id: id, password: 'qwertyuiop' }, { errors: { password: [passwordMessages.easy] } })
  await refused({ client_id: id, email: '' }, { errors: { email: ['Enter a valid email address.'] } })
  await refused({ client_id: id, name: ' ' }, { errors: { name: ['Please enter a client name'] } })
  await refused({}, { status: 422, errors: { customer_name: ['Which client is it? Enter the name.'] } })
  await refused({ client_id: '01900000-0000-7000-8000-00000000ffff' }, { status: 404 })
})

test('of two simultaneous attempts to create an account for one client only one succeeds', async () => {
  const { id } = await addClient('Ñiña Santos')
  const emails = ['one@example.ph', 'two@example.ph', 'three@example.ph']
  const answers = await Promise.allSettled(emails.map((email) => assign({ client_id: id, email })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 })
})

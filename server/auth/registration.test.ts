import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#server/test/browser.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { fieldMessages, requestRefusals } from '#shared/lib/messages.ts'
import { passwordMessages } from '#shared/users/messages.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    limits: { registrations: { ...defaultLimits.registrations, atOnce: 20, most: 20 } },
  })
})
afterAll(() => server.close())

const visitor = { name: 'Bianca Garcia', email: 'bianca@example.ph', password: 'pearl of the orient' }
const register = (body: object, from: { address?: string } = {}) =>
  openBrowser(server.app, from).send('POST', '/api/register', body)
const userOf = (email: string) =>
  server.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

test('registering creates a client record, stores the password as an argon2id hash and logs the visitor in', async () => {
  const browser = openBrowser(server.app)
  const { status, body } = await browser.send('POST', '/api/register', { ...visitor, email: ' Bianca@Example.ph ' })
  expect(status).toBe(201)
  expect(body['user']).toMatchObject({ name: 'Bianca Garcia', email: visitor.email, user_role: 'client' })
  expect((await browser.send('GET', '/api/user')).body['user']).toEqual(body['user'])
  const user = await userOf(visitor.email)
  const clients = await server.db
    .selectFrom('clients')
    .innerJoin('people', 'people.id', 'clients.person_id')
    .selectAll()
    .where('person_id', '=', user!.id)
    .execute()
  expect(clients).toHaveLength(1)
  expect(clients[0]).toMatchObject({ first_name: 'Bianca Garcia', joined_at: server.clock.now })
  expect(user!.password_hash).toMatch(/^\$argon2id\$/)
})

test('a mobile number is optional and saved; one that cannot be dialled is rejected at its field', async () => {
  const email = 'with-number@example.ph'
  expect((await register({ ...visitor, email, contact_number: '0917 555' })).body['errors']).toEqual({
    contact_number: [fieldMessages.phone],
  })
  expect(await userOf(email)).toBeUndefined()
  expect((await register({ ...visitor, email, contact_number: '0917 555 1234' })).status).toBe(201)
  expect(await userOf(email)).toMatchObject({ contact_number: '0917 555 1234', contact_normalised: '+639175551234' })
  await register({ ...visitor, email: 'without@example.ph', contact_number: ' ' })
  expect(await userOf('without@example.ph')).toMatchObject({ contact_number: null })
})

test('a registration is in the history log by name, without e-mail and password', async () => {
  const user = await userOf(visitor.email)
  const rows = await logEntries(server.db, { subject_id: user!.id })
  expect(rows.map(({ action, type, user_name }) => ({ action, type, user_name }))).toEqual([
    { action: 'Registered as a client', type: 'create', user_name: 'Bianca Garcia' },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/bianca@|pearl of/)
})

test('an e-mail that is registered is rejected at its field, in any spelling', async () => {
  const { status, body } = await register({ ...visitor, email: 'BIANCA@example.ph' })
  expect(status).toBe(422)
  expect(body['errors']).toEqual({ email: ['This email is already registered.'] })
})

test('twelve simultaneous registrations with one e-mail create only one account', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => register({ ...visitor, email: 'race@example.ph' }, { address: '192.0.2.9' })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(11)
  const { id } = (await userOf('race@example.ph'))!
  const clients = await server.db.selectFrom('clients').select('id').where('person_id', '=', id).execute()
  expect(clients).toHaveLength(1)
})

test.each(['admin', 'cashier'])('a visitor cannot register with the role %s', async (user_role) => {
  const { status, body } = await register({ ...visitor, email: 'role@example.ph', user_role })
  expect(status).toBe(422)
  expect(body['errors']).toEqual({ user_role: [authMessages.roleClientOnly] })
  expect(await userOf('role@example.ph')).toBeUndefined()
})

test.each(['role', 'id', 'must_set_password', 'created_at', '__proto__x'])(
  'an unknown field in a registration (%s) is rejected',
  async (field) => {
    const { status, body } = await register({ ...visitor, email: 'extra@example.ph', [field]: 'admin' })
    expect(status).toBe(422)
    expect(body['errors']).toEqual({ [field]: ['This field is not known.'] })
    expect(await userOf('extra@example.ph')).toBeUndefined()
  },
)

test('a registration may contain the field user_role with the value «client», because the app’s specification sends this field', async () => {
  const { status } = await register({ ...visitor, email: 'spec@example.ph', user_role: 'client' })
  expect(status).toBe(201)
})

test.each([
  ['name', { name: '  ' }, authMessages.allFieldsRequired],
  ['email', { email: 'not an address' }, 'Enter a valid email address.'],
  ['password', { password: 'short' }, passwordMessages.tooShort],
  ['password', { password: 'x'.repeat(201) }, passwordMessages.tooLong],
])('a wrong %s in a registration is reported at its field', async (field, wrong, sentence) => {
  const { status, body } = await register({ ...visitor, email: 'wrong@example.ph', ...wrong })
  expect(status).toBe(422)
  expect(body['errors']).toEqual({ [field]: [sentence] })
})

test.each(['practitioner', 'cashier', 'admin'] as const)(
  'a %s cannot add clients through the registration',
  async (role) => {
    const staff = await createUser(server.db, role)
    await expect(
      server.as(staff.token)(authContract.register, { body: { ...visitor, email: 'staff@example.ph' } }),
    ).rejects.toMatchObject({ status: 403, message: authMessages.staffRegister })
    expect(await userOf('staff@example.ph')).toBeUndefined()
    expect((await server.as(staff.token)(sessionContract.session, {})).user.id).toBe(staff.id)
  },
)

test('after twenty registrations from one IP address, further ones from this address get a 429', async () => {
  const from = { address: '192.0.2.77' }
  const statuses = []
  for (let i = 0; i < 22; i++) statuses.push((await register({ ...visitor }, from)).status)
  expect(statuses).toEqual([...Array<number>(20).fill(422), 429, 429])
  expect((await register({ ...visitor }, from)).body['message']).toBe(requestRefusals.tooMany)
})

test('a name, an e-mail or a password that is missing, null or blank in a registration gets the same message', async () => {
  for (const field of ['name', 'email', 'password'] as const)
    for (const value of [undefined, null, '', '   ']) {
      const { status, body } = await register({ ...visitor, email: 'nobody@example.ph', [field]: value })
      expect([status, body['message']], `${field} ${JSON.stringify(value)}`).toEqual([422, 'All fields are required!'])
      expect(body['errors']).toEqual({ [field]: ['All fields are required!'] })
    }
  const { body } = await register({ name: 'Bianca Garcia', email: 'not an address' })
  expect(body['message']).toBe('All fields are required!')
  expect(await userOf('nobody@example.ph')).toBeUndefined()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { openBrowser } from '#server/test/browser.ts'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { usersContract } from '#shared/users/contract.ts'
import { passwordMessages } from '#shared/users/messages.ts'

const OLD = 'pearl of the orient'
const NEW = 'tricycle-mango-92'
let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer()
  admin = await createUser(server.db, 'admin', { name: 'Isabel Cruz' })
})
afterAll(() => server.close())

const person = async (role: 'client' | 'cashier' = 'client') => {
  const user = await createUser(server.db, role, { name: 'Liza Ramos' })
  await givePassword(server.db, user.id, OLD)
  return user
}
const makeLink = (id: string) => server.as(admin.token)(authContract.createResetLink, { params: { id }, body: {} })
const linkFor = async (id: string) => {
  const { link } = (await makeLink(id)).data
  expect(link).toMatch(/^\/reset-password#[\w-]{43}$/)
  return link.split('#')[1]!
}
const reset = (token: string, password = NEW) =>
  server.as(null)(authContract.resetPassword, { body: { token, password } })
const logIn = (user: TestUser, password: string) =>
  server.as(null)(authContract.login, { body: { email: user.email, password } })
const isVoid = { status: 422, errors: { token: [authMessages.linkVoid] } }
const logsOf = (id: string) => logEntries(server.db, { subject_id: id })

test('an admin’s password link works once, ends every session and is logged without its token', async () => {
  const user = await person('cashier')
  const { data } = await makeLink(user.id)
  expect(data.works_until).toBe('2026-11-22T09:00:00+08:00')
  const token = data.link.split('#')[1]!
  expect(await reset(token)).toEqual({ message: authMessages.passwordReset })
  await expect(server.as(user.token)(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })
  await expect(logIn(user, OLD)).rejects.toMatchObject({ status: 401 })
  expect((await logIn(user, NEW)).user.id).toBe(user.id)
  await expect(reset(token)).rejects.toMatchObject(isVoid)
  const logs = await logsOf(user.id)
  expect(logs.map(({ action, type, user_name, changed_fields }) => [action, type, user_name, changed_fields])).toEqual([
    ['Made a one-time link for Liza Ramos', 'create', 'Isabel Cruz', []],
    ['Set a new password with a one-time link', 'update', 'Liza Ramos', ['password']],
    ['Logged in', 'system', 'Liza Ramos', []],
  ])
  expect(JSON.stringify(logs)).not.toMatch(new RegExp(`${token}|@|${NEW}`))
})

test('if the clinic’s URL is configured, an admin’s password link is a full URL', async () => {
  const configured = await startTestServer({ publicUrl: 'https://clinic.example.ph' })
  const owner = await createUser(configured.db, 'admin')
  const user = await createUser(configured.db, 'client')
  const input = { params: { id: user.id }, body: {} }
  const { data } = await configured.as(owner.token)(authContract.createResetLink, input)
  expect(data.link).toMatch(/^https:\/\/clinic\.example\.ph\/reset-password#[\w-]{43}$/)
  await configured.close()
})

test('only a hash of the password link’s token is stored', async () => {
  const user = await person()
  const token = await linkFor(user.id)
  const row = await server.db.selectFrom('reset_links').selectAll().where('user_id', '=', user.id).executeTakeFirst()
  expect(row!.token_hash).toHaveLength(32)
  expect(JSON.stringify(row)).not.toContain(token)
  expect(row!.token_hash.equals(Buffer.from(token, 'base64url'))).toBe(false)
})

test('of twelve simultaneous uses of one password link only one sets the password', async () => {
  const user = await person()
  const token = await linkFor(user.id)
  const answers = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => reset(token, `${NEW}-${i}`)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(isVoid)
})

test('a newer password link makes the older one invalid', async () => {
  const user = await person()
  const older = await linkFor(user.id)
  const newer = await linkFor(user.id)
  await expect(reset(older)).rejects.toMatchObject(isVoid)
  await reset(newer)
})

test('a password link expires after a day, and its row is deleted', async () => {
  const user = await person()
  const token = await linkFor(user.id)
  const before = server.clock.now
  server.clock.now = new Date(before.getTime() + 24 * 3_600_000)
  await expect(reset(token)).rejects.toMatchObject(isVoid)
  await cleanUp(server.db, server.clock.now, server.uploadsDir)
  server.clock.now = before
  expect(await server.db.selectFrom('reset_links').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
})

const changePerson = (id: string, values: { email: string | null; closed_at?: Date }) =>
  server.db.updateTable('people').set(values).where('id', '=', id).execute()

test.each([
  ['another email', (id: string) => changePerson(id, { email: `${id}@other.ph` })],
  [
    'another password',
    (id: string) =>
      server.db.updateTable('accounts').set({ password_hash: 'something else' }).where('id', '=', id).execute(),
  ],
  ['closing the account', (id: string) => changePerson(id, { email: null, closed_at: server.clock.now })],
])('a password link is invalid after a change of its user: %s', async (_, change) => {
  const user = await person()
  const token = await linkFor(user.id)
  await change(user.id)
  await expect(reset(token)).rejects.toMatchObject(isVoid)
})

test('changing the user’s name does not affect the password link', async () => {
  const user = await person()
  const token = await linkFor(user.id)
  await server.db.updateTable('people').set({ first_name: 'Liza R.' }).where('id', '=', user.id).execute()
  await reset(token)
})

test('a weak or short password is rejected and does not use up the password link', async () => {
  const user = await person()
  const token = await linkFor(user.id)
  const refused = (sentence: string) => ({ status: 422, errors: { password: [sentence] } })
  await expect(reset(token, 'qwertyuiop')).rejects.toMatchObject(refused(passwordMessages.easy))
  await expect(reset(token, 'LizaRamos2026')).rejects.toMatchObject(refused(passwordMessages.easy))
  await expect(reset(token, 'short')).rejects.toMatchObject(refused(passwordMessages.tooShort))
  await reset(token)
})

test('a password link can replace an expired default password', async () => {
  const user = await person()
  await givePassword(server.db, user.id, 'liza123', new Date('2026-11-01T00:00:00Z'))
  await reset(await linkFor(user.id))
  expect((await logIn(user, NEW)).user.must_set_password).toBe(false)
  const [row] = (await server.as(admin.token)(usersContract.list, { querystring: { search: user.email } })).users
  expect(row!.status).toBe('Active')
})

test('a user who has reset the password can log in even if attackers have locked the account', async () => {
  const user = await person()
  const browser = openBrowser(server.app, { address: '192.0.2.50' })
  const attempt = (password: string, from = browser) => from.send('POST', '/api/login', { email: user.email, password })
  expect((await attempt(OLD)).status).toBe(200)
  const stolen = openBrowser(server.app, { address: '192.0.2.50' })
  for (const [name, value] of browser.cookies) stolen.cookies.set(name, value)
  const token = await linkFor(user.id)
  const fresh = openBrowser(server.app, { address: '192.0.2.50' })
  expect((await fresh.send('POST', '/api/reset-password', { token, password: NEW })).status).toBe(200)
  for (let i = 0; i < 10; i++) await attempt('a wrong one', openBrowser(server.app, { address: '192.0.2.50' }))
  expect((await attempt(NEW, fresh)).status).toBe(200)
  // Devices known before the reset are no longer recognized.
  expect((await attempt(NEW, stolen)).status).toBe(429)
})

test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(1_000)])(
  'an invalid token of a password link is rejected: %j',
  async (token) => {
    await expect(reset(token)).rejects.toMatchObject({ status: 422 })
  },
)

test('no password link can be created for oneself, for a closed account or for a user without an email', async () => {
  await expect(makeLink(admin.id)).rejects.toMatchObject({ status: 409, message: authMessages.linkForOneself })
  const closed = await person()
  await server.as(admin.token)(usersContract.remove, { params: { id: closed.id } })
  await expect(makeLink(closed.id)).rejects.toMatchObject({ status: 404 })
  const without = await person()
  await server.db.updateTable('people').set({ email: null }).where('id', '=', without.id).execute()
  await expect(makeLink(without.id)).rejects.toMatchObject({
    status: 409,
    message: authMessages.linkNeedsEmail('Liza Ramos'),
  })
})

test.each([
  ['closed', (by: TestUser) => server.as(admin.token)(usersContract.remove, { params: { id: by.id } })],
  [
    'demoted',
    (by: TestUser) => server.db.updateTable('accounts').set({ role: 'cashier' }).where('id', '=', by.id).execute(),
  ],
])('a password link stops working when the account of the admin who made it is %s', async (_, dismiss) => {
  const dismissed = await createUser(server.db, 'admin')
  const user = await person()
  const input = { params: { id: user.id }, body: {} }
  const { link } = (await server.as(dismissed.token)(authContract.createResetLink, input)).data
  await dismiss(dismissed)
  await expect(reset(link.split('#')[1]!)).rejects.toMatchObject(isVoid)
  expect((await logIn(user, OLD)).user.id).toBe(user.id)
  // A newer link of another admin is valid.
  await reset(await linkFor(user.id))
})

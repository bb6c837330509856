import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#server/test/browser.ts'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import type { Role } from '#shared/people/role.ts'

const PASSWORD = 'pearl of the orient'
let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  admin = await person('admin')
})
afterAll(() => server.close())

async function person(role: Role, options: { defaultUntil?: Date; name?: string } = {}) {
  const user = await createUser(server.db, role, options.name ? { name: options.name } : {})
  await givePassword(server.db, user.id, PASSWORD, options.defaultUntil)
  return user
}
const logIn = (email: string, password = PASSWORD) => server.as(null)(authContract.login, { body: { email, password } })
const logsOf = (userId: string) => logEntries(server.db, { user_id: userId })

test('logging in with e-mail and password returns a session in the body and in two cookies', async () => {
  const cashier = await person('cashier')
  const browser = openBrowser(server.app)
  const { status, body, answer } = await browser.send('POST', '/api/login', {
    email: ` ${cashier.email.toUpperCase()} `,
    password: PASSWORD,
  })
  expect(status).toBe(200)
  expect(body['user']).toEqual({
    id: cashier.id,
    name: cashier.name,
    email: cashier.email,
    contact_number: null,
    user_role: 'cashier',
    must_set_password: false,
  })
  const [token, csrf] = answer.cookies
  expect(token).toEqual({
    name: 'access_token',
    value: body['token'],
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    maxAge: 86_400,
  })
  expect(csrf).toEqual({ name: 'csrf_token', value: expect.any(String), sameSite: 'Strict', path: '/', maxAge: 86_400 })
  const session = await browser.send('GET', '/api/user')
  expect(session.body).toEqual({ user: body['user'] })
})

test('over https the cookies are Secure, whatever protocol the proxy uses to the server', async () => {
  const secure = await startTestServer({ publicUrl: 'https://clinic.example.ph' })
  const user = await createUser(secure.db, 'client')
  await givePassword(secure.db, user.id, PASSWORD)
  const browser = openBrowser(secure.app, { origin: 'https://clinic.example.ph' })
  const { answer } = await browser.send('POST', '/api/login', { email: user.email, password: PASSWORD })
  expect(answer.cookies.map(({ name, secure: isSecure }) => [name, isSecure])).toEqual([
    ['access_token', true],
    ['csrf_token', true],
    ['known_device', true],
  ])
  await secure.close()
})

test('the database stores only a hash of the session token', async () => {
  const { token } = await logIn(admin.email)
  const rows = await server.db.selectFrom('sessions').selectAll().where('user_id', '=', admin.id).execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows.some((row) => row.token_hash.equals(Buffer.from(token)))).toBe(false)
})

test('a wrong password, an unknown e-mail and an account without a password get the same answer', async () => {
  const withoutPassword = await createUser(server.db, 'client')
  const answers = await Promise.all(
    [
      { email: admin.email, password: 'not the password' },
      { email: 'nobody@example.ph', password: 'not the password' },
      { email: withoutPassword.email, password: 'not the password' },
    ].map(async (body) => (await openBrowser(server.app).send('POST', '/api/login', body)).answer),
  )
  for (const answer of answers) {
    expect(answer.statusCode).toBe(401)
    expect(answer.body).toBe(answers[0]!.body)
    expect(answer.cookies).toEqual([])
  }
  expect(answers[0]!.json()).toEqual({ message: authMessages.wrongCredentials, code: 'unauthenticated' })
})

test('an unknown e-mail is answered as slowly as a wrong password', async () => {
  const known = await person('client')
  const times = { known: [] as number[], unknown: [] as number[] }
  // Measures the CPU time of this process, so that other work on the machine does not count. Nearly all of it is
  // password hashing.
  for (let i = 0; i < 9; i++)
    for (const [kind, email] of [['known', known.email] as const, ['unknown', 'no-such@example.ph'] as const]) {
      const start = process.cpuUsage()
      await expect(logIn(email, 'not the password')).rejects.toMatchObject({ status: 401 })
      times[kind].push(process.cpuUsage(start).user)
    }
  const median = (values: number[]) => values.sort((a, b) => a - b)[4]!
  expect(median(times.unknown)).toBeGreaterThan(median(times.known) / 2)
  expect(median(times.unknown)).toBeLessThan(median(times.known) * 2)
})

test('after a default password has expired, only a user who enters exactly this password learns that it has expired', async () => {
  const client = await person('client', { defaultUntil: new Date('2026-11-22T09:00:00+08:00') })
  expect((await logIn(client.email)).user.must_set_password).toBe(true)
  const before = server.clock.now
  server.clock.now = new Date('2026-11-22T09:00:00+08:00')
  try {
    await expect(logIn(client.email)).rejects.toMatchObject({
      status: 401,
      message: authMessages.defaultPasswordExpired,
    })
    await expect(logIn(client.email, 'maria123456')).rejects.toMatchObject({ message: authMessages.wrongCredentials })
  } finally {
    server.clock.now = before
  }
})

test('a session expires after the configured number of hours', async () => {
  const user = await person('client')
  const { token } = await logIn(user.email)
  const before = server.clock.now
  server.clock.now = new Date(before.getTime() + 24 * 3_600_000)
  try {
    await expect(server.as(token)(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })
  } finally {
    server.clock.now = before
  }
})

test('logging in again makes the session token of the browser’s earlier log-in invalid', async () => {
  const user = await person('client')
  const browser = openBrowser(server.app)
  await browser.send('POST', '/api/login', { email: user.email, password: PASSWORD })
  const first = browser.cookies.get('access_token')!
  await browser.send('POST', '/api/login', { email: user.email, password: PASSWORD })
  const second = browser.cookies.get('access_token')!
  expect(second).not.toBe(first)
  await expect(server.as(first)(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })
  expect((await server.as(second)(sessionContract.session, {})).user.id).toBe(user.id)
})

test('a session token that an attacker has planted in a browser does not become valid by logging in', async () => {
  const planted = 'A'.repeat(43)
  const browser = openBrowser(server.app)
  browser.cookies.set('access_token', planted)
  await browser.send('POST', '/api/login', { email: admin.email, password: PASSWORD })
  expect(browser.cookies.get('access_token')).not.toBe(planted)
  await expect(server.as(planted)(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })
})

test('logging out ends the session in the database, clears both cookies and keeps other sessions', async () => {
  const user = await person('client')
  const elsewhere = await logIn(user.email)
  const browser = openBrowser(server.app)
  await browser.send('POST', '/api/login', { email: user.email, password: PASSWORD })
  const token = browser.cookies.get('access_token')!
  expect((await browser.send('POST', '/api/logout')).status).toBe(200)
  expect([...browser.cookies.keys()]).toEqual(['known_device'])
  await expect(server.as(token)(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })
  expect((await server.as(elsewhere.token)(sessionContract.session, {})).user.id).toBe(user.id)
})

test('log-in and log-out are recorded in the history log without an e-mail address', async () => {
  const user = await person('cashier', { name: 'Liza Ramos' })
  const { token } = await logIn(user.email)
  await server.as(token)(sessionContract.logout, { body: {} })
  const rows = await logsOf(user.id)
  expect(rows.map(({ action, type, user_name }) => ({ action, type, user_name }))).toEqual([
    { action: 'Logged in', type: 'system', user_name: 'Liza Ramos' },
    { action: 'Logged out', type: 'system', user_name: 'Liza Ramos' },
  ])
  expect(JSON.stringify(rows)).not.toContain(user.email)
})

test('an unknown field in a log-in is rejected by name', async () => {
  const body = { email: admin.email, password: PASSWORD, user_role: 'admin' }
  const { status, body: answer } = await openBrowser(server.app).send('POST', '/api/login', body)
  expect(status).toBe(422)
  expect(answer['errors']).toEqual({ user_role: ['This field is not known.'] })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestRefusals } from '#shared/lib/messages.ts'
import { openBrowser, type Browser } from '#server/test/browser.ts'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { ifMatchCurrent } from '#server/test/if-match.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

const PASSWORD = 'pearl of the orient'
let server: TestServer
let admin: TestUser
let victim: TestUser

beforeAll(async () => {
  server = await startTestServer()
  admin = await createUser(server.db, 'admin', { name: 'Isabel Cruz' })
  await givePassword(server.db, admin.id, PASSWORD)
  victim = await createUser(server.db, 'cashier', { name: 'Liza Ramos' })
})
afterAll(() => server.close())

async function loggedIn(): Promise<Browser> {
  const browser = openBrowser(server.app)
  await browser.send('POST', '/api/login', { email: admin.email, password: PASSWORD })
  return browser
}
const change = { name: 'Changed', email: 'changed@example.ph', role: 'cashier' }
const path = () => `/api/edit-user-by-admin/${victim.id}`
const nameNow = async () =>
  (await server.db.selectFrom('users').select('name').where('id', '=', victim.id).executeTakeFirstOrThrow()).name

async function expectRefused(send: (browser: Browser) => ReturnType<Browser['send']>, sentence: string) {
  const { status, body } = await send(await loggedIn())
  expect({ status, message: body['message'] }).toEqual({ status: 403, message: sentence })
  expect(await nameNow()).toBe('Liza Ramos')
}

test('a request with the session cookie but without the header of the cross-site token changes nothing', () =>
  expectRefused((browser) => browser.send('PUT', path(), change, { csrf: false }), requestRefusals.noCsrfToken))

test('a request whose cross-site token in the header differs from that in the cookie changes nothing', () =>
  expectRefused(
    (browser) => browser.send('PUT', path(), change, { headers: { 'x-csrf-token': 'x'.repeat(32) } }),
    requestRefusals.noCsrfToken,
  ))

test('a request from another origin changes nothing, even with the right cross-site token', () =>
  expectRefused(
    (browser) => browser.send('PUT', path(), change, { origin: 'https://evil.example' }),
    requestRefusals.foreignOrigin,
  ))

test('a request from an opaque origin (a sandboxed frame) changes nothing', () =>
  expectRefused((browser) => browser.send('PUT', path(), change, { origin: 'null' }), requestRefusals.foreignOrigin))

test('without an Origin header, the browser’s Sec-Fetch-Site header decides whether a change is accepted', () =>
  expectRefused(
    (browser) => browser.send('PUT', path(), change, { origin: null, headers: { 'sec-fetch-site': 'cross-site' } }),
    requestRefusals.foreignOrigin,
  ))

test.each(['text/plain', 'application/x-www-form-urlencoded'])(
  'an HTML form sent by another page (%s) changes nothing',
  async (type) => {
    const browser = await loggedIn()
    const form = (headers: Record<string, string>, origin: string) =>
      browser.send('POST', '/api/store-user-by-admin', JSON.stringify({ ...change, password: PASSWORD }), {
        csrf: false,
        origin,
        headers: { 'content-type': type, ...headers },
      })
    expect((await form({}, 'https://evil.example')).status).toBe(403)
    expect((await form({}, 'http://localhost')).status).toBe(403)
    const withToken = { 'x-csrf-token': browser.cookies.get('csrf_token')! }
    expect((await form(withToken, 'http://localhost')).status).toBe(422)
    const found = await server.db.selectFrom('users').select('id').where('email', '=', change.email).execute()
    expect(found).toEqual([])
  },
)

test('a method override in a header or a parameter is ignored', async () => {
  const browser = await loggedIn()
  const headers = { 'x-http-method-override': 'DELETE' }
  const address = `/api/delete-user-by-admin/${victim.id}`
  for (const method of ['GET', 'POST'] as const)
    expect((await browser.send(method, `${address}?_method=DELETE`, undefined, { headers })).status).toBe(404)
  expect(await nameNow()).toBe('Liza Ramos')
})

test.each(['/api/login', '/api/register', '/api/setup'])(
  'a call of %s by a page of another origin is rejected',
  async (url) => {
    const body = { email: 'someone@example.ph', password: PASSWORD }
    const { status, answer } = await openBrowser(server.app, { origin: 'https://evil.example' }).send('POST', url, body)
    expect(status).toBe(403)
    expect(answer.cookies).toEqual([])
  },
)

test('a request with a bearer token needs no cross-site check, because no browser sends the token automatically', async () => {
  const { answer } = await openBrowser(server.app, { origin: 'https://evil.example' }).send(
    'PUT',
    path(),
    { ...change, name: 'Liza Ramos' },
    {
      headers: {
        authorization: `Bearer ${admin.token}`,
        ...(await ifMatchCurrent(server.db, 'users', victim.id)).headers,
      },
    },
  )
  expect(answer.statusCode).toBe(200)
})

test('a request with an Authorization header is authenticated by that header only', async () => {
  const browser = await loggedIn()
  const { status } = await browser.send('GET', '/api/user', undefined, { headers: { authorization: 'Bearer forged' } })
  expect(status).toBe(401)
})

test.each([
  ['neither a session cookie nor an Authorization header', {}, 'No token found. Please log in.'],
  [
    'an Authorization header without a token',
    { authorization: 'Bearer ' },
    'Authentication token missing. Please log in.',
  ],
  [
    'an Authorization header of another scheme',
    { authorization: 'Basic YTpi' },
    'Authentication token missing. Please log in.',
  ],
  ['an invalid token', { authorization: 'Bearer forged' }, 'Authentication required. Please log in.'],
])('a call with %s gets a 401 with a message for exactly this mistake', async (_, headers, sentence) => {
  const { status, body } = await openBrowser(server.app).send('GET', '/api/user', undefined, { headers })
  expect({ status, message: body['message'] }).toEqual({ status: 401, message: sentence })
})

test('a second tab that requests the cross-site token gets the same one, so that both tabs can make changes', async () => {
  const browser = openBrowser(server.app)
  await browser.send('GET', '/api/csrf-cookie')
  const first = browser.cookies.get('csrf_token')
  await browser.send('GET', '/api/csrf-cookie')
  expect(first).toMatch(/^[\w-]{32}$/)
  expect(browser.cookies.get('csrf_token')).toBe(first)
  browser.cookies.set('csrf_token', 'planted')
  await browser.send('GET', '/api/csrf-cookie')
  expect(browser.cookies.get('csrf_token')).not.toBe('planted')
})

test('logging in issues a new cross-site token', async () => {
  const browser = openBrowser(server.app)
  await browser.send('GET', '/api/csrf-cookie')
  const before = browser.cookies.get('csrf_token')
  await browser.send('POST', '/api/login', { email: admin.email, password: PASSWORD })
  expect(browser.cookies.get('csrf_token')).not.toBe(before)
})

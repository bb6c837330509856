import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestRefusals } from '#shared/lib/messages.ts'
import { everyEndpoint } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { accessMatrix } from './access-matrix.ts'
import { createUser } from './factories.ts'
import { startTestServer, type TestServer } from './server.ts'

const CSRF = 'c'.repeat(32)
let server: TestServer
const cookies = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  for (const role of ['client', 'practitioner', 'cashier', 'admin'] as const)
    cookies.set(role, `access_token=${(await createUser(server.db, role)).token}; csrf_token=${CSRF}`)
})
afterAll(() => server.close())

const nameOf = ({ method, url }: Endpoint) => `${method} ${url}`
const changes = everyEndpoint.filter((e) => e.method !== 'GET').map((e) => [nameOf(e), e] as const)
const addressOf = (e: Endpoint) => e.url.replace(/:\w+/g, '01900000-0000-7000-8000-00000000ffff')

/** The cookies of a user who may make the call. A browser also sends these cookies with requests from other sites. */
function cookieFor(e: Endpoint): string {
  const may = accessMatrix.find(({ call }) => call === nameOf(e))?.may ?? []
  return cookies.get(
    ['admin', 'client', 'practitioner'].find((role) => may.some((caller) => caller === role)) ?? 'client',
  )!
}

const inject = (e: Endpoint, headers: Record<string, string>, method: string = e.method, payload?: string) =>
  server.app.inject({
    method: method as 'POST',
    url: addressOf(e),
    headers: { host: 'clinic.example', cookie: cookieFor(e), ...headers },
    ...(payload !== undefined && { payload }),
  })

async function send(...call: Parameters<typeof inject>) {
  const answer = await inject(...call)
  return { status: answer.statusCode, message: answer.json<{ message: string }>().message }
}

test.each(changes)(
  'the call %s cannot be made by a page of another site, whatever secrets the page knows',
  async (_, e) => {
    const foreign = { status: 403, message: requestRefusals.foreignOrigin }
    const token = { 'x-csrf-token': CSRF }
    expect(await send(e, { ...token, origin: 'https://evil.example' })).toEqual(foreign)
    expect(await send(e, { ...token, origin: 'null' })).toEqual(foreign)
    expect(await send(e, { ...token, origin: 'http://clinic.example.evil.example' })).toEqual(foreign)
    expect(await send(e, { ...token, 'sec-fetch-site': 'cross-site' })).toEqual(foreign)
  },
)

test.each(changes.filter(([, e]) => e.access !== 'public'))(
  'the call %s rejects a request with only the session cookies, and reads no HTML form',
  async (_, e) => {
    const home = { origin: 'http://clinic.example' }
    const bare = { status: 403, message: requestRefusals.noCsrfToken }
    expect(await send(e, home)).toEqual(bare)
    expect(await send(e, { ...home, 'x-csrf-token': 'd'.repeat(32) })).toEqual(bare)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const form = { ...home, 'content-type': type }
      expect(await send(e, form, e.method, '{"status":"cancelled"}')).toEqual(bare)
    }
  },
)

test.each(changes)(
  'a GET or HEAD request for the URL of %s changes nothing, with any method override',
  async (name, e) => {
    const isAlsoRead = everyEndpoint.some((other) => other.method === 'GET' && other.url === e.url)
    const writesOnRead = everyEndpoint.some((other) => other.url === e.url && other.writesOnRead)
    const told = { 'x-csrf-token': CSRF, 'x-http-method-override': e.method, 'x-method-override': e.method }
    const { statusCode } = await inject(e, told, 'GET')
    if (!isAlsoRead) expect([name, statusCode]).toEqual([name, 404])
    // HEAD is answered like GET, but without a body; another test shows that it changes nothing. If the GET call
    // writes, HEAD is answered with 200, because the record is not looked for.
    const head = (await inject(e, told, 'HEAD')).statusCode
    expect([name, head]).toEqual([name, writesOnRead && statusCode === 404 ? 200 : statusCode])
  },
)

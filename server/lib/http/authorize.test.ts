import cookie from '@fastify/cookie'
import Fastify, { type FastifyContextConfig, type FastifyRequest, type InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { apiKeyMessages } from '#shared/api-keys/messages.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { callMessages, requestRefusals } from '#shared/lib/messages.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Principal } from '#server/lib/context.ts'
import { addAuthorization, hasApiKey, tokenOf } from './authorize.ts'

const cashier: Principal = {
  id: '1',
  person_id: '2',
  name: 'Liza Ramos',
  email: 'liza@example.ph',
  role: 'cashier',
  permissions: permissionsOf('cashier'),
  must_set_password: false,
  must_set_up_second_factor: false,
  session_id: '3',
  hand_over_id: null,
  api_key_id: null,
}

/** Returns a function that sends requests to an app with one call, `/api/call`, and returns the answers. */
async function openCall(config: FastifyContextConfig, caller: Partial<Principal> | null = {}, publicUrl?: string) {
  const app = Fastify()
  const asked: string[] = []
  await app.register(cookie)
  addAuthorization(app, {
    findPrincipal: async (token) => {
      asked.push(token)
      return caller && { ...cashier, ...caller }
    },
    publicUrl,
  })
  app.setErrorHandler((error, _, reply) =>
    error instanceof AppError ? reply.code(error.status).send({ message: error.message }) : reply.code(500).send({}),
  )
  const handler = async ({ principal, sessionToken }: FastifyRequest) => ({
    name: principal?.name ?? null,
    sessionToken,
  })
  app.route({ method: ['GET', 'HEAD', 'POST'], url: '/api/call', config, handler })
  const send = async (options: InjectOptions = {}) => {
    const answer = await app.inject({ method: 'POST', url: '/api/call', ...options })
    return { status: answer.statusCode, ...(answer.body && answer.json<object>()) }
  }
  return { app, asked, send }
}

const bearer = { authorization: 'Bearer token' }
const refused = (status: number, message: string) => ({ status, message })
const admitted = { status: 200, name: 'Liza Ramos', sessionToken: 'token' }

test('a call that needs a permission is made by those who have it, and refused to anybody else', async () => {
  const allowed = await openCall({ access: 'sales.create' })
  expect(await allowed.send({ headers: bearer })).toEqual(admitted)
  expect(allowed.asked).toEqual(['token'])
  const forbidden = await openCall({ access: 'cash.manage' })
  expect(await forbidden.send({ headers: bearer })).toEqual(refused(403, requestRefusals.notAllowed))
})

test('a call for any account needs a log-in and no permission', async () => {
  const call = await openCall({ access: 'any-account' }, { permissions: new Set() })
  expect(await call.send({ headers: bearer })).toEqual(admitted)
  expect(await call.send()).toEqual(refused(401, requestRefusals.noToken))
  const unknown = await openCall({ access: 'any-account' }, null)
  expect(await unknown.send({ headers: bearer })).toEqual(refused(401, callMessages.authenticationRequired))
})

test('a public call needs no log-in; only a public change, and not a read, looks up who is logged in', async () => {
  const call = await openCall({ access: 'public' })
  expect(await call.send()).toEqual({ status: 200, name: null, sessionToken: null })
  expect(await call.send({ headers: bearer })).toEqual(admitted)
  expect(call.asked).toEqual(['token'])
  for (const method of ['GET', 'HEAD'] as const)
    expect(await call.send({ method, headers: bearer })).toMatchObject({ status: 200 })
  expect(call.asked).toEqual(['token'])
  const unknown = await openCall({ access: 'public' }, null)
  expect(await unknown.send({ headers: bearer })).toEqual({ status: 200, name: null, sessionToken: 'token' })
})

test('a page without declared access is served without looking up who is logged in', async () => {
  const page = await openCall({ access: 'public' })
  page.app.get('/page', async () => ({ page: true }))
  expect(await page.send({ method: 'GET', url: '/page', headers: bearer })).toEqual({ status: 200, page: true })
  expect(page.asked).toEqual([])
})

test.each(['Basic abc', 'Bearer', 'Bearer ', 'Bearer a b', 'token', 'xBearer token', ''])(
  'the Authorization header “%s” contains no token and is refused, and the cookie beside it is not used',
  async (authorization) => {
    const call = await openCall({ access: 'any-account' })
    const answer = await call.send({ headers: { authorization }, cookies: { access_token: 'token' } })
    expect(answer).toEqual(refused(401, requestRefusals.tokenMissing))
  },
)

test('the word Bearer is accepted in any case', async () => {
  const call = await openCall({ access: 'any-account' })
  expect(await call.send({ headers: { authorization: 'bearer token' } })).toEqual(admitted)
})

test('a change with a session cookie needs a header that repeats the CSRF token of the cookie', async () => {
  const call = await openCall({ access: 'any-account' })
  const cookies = { access_token: 'token', csrf_token: 'abc' }
  const send = (csrf?: string, own: Record<string, string> = cookies) =>
    call.send({ cookies: own, headers: csrf === undefined ? {} : { 'x-csrf-token': csrf } })
  expect(await send('abc')).toEqual(admitted)
  for (const wrong of [undefined, '', 'abd', 'abcd', 'ab'])
    expect(await send(wrong), wrong).toEqual(refused(403, requestRefusals.noCsrfToken))
  expect(await send('', { access_token: 'token' })).toEqual(refused(403, requestRefusals.noCsrfToken))
  expect(await send(undefined, { access_token: 'token' })).toEqual(refused(403, requestRefusals.noCsrfToken))
})

test('a read with a session cookie needs no CSRF token', async () => {
  const call = await openCall({ access: 'any-account' })
  const read = {
    method: 'GET',
    cookies: { access_token: 'token' },
    headers: { origin: 'https://evil.example' },
  } as const
  expect(await call.send(read)).toEqual(admitted)
})

test('a public change needs a CSRF token only if it is sent with a valid session cookie', async () => {
  const visitor = await openCall({ access: 'public' }, null)
  expect(await visitor.send({ cookies: { access_token: 'expired' } })).toMatchObject({ status: 200, name: null })
  const known = await openCall({ access: 'public' })
  expect(await known.send({ cookies: { access_token: 'token' } })).toEqual(refused(403, requestRefusals.noCsrfToken))
})

test.each([
  [{ origin: 'http://clinic.ph' }, 200],
  [{ origin: 'https://clinic.ph' }, 200],
  [{ origin: 'https://clinic.ph:8443' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'https://clinic.ph', 'sec-fetch-site': 'cross-site' }, 200],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
])('a change from a browser page with the headers %j gets status %i', async (headers, status) => {
  const call = await openCall({ access: 'public' })
  const answer = await call.send({ headers: { host: 'clinic.ph', ...headers } })
  expect(answer).toMatchObject(status === 200 ? { status } : refused(403, requestRefusals.foreignOrigin))
})

test('if the app has a public address, its pages are the only ones that may make changes', async () => {
  const call = await openCall({ access: 'public' }, {}, 'https://book.clinic.ph/path')
  const from = (origin: string) => call.send({ headers: { host: 'clinic.ph', origin } })
  expect(await from('https://book.clinic.ph')).toMatchObject({ status: 200 })
  expect(await from('https://clinic.ph')).toEqual(refused(403, requestRefusals.foreignOrigin))
})

test('a change with a token in the header is accepted from any origin, because no browser sends the token by itself', async () => {
  const call = await openCall({ access: 'any-account' })
  expect(await call.send({ headers: { ...bearer, origin: 'https://evil.example' } })).toEqual(admitted)
})

test('an API key makes the calls of its scopes, and no calls that are only for people', async () => {
  const key = { api_key_id: '9', permissions: new Set(['clients.read', 'users.manage'] as const) }
  const send = async (config: FastifyContextConfig) => (await openCall(config, key)).send({ headers: bearer })
  expect(await send({ access: 'clients.read' })).toEqual(admitted)
  expect(await send({ access: 'public' })).toEqual(admitted)
  expect(await send({ access: 'sales.read' })).toEqual(refused(403, apiKeyMessages.missingScope('sales.read')))
  for (const config of [
    { access: 'users.manage' },
    { access: 'any-account' },
    { access: 'public', sessionOnly: true },
    { access: 'clients.read', sessionOnly: true },
  ] as const)
    expect(await send(config), JSON.stringify(config)).toEqual(refused(403, apiKeyMessages.peopleOnly))
})

test('a call that is refused to API keys is open to people who are logged in', async () => {
  const call = await openCall({ access: 'clients.read', sessionOnly: true })
  expect(await call.send({ headers: bearer })).toEqual(admitted)
})

test('people who must choose a password can only make public calls and the calls that set the password', async () => {
  const caller = { must_set_password: true, must_set_up_second_factor: true }
  const send = async (config: FastifyContextConfig) => (await openCall(config, caller)).send({ headers: bearer })
  expect(await send({ access: 'any-account' })).toEqual(refused(403, callMessages.choosePassword))
  expect(await send({ access: 'any-account', beforeSecondFactor: true })).toMatchObject({ status: 403 })
  expect(await send({ access: 'any-account', beforePasswordChoice: true })).toEqual(admitted)
  expect(await send({ access: 'public' })).toEqual(admitted)
})

test('people who must set up a second factor can only make public calls and the calls that set it up', async () => {
  const caller = { must_set_up_second_factor: true }
  const send = async (config: FastifyContextConfig) => (await openCall(config, caller)).send({ headers: bearer })
  expect(await send({ access: 'any-account' })).toEqual(refused(403, requestRefusals.setUpSecondFactor))
  expect(await send({ access: 'any-account', beforeSecondFactor: true })).toEqual(admitted)
  expect(await send({ access: 'public' })).toEqual(admitted)
})

test('a tablet that is handed over to a client makes only the calls allowed during a hand-over, even if its user must still set up a second factor', async () => {
  const caller = { hand_over_id: '7', must_set_up_second_factor: true }
  const send = async (config: FastifyContextConfig) => (await openCall(config, caller)).send({ headers: bearer })
  expect(await send({ access: 'any-account' })).toEqual(refused(403, requestRefusals.handedOver))
  expect(await send({ access: 'public' })).toEqual(refused(403, requestRefusals.handedOver))
  expect(await send({ access: 'any-account', duringHandOver: true })).toEqual(admitted)
})

test('an API route without declared access stops the server from starting, whether its path is in upper or lower case', async () => {
  const { app } = await openCall({ access: 'public' })
  expect(() => app.get('/api/sneaky', () => 1)).toThrow('GET /api/sneaky: who may call it?')
  expect(() => app.get('/API/sneaky', () => 1)).toThrow('GET /API/sneaky: who may call it?')
  expect(() => app.get('/pages/api/', () => 1)).not.toThrow()
})

test('the list of calls contains every method of a call except HEAD, and not the pages that describe the API', async () => {
  const { app } = await openCall({ access: 'public' })
  app.get('/api/docs', { config: { access: 'public', isDocumentation: true } }, () => 1)
  app.get('/page', () => 1)
  expect([...app.apiRoutes].toSorted()).toEqual(['GET /api/call', 'POST /api/call'])
})

test('an answer to an API key sets no cookies, and an answer to a person does', async () => {
  const { app } = await openCall({ access: 'public' })
  app.get('/page', (_, reply) => reply.setCookie('a', 'b').send({}))
  const cookiesFor = async (authorization: string) =>
    (await app.inject({ url: '/page', headers: { authorization } })).headers['set-cookie']
  expect(await cookiesFor('Bearer mutya_abc')).toBeUndefined()
  expect(await cookiesFor('Bearer token')).toContain('a=b')
})

test('a request has an API key if its bearer token begins like one', () => {
  const has = (authorization?: string) => hasApiKey({ headers: { authorization } } as FastifyRequest)
  expect(has('Bearer mutya_abc')).toBe(true)
  expect(has('bearer MUTYA_abc')).toBe(true)
  for (const other of [undefined, '', 'Bearer abc', 'Bearer x Bearer mutya_abc']) expect(has(other), other).toBe(false)
})

test('the token of a request comes from its Authorization header or, without this header, from its cookie', () => {
  const token = (authorization?: string, access_token?: string) =>
    tokenOf({ headers: { authorization }, cookies: { access_token } } as unknown as FastifyRequest)
  expect(token('Bearer one', 'two')).toBe('one')
  expect(token(undefined, 'two')).toBe('two')
  expect(token(undefined, '')).toBeUndefined()
  expect(token()).toBeUndefined()
})

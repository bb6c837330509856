import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { createUser } from './factories.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let webRoot: string
let token: string

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'mutya-web-'))
  await mkdir(path.join(webRoot, 'assets'))
  const pages = [
    'landing.html',
    'booking.html',
    'booking-frame.html',
    'login.html',
    'forgot-password.html',
    'reset-password.html',
    'app.html',
    'assets/app-1a2b.js',
  ]
  for (const name of pages) await writeFile(path.join(webRoot, name), '<!doctype html>')
  server = await startTestServer({ webRoot })
  token = (await createUser(server.db, 'admin')).token
})
afterAll(async () => {
  await server.close()
  await rm(webRoot, { recursive: true })
})

type Sent = { method: string; url: string; as: string | null; payload?: string }

const addressOf = (e: Endpoint) => e.url.replace(/:\w+/g, '01900000-0000-7000-8000-00000000ffff')
const ofCalls = everyEndpoint
  .filter((e) => e.answers !== 'stream')
  .flatMap((e): Sent[] => {
    const url = addressOf(e)
    const bodies = e.method === 'GET' ? [{}] : [{ payload: '{' }, { payload: '{}' }, { payload: 'x'.repeat(1_100_000) }]
    return ['nobody', 'admin'].flatMap((as) => bodies.map((body) => ({ method: e.method, url, as, ...body })))
  })
const elsewhere = [
  '/',
  '/BookAppointment',
  '/bookappointment',
  '/booking-frame',
  '/login',
  '/assets/app-1a2b.js',
  '/assets/none.js',
]
const others = [
  ...elsewhere,
  '/.env',
  '/healthz',
  '/readyz',
  '/api/none',
  '/%E0%A4%A',
  '/%00',
  '/assets/%00.js',
  '//evil.example/',
]
const ofPages = others.flatMap((url) =>
  ['GET', 'HEAD', 'POST', 'OPTIONS', 'PATCH'].map((method): Sent => ({ method, url, as: null })),
)

const expected = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

test('every answer of every call, page and file has security headers, and none reveals internals of the server', async () => {
  const statuses = new Set<number>()
  for (const { method, url, as, payload } of [...ofCalls, ...ofPages]) {
    const answer = await server.app.inject({
      method: method as 'GET',
      url,
      headers: {
        host: 'evil.example',
        ...(as === 'admin' && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload }),
    })
    const { statusCode, headers, body } = answer
    const what = `${method} ${url} ${as ?? ''} ${statusCode}`
    statuses.add(statusCode)
    expect(statusCode, what).toBeLessThan(500)
    expect(headers, what).toMatchObject(expected)
    expect(headers['content-security-policy'], what).toMatch(/default-src 'self'.*frame-ancestors 'none'/)
    expect(headers['content-security-policy'], what).not.toContain('unsafe')
    expect(headers['x-powered-by'] ?? headers['access-control-allow-origin'], what).toBeUndefined()
    if (url.startsWith('/api/') && statusCode >= 400) expect(headers['cache-control'], what).toBe('no-store')
    // An answer contains no stack, no file path, and no link made from the Host header.
    expect(`${body} ${headers['location']}`, what).not.toMatch(/node_modules|at \w+ \(|select |evil\.example/)
  }
  for (const status of [200, 301, 401, 404, 413, 422]) expect(statuses).toContain(status)
})

test('pages opened from e-mail links are not indexed, and send no referrer to other sites', async () => {
  const headersOf = async (url: string) => (await server.app.inject({ method: 'GET', url })).headers
  for (const url of ['/verify-email', '/Reset-Password/', '/visit', '/unsubscribe?x=1'])
    expect(await headersOf(url), url).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
  expect((await headersOf('/privacy'))['x-robots-tag']).toBeUndefined()
})

import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { createUser } from '#server/test/factories.ts'
import type { Role } from '#shared/people/role.ts'
import { handleError } from './errors.ts'
import { redactUrl } from './request-log.ts'
import { EventHub } from '#server/lib/event-hub.ts'
import { secretBox } from '#server/lib/secret-box.ts'
import { defaultLimits } from './limits.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

test('an answer, and the history entry that its request wrote, contain the id of the request', async () => {
  const admin = await createUser(server.db, 'admin')
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/treatments',
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { treatment_name: 'Peels' },
  })
  expect(answer.statusCode).toBe(201)
  const { request_id } = await server.db.selectFrom('events').select('request_id').executeTakeFirstOrThrow()
  expect(request_id).toBe(answer.headers['x-request-id'])
})

test('a failed request is logged as one line of JSON with its id, and without secrets', async () => {
  const lines: string[] = []
  const nowhere = 'postgres://nobody@127.0.0.1:9/none'
  const db = createDatabase(createPool({ connectionString: nowhere, waitMs: 500 }))
  const app = await buildApp({
    db,
    exportDb: db,
    hub: new EventHub(nowhere, () => undefined),
    clock: () => new Date('2026-11-21T01:00:00Z'),
    logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
    limits: defaultLimits,
    sessionHours: 24,
    secrets: secretBox('secret.key'),
    uploadsDir: 'uploads',
  })
  const headers = { authorization: 'Bearer a-secret-token-of-forty-characters-and-more' }
  const answer = await app.inject({ method: 'GET', url: '/api/user', headers })
  await app.close()
  await db.destroy()
  expect([answer.statusCode, lines.length]).toEqual([503, 1])
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 50,
    reqId: answer.headers['x-request-id'],
    msg: 'request failed',
  })
  expect(lines[0]).not.toContain('a-secret-token')
})

test('a database outage is logged as one short line, not one for each request', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } })
  app.setErrorHandler(handleError)
  app.get('/', () => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  })
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/')))
  await app.close()
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  expect(lines).toHaveLength(1)
  expect(lines[0]!.length).toBeLessThan(300)
})

test('row values quoted in database errors are not logged', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } })
  app.setErrorHandler(handleError)
  app.get('/', () => createUser(server.db, 'nobody' as Role, { name: 'Bianca Peña', email: 'bianca@example.ph' }))
  const answer = await app.inject('/')
  await app.close()
  expect([answer.statusCode, lines.length]).toEqual([500, 1])
  expect(JSON.parse(lines[0]!)).toMatchObject({ err: { code: '23514', table: 'accounts' } })
  expect(lines[0]).not.toMatch(/bianca/i)
  expect(answer.body).not.toMatch(/bianca|users|accounts/i)
})

test.each([
  ['/api/unsubscribe/abc', '/api/unsubscribe/…'],
  ['/API/Calendar-Feeds/abc.ics?x=1', '/api/calendar-feeds/…'],
  ['/api/sales?search=abc', '/api/sales?search=abc'],
])('the URL %s is logged as %s', (url, logged) => {
  expect(redactUrl(url)).toBe(logged)
})

test('the secret part of a URL never appears in the log, with any method', async () => {
  const lines: string[] = []
  const nowhere = 'postgres://nobody@127.0.0.1:9/none'
  const db = createDatabase(createPool({ connectionString: nowhere, waitMs: 500 }))
  const app = await buildApp({
    db,
    exportDb: db,
    hub: new EventHub(nowhere, () => undefined),
    clock: () => new Date('2026-11-21T01:00:00Z'),
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
    limits: defaultLimits,
    sessionHours: 24,
    secrets: secretBox('secret.key'),
    uploadsDir: 'uploads',
  })
  const secret = 'a-secret-token-of-forty-characters-and-more'
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'] as const)
    for (const url of [`/api/unsubscribe/${secret}`, `/api/calendar-feeds/${secret}.ics`])
      await app.inject({ method, url })
  await app.close()
  await db.destroy()
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.join('')).not.toContain(secret)
})

import fs from 'node:fs'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#server/db/transactions.ts'
import { recordRun } from '#server/backup/runs.ts'
import { lineMakers, orderOf } from '#server/sales/till-fixture.ts'
import { createCatalogue, createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { parseExposition, valueOf } from './exposition-fixture.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

type Asked = { headers?: Record<string, string>; remoteAddress?: string }
const look = (asked: Asked = {}, at = server) =>
  at.app.inject({
    url: '/metrics',
    headers: { host: '127.0.0.1:3000', ...asked.headers },
    remoteAddress: asked.remoteAddress ?? '127.0.0.1',
  })
const samples = async (at = server) => parseExposition((await look({}, at)).body)

test('the metrics can be read from the server’s own machine, in the text format of Prometheus', async () => {
  await createUser(server.db, 'cashier')
  await server.appDb.selectFrom('users').select('id').execute()
  const answer = await look()
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ])
  const found = parseExposition(answer.body)
  expect(found.find(({ name }) => name === 'mutya_app_info')?.labels).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
  expect(valueOf(found, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  expect(valueOf(found, 'mutya_db_pool_connections')).toBeGreaterThan(0)
  expect(valueOf(found, 'mutya_db_pool_waiting_requests')).toBe(0)
  expect(valueOf(found, 'mutya_event_stream_listeners')).toBe(0)
})

test('the check of the metrics’ text format detects invalid text', () => {
  const good = '# HELP a A.\n# TYPE a counter\na{b="c"} 1\n'
  expect(parseExposition(good)).toEqual([{ name: 'a', labels: { b: 'c' }, value: 1 }])
  for (const bad of [
    good.trimEnd(),
    'a 1\n',
    good.replace('1', 'one'),
    good.replace('"c"', 'c'),
    `${good}a{b="c"} 2\n`,
  ])
    expect(() => parseExposition(bad)).toThrow()
})

test.each<[string, Asked]>([
  ['a request from another machine', { remoteAddress: '192.168.1.20' }],
  ['a request through a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ['a proxied request that claims to come from this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['a proxied request with the standard Forwarded header', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['a request of a web page whose host name points to this machine', { headers: { host: 'evil.example' } }],
])('the URL of the metrics answers 404 to %s', async (_, asked) => {
  const answer = await look(asked)
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
})

test('with a token configured, only requests with the token can read the metrics', async () => {
  const guarded = await startTestServer({ metricsToken: 'a-token-of-thirty-characters-x' })
  onTestFinished(() => guarded.close())
  const status = async (asked: Asked) => (await look(asked, guarded)).statusCode
  const right = { authorization: 'Bearer a-token-of-thirty-characters-x' }
  expect(await status({ headers: right, remoteAddress: '192.168.1.20' })).toBe(200)
  expect(await status({ headers: { ...right, 'x-forwarded-for': '203.0.113.9' } })).toBe(200)
  expect(await status({})).toBe(401)
  expect(await status({ headers: { authorization: 'Bearer a-token-of-thirty-characters-y' } })).toBe(401)
  expect(await status({ headers: { authorization: 'a-token-of-thirty-characters-x' } })).toBe(401)
})

test('requests for a thousand unknown paths add one metric, and no metric has an id as a label', async () => {
  const admin = await createUser(server.db, 'admin')
  await samples()
  const ofRequests = async () => (await samples()).filter(({ name }) => name.startsWith('mutya_http_')).length
  const before = await ofRequests()
  for (let n = 0; n < 1_000; n++) await server.app.inject({ url: `/nothing-${n}/at-all?${n}` })
  for (let n = 0; n < 100; n++)
    await server.app.inject({
      url: `/api/transactions/${crypto.randomUUID()}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
  for (const method of ['PROPFIND', 'LOCK', 'MKCOL']) await server.app.inject({ method: method as 'GET', url: '/x' })
  const after = await samples()
  const count = 'mutya_http_request_duration_seconds_count'
  expect(valueOf(after, count, { route: 'unknown', method: 'GET', status: '4xx' })).toBe(1_000)
  expect(valueOf(after, count, { route: '/api/transactions/:id', method: 'GET', status: '4xx' })).toBe(100)
  expect(JSON.stringify(after.map(({ labels }) => labels))).not.toMatch(/nothing-|[0-9a-f]{8}-|PROPFIND/)
  // The requests created three series: GET of unknown routes, other methods of unknown routes, and the known route.
  // Each series has 11 buckets, a sum and a count.
  expect((await ofRequests()) - before).toBe(3 * 13)
})

test('bookings, receipts, rejected log-ins and rate-limit errors are counted', async () => {
  const own = await startTestServer({ limits: { logInsPerAccountAndAddress: { tries: 2, windowSeconds: 900 } } })
  onTestFinished(() => own.close())
  const [cashier, client] = [await createUser(own.db, 'cashier'), await createUser(own.db, 'client')]
  const catalogue = await createCatalogue(own.db)
  const body = {
    user_id: client.id,
    appointment_date: '2026-11-24',
    appointment_time: '10:00:00',
    treatment_id: catalogue.treatmentId,
    service_id: catalogue.serviceId,
  }
  await own.as(cashier.token)(appointmentsContract.book, { body })
  const [order, idempotencyKey] = [orderOf(client, [lineMakers(catalogue).peel()]), crypto.randomUUID()]
  // A sale that is sent twice with the same idempotency key counts as one receipt.
  for (let n = 0; n < 2; n++) await own.as(cashier.token)(salesContract.checkout, { body: order }, { idempotencyKey })
  for (let n = 0; n < 3; n++)
    await own.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: client.email, password: 'wrong password' },
    })
  const found = await samples(own)
  const figures = [
    'mutya_bookings_total',
    'mutya_receipts_issued',
    'mutya_failed_log_ins_total',
    'mutya_rate_limited_total',
  ]
  expect(figures.map((name) => valueOf(found, name))).toEqual([1, 1, 2, 1])
})

test('the age of the last successful backup is given in seconds, and omitted before the first', async () => {
  const age = async () => valueOf(await samples(), 'mutya_last_backup_age_seconds')
  const { db, clock } = server
  expect(await age()).toBeUndefined()
  const ago = (seconds: number) => new Date(clock.now.getTime() - seconds * 1000)
  const fileName = 'mutya-backup-2026-11-21-070000.tar.gz'
  await inTransaction(db, async (tx) => {
    await recordRun(tx, ago(7_200), { scheduled: false, fileName, bytes: 1 })
    await recordRun(tx, ago(60), { scheduled: true, problem: 'There is no room left.' })
  })
  expect(await age()).toBe(7_200)
})

test('the alert rules and the dashboard name only metrics that the app has', async () => {
  const { body } = await server.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
  const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
  for (const file of ['ops/prometheus/mutya-alerts.yml', 'ops/grafana/mutya.json']) {
    const named = [...fs.readFileSync(file, 'utf8').matchAll(/\b(?:mutya|process|nodejs)_[a-z0-9_]+/g)].map(
      ([name]) => name,
    )
    expect(named.length).toBeGreaterThan(8)
    const unknown = named.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')) && !known.has(name))
    expect([file, unknown]).toEqual([file, []])
  }
})

test('while the database rejects queries, only metrics that come from the database are missing', async () => {
  const own = await startTestServer()
  onTestFinished(() => own.close())
  await createUser(own.db, 'cashier')
  await own.appDb.selectFrom('users').select('id').execute()
  await own.appDb.destroy()
  const found = await samples(own)
  expect(valueOf(found, 'mutya_receipts_issued')).toBeUndefined()
  expect(valueOf(found, 'mutya_db_pool_connections')).toBeDefined()
})

test('the metrics count an open event stream as a listener, and leave its duration out of the request times', async () => {
  const own = await startTestServer()
  onTestFinished(() => own.close())
  const { token } = await createUser(own.db, 'cashier')
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = own.app.server.address() as AddressInfo
  const request = http.get({ port, path: '/api/events', headers: { authorization: `Bearer ${token}` } })
  const [stream] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(valueOf(await samples(own), 'mutya_event_stream_listeners')).toBe(1)
  stream.destroy()
  await expect.poll(async () => valueOf(await samples(own), 'mutya_event_stream_listeners')).toBe(0)
  expect((await samples(own)).some(({ labels }) => labels['route'] === '/api/events')).toBe(false)
})

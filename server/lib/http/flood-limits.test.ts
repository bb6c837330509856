import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createUser, givePassword } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { apiKeysContract } from '#shared/api-keys/contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { defaultLimits, type Limits } from './limits.ts'

let server: TestServer
afterEach(() => server.close())

const start = async (floods: Partial<Limits['floods']>, more: Partial<Limits> = {}) => {
  server = await startTestServer({ limits: { floods: { ...defaultLimits.floods, ...floods }, ...more }, poolSize: 20 })
}

const send = (method: 'GET' | 'POST', url: string, more: { token?: string; address?: string; payload?: object } = {}) =>
  server.app.inject({
    method,
    url,
    remoteAddress: more.address ?? '127.0.0.1',
    headers: more.token ? { authorization: `Bearer ${more.token}` } : {},
    ...(more.payload && { payload: more.payload }),
  })

const freeTimes = (address = '127.0.0.1', date = '2026-11-24') =>
  send('POST', appointmentsContract.unavailableTimes.url, { address, payload: { date } })

test('a session that sends changes without pause is slowed down, and other sessions are not', async () => {
  // The limit refills so slowly that nothing is refilled during the test, even on a busy machine.
  await start({ changesPerStaffSession: { perSecond: 0.001, burst: 3 } })
  const cashier = await createUser(server.db, 'cashier')
  const other = await createUser(server.db, 'cashier')
  const add = (token: string, name: string) =>
    send('POST', '/api/treatments', { token, payload: { treatment_name: name } })
  const statuses = []
  for (const name of ['One', 'Two', 'Three']) statuses.push((await add(cashier.token, name)).statusCode)
  expect(statuses).toEqual([201, 201, 201])
  const refused = await add(cashier.token, 'Four')
  expect([refused.statusCode, refused.json()]).toEqual([429, { message: requestRefusals.tooMany, code: 'too_many' }])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(1_000)
  expect((await send('GET', '/api/treatments', { token: cashier.token })).statusCode).toBe(200)
  expect((await add(other.token, 'Five')).statusCode).toBe(201)
  const rows = await logEntries(server.db)
  expect(rows).toHaveLength(4)
})

test('a client who sends reads or bookings without pause is slowed down', async () => {
  const once = { perSecond: 0.001, burst: 1 }
  await start({ readsPerClientSession: once, changesPerClientSession: once })
  const { token } = await createUser(server.db, 'client')
  const mine = () => send('GET', appointmentsContract.mine.url, { token })
  const book = () => send('POST', appointmentsContract.book.url, { token, payload: {} })
  const answers = [await mine(), await mine(), await book(), await book()]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429, 422, 429])
})

test('successful log-ins are limited for each account at one IP address, and for each IP address', async () => {
  // The limits refill so slowly that nothing is refilled while passwords are hashed on a busy machine.
  const [perAccount, perAddress] = [
    { perSecond: 0.001, burst: 3 },
    { perSecond: 0.001, burst: 4 },
  ]
  await start({}, { everyLogInPerAccountAndAddress: perAccount, everyLogInPerAddress: perAddress })
  const password = 'pearl of the orient'
  const [ana, bea] = [await createUser(server.db, 'client'), await createUser(server.db, 'client')]
  for (const { id } of [ana, bea]) await givePassword(server.db, id, password)
  const logIn = async ({ email }: { email: string }, address = '10.0.0.1') => {
    const answer = await send('POST', '/api/login', { address, payload: { email, password } })
    return [answer.statusCode, answer.headers['retry-after']]
  }
  for (let i = 0; i < 3; i++) expect(await logIn(ana)).toEqual([200, undefined])
  const [status, retryAfter] = await logIn(ana)
  expect(status).toBe(429)
  expect(Number(retryAfter)).toBeGreaterThan(600)
  expect(Number(retryAfter)).toBeLessThanOrEqual(1_000)
  expect(await logIn(bea)).toEqual([200, undefined])
  expect((await logIn(bea))[0]).toBe(429)
  expect(await logIn(ana, '10.0.0.2')).toEqual([200, undefined])
  const logged = await logEntries(server.db)
  expect(logged).toHaveLength(5)
})

test('hundreds of simultaneous requests for free times from one IP address are all answered', async () => {
  await start({ visitorWaitMs: 30_000 })
  const answers = await Promise.all(Array.from({ length: 300 }, () => freeTimes()))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

test('a flood of requests from one IP address gets a waiting time, and does not block other clients, staff or health checks', async () => {
  await start({
    visitorCallsAtOnce: 1,
    visitorCallsBesideStaff: 1,
    visitorsWaitingPerAddress: 5,
    visitorWaitMs: 30_000,
  })
  const cashier = await createUser(server.db, 'cashier')
  // Identical concurrent requests share one response, so the flood varies its requests.
  const flood = Array.from({ length: 60 }, (_, n) => freeTimes('10.0.0.1', addDays('2026-11-24', n)))
  const [visitor, staff, health, ready] = await Promise.all([
    freeTimes('10.0.0.2'),
    send('GET', '/api/transactions', { token: cashier.token, address: '10.0.0.3' }),
    send('GET', '/healthz', { address: '10.0.0.1' }),
    send('GET', '/readyz', { address: '10.0.0.1' }),
  ])
  expect([visitor, staff, health, ready].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const answers = await Promise.all(flood)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(5)
  expect(refused.length).toBeGreaterThan(0)
  expect([refused[0]?.headers['retry-after'], refused[0]?.json()]).toEqual([
    '2',
    { message: requestRefusals.tooMany, code: 'too_many' },
  ])
})

test('if one connection sends thousands of requests at once, those beyond the waiting limit are refused, and requests from other addresses are answered', async () => {
  await start({ visitorsToStartPerAddress: 50 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const socket = net.connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('GET /api/clinic HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(3_000))
  let answers = ''
  socket.on('data', (part) => {
    answers += String(part)
  })
  const count = (status: number) => answers.split(`HTTP/1.1 ${status} `).length - 1
  await expect.poll(() => count(200) + count(429)).toBe(3_000)
  expect(count(429)).toBeGreaterThan(0)
  expect(count(200)).toBeGreaterThanOrEqual(50)
  expect((await send('GET', '/healthz', { address: '10.0.0.9' })).statusCode).toBe(200)
})

test('requests with invalid tokens wait in the queue of their IP address like all others', async () => {
  await start({ visitorCallsAtOnce: 1, visitorCallsBesideStaff: 1, visitorsWaitingPerAddress: 5 })
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => send('GET', '/api/transactions', { token: crypto.randomUUID() + 'x'.repeat(10) })),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]))
})

const listTreatments = (key: string, address?: string) =>
  send('GET', '/api/treatments', { token: key, ...(address !== undefined && { address }) })
const createKey = async (name: string) => {
  const { token } = await createUser(server.db, 'admin')
  const payload = { name, scopes: ['catalogue.read', 'treatments.create'], expires_on: null }
  return (await send('POST', apiKeysContract.create.url, { token, payload })).json<{ data: { key: string } }>().data.key
}

test('an API key that reads or changes without pause is slowed down, other keys are not, and each answer says how many calls are left', async () => {
  const twice = { perSecond: 0.001, burst: 2 }
  await start({ readsPerApiKey: twice, changesPerStaffSession: twice })
  const [key, other] = [await createKey('First'), await createKey('Second')]
  const answers = [await listTreatments(key), await listTreatments(key), await listTreatments(key)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
  expect(answers.map(({ headers }) => headers['ratelimit-policy'])).toEqual(Array(3).fill('"reads";q=2;w=2000'))
  expect(answers.map(({ headers }) => headers['ratelimit'])).toEqual([
    '"reads";r=1;t=1000',
    '"reads";r=0;t=2000',
    '"reads";r=0;t=2000',
  ])
  expect(Number(answers[2]!.headers['retry-after'])).toBeGreaterThan(600)
  const change = (name: string) => send('POST', '/api/treatments', { token: key, payload: { treatment_name: name } })
  expect((await change('One')).headers['ratelimit']).toBe('"changes";r=1;t=1000')
  expect([(await change('Two')).statusCode, (await change('Three')).statusCode]).toEqual([201, 429])
  expect((await listTreatments(other)).statusCode).toBe(200)
})

test('wrong API keys are slowed down for each IP address, and keys that work are not', async () => {
  await start({ wrongKeysPerAddress: { perSecond: 0.001, burst: 2 } })
  const key = await createKey('Works')
  const wrong = async (address: string) => (await listTreatments('mutya_wrong', address)).statusCode
  expect([await wrong('10.0.0.1'), await wrong('10.0.0.1'), await wrong('10.0.0.1')]).toEqual([401, 401, 429])
  expect(await wrong('10.0.0.2')).toBe(401)
  expect((await listTreatments(key, '10.0.0.1')).statusCode).toBe(200)
})

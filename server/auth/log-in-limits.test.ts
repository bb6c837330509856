import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transactions.ts'
import { deleteOldWindows } from '#server/db/rate-limits.ts'
import { openBrowser } from '#server/test/browser.ts'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { addressKey } from './address-key.ts'

const PASSWORD = 'pearl of the orient'
const quarterHour = 15 * 60
const start = new Date('2026-11-21T09:00:00+08:00')
let server: TestServer
let owner: TestUser

beforeAll(async () => {
  server = await startTestServer({
    limits: {
      logInsPerAccountAndAddress: { tries: 3, windowSeconds: quarterHour },
      logInsPerAccount: { tries: 5, windowSeconds: quarterHour },
      logInsPerAddress: { tries: 8, windowSeconds: quarterHour },
      // Log-ins over the limit are not queued here; limit-rate.test.ts and device-cookie.test.ts test the queue.
      logInQueue: { everyMs: 20, waitingPerKey: 0, waiting: 0 },
    },
  })
  owner = await createUser(server.db, 'admin', { name: 'Isabel Cruz' })
  await givePassword(server.db, owner.id, PASSWORD)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('rate_windows').execute()
  server.clock.now = start
})

type From = { address: string; headers?: Record<string, string> }
const tryLogIn = async (email: string, password: string, from: From) =>
  (await openBrowser(server.app, from).send('POST', '/api/login', { email, password })).status
const guess = (email: string, from: From) => tryLogIn(email, 'not the password', from)
const lockOuts = async () =>
  (await logEntries(server.db))
    .map(({ action, user_name }) => ({ action, user_name }))
    .filter(({ action }) => action.startsWith('Locked'))

test('after the allowed number of wrong tries even the right password is rejected, with a message and a waiting time', async () => {
  const from = { address: '203.0.113.5' }
  for (let i = 0; i < 3; i++) expect(await guess(owner.email, from)).toBe(401)
  const { status, body, headers } = await openBrowser(server.app, from).send('POST', '/api/login', {
    email: owner.email,
    password: PASSWORD,
  })
  expect(status).toBe(429)
  expect(body['message']).toBe(authMessages.tooManyTries)
  expect(headers['retry-after']).toBe('900')
})

test('fifty simultaneous log-in tries are limited like fifty tries one after the other', async () => {
  const from = { address: '203.0.113.6' }
  const statuses = await Promise.all(Array.from({ length: 50 }, () => guess(owner.email, from)))
  expect(statuses.filter((status) => status === 401)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(47)
})

test('the limits of log-in tries ignore X-Forwarded-For from an untrusted sender', async () => {
  const statuses = []
  for (let i = 0; i < 5; i++)
    statuses.push(
      await guess(owner.email, { address: '203.0.113.7', headers: { 'x-forwarded-for': `198.51.100.${i}` } }),
    )
  expect(statuses).toEqual([401, 401, 401, 429, 429])
})

test('log-in tries with an e-mail that has no account are counted and rejected like tries with an e-mail that has one', async () => {
  const from = { address: '203.0.113.8' }
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push(await guess('nobody@example.ph', from))
  expect(statuses).toEqual([401, 401, 401, 429])
})

test('an IP address with too many waiting log-ins is asked to retry in a few seconds', async () => {
  const from = { address: '203.0.113.9' }
  for (let i = 0; i < 8; i++) expect(await guess(`person-${i}@example.ph`, from)).toBe(401)
  const { status, body, headers } = await openBrowser(server.app, from).send('POST', '/api/login', {
    email: 'another@example.ph',
    password: 'not the password',
  })
  expect([status, body['message']]).toEqual([429, authMessages.addressIsBusy])
  expect(headers['retry-after']).toBe('5')
})

test('all addresses of one IPv6 network share the limits of log-in tries', async () => {
  const statuses = []
  for (let i = 1; i <= 4; i++) statuses.push(await guess(owner.email, { address: `2001:db8:1:2::${i}` }))
  expect(statuses).toEqual([401, 401, 401, 429])
  expect(addressKey('2001:0db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'))
  expect(addressKey('2001:db8:1:3::9')).not.toBe(addressKey('2001:db8:1:2::9'))
  expect(addressKey('::1')).toBe('0:0:0:0::/64')
  expect(addressKey('::ffff:203.0.113.1')).toBe('203.0.113.1')
})

test('wrong passwords from many IP addresses lock an account for new browsers, never for one that has logged in before', async () => {
  const home = openBrowser(server.app, { address: '192.0.2.10' })
  const logIn = async () => (await home.send('POST', '/api/login', { email: owner.email, password: PASSWORD })).status
  expect(await logIn()).toBe(200)
  for (let i = 0; i < 6; i++) await guess(owner.email, { address: `198.51.100.${i}` })
  expect(await tryLogIn(owner.email, PASSWORD, { address: '198.51.100.99' })).toBe(429)
  expect(await logIn()).toBe(200)
})

test('an expired counter of log-in tries is deleted after a day', async () => {
  await guess(owner.email, { address: '192.0.2.11' })
  const count = async () => (await server.db.selectFrom('rate_windows').select('scope').execute()).length
  const sweep = (hours: number) =>
    inTransaction(server.db, (tx) => deleteOldWindows(tx, new Date(start.getTime() + hours * 3_600_000)))
  await sweep(23)
  expect(await count()).toBe(3)
  await sweep(25)
  expect(await count()).toBe(0)
})

test('a lock-out ends after a quarter of an hour, however long somebody keeps trying', async () => {
  const from = { address: '203.0.113.12' }
  for (let i = 0; i < 3; i++) await guess(owner.email, from)
  server.clock.now = new Date(start.getTime() + 14 * 60_000)
  expect(await guess(owner.email, from)).toBe(429)
  server.clock.now = new Date(start.getTime() + quarterHour * 1000)
  expect(await tryLogIn(owner.email, PASSWORD, from)).toBe(200)
})

test('successful log-ins do not use up the limit of tries for the IP address that a clinic shares', async () => {
  for (let i = 0; i < 12; i++) expect(await tryLogIn(owner.email, PASSWORD, { address: '203.0.113.13' })).toBe(200)
})

test('a lock-out is logged once in the history log, with a name and without an e-mail address', async () => {
  const before = (await lockOuts()).length
  for (let i = 0; i < 8; i++) await guess(owner.email, { address: '203.0.113.14' })
  const rows = (await lockOuts()).slice(before)
  expect(rows).toEqual([
    { action: 'Locked log-in of Isabel Cruz from one address after too many tries', user_name: 'System' },
  ])
})

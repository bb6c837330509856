import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultLimits, type RegistrationLimits } from '#server/lib/http/limits.ts'
import { openBrowser } from '#server/test/browser.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { createWaitingRoom, waitMsAfter } from './registration.ts'

const limits: RegistrationLimits = {
  ...defaultLimits.registrations,
  atOnce: 3,
  stepMs: 1,
  longestWaitMs: 300,
  waitersPerAddress: 2,
  most: 6,
}
let server: TestServer
let registered = 0

beforeEach(async () => {
  server = await startTestServer({ limits: { registrations: limits } })
})
afterEach(() => server.close())

const register = async (address: string, email = `visitor-${registered++}@example.ph`) => {
  const visitor = { name: 'Bianca Garcia', email, password: 'pearl of the orient' }
  const { status, body, headers } = await openBrowser(server.app, { address }).send('POST', '/api/register', visitor)
  const { id } = (body['user'] ?? {}) as { id?: string }
  return { status, retryAfter: headers['retry-after'], id }
}

const tries = () => server.db.selectFrom('registration_tries').selectAll().execute()

async function prove(userId: string | undefined) {
  const { id } = await server.db
    .selectFrom('clients')
    .select('id')
    .where('person_id', '=', userId ?? '')
    .executeTakeFirstOrThrow()
  await server.db.updateTable('clients').set({ proven_at: server.clock.now }).where('id', '=', id).execute()
  await server.db.deleteFrom('registration_tries').where('client_id', '=', id).execute()
}

test.each([
  [0, 0],
  [29, 0],
  [30, 250],
  [31, 500],
  [48, 4_750],
  [49, 5_000],
  [299, 5_000],
])('after %i registrations from an IP address the next one from it waits %i ms', (earlier, ms) => {
  expect(waitMsAfter(earlier, defaultLimits.registrations)).toBe(ms)
})

test('waiting registrations are limited for each IP address and in total; when one of them stops waiting, another may wait', () => {
  const enter = createWaitingRoom({ ...limits, waitersPerAddress: 2, waiters: 3 })
  const [first, second] = [enter('a'), enter('a')]
  expect([first, second].every((place) => place !== null)).toBe(true)
  expect(enter('a')).toBeNull()
  expect(enter('b')).not.toBeNull()
  expect(enter('c')).toBeNull()
  first!.leave()
  first!.leave()
  expect(enter('c')).not.toBeNull()
  expect(enter('a')).toBeNull()
})

test('an IP address above its limit of registrations gets a 429 with Retry-After for an hour; other addresses are not affected', async () => {
  for (let n = 0; n < 6; n++) expect((await register('192.0.2.1')).status).toBe(201)
  expect(await register('192.0.2.1')).toMatchObject({ status: 429, retryAfter: '3600' })
  expect((await register('192.0.2.2')).status).toBe(201)
  const locked = ({ action }: { action: string }) =>
    action === 'Locked registration from one address after too many tries'
  expect((await logEntries(server.db)).filter(locked).map(({ type }) => type)).toEqual(['system'])
  server.clock.now = new Date(server.clock.now.getTime() + 3_600_000)
  expect((await register('192.0.2.1')).status).toBe(201)
})

test('registrations of clients who became known to the clinic do not count towards the limit: forty people of one network can register within an hour', async () => {
  for (let n = 0; n < 40; n++) {
    const { status, id } = await register('192.0.2.3')
    expect(status).toBe(201)
    await prove(id)
  }
  expect(await tries()).toEqual([])
})

test('a registration that creates no account counts towards the limit too, so that e-mails cannot be triggered without limit', async () => {
  await register('192.0.2.4', 'known@example.ph')
  for (let n = 0; n < 5; n++) expect((await register('192.0.2.4', 'known@example.ph')).status).toBe(422)
  expect((await register('192.0.2.4', 'known@example.ph')).status).toBe(429)
})

test('registrations that wait use no database connection; beyond a limit, further registrations are refused with the time after which to retry', async () => {
  await server.close()
  server = await startTestServer({
    poolSize: 2,
    limits: { registrations: { ...limits, stepMs: 5_000, longestWaitMs: 5_000, most: 50 } },
  })
  for (let n = 0; n < 3; n++) await register('192.0.2.5')
  const waiting = Promise.all(Array.from({ length: 8 }, () => register('192.0.2.5')))
  await expect.poll(async () => (await tries()).length).toBe(5)
  // Two registrations are waiting and six were refused; both database connections are free for other requests.
  const other = register('192.0.2.6').then(({ status }) => status)
  expect(await Promise.race([other, waiting])).toBe(201)
  const answers = await waiting
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(answers.filter(({ status, retryAfter }) => status === 429 && retryAfter === '5')).toHaveLength(6)
  expect(await tries()).toHaveLength(6)
})

test('sixty simultaneous registrations from one IP address never exceed its limit', async () => {
  await server.close()
  server = await startTestServer({ limits: { registrations: { ...limits, waitersPerAddress: 60, most: 6 } } })
  const answers = await Promise.all(Array.from({ length: 60 }, () => register('192.0.2.7')))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(6)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(54)
})

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openBrowser, type Browser } from '#server/test/browser.ts'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { DEVICE_COOKIE } from './known-browser.ts'

const PASSWORD = 'pearl of the orient'
const clinicWifi = { address: '203.0.113.5' }
const start = new Date('2026-11-21T09:00:00+08:00')
let server: TestServer
let admin: TestUser
let cashier: TestUser

async function person(role: 'admin' | 'cashier' | 'client', name: string) {
  const user = await createUser(server.db, role, { name })
  await givePassword(server.db, user.id, PASSWORD)
  return user
}

beforeAll(async () => {
  // The default limits; only the pause between queued log-ins is shorter.
  server = await startTestServer({ limits: { logInQueue: { ...defaultLimits.logInQueue, everyMs: 50 } } })
  admin = await person('admin', 'Isabel Cruz')
  cashier = await person('cashier', 'Liza Ramos')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('rate_windows').execute()
  server.clock.now = start
})

const logIn = async (browser: Browser, { email }: { email: string }, password = PASSWORD) =>
  (await browser.send('POST', '/api/login', { email, password })).status
const browserAt = (from: { address: string; headers?: Record<string, string> } = clinicWifi) =>
  openBrowser(server.app, from)

/** Returns a browser in which this user has logged in before. */
async function knownBrowser(user: TestUser, from = clinicWifi): Promise<Browser> {
  const browser = browserAt(from)
  expect(await logIn(browser, user)).toBe(200)
  return browser
}
const guesses = (n: number, email: (i: number) => string, from: (i: number) => Parameters<typeof browserAt>[0]) =>
  Promise.all(Array.from({ length: n }, (_, i) => logIn(browserAt(from(i)), { email: email(i) }, 'not the password')))

test('after ten wrong passwords for an account, the right one still works in a browser that has logged in before', async () => {
  const till = await knownBrowser(cashier)
  await guesses(
    12,
    () => cashier.email,
    () => clinicWifi,
  )
  expect(await logIn(browserAt(), cashier)).toBe(429)
  expect(await logIn(till, cashier)).toBe(200)
})

test('after a hundred wrong passwords from the clinic’s IP address, browsers that logged in before can still log in at once, and new browsers have to wait', async () => {
  const office = await knownBrowser(admin)
  const till = await knownBrowser(cashier)
  await guesses(
    defaultLimits.logInsPerAddress.tries + 1,
    (i) => `person-${i}@example.ph`,
    () => clinicWifi,
  )
  expect(await logIn(office, admin)).toBe(200)
  expect(await logIn(till, cashier)).toBe(200)
  const newcomer = await person('client', 'Bianca Garcia')
  const startedAt = performance.now()
  expect(await logIn(browserAt(), newcomer)).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(48)
})

test('behind an untrusted proxy, where all visitors share one address, wrong log-ins of an attacker lock nobody else out', async () => {
  const proxy = '127.0.0.1'
  const visitor = (i: number) => ({ address: proxy, headers: { 'x-forwarded-for': `198.51.100.${i % 250}` } })
  const till = await knownBrowser(cashier, visitor(1))
  await guesses(
    defaultLimits.logInsPerAddress.tries + 1,
    (i) => `victim-${i}@example.ph`,
    () => visitor(7),
  )
  expect(await logIn(till, cashier)).toBe(200)
  expect(await logIn(browserAt(visitor(2)), admin)).toBe(200)
})

test('scripts and other sites cannot read the device cookie, which lasts 400 days', async () => {
  const { answer } = await browserAt().send('POST', '/api/login', { email: admin.email, password: PASSWORD })
  expect(answer.cookies.find(({ name }) => name === DEVICE_COOKIE)).toEqual({
    name: DEVICE_COOKIE,
    value: expect.stringContaining(admin.id),
    httpOnly: true,
    sameSite: 'Strict',
    path: '/api',
    maxAge: 400 * 86_400,
  })
})

test('a stolen device cookie allows only a few log-in tries, from whatever address, and these do not use up the tries of other browsers', async () => {
  const other = await knownBrowser(admin)
  const owner = await knownBrowser(admin)
  const statuses = []
  for (let i = 0; i < 12; i++) {
    const thief = browserAt({ address: `198.51.100.${i}` })
    thief.cookies.set(DEVICE_COOKIE, owner.cookies.get(DEVICE_COOKIE)!)
    statuses.push(await logIn(thief, admin, 'not the password'))
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  expect(await logIn(other, admin)).toBe(200)
  expect(await logIn(browserAt(), admin)).toBe(200)
  server.clock.now = new Date(start.getTime() + 15 * 60_000)
  expect(await logIn(owner, admin)).toBe(200)
})

/** True when a browser with this cookie can log in although strangers have exhausted the limit of its address. */
async function isKnown(cookie: string, user: TestUser): Promise<boolean> {
  await guesses(
    11,
    () => user.email,
    () => clinicWifi,
  )
  const browser = browserAt()
  browser.cookies.set(DEVICE_COOKIE, cookie)
  return (await logIn(browser, user)) === 200
}

test('device cookies of another account, changed ones and unsigned ones are not accepted', async () => {
  const cookie = (await knownBrowser(admin)).cookies.get(DEVICE_COOKIE)!
  expect(await isKnown(cookie, admin)).toBe(true)
  expect(await isKnown(cookie, cashier)).toBe(false)
  expect(await isKnown(cookie.replace(admin.id, cashier.id), cashier)).toBe(false)
  const [id, issued, device, signature] = cookie.split('.') as [string, string, string, string]
  expect(await isKnown([id, `${issued.slice(0, -1)}z`, device, signature].join('.'), admin)).toBe(false)
  expect(await isKnown([id, issued, device].join('.'), admin)).toBe(false)
  expect(await isKnown('~~~'.repeat(2_000), admin)).toBe(false)
})

test('a device cookie is invalid after 400 days and after a password change', async () => {
  const cookie = (await knownBrowser(cashier)).cookies.get(DEVICE_COOKIE)!
  server.clock.now = new Date(start.getTime() + 401 * 86_400_000)
  expect(await isKnown(cookie, cashier)).toBe(false)
  server.clock.now = start
  await server.db.deleteFrom('rate_windows').execute()
  expect(await isKnown(cookie, cashier)).toBe(true)
  await givePassword(server.db, cashier.id, PASSWORD)
  expect(await isKnown(cookie, cashier)).toBe(false)
})

test('a browser shared by several users is recognised for the last eight of them', async () => {
  const people = []
  for (let i = 0; i < 9; i++) people.push(await person('cashier', `Person ${i}`))
  const shared = browserAt({ address: '192.0.2.80' })
  for (const user of people) expect(await logIn(shared, user)).toBe(200)
  const cookie = shared.cookies.get(DEVICE_COOKIE)!
  expect(cookie.length).toBeLessThan(1_000)
  expect(await isKnown(cookie, people[8]!)).toBe(true)
  expect(await isKnown(cookie, people[1]!)).toBe(true)
  expect(await isKnown(cookie, people[0]!)).toBe(false)
})

test('a browser is recognised after a log-in with a default password, and stays recognised when the user chooses a new password', async () => {
  const client = await createUser(server.db, 'client')
  await givePassword(server.db, client.id, 'bianca123', new Date('2026-12-05T09:00:00+08:00'))
  const browser = browserAt({ address: '192.0.2.81' })
  expect(await logIn(browser, client, 'bianca123')).toBe(200)
  const body = { current_password: 'bianca123', new_password: PASSWORD }
  expect((await browser.send('PUT', '/api/user/password', body)).status).toBe(200)
  expect(await isKnown(browser.cookies.get(DEVICE_COOKIE)!, client)).toBe(true)
})

test('a flood of log-ins from the clinic’s IP address, even for the same account, never locks out a recognised browser', async () => {
  // With these limits a used-up try comes back so late that none comes back during the test, even on a slow machine.
  const clinic = await startTestServer({
    limits: {
      everyLogInPerAddress: { perSecond: 0.0001, burst: 12 },
      everyLogInPerAccountAndAddress: { perSecond: 0.0001, burst: 3 },
    },
  })
  onTestFinished(() => clinic.close())
  const own = await createUser(clinic.db, 'cashier')
  const other = await createUser(clinic.db, 'admin')
  for (const user of [own, other]) await givePassword(clinic.db, user.id, PASSWORD)
  const till = openBrowser(clinic.app, clinicWifi)
  expect(await logIn(till, own)).toBe(200)
  const flood: number[] = []
  for (let i = 0; i < 14; i++) {
    const email = i < 4 ? own.email : `flood-${i}@example.ph`
    flood.push(await logIn(openBrowser(clinic.app, clinicWifi), { email }, 'not the password'))
  }
  expect([flood[3], flood.at(-1)]).toEqual([429, 429])
  expect(await logIn(openBrowser(clinic.app, clinicWifi), own)).toBe(429)
  // The device cookie of one account gives no advantage at the log-in of another account. For its own account the
  // browser has the usual number of tries.
  expect(await logIn(till, other)).toBe(429)
  const tries = []
  for (let i = 0; i < 4; i++) tries.push(await logIn(till, own))
  expect(tries).toEqual([200, 200, 200, 429])
})

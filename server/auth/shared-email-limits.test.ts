import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, type Browser } from '#server/test/browser.ts'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

const HOLDERS = 'pearl of the orient'
const SECONDS = 'tricycle-mango-92'
const WRONG = 'not the password'
const quarterHour = 15 * 60
const home = '203.0.113.5'
let server: TestServer
let holder: TestUser
let second: TestUser

beforeAll(async () => {
  server = await startTestServer({
    limits: {
      logInsPerAccountAndAddress: { tries: 3, windowSeconds: quarterHour },
      logInsPerAccount: { tries: 6, windowSeconds: quarterHour },
      // With this limit a used-up try comes back so late that none comes back during the test.
      everyLogInPerAccountAndAddress: { perSecond: 0.0001, burst: 20 },
    },
  })
})
afterAll(() => server.close())

/** Two accounts with the same e-mail, as after a registration with an e-mail that somebody has already. */
beforeEach(async () => {
  await server.db.deleteFrom('rate_windows').execute()
  holder = await createUser(server.db, 'client', { name: 'Maria Santos' })
  second = await createUser(server.db, 'client', { name: 'Mia Santos' })
  await givePassword(server.db, holder.id, HOLDERS)
  await givePassword(server.db, second.id, SECONDS)
  const values = { email: holder.email, email_is_second: true, email_verified_at: null }
  await server.db.updateTable('people').set(values).where('id', '=', second.id).execute()
})

const browserAt = (address = home) => openBrowser(server.app, { address })
/** Tries to log in with the shared e-mail. Returns the id of the account, or the status of the refusal. */
async function tryLogIn(browser: Browser, password: string): Promise<string | number> {
  const { status, body } = await browser.send('POST', '/api/login', { email: holder.email, password })
  return status === 200 ? (body['user'] as { id: string }).id : status
}
/** Returns a browser in which the owner of this password has logged in before. */
async function knownBrowser(password: string, address = home): Promise<Browser> {
  const browser = browserAt(address)
  expect(await tryLogIn(browser, password)).toEqual(expect.any(String))
  return browser
}
async function tryAll(browser: () => Browser, passwords: readonly string[]) {
  const results = []
  for (const password of passwords) results.push(await tryLogIn(browser(), password))
  return results
}

test('without a device cookie, the right password of one account allows no further guesses at another account with the same e-mail', async () => {
  const passwords = [WRONG, WRONG, SECONDS, WRONG, WRONG, HOLDERS]
  expect(await tryAll(() => browserAt(), passwords)).toEqual([401, 401, second.id, 401, 429, 429])
  await server.db.deleteFrom('rate_windows').execute()
  const mirrored = [WRONG, WRONG, HOLDERS, WRONG, WRONG, SECONDS]
  expect(await tryAll(() => browserAt(), mirrored)).toEqual([401, 401, holder.id, 401, 429, 429])
})

test.each([
  ['the second account', SECONDS, HOLDERS, () => second.id],
  ['the holder of the e-mail', HOLDERS, SECONDS, () => holder.id],
])(
  'a browser that has logged in as %s has no more guesses at the other account with this e-mail than an unknown browser',
  async (_, own, others, ownId) => {
    const browser = await knownBrowser(own)
    // The right own password between the guesses does not start the counters of the other account again.
    const passwords = [WRONG, WRONG, own, WRONG, own, WRONG, others]
    expect(await tryAll(() => browser, passwords)).toEqual([401, 401, ownId(), 401, ownId(), 401, 401])
    expect(await tryLogIn(browser, own)).toBe(ownId())
  },
)

test('the guesses of known browsers at another account with the same e-mail count for all network addresses together', async () => {
  for (let i = 0; i < 3; i++) {
    const browser = await knownBrowser(SECONDS, `198.51.100.${i}`)
    expect(await tryAll(() => browser, [WRONG, WRONG])).toEqual([401, 401])
  }
  expect(await tryLogIn(browserAt('198.51.100.9'), HOLDERS)).toBe(429)
})

test('a right password does not clear the counter of a device, so that a stolen device cookie allows no further guesses', async () => {
  const owner = await knownBrowser(HOLDERS)
  const cookies = [...owner.cookies]
  const thief = () => {
    const browser = browserAt('198.51.100.9')
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    return browser
  }
  const wrongs = Array<string>(9).fill(WRONG)
  expect(await tryAll(thief, [WRONG, WRONG, SECONDS])).toEqual([401, 401, second.id])
  expect(await tryAll(thief, wrongs)).toEqual([...Array<number>(8).fill(401), 429])
})

test('while strangers exhaust the tries for an e-mail, the owners of both accounts with it can log in on browsers that know them', async () => {
  const ofHolder = await knownBrowser(HOLDERS)
  const ofSecond = await knownBrowser(SECONDS)
  const ofBoth = await knownBrowser(HOLDERS)
  expect(await tryLogIn(ofBoth, SECONDS)).toBe(second.id)
  expect(await tryAll(() => browserAt(), Array(4).fill(WRONG))).toEqual([401, 401, 401, 429])
  expect(await tryLogIn(browserAt(), SECONDS)).toBe(429)
  expect(await tryLogIn(ofHolder, HOLDERS)).toBe(holder.id)
  expect(await tryLogIn(ofSecond, SECONDS)).toBe(second.id)
  expect(await tryAll(() => ofBoth, [HOLDERS, SECONDS])).toEqual([holder.id, second.id])
})

test('many log-ins to a second account do not use up the log-ins of a browser that knows the holder of the e-mail', async () => {
  const ofHolder = await knownBrowser(HOLDERS)
  const ofSecond = await knownBrowser(SECONDS)
  const results = []
  for (let i = 0; i < 40; i++) results.push(await tryLogIn(ofSecond, SECONDS))
  expect([results[0], results.at(-1)]).toEqual([second.id, 429])
  expect(await tryLogIn(ofHolder, HOLDERS)).toBe(holder.id)
})

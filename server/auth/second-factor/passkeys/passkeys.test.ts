import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import type { Browser } from '#server/test/browser.ts'
import { createSession, createUser } from '#server/test/factories.ts'
import { startTestServer, TEST_NOW, type TestServer } from '#server/test/server.ts'
import { passkeysContract as contract } from '#shared/auth/passkeys-contract.ts'
import { passkeyMessages as s } from '#shared/auth/passkey-messages.ts'
import { logInRulesContract, secondFactorContract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages } from '#shared/auth/second-factor-messages.ts'
import { factorFixture, PASSWORD } from '#server/auth/second-factor/factor-fixture.ts'
import { softwareAuthenticator } from './software-authenticator.ts'

const HOME = { origin: 'https://clinic.example.ph', domain: 'clinic.example.ph' }
let server: TestServer
let fixture: ReturnType<typeof factorFixture>

beforeAll(async () => {
  server = await startTestServer({ publicUrl: HOME.origin })
  fixture = factorFixture(server)
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = TEST_NOW
})

type As = ReturnType<TestServer['as']>
const challengeFor = async (as: As) => String((await as(contract.begin, {})).data.options['challenge'])

async function addPasskey(as: As, name = 'Phone') {
  const authenticator = softwareAuthenticator(HOME)
  const passkey = authenticator.make(await challengeFor(as))
  const { recovery_codes } = (await as(contract.add, { body: { name, passkey } })).data
  return { authenticator, recoveryCodes: recovery_codes }
}

async function withPasskey() {
  const user = await fixture.person()
  const as = server.as(user.token)
  return { ...user, as, ...(await addPasskey(as)) }
}

const ORIGIN = { origin: HOME.origin }

/** Returns the challenge that a passkey must sign to finish the pending log-in of this browser. */
async function challengeOf(browser: Browser): Promise<string> {
  const { body } = await browser.send('POST', '/api/login/second-factor/ways', undefined, ORIGIN)
  return (body['data'] as { passkey: { challenge: string } }).passkey.challenge
}
const finish = (browser: Browser, passkey: object) => browser.send('POST', '/api/login/passkey', { passkey }, ORIGIN)
const afterPassword = (email: string) => fixture.afterPassword(email, undefined, ORIGIN)

describe('adding a passkey', () => {
  test('adding the first passkey switches the second factor on and shows recovery codes once; a further passkey or app keeps these codes', async () => {
    const user = await withPasskey()
    expect(user.recoveryCodes).toHaveLength(10)
    const second = await addPasskey(user.as, 'Security key')
    expect(second.recoveryCodes).toEqual([])
    const { secret } = (await user.as(secondFactorContract.makeSecret, {})).data
    const body = { code: fixture.codeOf(secret) }
    expect((await user.as(secondFactorContract.confirm, { body })).data.recovery_codes).toEqual([])
    expect((await user.as(secondFactorContract.read, {})).data).toMatchObject({
      app_since: '2026-11-21T09:00:00+08:00',
      passkeys: [
        { name: 'Phone', last_used_at: null },
        { name: 'Security key', last_used_at: null },
      ],
      passkey_site: { domain: HOME.domain },
      recovery_codes_left: 10,
    })
    expect(await fixture.logTypes(user.id)).toEqual(
      expect.arrayContaining([
        'Added the passkey Phone',
        'Switched on two-step log-in',
        'Added the passkey Security key',
        'Added an authenticator app',
      ]),
    )
  })

  test('a passkey of another site, or one made without verification of the person, cannot be added, and the attempt uses up the challenge', async () => {
    const as = server.as((await fixture.person()).token)
    const authenticator = softwareAuthenticator(HOME)
    const add = async (passkey: ReturnType<typeof authenticator.make>) =>
      errorOf(as(contract.add, { body: { name: 'Phone', passkey } }))
    for (const wrong of [{ origin: 'https://evil.example' }, { domain: 'evil.example' }, { verified: false }]) {
      const challenge = await challengeFor(as)
      expect(await add(authenticator.make(challenge, wrong))).toMatchObject({ errors: { passkey: [s.notMade] } })
      expect(await add(authenticator.make(challenge))).toMatchObject({ errors: { passkey: [s.expired] } })
    }
    const challenge = await challengeFor(as)
    fixture.pass(601)
    expect(await add(authenticator.make(challenge))).toMatchObject({ errors: { passkey: [s.expired] } })
    expect((await as(secondFactorContract.read, {})).data.passkeys).toEqual([])
  })

  test('an eleventh passkey cannot be added, also if adding it began before the tenth was added', async () => {
    const user = await withPasskey()
    const key = {
      account_id: user.id,
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      created_at: TEST_NOW,
    }
    const rows = Array.from({ length: 8 }, () => ({
      ...key,
      id: randomUUID(),
      credential_id: randomUUID(),
      name: 'Key',
    }))
    await server.db.insertInto('passkeys').values(rows).execute()
    const other = server.as(await createSession(server.db, user.id))
    const passkey = softwareAuthenticator(HOME).make(await challengeFor(other))
    await addPasskey(user.as)
    const tooMany = { status: 409, message: s.tooMany }
    expect(await errorOf(other(contract.add, { body: { name: 'Late', passkey } }))).toMatchObject(tooMany)
    expect(await errorOf(user.as(contract.begin, {}))).toMatchObject(tooMany)
  })
})

describe('log-ins with a passkey', () => {
  test('a log-in with a passkey needs the password, the right challenge and site, and a counter that rises; each challenge works once', async () => {
    const user = await withPasskey()
    const { browser, first } = await afterPassword(user.email)
    expect(first.status).toBe(403)
    const { authenticator } = user
    for (const wrong of [{ origin: 'https://evil.example' }, { verified: false }, { counter: 1 }]) {
      const refused = await finish(browser, authenticator.sign(await challengeOf(browser), wrong))
      expect([refused.status, refused.body['message']]).toEqual([422, s.wrong])
    }
    const challenge = await challengeOf(browser)
    const stranger = await withPasskey()
    const other = await finish(browser, stranger.authenticator.sign(challenge))
    expect(other.status).toBe(422)
    const late = await finish(browser, authenticator.sign(challenge, { counter: 7 }))
    expect([late.status, late.body['message']]).toEqual([422, s.wrong])
    const { browser: again } = await afterPassword(user.email)
    fixture.pass(60)
    const right = await finish(again, authenticator.sign(await challengeOf(again), { counter: 8 }))
    expect(right.status).toBe(200)
    expect((await again.send('GET', '/api/user')).status).toBe(200)
    expect((await user.as(secondFactorContract.read, {})).data.passkeys).toMatchObject([
      { last_used_at: '2026-11-21T09:01:00+08:00' },
    ])
  })

  test('the challenge for a passkey is valid for one pending log-in only and is refused in another browser; a recovery code can finish the pending log-in too', async () => {
    const user = await withPasskey()
    const [one, other] = [await afterPassword(user.email), await afterPassword(user.email)]
    await challengeOf(one.browser)
    const foreign = await challengeOf(other.browser)
    expect((await finish(one.browser, user.authenticator.sign(foreign))).status).toBe(422)
    const ways = await one.browser.send('POST', '/api/login/second-factor/ways', undefined, ORIGIN)
    expect(ways.body['data']).toMatchObject({ has_app: false })
    // For a person without an authenticator app, six digits count as a wrong recovery code.
    expect((await one.enter('123456')).body['errors']).toEqual({ code: [secondFactorMessages.wrongRecoveryCode] })
    expect((await one.enter(user.recoveryCodes[0]!)).status).toBe(200)
  })
})

test('removing a passkey requires the password, and removing the last one switches the second factor off', async () => {
  const user = await withPasskey()
  await addPasskey(user.as, 'Security key')
  const [phone, key] = (await user.as(secondFactorContract.read, {})).data.passkeys
  const remove = (id: string, current_password = PASSWORD, as = user.as) =>
    as(contract.remove, { params: { id }, body: { current_password } })
  expect(await errorOf(remove(phone!.id, 'not my password'))).toMatchObject({ status: 422 })
  const stranger = await withPasskey()
  expect(await errorOf(remove(phone!.id, PASSWORD, stranger.as))).toMatchObject({ status: 404, message: s.gone })
  expect(await remove(phone!.id)).toEqual({ message: s.removed })
  expect((await afterPassword(user.email)).first.status).toBe(403)
  expect(await remove(key!.id)).toEqual({ message: secondFactorMessages.switchedOff })
  expect((await afterPassword(user.email)).first.status).toBe(200)
  expect((await user.as(secondFactorContract.read, {})).data.recovery_codes_left).toBe(0)
})

test('a person can rename their own passkey, which is logged, but not the passkey of somebody else', async () => {
  const [user, stranger] = [await withPasskey(), await withPasskey()]
  const [phone] = (await user.as(secondFactorContract.read, {})).data.passkeys
  const rename = (name: string, as = user.as) => as(contract.rename, { params: { id: phone!.id }, body: { name } })
  expect(await errorOf(rename('  '))).toMatchObject({ status: 422, errors: { name: [s.nameRequired] } })
  expect(await errorOf(rename('Mine', stranger.as))).toMatchObject({ status: 404, message: s.gone })
  expect(await rename('Work laptop')).toEqual({ message: s.renamed })
  expect((await user.as(secondFactorContract.read, {})).data.passkeys).toMatchObject([{ name: 'Work laptop' }])
  expect(await fixture.logTypes(user.id)).toContain('Renamed the passkey Phone to Work laptop')
})

test('while a passkey remains, the authenticator app can be removed with the password, and the recovery codes stay valid', async () => {
  const user = await withPasskey()
  const remove = (current_password = PASSWORD) =>
    user.as(secondFactorContract.removeApp, { body: { current_password } })
  expect(await errorOf(remove())).toMatchObject({ status: 404, message: secondFactorMessages.noApp })
  const { secret } = (await user.as(secondFactorContract.makeSecret, {})).data
  await user.as(secondFactorContract.confirm, { body: { code: fixture.codeOf(secret) } })
  expect(await errorOf(remove('not my password'))).toMatchObject({ status: 422 })
  expect(await remove()).toEqual({ message: secondFactorMessages.appRemoved })
  expect((await user.as(secondFactorContract.read, {})).data).toMatchObject({
    app_since: null,
    passkeys: [{ name: 'Phone' }],
    recovery_codes_left: 10,
  })
  expect(await fixture.logTypes(user.id)).toContain('Removed the authenticator app')
  expect((await (await afterPassword(user.email)).enter(user.recoveryCodes[0]!)).status).toBe(200)
  const onlyApp = await fixture.withFactor()
  const refused = onlyApp.as(secondFactorContract.removeApp, { body: { current_password: PASSWORD } })
  expect(await errorOf(refused)).toMatchObject({ status: 409, message: secondFactorMessages.appIsOnlyFactor })
  expect((await onlyApp.as(secondFactorContract.read, {})).data.app_since).not.toBeNull()
})

test('passkeys are removed when an admin resets the second factor and when a person switches it off, and a passkey counts as second factor in the list of staff', async () => {
  const admin = server.as((await createUser(server.db, 'admin')).token)
  const [user, other] = [await withPasskey(), await withPasskey()]
  const factorOf = async (id: string) =>
    (await admin(logInRulesContract.read, {})).data.people.find((person) => person.id === id)?.has_second_factor
  expect(await factorOf(user.id)).toBe(true)
  await admin(logInRulesContract.reset, { params: { id: user.id } })
  expect(await factorOf(user.id)).toBe(false)
  await other.as(secondFactorContract.switchOff, { body: { current_password: PASSWORD } })
  expect((await other.as(secondFactorContract.read, {})).data.passkeys).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '#server/test/browser.ts'
import type { TestUser } from '#server/test/factories.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { factorFixture, PASSWORD } from './factor-fixture.ts'
import { startTestServer, TEST_NOW, type TestServer } from '#server/test/server.ts'
import { authContract } from '#shared/auth/contract.ts'
import { logInRulesContract, secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { passkeysContract } from '#shared/auth/passkeys-contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import type { Role } from '#shared/people/role.ts'

let server: TestServer
let admin: TestUser
let fixture: ReturnType<typeof factorFixture>

beforeAll(async () => {
  server = await startTestServer()
  fixture = factorFixture(server)
  // The admin has a second factor from the start, because some tests set the rule that admins must have one.
  admin = await fixture.withFactor('admin')
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = TEST_NOW
})

const pass = (seconds: number) => fixture.pass(seconds)
const codeOf = (secret: string, steps = 0) => fixture.codeOf(secret, steps)
const person = (role?: Role) => fixture.person(role)
const withFactor = (role?: Role) => fixture.withFactor(role)
const afterPassword = (email: string) => fixture.afterPassword(email)
const logTypes = (userId: string) => fixture.logTypes(userId)
/** Returns a code of six digits that the app shows at none of the accepted times. */
const wrongCodeOf = (secret: string) =>
  ['000000', '111111', '222222', '333333'].find((code) => ![-1, 0, 1].some((steps) => codeOf(secret, steps) === code))!

describe('setting up a second factor', () => {
  test('setting up a second factor needs a right code within an hour, encrypts the secret of the app, and shows ten recovery codes once', async () => {
    const user = await person()
    const as = server.as(user.token)
    const noSecret = { status: 409, message: s.noSecret }
    expect(await errorOf(as(contract.confirm, { body: { code: '123456' } }))).toMatchObject(noSecret)
    const { secret: old } = (await as(contract.makeSecret, {})).data
    pass(3601)
    expect(await errorOf(as(contract.confirm, { body: { code: codeOf(old) } }))).toMatchObject(noSecret)
    pass(-3601)
    const { secret, uri } = (await as(contract.makeSecret, {})).data
    expect(uri).toMatch(/^otpauth:\/\/totp\/.+secret=/)
    expect(decodeURIComponent(uri)).toContain(user.email)
    for (const wrong of [wrongCodeOf(secret), '🙂🙂🙂', '１２３４５６'])
      expect(await errorOf(as(contract.confirm, { body: { code: wrong } }))).toMatchObject({
        status: 422,
        errors: { code: [s.wrongCode] },
      })
    expect((await as(contract.read, {})).data).toMatchObject({ app_since: null, recovery_codes_left: 0 })
    const { recovery_codes } = (await as(contract.confirm, { body: { code: codeOf(secret, -1) } })).data
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/)
    const state = (await as(contract.read, {})).data
    expect(state).toMatchObject({ app_since: '2026-11-21T09:00:00+08:00', recovery_codes_left: 10, is_required: false })
    const stored = JSON.stringify([
      await server.db.selectFrom('totp_secrets').selectAll().execute(),
      await server.db.selectFrom('recovery_codes').selectAll().execute(),
      await logEntries(server.db, { user_id: user.id }),
    ])
    for (const value of [secret, ...recovery_codes]) expect(stored).not.toContain(value)
    expect(await errorOf(as(contract.makeSecret, {}))).toMatchObject({ status: 409, message: s.alreadyOn })
    expect(await logTypes(user.id)).toEqual(
      expect.arrayContaining(['Added an authenticator app', 'Switched on two-step log-in']),
    )
  })

  test('setting up a second factor asks for the password again if it was entered more than ten minutes ago', async () => {
    const user = await person()
    const { token } = await server.as(null)(authContract.login, { body: { email: user.email, password: PASSWORD } })
    const as = server.as(token)
    const begin = [() => as(contract.makeSecret, {}), () => as(passkeysContract.begin, {})]
    pass(600)
    for (const make of begin) await make()
    pass(1)
    for (const make of begin) expect(await errorOf(make())).toMatchObject({ status: 403, code: 'password_needed' })
    const confirm = (current_password: string) => as(contract.confirmPassword, { body: { current_password } })
    expect(await errorOf(confirm('not my password'))).toMatchObject({ status: 422 })
    await confirm(PASSWORD)
    for (const make of begin) await make()
  })

  test('new recovery codes and switching the second factor off require the password', async () => {
    const user = await withFactor()
    const wrong = { body: { current_password: 'not my password' } }
    const right = { body: { current_password: PASSWORD } }
    expect(await errorOf(user.as(contract.makeCodes, wrong))).toMatchObject({ status: 422 })
    expect(await errorOf(user.as(contract.switchOff, wrong))).toMatchObject({ status: 422 })
    const { recovery_codes } = (await user.as(contract.makeCodes, right)).data
    const { enter } = await afterPassword(user.email)
    expect((await enter(user.recoveryCodes[0]!)).status).toBe(422)
    expect((await enter(recovery_codes[0]!)).status).toBe(200)
    await user.as(contract.switchOff, right)
    expect((await afterPassword(user.email)).first.status).toBe(200)
    expect(await errorOf(user.as(contract.switchOff, right))).toMatchObject({ status: 409, message: s.notOn })
    expect(await errorOf(user.as(contract.makeCodes, right))).toMatchObject({ status: 409, message: s.notOn })
    expect(await logTypes(user.id)).toEqual(
      expect.arrayContaining(['Switched off two-step log-in', 'Made new recovery codes']),
    )
  })

  test('an admin without a second factor is offered to set one up, and again 30 days after "Not now"', async () => {
    const owner = await person('admin')
    const as = server.as(owner.token)
    const offered = async () => (await as(sessionContract.session, {})).user.second_factor
    expect(await offered()).toBe('offered')
    await as(contract.decline, {})
    expect(await offered()).toBeUndefined()
    pass(29 * 86_400)
    expect(await offered()).toBeUndefined()
    pass(86_400)
    expect(await offered()).toBe('offered')
    const cashier = server.as((await person()).token)
    expect((await cashier(sessionContract.session, {})).user.second_factor).toBeUndefined()
  })
})

describe('log-ins with a second factor', () => {
  test('a log-in with a second factor has no session after the password, only a cookie with which this browser can send the code', async () => {
    const user = await withFactor()
    const { browser, first, enter } = await afterPassword(user.email)
    expect([first.status, first.body['code'], first.body['message']]).toEqual([403, 'second_factor_needed', s.needed])
    expect(first.answer.cookies).toEqual([
      expect.objectContaining({
        name: 'pending_log_in',
        httpOnly: true,
        sameSite: 'Strict',
        path: '/api/login',
        maxAge: 600,
      }),
    ])
    expect((await browser.send('GET', '/api/user')).status).toBe(401)
    const elsewhere = openBrowser(server.app)
    const stolen = await elsewhere.send('POST', '/api/login/second-factor', { code: codeOf(user.secret) })
    expect([stolen.status, stolen.body['message']]).toEqual([401, s.pendingExpired])
    const finished = await enter(` ${codeOf(user.secret).slice(0, 3)} ${codeOf(user.secret).slice(3)} `)
    expect(finished.status).toBe(200)
    expect((await browser.send('GET', '/api/user')).status).toBe(200)
    expect(browser.cookies.has('pending_log_in')).toBe(false)
    expect(await logTypes(user.id)).toContain('Logged in')
  })

  test('a code of the authenticator app is accepted only once in all browsers, and at most one time step early or late', async () => {
    const user = await withFactor()
    const [one, other] = [await afterPassword(user.email), await afterPassword(user.email)]
    const code = codeOf(user.secret)
    const statuses = await Promise.all([one.enter(code), other.enter(code)])
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 422])
    const late = await afterPassword(user.email)
    expect((await late.enter(code)).body['errors']).toEqual({ code: [s.usedCode] })
    expect((await late.enter(codeOf(user.secret, 2))).body['errors']).toEqual({ code: [s.wrongCode] })
    expect((await late.enter(codeOf(user.secret, -2))).body['errors']).toEqual({ code: [s.wrongCode] })
    expect((await late.enter(codeOf(user.secret, 1))).status).toBe(200)
  })

  test('a log-in that waits for its second factor ends after ten minutes, after five tries, and with a new password', async () => {
    const user = await withFactor()
    const late = await afterPassword(user.email)
    pass(600)
    expect((await late.enter(codeOf(user.secret))).status).toBe(401)
    const tried = await afterPassword(user.email)
    for (let i = 0; i < 5; i++) expect((await tried.enter('XXXX-XXXX')).status).toBe(422)
    expect((await tried.enter(user.recoveryCodes[0]!)).status).toBe(401)
    const changed = await afterPassword(user.email)
    const body = { current_password: PASSWORD, new_password: 'tricycle-mango-92' }
    await user.as(authContract.choosePassword, { body })
    expect((await changed.enter(codeOf(user.secret))).status).toBe(401)
  })

  test('after five wrong app codes an account rejects even right app codes for a while, but still accepts each recovery code once', async () => {
    const user = await withFactor()
    const wrong = wrongCodeOf(user.secret)
    const first = await afterPassword(user.email)
    const tries = await Promise.all(Array.from({ length: 5 }, () => first.enter(wrong)))
    expect(tries.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
    const again = await afterPassword(user.email)
    const refused = await again.enter(codeOf(user.secret))
    expect([refused.status, refused.body['message']]).toEqual([429, s.tooManyCodes])
    expect((await lastLogEntry(server.db)).action).toBe(`Locked the log-in codes of ${user.name} after too many tries`)
    const typed = user.recoveryCodes[3]!.toLowerCase().replaceAll('-', ' ')
    expect((await again.enter(typed)).status).toBe(200)
    expect(await logTypes(user.id)).toContain('Logged in with a recovery code, 9 left')
    const third = await afterPassword(user.email)
    expect((await third.enter(typed)).body['errors']).toEqual({ code: [s.wrongRecoveryCode] })
    pass(15 * 60)
    expect((await (await afterPassword(user.email)).enter(codeOf(user.secret))).status).toBe(200)
  })

  test('wrong codes of the authenticator app are limited per day, even if the owner of the account enters right codes in between', async () => {
    const user = await withFactor()
    const day = { scope: 'second-factor-day', key: user.id, started_at: server.clock.now, count: 29 }
    await server.db.insertInto('rate_windows').values(day).execute()
    expect((await (await afterPassword(user.email)).enter(codeOf(user.secret))).status).toBe(200)
    const guessing = await afterPassword(user.email)
    const guess = async () => (await guessing.enter(wrongCodeOf(user.secret))).status
    expect([await guess(), await guess()]).toEqual([422, 429])
  })

  test('a log-in accepts only a recovery code if the key that encrypts the app secrets is missing', async () => {
    const user = await withFactor()
    await rm(`${server.uploadsDir}.key`)
    const { enter } = await afterPassword(user.email)
    expect((await enter(codeOf(user.secret))).body['errors']).toEqual({ code: [s.keyMissing] })
    expect((await enter(user.recoveryCodes[0]!)).status).toBe(200)
  })
})

describe('the clinic’s rule that requires a second factor', () => {
  const require = (second_factor_for: 'nobody' | 'admins' | 'staff') =>
    server.as(admin.token)(logInRulesContract.save, { body: { second_factor_for } })
  const logIn = (email: string) => server.as(null)(authContract.login, { body: { email, password: PASSWORD } })

  test('if a second factor is required, people without a second factor can do nothing but set one up, also in open sessions', async () => {
    const cashier = await person()
    await require('admins')
    expect((await logIn(cashier.email)).user.second_factor).toBeUndefined()
    const waiting = await person('admin')
    await require('admins')
    await require('staff')
    expect((await lastLogEntry(server.db)).action).toBe('Required two-step log-in of all staff')
    for (const open of [cashier, waiting])
      expect(await errorOf(server.as(open.token)(contract.decline, {}))).toMatchObject({
        status: 403,
        code: 'must_set_up_second_factor',
      })
    const { token, user } = await logIn(cashier.email)
    expect(user.second_factor).toBe('required')
    const as = server.as(token)
    expect((await as(sessionContract.session, {})).user.second_factor).toBe('required')
    expect(await errorOf(as(contract.decline, {}))).toMatchObject({ status: 403, code: 'must_set_up_second_factor' })
    const { secret } = (await as(contract.makeSecret, {})).data
    await as(contract.confirm, { body: { code: codeOf(secret) } })
    await as(contract.decline, {})
    expect((await as(sessionContract.session, {})).user.second_factor).toBeUndefined()
    expect((await as(contract.read, {})).data.is_required).toBe(true)
    await server.as(cashier.token)(contract.decline, {})
    await as(contract.switchOff, { body: { current_password: PASSWORD } })
    expect(await errorOf(as(contract.decline, {}))).toMatchObject({ code: 'must_set_up_second_factor' })
    const client = await person('client')
    expect((await logIn(client.email)).user.second_factor).toBeUndefined()
  })

  test('people can use the app without a second factor once the clinic no longer requires one', async () => {
    const cashier = await person()
    await require('staff')
    const as = server.as((await logIn(cashier.email)).token)
    await require('nobody')
    await as(contract.decline, {})
  })

  test('admins see who has a second factor, and can reset the second factor of others', async () => {
    const user = await withFactor()
    const asAdmin = server.as(admin.token)
    const shown = async () =>
      (await asAdmin(logInRulesContract.read, {})).data.people.find(({ id }) => id === user.id)?.has_second_factor
    expect(await shown()).toBe(true)
    const reset = (id: string) => asAdmin(logInRulesContract.reset, { params: { id } })
    expect(await errorOf(reset(admin.id))).toMatchObject({ status: 409, message: s.resetOwn })
    expect(await errorOf(reset(randomUUID()))).toMatchObject({ status: 404 })
    const waiting = await afterPassword(user.email)
    await reset(user.id)
    // The reset has ended the pending log-in, because the password alone is enough now.
    expect((await waiting.enter(user.recoveryCodes[0]!)).body['message']).toBe(s.pendingExpired)
    expect((await lastLogEntry(server.db)).action).toBe(`Reset the two-step log-in of ${user.name}`)
    expect(await shown()).toBe(false)
    expect((await logIn(user.email)).user.id).toBe(user.id)
    expect(await errorOf(reset(user.id))).toMatchObject({ status: 409, message: s.notOn })
  })
})

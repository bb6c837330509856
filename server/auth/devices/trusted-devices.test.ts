import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factorFixture, PASSWORD } from '#server/auth/second-factor/factor-fixture.ts'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { openBrowser, type Browser } from '#server/test/browser.ts'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, TEST_NOW, type TestServer } from '#server/test/server.ts'
import { authContract } from '#shared/auth/contract.ts'
import { devicesContract as contract } from '#shared/auth/devices-contract.ts'
import { logInRulesContract, secondFactorContract } from '#shared/auth/second-factor-contract.ts'

const DAY = 86_400
let server: TestServer
let fixture: ReturnType<typeof factorFixture>

beforeAll(async () => {
  server = await startTestServer()
  fixture = factorFixture(server)
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = TEST_NOW
})

/** Creates a person with an authenticator app and a browser that this person trusts. */
async function withTrustedBrowser(browser: Browser = openBrowser(server.app)) {
  const user = await fixture.withFactor()
  const { enter } = await fixture.afterPassword(user.email, browser)
  const finished = await enter(fixture.codeOf(user.secret), { trust_device: true })
  expect(finished.status).toBe(200)
  browser.cookies.delete('access_token')
  const asked = async () => {
    const { status } = (await fixture.afterPassword(user.email, browser)).first
    browser.cookies.delete('access_token')
    return status === 403
  }
  return { user, browser, finished, asked }
}

test('a trusted device needs no code for 30 days, but always the password, and its token is stored as a hash', async () => {
  const { user, browser, finished, asked } = await withTrustedBrowser()
  expect(finished.answer.cookies).toContainEqual(
    expect.objectContaining({
      name: 'trusted_device',
      httpOnly: true,
      sameSite: 'Strict',
      path: '/api',
      maxAge: 30 * DAY,
    }),
  )
  expect(await asked()).toBe(false)
  const wrong = await browser.send('POST', '/api/login', { email: user.email, password: 'not my password' })
  expect(wrong.status).toBe(401)
  const token = browser.cookies.get('trusted_device')!.split('.')[1]!
  const rows = await server.db.selectFrom('trusted_devices').selectAll().execute()
  expect(rows.map(({ token_hash: hash }) => hash.toString('base64url'))).not.toContain(token)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await fixture.logTypes(user.id)).toContain('Trusted lightMyRequest for 30 days')
  fixture.pass(30 * DAY - 60)
  expect(await asked()).toBe(false)
  fixture.pass(60)
  expect(await asked()).toBe(true)
  await cleanUp(server.appDb, server.clock.now, server.uploadsDir)
  expect(await server.db.selectFrom('trusted_devices').selectAll().execute()).toEqual([])
})

test('a browser trusted by one person still asks a colleague for the code, and several people can trust the same browser', async () => {
  const { browser, asked } = await withTrustedBrowser()
  const colleague = await fixture.withFactor()
  expect((await fixture.afterPassword(colleague.email, browser)).first.status).toBe(403)
  const [mine] = browser.cookies.get('trusted_device')!.split('~')
  browser.cookies.set('trusted_device', `${colleague.id}.${mine!.split('.')[1]}`)
  expect((await fixture.afterPassword(colleague.email, browser)).first.status).toBe(403)
  browser.cookies.set('trusted_device', mine!)
  const second = await withTrustedBrowser(browser)
  expect([await asked(), await second.asked()]).toEqual([false, false])
})

test('a person sees their trusted device in the list of devices and can make it ask for the code again', async () => {
  const { user, browser, asked } = await withTrustedBrowser()
  const list = async () => (await user.as(contract.list, {})).data.trusted
  const [device] = await list()
  expect(device).toMatchObject({ trusted_until: '2026-12-21T09:00:30+08:00', is_current: false })
  await fixture.afterPassword(user.email, browser)
  const own = (await browser.send('GET', '/api/my/devices')).body as unknown as {
    data: { trusted: { is_current: boolean }[] }
  }
  expect(own.data.trusted).toMatchObject([{ is_current: true }])
  const stranger = server.as((await createUser(server.db, 'admin')).token)
  await expect(stranger(contract.distrust, { params: { id: device!.id } })).rejects.toMatchObject({ status: 404 })
  await user.as(contract.distrust, { params: { id: device!.id } })
  expect(await list()).toEqual([])
  expect(await asked()).toBe(true)
  expect(await fixture.logTypes(user.id)).toContain('No longer trusts lightMyRequest')
})

test('no browser stays trusted after a new password, a reset or switching off of the second factor, or logging out of all other devices', async () => {
  const renewed = await withTrustedBrowser()
  const password = 'tricycle-mango-92'
  await renewed.user.as(authContract.choosePassword, { body: { current_password: PASSWORD, new_password: password } })
  const again = await renewed.browser.send('POST', '/api/login', { email: renewed.user.email, password })
  expect(again.status).toBe(403)
  const left = await withTrustedBrowser()
  await left.user.as(contract.logOutOthers, {})
  expect(await left.asked()).toBe(true)
  expect(await fixture.logTypes(left.user.id)).toContain('No longer trusts lightMyRequest')
  const reset = await withTrustedBrowser()
  const admin = server.as((await createUser(server.db, 'admin')).token)
  await admin(logInRulesContract.reset, { params: { id: reset.user.id } })
  const off = await withTrustedBrowser()
  await off.user.as(secondFactorContract.switchOff, { body: { current_password: PASSWORD } })
  const stillTrusted = await server.db
    .selectFrom('trusted_devices')
    .selectAll()
    .where('account_id', 'in', [reset.user.id, off.user.id])
    .execute()
  expect(stillTrusted).toEqual([])
})

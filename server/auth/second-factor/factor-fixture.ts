import { Secret, TOTP } from 'otpauth'
import { openBrowser } from '#server/test/browser.ts'
import { createUser, givePassword } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import type { TestServer } from '#server/test/server.ts'
import { secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import type { Role } from '#shared/people/role.ts'

export const PASSWORD = 'pearl of the orient'

/** Helpers for tests of the second factor against a server. */
export function factorFixture(server: TestServer) {
  const pass = (seconds: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000)
  }
  const codeOf = (secret: string, steps = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: server.clock.now.getTime() + steps * 30_000 })

  async function person(role: Role = 'cashier') {
    const user = await createUser(server.db, role)
    await givePassword(server.db, user.id, PASSWORD)
    return user
  }

  /** Creates a person with an authenticator app and lets 30 seconds pass, because the current code is used up. */
  async function withFactor(role: Role = 'cashier') {
    const user = await person(role)
    const as = server.as(user.token)
    const { secret } = (await as(contract.makeSecret, {})).data
    const { recovery_codes } = (await as(contract.confirm, { body: { code: codeOf(secret) } })).data
    pass(30)
    return { ...user, as, secret, recoveryCodes: recovery_codes }
  }

  /** Logs in with the right password; `enter` then sends the code of the second step. */
  async function afterPassword(email: string, browser = openBrowser(server.app), from: { origin?: string } = {}) {
    const first = await browser.send('POST', '/api/login', { email, password: PASSWORD }, from)
    const enter = (code: string, more: { trust_device?: boolean } = {}) =>
      browser.send('POST', '/api/login/second-factor', { code, ...more }, from)
    return { browser, first, enter }
  }

  const logTypes = async (userId: string) =>
    (await logEntries(server.db, { user_id: userId })).map(({ action }) => action)

  return { pass, codeOf, person, withFactor, afterPassword, logTypes }
}

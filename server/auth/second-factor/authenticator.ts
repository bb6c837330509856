import { Secret, TOTP } from 'otpauth'
import type { Tx } from '#server/db/pool.ts'
import type { SecretBox } from '#server/lib/secret-box.ts'
import * as queries from './queries.ts'

const STEP_SECONDS = 30
/** Codes of the previous and the next time step are accepted too, because clocks of phones differ. */
const STEPS_AROUND = 1

/** Encryption binds a secret to this purpose, so that it cannot be decrypted for another account. */
const purposeOf = (accountId: string) => `totp ${accountId}`

/** Makes a new secret: as text, as the address that authenticator apps scan, and encrypted for the database. */
export async function makeSecret(secrets: SecretBox, account: { id: string; email: string | null; clinic: string }) {
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ issuer: account.clinic, label: account.email ?? account.id, secret }).toString()
  return { secret: secret.base32, uri, encrypted: await secrets.encrypt(secret.base32, purposeOf(account.id)) }
}

/**
 * The form of the app's codes. Other texts are refused before the library sees them, because it throws an error for a
 * text that has six characters but more bytes, such as three emojis.
 */
const APP_CODE = /^\d{6}$/

type Asked = { accountId: string; encrypted: string; code: string; now: Date }

/**
 * Checks a code of the app and marks its time step as used, so that no code is accepted twice. Throws `KeyMissingError`
 * if the secret cannot be decrypted.
 */
export async function consumeAppCode(tx: Tx, secrets: SecretBox, asked: Asked): Promise<'right' | 'wrong' | 'used'> {
  const { accountId, now } = asked
  if (!APP_CODE.test(asked.code)) return 'wrong'
  const secret = Secret.fromBase32(await secrets.decrypt(asked.encrypted, purposeOf(accountId)))
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: asked.code, secret, timestamp, period: STEP_SECONDS, window: STEPS_AROUND })
  if (delta === null) return 'wrong'
  const step = TOTP.counter({ timestamp, period: STEP_SECONDS }) + delta
  return (await queries.markStepUsed(tx, accountId, step)) ? 'right' : 'used'
}

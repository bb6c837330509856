import { randomBytes } from 'node:crypto'
import type { ReadTx } from '#server/db/pool.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { deviceName } from '#shared/auth/device-name.ts'
import * as queries from './trusted-device-queries.ts'
import { hashToken } from './hash-token.ts'

/** Trusts the browser of this request for an account, and returns the token; the database stores only its hash. */
export async function trustDevice(
  { tx, now, request }: Context,
  accountId: string,
  until: Date,
): Promise<{ token: string; device: string }> {
  const token = randomBytes(32).toString('base64url')
  const device = deviceName(request.userAgent)
  const row = { id: newId(), account_id: accountId, token_hash: hashToken(token), device }
  await queries.insertTrusted(tx, { ...row, created_at: now, last_used_at: now, expires_at: until })
  return { token, device }
}

/** True if this token belongs to a browser that is still trusted for the account; stores the use. */
export const saveTrustedUse = ({ tx, now }: Context, accountId: string, token: string): Promise<boolean> =>
  queries.saveUse(tx, { accountId, tokenHash: hashToken(token), now })

/** The trusted devices of a person, the last used one first; `token` is that of the browser that makes this call. */
export async function trustedDevicesOf(tx: ReadTx, accountId: string, now: Date, token: string | undefined) {
  const rows = await queries.trustedOf(tx, accountId, now)
  const own = token === undefined ? undefined : hashToken(token)
  return rows.map(({ token_hash: hash, ...row }) => ({ ...row, is_current: own?.equals(hash) === true }))
}

/**
 * Ends the trust in a browser, so that its next log-in needs the second factor. Returns the browser's device; undefined
 * if the browser is not the caller's.
 */
export const distrustDevice = async ({ tx, user }: Context<Principal>, id: string): Promise<string | undefined> =>
  (await queries.deleteTrusted(tx, { id, accountId: user.id }))[0]?.device

/**
 * Ends the trust in all browsers of an account, except that with the token `except`, so that log-ins need the second
 * factor. Returns the browsers' devices.
 */
export async function distrustDevicesOf(
  { tx }: Pick<Context, 'tx'>,
  accountId: string,
  except?: string,
): Promise<string[]> {
  const which = { accountId, ...(except !== undefined && { exceptHash: hashToken(except) }) }
  return (await queries.deleteTrusted(tx, which)).map(({ device }) => device)
}

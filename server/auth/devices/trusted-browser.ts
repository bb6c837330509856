import type { FastifyReply } from 'fastify'
import { accountCookie } from '#server/auth/account-cookie.ts'
import type { CookieOptions } from '#server/auth/cookies.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context } from '#server/lib/context.ts'
import type { Person } from '#server/people/find-person.ts'
import { trustDevice, saveTrustedUse } from '#server/sessions/public.ts'
import { TRUST_DAYS } from '#shared/auth/second-factor-contract.ts'

const TRUST_SECONDS = TRUST_DAYS * 86_400
const cookie = accountCookie({
  name: 'trusted_device',
  // An entry of the cookie is `account.token`: the id of an account, and the token by which this browser is trusted for
  // it.
  entry: /^([0-9a-f-]{36})\.([\w-]{43})$/,
  maxAgeSeconds: TRUST_SECONDS,
})

/** The token by which this browser claims to be trusted for an account. The caller must still verify the token. */
export const trustTokenOf = (reply: FastifyReply, accountId: string): string | undefined =>
  cookie.entriesOf(reply).find(([, id]) => id === accountId)?.[2]

/** True if this browser needs no second factor for the account. The password is always needed. */
export async function isTrustedBrowser(context: Context, accountId: string): Promise<boolean> {
  const token = trustTokenOf(context.reply, accountId)
  return token !== undefined && saveTrustedUse(context, accountId, token)
}

/**
 * Makes this browser trusted for the account, and writes this to the history log. Returns the token for
 * `setTrustCookie`.
 */
export async function trustBrowser(context: Context, { id, name, role }: Person): Promise<string> {
  const until = new Date(context.now.getTime() + TRUST_SECONDS * 1000)
  const { token, device } = await trustDevice(context, id, until)
  await writeAuditLog(
    context,
    { type: 'auth.device.trusted', subjectId: id, parameters: { device } },
    { id, name, role },
  )
  return token
}

/** Stores the account's token in this browser. */
export const setTrustCookie = (
  reply: FastifyReply,
  { accountId, token }: { accountId: string; token: string },
  options: CookieOptions,
): void => cookie.set(reply, `${accountId}.${token}`, options)

import type { FastifyReply } from 'fastify'
import { cookieAttributes, type CookieOptions } from '#server/auth/cookies.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context } from '#server/lib/context.ts'
import type { Person } from '#server/people/find-person.ts'
import { trustDevice, saveTrustedUse } from '#server/sessions/public.ts'
import { TRUST_DAYS } from '#shared/auth/second-factor-contract.ts'

const COOKIE = 'trusted_device'
/** How many accounts one browser keeps tokens of, because several people share the counter's browser. */
const MAX_ACCOUNTS = 8
const TRUST_SECONDS = TRUST_DAYS * 86_400
/** Matches one entry of the cookie: the id of an account and the token by which this browser is trusted for it. */
const entryPattern = /^([0-9a-f-]{36})\.([\w-]{43})$/

const entriesOf = (reply: FastifyReply) =>
  (reply.request.cookies[COOKIE] ?? '')
    .split('~', MAX_ACCOUNTS)
    .map((entry) => entryPattern.exec(entry))
    .filter((entry) => entry !== null)

/** The token by which this browser is trusted for an account; not yet verified. */
export const trustTokenOf = (reply: FastifyReply, accountId: string): string | undefined =>
  entriesOf(reply).find(([, id]) => id === accountId)?.[2]

/** True if this browser needs no second factor for the account. The password is always needed. */
export async function isTrustedBrowser(context: Context, accountId: string): Promise<boolean> {
  const token = trustTokenOf(context.reply, accountId)
  return token !== undefined && saveTrustedUse(context, accountId, token)
}

/** Trusts this browser for the account, and logs it; returns the token for `setTrustCookie`. */
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

/** Puts the account's token first in this browser's cookie; beyond the limit, the oldest one is dropped. */
export function setTrustCookie(
  reply: FastifyReply,
  { accountId, token }: { accountId: string; token: string },
  options: CookieOptions,
): void {
  const others = entriesOf(reply).filter(([, id]) => id !== accountId)
  const entries = [`${accountId}.${token}`, ...others.map(([entry]) => entry)].slice(0, MAX_ACCOUNTS)
  void reply.setCookie(COOKIE, entries.join('~'), {
    ...cookieAttributes(reply, options),
    path: '/api',
    httpOnly: true,
    maxAge: TRUST_SECONDS,
  })
}

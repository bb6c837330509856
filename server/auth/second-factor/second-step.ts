import type { FastifyReply } from 'fastify'
import { cookieAttributes, type CookieOptions } from '#server/auth/cookies.ts'
import { countGuess, forgiveGuess, forgiveGuesses } from '#server/auth/log-in-limits.ts'
import { answerWith, openLoggedIn, type OpenedSession, type SessionAnswer } from '#server/auth/open-session.ts'
import { setTrustCookie, trustBrowser } from '#server/auth/devices/trusted-browser.ts'
import { hashTypedCode } from '#server/auth/typed-codes.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext } from '#server/lib/context.ts'
import { KeyMissingError, type SecretBox } from '#server/lib/secret-box.ts'
import { lockPerson, type Person } from '#server/people/find-person.ts'
import {
  accountOfPendingLogIn,
  deletePendingLogIn,
  openPendingLogIn,
  tryPendingLogIn,
} from '#server/sessions/public.ts'
import type { Assertion } from '#shared/auth/passkeys-contract.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { PENDING_MINUTES } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { consumeAppCode } from './authenticator.ts'
import { beginPasskeyLogIn, isPasskeyRight } from './passkeys/check-passkey.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import * as queries from './queries.ts'

const PENDING_COOKIE = 'pending_log_in'

/**
 * Limits wrong codes of the authenticator app per account. Recovery codes are not limited, because they are too long to
 * be guessed: their owner can still log in while somebody else exhausts these limits.
 */
const SHORT_LIMIT = { scope: 'second-factor', tries: 5, windowSeconds: 15 * 60 } as const
const DAY_LIMIT = { scope: 'second-factor-day', tries: 30, windowSeconds: 24 * 3600 } as const

const cookieOf = (reply: FastifyReply, options: CookieOptions) => ({
  ...cookieAttributes(reply, options),
  path: '/api/login',
  httpOnly: true,
})

/** Begins the second step of a log-in whose password was right. */
export const beginSecondStep = (context: Context, accountId: string): Promise<string> =>
  openPendingLogIn(context, accountId, PENDING_MINUTES)

/** Binds the pending log-in to this browser. Returns the 403 with which the page asks for the code. */
export function askForSecondStep({ reply }: DetachedContext, token: string, options: CookieOptions): AppError {
  void reply.setCookie(PENDING_COOKIE, token, { ...cookieOf(reply, options), maxAge: PENDING_MINUTES * 60 })
  return new AppError('second_factor_needed', s.needed)
}

type Refusal = { refused: () => AppError }
type Outcome = { opened: OpenedSession; trustToken: string | null } | Refusal

const refusal = (refused: Refusal['refused']): Refusal => ({ refused })
const expired = refusal(() => new AppError('unauthenticated', s.pendingExpired))
const wrong = (sentence: string) => refusal(() => invalid('code', sentence))

type AppCode = { code: string; encrypted: string; secrets: SecretBox }

/**
 * Checks a code of the authenticator app. Returns why the code is refused, or null when it is right. Each try is
 * counted first.
 */
async function refuseAppCode(
  context: Context,
  account: Person,
  { code, encrypted, secrets }: AppCode,
): Promise<Refusal | null> {
  const { tx, now } = context
  for (const { scope, ...limit } of [SHORT_LIMIT, DAY_LIMIT]) {
    const guess = { scope, key: account.id, access: { what: 'second-factor', name: account.name } } as const
    if (await countGuess(context, guess, limit))
      return refusal(() => new AppError('too_many', s.tooManyCodes, { retryAfter: limit.windowSeconds }))
  }
  try {
    const verdict = await consumeAppCode(tx, secrets, { accountId: account.id, encrypted, code, now })
    if (verdict !== 'right') return wrong(verdict === 'used' ? s.usedCode : s.wrongCode)
  } catch (error) {
    if (error instanceof KeyMissingError) return wrong(s.keyMissing)
    throw error
  }
  await forgiveGuesses(context, { scope: SHORT_LIMIT.scope, key: account.id })
  // A right code does not clear the counter of the day: otherwise an attacker would get new tries at each log-in of the
  // owner.
  await forgiveGuess(context, { scope: DAY_LIMIT.scope, key: account.id })
  return null
}

/** Consumes a recovery code. Returns why the code is refused, or null when it was right. */
async function refuseRecoveryCode(context: Context, account: Person, code: string): Promise<Refusal | null> {
  if (!(await queries.consumeCode(context.tx, account.id, hashTypedCode(code)))) return wrong(s.wrongRecoveryCode)
  const left = await queries.countCodes(context.tx, account.id)
  const by = { id: account.id, name: account.name, role: account.role }
  await writeAuditLog(
    context,
    { type: 'auth.second-factor.recovery-code-used', subjectId: account.id, parameters: { left } },
    by,
  )
  return null
}

/** A second factor that the caller has sent; `check` returns why it is refused, or null when it is right. */
type Sent = {
  check: (context: Context, account: Person, token: string) => Promise<Refusal | null>
  trust_device?: boolean | undefined
}

/** Checks a code of the authenticator app or a recovery code; an account without an app has only recovery codes. */
export const checkCode =
  (typed: string, secrets: SecretBox): Sent['check'] =>
  async (context, account) => {
    const code = typed.replaceAll(/\s/g, '')
    const app = /^\d{6}$/.test(code) ? await queries.secretOf(context.tx, account.id) : undefined
    return app?.confirmed_at
      ? refuseAppCode(context, account, { code, encrypted: app.secret, secrets })
      : refuseRecoveryCode(context, account, code)
  }

/** Checks a passkey that has signed the challenge of the pending log-in. */
export const checkPasskey =
  (passkey: Assertion, party: RelyingParty | null): Sent['check'] =>
  async (context, { id: accountId }, token) =>
    (await isPasskeyRight(context, { accountId, token, passkey, party }))
      ? null
      : refusal(() => invalid('passkey', passkeyMessages.wrong))

/**
 * Opens the session if the second factor is right. A refusal is returned and not thrown, because an error would roll
 * back the counted tries.
 */
async function tryFactor(context: Context, token: string, sent: Sent, options: CookieOptions): Promise<Outcome> {
  const accountId = await accountOfPendingLogIn(context, token)
  // The lock makes simultaneous tries wait for each other. It is taken before any change of the pending log-in, as in a
  // change of the password, which deletes the pending log-in: two transactions that lock in another order could
  // deadlock.
  const account = accountId === undefined ? undefined : await lockPerson(context.tx, accountId)
  if (!account || !(await tryPendingLogIn(context, token))) return expired
  const refused = await sent.check(context, account, token)
  if (refused) return refused
  await deletePendingLogIn(context, token)
  const trustToken = sent.trust_device ? await trustBrowser(context, account) : null
  return { opened: await openLoggedIn(context, account, options.sessionHours), trustToken }
}

/**
 * Finishes a log-in with a code or a passkey. Throws a 422 for a wrong one, a 429 after too many codes, and a 401 once
 * the pending log-in has expired or was tried too often.
 */
export async function finishSecondStep(
  context: DetachedContext,
  sent: Sent,
  options: CookieOptions,
): Promise<SessionAnswer> {
  const token = context.reply.request.cookies[PENDING_COOKIE]
  if (!token) throw expired.refused()
  const outcome = await context.inTransaction((inside) => tryFactor(inside, token, sent, options))
  if ('refused' in outcome) throw outcome.refused()
  void context.reply.clearCookie(PENDING_COOKIE, cookieOf(context.reply, options))
  const { opened, trustToken } = outcome
  if (trustToken !== null) setTrustCookie(context.reply, { accountId: opened.user.id, token: trustToken }, options)
  return answerWith(context, opened, options)
}

/**
 * Returns the ways to finish this browser's pending log-in, such as a code or a passkey. Throws a 401 once the pending
 * log-in has expired or was tried too often.
 */
export async function readWays(context: DetachedContext, party: RelyingParty | null) {
  const token = context.reply.request.cookies[PENDING_COOKIE]
  if (!token) throw expired.refused()
  return context.inTransaction(async (inside) => {
    const accountId = await accountOfPendingLogIn(inside, token)
    if (accountId === undefined) throw expired.refused()
    const app = await queries.secretOf(inside.tx, accountId)
    return {
      has_app: app?.confirmed_at != null,
      passkey: await beginPasskeyLogIn(inside, token, { accountId, party }),
    }
  })
}

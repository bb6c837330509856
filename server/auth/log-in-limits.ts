import { createHash } from 'node:crypto'
import {
  countTry,
  forgetTries,
  isKnownAddress,
  noteKnownAddress,
  takeBackTry,
  type RateLimit,
} from '#server/db/rate-windows.ts'
import { record } from '#server/history-logs/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/limits.ts'
import { authSentences } from '#shared/auth/sentences.ts'
import { addressKey } from './address-key.ts'

/** One person trying one account from one address. E-mail addresses are counted by their hash. */
export type Attempt = { both: string; account: string; address: string }

export function attemptOf(email: string, address: string): Attempt {
  const account = createHash('sha256').update(email).digest('base64url')
  return { both: `${account} ${addressKey(address)}`, account, address: addressKey(address) }
}

const scopes = { both: 'log-in', account: 'log-in-account', address: 'log-in-address' } as const

const crossed = (count: number, limit: RateLimit) => count > limit.tries
const justCrossed = (count: number, limit: RateLimit) => count === limit.tries + 1

/** A lock-out stands in the history log once for each window. */
const logLockOut = (context: Context, action: string) =>
  record(context, { type: 'system', action: `${action} after too many tries`, subject: 'session' })

/**
 * Counts one try before the password is looked at, so that tries sent all at once are counted too. True when it is
 * one too many; then the wider counters stay as they are. Tries from everywhere lock an account only for addresses
 * that it has not logged in from: whoever guesses from far away cannot keep the owner out.
 * `whose` names the account in the log.
 */
export async function countAttempt(
  context: Context,
  attempt: Attempt,
  limits: Limits,
  whose: string,
): Promise<boolean> {
  const count = async (scope: keyof Attempt, limit: RateLimit, action: string) => {
    const tries = await countTry(context.tx, scopes[scope], attempt[scope], limit, context.now)
    if (justCrossed(tries, limit)) await logLockOut(context, action)
    return crossed(tries, limit)
  }
  const { logInsPerAccountAndAddress, logInsPerAddress, logInsPerAccount } = limits
  if (await count('both', logInsPerAccountAndAddress, `Locked log-in of ${whose} from one address`)) return true
  if (await count('address', logInsPerAddress, 'Locked log-in from one address')) return true
  const locked = await count('account', logInsPerAccount, `Locked log-in of ${whose} from new addresses`)
  return locked && !(await isKnownAddress(context.tx, attempt.both, context.now))
}

/** The password was right: the try was none, and this address is known from now on. */
export async function forgiveAttempt(context: Context, attempt: Attempt): Promise<void> {
  await forgetTries(context.tx, scopes.both, attempt.both)
  await takeBackTry(context.tx, scopes.address, attempt.address)
  await takeBackTry(context.tx, scopes.account, attempt.account)
  await noteKnownAddress(context.tx, attempt.both, context.now)
}

export const tooManyTries = (limit: RateLimit) =>
  new AppError('too_many', authSentences.tooManyTries, { retryAfter: limit.windowSeconds })

/** Counts one try of something else that can be guessed (a present password, the one-time code); true when too many. */
export async function countGuess(
  context: Context,
  guess: { scope: string; key: string; what: string },
  limit: RateLimit,
): Promise<boolean> {
  const tries = await countTry(context.tx, guess.scope, guess.key, limit, context.now)
  if (justCrossed(tries, limit)) await logLockOut(context, `Locked ${guess.what}`)
  return crossed(tries, limit)
}

/** What was typed was right: the tries before it were a person's own. */
export const forgiveGuesses = (context: Context, guess: { scope: string; key: string }) =>
  forgetTries(context.tx, guess.scope, guess.key)

import { createHash } from 'node:crypto'
import { countTry, deleteTries, uncountTry, type RateLimit } from '#server/db/rate-limits.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import type { LimitedAccess } from '#shared/auth/events.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { addressKey } from './address-key.ts'

/**
 * The keys of the counters of a log-in. `both` is for the account and IP address together, the others for one of them.
 * E-mails are stored as hashes.
 */
type FromAddress = { both: string; account: string; address: string }
/** A try from a browser that has logged in to the account before. */
type FromDevice = { device: string }
export type Attempt = FromAddress | FromDevice

export function attemptOf(email: string, address: string): FromAddress {
  const account = createHash('sha256').update(email).digest('base64url')
  return { both: `${account} ${addressKey(address)}`, account, address: addressKey(address) }
}

/** `wait` means that the log-in must wait in a queue (`createDelayQueue`) before it continues. */
export type Verdict = 'go' | 'wait' | 'refused'

const scopes = {
  both: 'log-in',
  account: 'log-in-account',
  address: 'log-in-address',
  device: 'log-in-device',
} as const

const crossed = (count: number, limit: RateLimit) => count > limit.tries
const justCrossed = (count: number, limit: RateLimit) => count === limit.tries + 1

/** What was locked (an account or an IP address), and its name for the history log. */
type Access = { what: LimitedAccess; name: string }

/** Writes a lock-out to the history log, once for each time window of the limit. */
const logLockOut = (context: Context, access: Access) =>
  writeAuditLog(context, { type: 'auth.access.limited', subjectId: null, parameters: access })

type Counted = { scope: keyof typeof scopes; key: string; limit: RateLimit; access: Access }

/** Counts one try; returns true when there are too many, and logs the first try beyond the limit. */
async function isTooMany(context: Context, { scope, key, limit, access }: Counted): Promise<boolean> {
  const tries = await countTry(context.tx, scopes[scope], key, limit, context.now)
  if (justCrossed(tries, limit)) await logLockOut(context, access)
  return crossed(tries, limit)
}

/**
 * Counts a try before the password is checked, so that simultaneous tries count too. A known browser has a counter of
 * its own, which strangers cannot exhaust. A refused try does not raise the counters of the account and the address.
 * `whose` names the account in the log.
 */
export async function countAttempt(
  context: Context,
  attempt: Attempt,
  limits: Limits,
  whose: string,
): Promise<Verdict> {
  const counted = (scope: keyof typeof scopes, key: string, limit: RateLimit, what: LimitedAccess) =>
    isTooMany(context, { scope, key, limit, access: { what, name: whose } })
  if ('device' in attempt)
    return (await counted('device', attempt.device, limits.logInsPerDevice, 'known-browser')) ? 'refused' : 'go'
  const { both, account, address } = attempt
  if (await counted('both', both, limits.logInsPerAccountAndAddress, 'one-address')) return 'refused'
  if (await counted('account', account, limits.logInsPerAccount, 'new-browsers')) return 'refused'
  return (await counted('address', address, limits.logInsPerAddress, 'slowed-address')) ? 'wait' : 'go'
}

/**
 * Removes the try from the counters after a right password. The wrong tries stay counted: the right password of one
 * account must not allow more guesses at another account with the same e-mail.
 */
export async function forgiveAttempt(context: Context, attempt: Attempt): Promise<void> {
  if ('device' in attempt) return void (await uncountTry(context.tx, scopes.device, attempt.device))
  // The counters are locked in the same order as in `countAttempt`, because transactions that lock them in different
  // orders could deadlock.
  for (const scope of ['both', 'account', 'address'] as const)
    await uncountTry(context.tx, scopes[scope], attempt[scope])
}

/** The error for a log-in from an IP address that is over its limit, when the queue of this address is full. */
export const addressIsBusy = () => new AppError('too_many', authMessages.addressIsBusy, { retryAfter: 5 })

export const tooManyTries = (limit: RateLimit) =>
  new AppError('too_many', authMessages.tooManyTries, { retryAfter: limit.windowSeconds })

/**
 * Counts one guess of a secret other than at log-in (a current password or a one-time code); returns true when there
 * were too many.
 */
export async function countGuess(
  context: Context,
  guess: { scope: string; key: string; access: Access },
  limit: RateLimit,
): Promise<boolean> {
  const tries = await countTry(context.tx, guess.scope, guess.key, limit, context.now)
  if (justCrossed(tries, limit)) await logLockOut(context, guess.access)
  return crossed(tries, limit)
}

/** Removes one guess from the counter because it was right; the wrong guesses stay counted. */
export const forgiveGuess = (context: Context, guess: { scope: string; key: string }) =>
  uncountTry(context.tx, guess.scope, guess.key)

/** Clears the counter of wrong guesses after a right password or code. */
export const forgiveGuesses = (context: Context, guess: { scope: string; key: string }) =>
  deleteTries(context.tx, guess.scope, guess.key)

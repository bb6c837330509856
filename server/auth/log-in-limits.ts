import { createHash } from 'node:crypto'
import { countHit, forgetTries, refundHit, type RateLimit } from '#server/db/rate-windows.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { authMessages } from '#shared/auth/messages.ts'
import type { LimitedAccess } from '#shared/auth/events.ts'
import { addressKey } from './address-key.ts'

/**
 * One person trying one account from one address. E-mail addresses are counted by their hash. `device`: the browser, when
 * it has been in this account before.
 */
export type Attempt = { both: string; account: string; address: string; device: string | null }

export function attemptOf(email: string, address: string, device: string | null): Attempt {
  const account = createHash('sha256').update(email).digest('base64url')
  return { both: `${account} ${addressKey(address)}`, account, address: addressKey(address), device }
}

/** `wait`: the try may go on when it is its turn, see `takeTurns`. */
type Verdict = 'go' | 'wait' | 'refused'

const scopes = {
  both: 'log-in',
  account: 'log-in-account',
  address: 'log-in-address',
  device: 'log-in-device',
} as const

const crossed = (count: number, limit: RateLimit) => count > limit.tries
const justCrossed = (count: number, limit: RateLimit) => count === limit.tries + 1

/** What is locked, and of whom. */
type Access = { what: LimitedAccess; name: string }

/** A lock-out stands in the history log once for each window. */
const logLockOut = (context: Context, access: Access) =>
  writeAuditLog(context, { type: 'auth.access.limited', subjectId: null, parameters: access })

type Counted = { scope: keyof typeof scopes; key: string; limit: RateLimit; access: Access }

/** Counts one try, and logs the first that is too many; true from then on. */
async function isTooMany(context: Context, { scope, key, limit, access }: Counted): Promise<boolean> {
  const tries = await countHit(context.tx, scopes[scope], key, limit, context.now)
  if (justCrossed(tries, limit)) await logLockOut(context, access)
  return crossed(tries, limit)
}

/**
 * Counts one try before the password is looked at, so that tries sent all at once are counted too. A browser that has
 * been in is counted by itself: no stranger can use its tries up. A refused try leaves the wider counters as they are.
 * `whose` names the account in the log.
 */
export async function countAttempt(
  context: Context,
  attempt: Attempt,
  limits: Limits,
  whose: string,
): Promise<Verdict> {
  const { both, account, address, device } = attempt
  const counted = (scope: keyof typeof scopes, key: string, limit: RateLimit, what: LimitedAccess) =>
    isTooMany(context, { scope, key, limit, access: { what, name: whose } })
  if (device !== null)
    return (await counted('device', device, limits.logInsPerDevice, 'known-browser')) ? 'refused' : 'go'
  if (await counted('both', both, limits.logInsPerAccountAndAddress, 'one-address')) return 'refused'
  if (await counted('account', account, limits.logInsPerAccount, 'new-browsers')) return 'refused'
  return (await counted('address', address, limits.logInsPerAddress, 'slowed-address')) ? 'wait' : 'go'
}

/** The password was right: the try was none. */
export async function forgiveAttempt(context: Context, { both, account, address, device }: Attempt): Promise<void> {
  if (device !== null) return void (await forgetTries(context.tx, scopes.device, device))
  await forgetTries(context.tx, scopes.both, both)
  await refundHit(context.tx, scopes.address, address)
  await refundHit(context.tx, scopes.account, account)
}

/** The line of an address that is over its limit is full. */
export const addressIsBusy = () => new AppError('too_many', authMessages.addressIsBusy, { retryAfter: 5 })

export const tooManyTries = (limit: RateLimit) =>
  new AppError('too_many', authMessages.tooManyTries, { retryAfter: limit.windowSeconds })

/** Counts one try of something else that can be guessed (a present password, the one-time code); true when too many. */
export async function countGuess(
  context: Context,
  guess: { scope: string; key: string; access: Access },
  limit: RateLimit,
): Promise<boolean> {
  const tries = await countHit(context.tx, guess.scope, guess.key, limit, context.now)
  if (justCrossed(tries, limit)) await logLockOut(context, guess.access)
  return crossed(tries, limit)
}

/** What was typed was right: the tries before it were a person's own. */
export const forgiveGuesses = (context: Context, guess: { scope: string; key: string }) =>
  forgetTries(context.tx, guess.scope, guess.key)

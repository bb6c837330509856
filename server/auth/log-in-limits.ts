import { createHash } from 'node:crypto'
import { countTry, forgetTries, takeBackTry, type RateLimit } from '#server/db/rate-windows.ts'
import { record } from '#server/history-logs/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/limits.ts'
import { authSentences } from '#shared/auth/sentences.ts'
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
export type Verdict = 'go' | 'wait' | 'refused'

const scopes = {
  both: 'log-in',
  account: 'log-in-account',
  address: 'log-in-address',
  device: 'log-in-device',
} as const

const crossed = (count: number, limit: RateLimit) => count > limit.tries
const justCrossed = (count: number, limit: RateLimit) => count === limit.tries + 1

/** A lock-out stands in the history log once for each window. */
const logLockOut = (context: Context, action: string) =>
  record(context, { type: 'system', action: `${action} after too many tries`, subject: 'session' })

type Counted = { scope: keyof typeof scopes; key: string; limit: RateLimit; action: string }

/** Counts one try, and logs the first that is too many; true from then on. */
async function isTooMany(context: Context, { scope, key, limit, action }: Counted): Promise<boolean> {
  const tries = await countTry(context.tx, scopes[scope], key, limit, context.now)
  if (justCrossed(tries, limit)) await logLockOut(context, action)
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
  const counted = (scope: keyof typeof scopes, key: string, limit: RateLimit, action: string) =>
    isTooMany(context, { scope, key, limit, action })
  if (device !== null) {
    const action = `Locked log-in of ${whose} from one known browser`
    return (await counted('device', device, limits.logInsPerDevice, action)) ? 'refused' : 'go'
  }
  const here = `Locked log-in of ${whose} from one address`
  if (await counted('both', both, limits.logInsPerAccountAndAddress, here)) return 'refused'
  const anywhere = `Locked log-in of ${whose} from new browsers`
  if (await counted('account', account, limits.logInsPerAccount, anywhere)) return 'refused'
  return (await counted('address', address, limits.logInsPerAddress, 'Slowed log-in from one address')) ? 'wait' : 'go'
}

/** The password was right: the try was none. */
export async function forgiveAttempt(context: Context, { both, account, address, device }: Attempt): Promise<void> {
  if (device !== null) return void (await forgetTries(context.tx, scopes.device, device))
  await forgetTries(context.tx, scopes.both, both)
  await takeBackTry(context.tx, scopes.address, address)
  await takeBackTry(context.tx, scopes.account, account)
}

/** The line of an address that is over its limit is full. */
export const addressIsBusy = () => new AppError('too_many', authSentences.addressIsBusy, { retryAfter: 5 })

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

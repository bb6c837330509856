import { AppError } from '#server/lib/app-error.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { TokenBuckets } from '#server/lib/http/limit-rate.ts'
import type { DetachedContext } from '#server/lib/context.ts'
import { findPeopleByLogIn } from '#server/people/find-person.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { deviceCookieOf } from './device-cookie.ts'
import { deviceOfBrowser } from './known-browser.ts'
import { attemptOf } from './log-in-limits.ts'
import type { logIn } from './log-in.ts'

/** True for a browser that has logged in to an account with this e-mail before. */
async function isKnownBrowser(context: DetachedContext, email: string): Promise<boolean> {
  if (deviceCookieOf(context) === undefined) return false
  const device = await context.inTransaction(async (inside) =>
    deviceOfBrowser(inside, await findPeopleByLogIn(inside.tx, email)),
  )
  return device !== null
}

/**
 * Limits all log-ins, successful ones too: each takes 20 ms of CPU and writes permanent rows. Failed log-ins have a far
 * lower limit in the database. Browsers that have logged in to the account before have their own limit, so that others
 * at the same address cannot use it up. Throws 429.
 */
export function limitLogIns(limits: Limits, work: typeof logIn): typeof logIn {
  const both = new TokenBuckets(limits.everyLogInPerAccountAndAddress)
  const byAddress = new TokenBuckets(limits.everyLogInPerAddress)
  const fromKnown = new TokenBuckets(limits.everyLogInPerAccountAndAddress)
  const secondsToWait = async (context: DetachedContext, email: string): Promise<number> => {
    const attempt = attemptOf(email, context.request.address, null)
    const seconds = both.take(attempt.both) || byAddress.take(attempt.address)
    if (seconds === 0 || !(await isKnownBrowser(context, email))) return seconds
    // Each log-in issues a new device id, so the limit counts per account and address.
    return fromKnown.take(attempt.both)
  }
  return async (context, typed, options) => {
    const seconds = await secondsToWait(context, typed.email)
    if (seconds > 0) throw new AppError('too_many', callMessages.tooMany, { retryAfter: seconds })
    return work(context, typed, options)
  }
}

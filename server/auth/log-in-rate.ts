import { AppError } from '#server/lib/app-error.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { TokenBuckets } from '#server/lib/http/token-buckets.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { attemptOf } from './log-in-limits.ts'
import type { logIn } from './log-in.ts'

/**
 * Limits every log-in, the right ones too: each takes the processor for 20 ms and leaves rows for good. Wrong ones are
 * limited far more tightly, in the database. Throws 429.
 */
export function limitLogIns(limits: Limits, work: typeof logIn): typeof logIn {
  const both = new TokenBuckets(limits.everyLogInPerAccountAndAddress)
  const byAddress = new TokenBuckets(limits.everyLogInPerAddress)
  return async (context, typed, options) => {
    const attempt = attemptOf(typed.email, context.request.address, null)
    const seconds = both.take(attempt.both) || byAddress.take(attempt.address)
    if (seconds > 0) throw new AppError('too_many', callMessages.tooMany, { retryAfter: seconds })
    return work(context, typed, options)
  }
}

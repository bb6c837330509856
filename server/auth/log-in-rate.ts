import { AppError } from '#server/lib/app-error.ts'
import type { Limits } from '#server/lib/limits.ts'
import { TokenBuckets } from '#server/lib/token-buckets.ts'
import { callSentences } from '#shared/lib/errors.ts'
import { attemptOf } from './log-in-limits.ts'

/**
 * Limits every log-in, the right ones too: each takes the processor for 20 ms and leaves rows for good. Wrong ones are
 * limited far more tightly, in the database. Returns the check, which throws 429.
 */
export function createLogInRate(limits: Limits): (email: string, address: string) => void {
  const both = new TokenBuckets(limits.everyLogInPerAccountAndAddress)
  const byAddress = new TokenBuckets(limits.everyLogInPerAddress)
  return (email, address) => {
    const attempt = attemptOf(email, address, null)
    const seconds = both.take(attempt.both) || byAddress.take(attempt.address)
    if (seconds > 0) throw new AppError('too_many', callSentences.tooMany, { retryAfter: seconds })
  }
}

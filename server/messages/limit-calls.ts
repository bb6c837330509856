import { addressKey } from '#server/auth/address-key.ts'
import { countHit, type RateLimit } from '#server/db/rate-windows.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext } from '#server/lib/context.ts'
import { callMessages } from '#shared/lib/call-messages.ts'

/**
 * Counts a call with a link that stands in for a log-in, by the caller's address, whatever becomes of it. Throws a 429 for too
 * many of them.
 */
export async function limitCalls(context: DetachedContext, scope: string, limit: RateLimit): Promise<void> {
  const key = addressKey(context.request.address)
  const calls = await context.inTransaction(({ tx, now }) => countHit(tx, scope, key, limit, now))
  if (calls > limit.tries) throw new AppError('too_many', callMessages.tooMany, { retryAfter: limit.windowSeconds })
}

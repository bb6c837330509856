import { countTry, type RateLimit } from '#server/db/rate-limits.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { authMessages } from '#shared/auth/messages.ts'
import type { prepaidContract } from '#shared/prepaid/contract.ts'
import { presentCard } from './present-card.ts'
import * as views from './views.ts'

/**
 * Finds a gift card or store credit by its card number; null if none has it. Every look-up is counted and their number
 * is limited, so that nobody can guess numbers. An unknown number throws no error, because an error would roll back the
 * count.
 */
export async function lookUpCard(
  { tx, branchId, user, now }: Context<Principal>,
  number: string,
  limit: RateLimit,
): Promise<Answer<typeof prepaidContract.lookUp>['data']> {
  const tries = await countTry(tx, 'card-look-up', user.id, limit, now)
  if (tries > limit.tries)
    throw new AppError('too_many', authMessages.tooManyTries, { retryAfter: limit.windowSeconds })
  const card = await views.cardByNumber(tx, branchId, number)
  return card ? presentCard(card) : null
}

import { lockOwnAccount, requirePresentPassword } from '#server/auth/own-password.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { hasOpenClosureRequest, latestClosureRequest, openClosureRequest } from '#server/users/closure-requests.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { ClosureRequest, closureRequestContract } from '#shared/users/contract.ts'
import { closureRequestMessages as s } from '#shared/users/messages.ts'

/**
 * Requests the closure of the caller's account. Throws a 422 for a wrong password and a 409 while another request is
 * open.
 */
export async function requestClosure(
  context: DetachedContext<Principal>,
  { current_password, reason }: Parsed<typeof closureRequestContract.ask>['body'],
  limits: Limits,
): Promise<ClosureRequest | null> {
  const comparedHash = await requirePresentPassword(context, current_password, 'current_password', limits)
  return context.inTransaction(async (inside) => {
    const { tx, user } = inside
    await lockOwnAccount(inside, comparedHash)
    if (await hasOpenClosureRequest(tx, user.id)) throw new AppError('conflict', s.alreadyOpen)
    await openClosureRequest(inside, reason)
    return latestClosureRequest(tx, user.id)
  })
}

import { lockOwnAccount, requirePresentPassword } from '#server/auth/own-password.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { passwordTimeOf, savePasswordTime } from '#server/sessions/public.ts'
import { passkeyMessages as s } from '#shared/auth/passkey-messages.ts'

/** For how long the password counts as just entered. */
const RECENT_MS = 10 * 60_000

/**
 * Requires that the password was entered in this session within the last ten minutes, so that nobody can set up a
 * second factor on a screen that was left open. Throws a 403 that asks for the password.
 */
export async function requireRecentPassword({ tx, user, now }: Context<Principal>): Promise<void> {
  const enteredAt = await passwordTimeOf(tx, user.session_id)
  if (enteredAt === undefined || now.getTime() - enteredAt.getTime() > RECENT_MS)
    throw new AppError('password_needed', s.passwordNeeded)
}

/** Records that the person has just entered the password in this session. Throws a 422 for a wrong one. */
export async function confirmPassword(
  context: DetachedContext<Principal>,
  { current_password }: { current_password: string },
  limits: Limits,
): Promise<void> {
  const comparedHash = await requirePresentPassword(context, current_password, 'current_password', limits)
  await context.inTransaction(async (inside) => {
    await lockOwnAccount(inside, comparedHash)
    await savePasswordTime(inside)
  })
}

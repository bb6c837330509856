import { limitCalls } from '#server/auth/link-tokens.ts'
import type { RateLimit } from '#server/db/rate-limits.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext } from '#server/lib/context.ts'
import type { Signature } from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { handOverOfToken, signInHandOver } from './hand-over.ts'
import { LATE_MS, signingTime } from './signing-time.ts'
import * as views from './views.ts'

/**
 * True if a form was signed while the client had the tablet, and arrives within a day. A hand-over that nobody ended,
 * because its session expired or the password was changed, is treated as ended a day after it began.
 */
function isInTime({ started_at, ended_at }: views.HandOverRow, signedAt: Date, now: Date): boolean {
  const end = ended_at ?? new Date(started_at.getTime() + LATE_MS)
  return signedAt >= started_at && signedAt <= end && now.getTime() <= end.getTime() + LATE_MS
}

/**
 * Stores a form that was signed on the tablet without a connection and is sent after the session has ended. The token
 * of the hand-over stays on the tablet and allows nothing else. Throws a 404 for a forged token or a form that arrives
 * too late.
 */
export async function signLate(
  context: DetachedContext,
  { token, limit }: { token: string; limit: RateLimit },
  body: Signature,
) {
  await limitCalls(context, 'form-link', limit)
  return context.inTransaction(async (inside) => {
    const handOver = await handOverOfToken(inside, token)
    if (!isInTime(handOver, signingTime(body, inside.now), inside.now)) throw new AppError('not_found', s.tooLate)
    const isRepeated = (await views.copyById(inside.tx, body.id)) !== undefined
    const signed = isRepeated ? [] : await views.signedDuring(inside.tx, handOver.id)
    if (signed.includes(body.form_version_id)) throw new AppError('conflict', s.formChanged)
    return signInHandOver(inside, handOver, body)
  })
}

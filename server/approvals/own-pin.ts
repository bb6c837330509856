import { lockOwnAccount, requirePresentPassword } from '#server/auth/own-password.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { approvalMessages as s } from '#shared/approvals/messages.ts'
import * as queries from './queries.ts'

/** True for PINs that are guessed first, such as `111111`, `123456` and `987654`. */
const isEasyPin = (pin: string): boolean => {
  const steps = Array.from(pin.slice(1), (digit, i) => (Number(digit) - Number(pin[i]) + 10) % 10)
  return new Set(steps).size === 1 && [0, 1, 9].includes(steps[0]!)
}

/** Sets or changes the caller's own PIN. Throws a 422 for a wrong password or an easy PIN. */
export async function setOwnPin(
  context: DetachedContext<Principal>,
  { pin, current_password }: { pin: string; current_password: string },
  limits: Limits,
): Promise<void> {
  if (isEasyPin(pin)) throw invalid('pin', s.easyPin)
  const comparedHash = await requirePresentPassword(context, current_password, 'current_password', limits)
  const pinHash = await hashPassword(pin)
  await context.inTransaction(async (inside) => {
    const { tx, user, now } = inside
    await lockOwnAccount(inside, comparedHash)
    await queries.savePin(tx, { account_id: user.id, pin_hash: pinHash, set_at: now })
    await writeAuditLog(inside, { type: 'approvals.pin.set', subjectId: user.id, parameters: {} })
  })
}

/** Removes the caller's own PIN, if there is one. */
export async function removeOwnPin(context: Context<Principal>): Promise<void> {
  const { tx, user } = context
  if (!(await queries.deletePin(tx, user.id))) return
  await writeAuditLog(context, { type: 'approvals.pin.removed', subjectId: user.id, parameters: {} })
}

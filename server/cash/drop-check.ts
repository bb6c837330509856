import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import type { DropCheck } from '#shared/cash/drop-check-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { dropOfBranch } from './movement-views.ts'
import { lockDropCheck, updateDropCheck } from './queries.ts'

/**
 * Marks a bank drop as seen on the bank statement, or removes the mark. Throws a 404 for anything but a drop of the
 * branch, and a 409 if somebody has changed the mark meanwhile.
 */
export async function markDrop(context: Context<Principal>, id: string, isSeen: boolean): Promise<DropCheck> {
  const { tx, now, user, branchId } = context
  const drop = await dropOfBranch(tx, branchId, id)
  if (!drop) throw new AppError('not_found', s.dropNotFound)
  const changed = { changed_at: now, changed_by: user.id, changed_by_name: user.name }
  const { is_seen, version } = await lockDropCheck(tx, { movement_id: id, ...changed })
  const before = { movement_id: id, is_seen, version }
  if (is_seen === isSeen) return before
  requireVersion(context, before)
  const after = await updateDropCheck(tx, { movement_id: id, is_seen: isSeen, ...changed })
  await writeAuditLog(context, {
    type: 'cash.drop.checked',
    subjectId: drop.shift_id,
    parameters: { terminal: drop.terminal, slip: drop.slip, amount_centavos: drop.amount, is_seen: isSeen },
  })
  return { ...before, is_seen: isSeen, version: after.version }
}

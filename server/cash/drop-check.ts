import { changeMark } from '#server/db/seen-marks.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { DropCheck } from '#shared/cash/drop-check-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { dropOfBranch } from './movement-views.ts'

/**
 * Marks a bank drop as seen on the bank statement, or removes the mark. Throws a 404 unless the id is that of a bank
 * drop of this branch, and a 409 if somebody has changed the mark meanwhile.
 */
export async function markDrop(context: Context<Principal>, id: string, isSeen: boolean): Promise<DropCheck> {
  const drop = await dropOfBranch(context.tx, context.branchId, id)
  if (!drop) throw new AppError('not_found', s.dropNotFound)
  const { mark, isChanged } = await changeMark(context, { table: 'drop_checks', key: { movement_id: id } }, isSeen)
  if (isChanged)
    await writeAuditLog(context, {
      type: 'cash.drop.checked',
      subjectId: drop.shift_id,
      parameters: { terminal: drop.terminal, slip: drop.slip, amount_centavos: drop.amount, is_seen: isSeen },
    })
  return mark
}

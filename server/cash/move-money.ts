import { requireApproval } from '#server/approvals/approve.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Approval } from '#shared/approvals/contract.ts'
import type { cashContract } from '#shared/cash/contract.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { lockOpenShift } from './shift-changes.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type Movement = Parsed<typeof cashContract.move>['body']

const approvalKinds = { out: 'pay_out', drop: 'drop' } as const

/**
 * Returns the approval of a pay-out or drop above the clinic's limit, or null if no approval is needed. Throws a 403 if
 * the required approval is missing.
 */
async function requireMovementApproval(
  context: Context<Principal>,
  shiftId: string,
  { kind, amount, approval_id }: Movement,
): Promise<Approval | null> {
  if (kind === 'in') return null
  const { approval_centavos } = await views.settingsOf(context.tx, context.branchId)
  const requested = {
    id: approval_id ?? null,
    kind: approvalKinds[kind],
    subjectId: shiftId,
    amount: toCentavos(amount),
  }
  return requested.amount > approval_centavos ? requireApproval(context, requested) : null
}

/**
 * Records a pay-in, a pay-out or a drop to the bank. Throws a 404 for an unknown shift, a 403 without the required
 * approval, and a 409 for a closed shift and for more cash than the drawer holds. The error does not say how much cash
 * the drawer holds, because nobody learns the expected amount before the count.
 */
export async function moveMoney(context: Context<Principal>, id: string, movement: Movement): Promise<void> {
  const { tx, now, user } = context
  const { kind, amount, reason, slip_number } = movement
  const shift = await lockOpenShift(context, id)
  const approval = await requireMovementApproval(context, id, movement)
  const amount_centavos = toCentavos(amount)
  await queries.insertMovement(tx, {
    id: newId(),
    shift_id: id,
    kind,
    amount_centavos,
    reason,
    slip_number: kind === 'drop' ? slip_number : null,
    moved_at: now,
    moved_by: user.id,
    moved_by_name: user.name,
    approval_id: approval?.id ?? null,
  })
  const parameters = {
    terminal: shift.terminal_name,
    cashier: shift.cashier_name,
    kind,
    amount_centavos,
    ...(approval && { approved_by: approval.approver_name }),
  }
  await writeAuditLog(context, { type: 'cash.money.moved', subjectId: id, parameters })
}

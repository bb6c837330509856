import { changeMark } from '#server/db/seen-marks.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { PrepaidCheck } from '#shared/prepaid/check-contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { paidAhead } from './views.ts'

/**
 * Marks a payment for a gift card, package or deposit as seen in the wallet or at the bank, or removes the mark. Money
 * that was given back can be marked in the same way. Throws a 404 for an unknown payment, a 409 for cash, and a 409 if
 * somebody has changed the mark meanwhile.
 */
export async function markPaidAhead(
  context: Context<Principal>,
  id: string,
  { kind, is_seen: isSeen }: Pick<PrepaidCheck, 'kind' | 'is_seen'>,
): Promise<PrepaidCheck> {
  const { tx, branchId } = context
  const payment = await paidAhead(tx, branchId, id, kind)
  if (!payment) throw new AppError('not_found', s.paymentNotFound)
  if (payment.method === 'cash') throw new AppError('conflict', s.cashIsCounted)
  const key = { account_id: id, kind }
  const { mark, isChanged } = await changeMark(context, { table: 'prepaid_checks', key }, isSeen)
  if (isChanged)
    await writeAuditLog(context, {
      type: 'prepaid.payment.checked',
      subjectId: id,
      parameters: {
        account: payment.account_kind,
        number: payment.number,
        kind,
        method: payment.method,
        amount_centavos: payment.amount,
        is_seen: isSeen,
      },
    })
  return mark
}

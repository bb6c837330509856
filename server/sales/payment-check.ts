import { changeMark } from '#server/db/seen-marks.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { needsReference } from '#shared/sales/payment.ts'
import type { PaymentCheck } from '#shared/sales/payment-check-contract.ts'
import { loggedSeries } from './documents/document-log.ts'
import { requireDocument } from './find-sale.ts'
import { paymentAt } from './views.ts'

/**
 * Marks a payment as seen in the wallet or at the bank, or removes the mark. Throws a 404 for an unknown payment, a
 * 409 for cash, and a 409 if somebody has changed the mark meanwhile.
 */
export async function markPayment(
  context: Context<Principal>,
  id: string,
  { position, is_seen: isSeen }: Pick<PaymentCheck, 'position' | 'is_seen'>,
): Promise<PaymentCheck> {
  const { tx } = context
  const document = await requireDocument(tx, id)
  const payment = await paymentAt(tx, id, position)
  if (!payment) throw new AppError('not_found', s.paymentNotFound)
  if (!needsReference(payment.method)) throw new AppError('conflict', s.cashIsCounted)
  const key = { document_id: id, position }
  const { mark, isChanged } = await changeMark(context, { table: 'payment_checks', key }, isSeen)
  if (isChanged)
    await writeAuditLog(context, {
      type: 'sales.payment.checked',
      subjectId: id,
      parameters: {
        receipt: document.number,
        ...loggedSeries(document, 'series'),
        method: payment.method,
        amount_centavos: payment.amount_centavos,
        is_seen: isSeen,
      },
    })
  return mark
}

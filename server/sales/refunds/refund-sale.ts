import { requireApproval } from '#server/approvals/approve.ts'
import { currentIssuer } from '#server/clinic/issuer.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import type { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { counterPayment, counterRow } from '#server/sales/counter-rows.ts'
import { loggedSeries, paymentRow } from '#server/sales/document-rows.ts'
import { findSale, requireDocument } from '#server/sales/find-sale.ts'
import type { PresentedSale } from '#server/sales/present-sale.ts'
import * as queries from '#server/sales/queries.ts'
import { requireReference, requireTaken } from '#server/sales/take-payments.ts'
import type { DocumentView } from '#server/sales/views.ts'
import { issuedLike } from '#server/sales/void-sale.ts'
import { refundRows } from './refund-rows.ts'
import { readLinesLeft, refundLines } from './refundable.ts'

type RefundBody = Parsed<typeof refundContract.refund>['body']

/** Throws a 409 for documents that cannot be refunded: a void, a refund, a voided sale, or a sale of today. */
function requireRefundable({ kind, is_voided, business_date }: DocumentView, { now }: Context): void {
  if (kind !== 'sale') throw new AppError('conflict', s.onlySalesAreRefunded)
  if (is_voided) throw new AppError('conflict', s.voidedNotRefunded)
  if (business_date >= manilaDate(now)) throw new AppError('conflict', s.refundedLaterOnly)
}

/**
 * The refund's payment by one method that the clinic takes now. Its reference number is information only and may equal
 * the sale's.
 */
function paymentBack(id: string, body: RefundBody, amount: number, taken: readonly string[]): queries.PaymentRow {
  requireTaken(body.method, taken, 'method')
  const reference = requireReference(body.method, body.reference_number, 'reference_number')
  return counterPayment(id, paymentRow(id, { method: body.method, amount, received: amount, reference }))
}

/**
 * Refunds parts of a sale of an earlier day by a document with the next number. The sale, its appointment and the
 * client's history stay and show what was refunded. Throws a 404 for an unknown sale, a 409 for one that cannot be
 * refunded or of which less is left, and a 403 without the required approval.
 */
export async function refundSale(
  context: Context<Principal>,
  saleId: string,
  body: RefundBody,
): Promise<PresentedSale> {
  const { tx } = context
  // Locked before reading, so that of two concurrent refunds the second sees the first.
  await queries.lockDocument(tx, saleId)
  const sale = await requireDocument(tx, saleId)
  requireRefundable(sale, context)
  const lines = await readLinesLeft(tx, saleId)
  const id = newId()
  const rows = refundRows(id, lines, refundLines(lines, body.lines))
  const amount = rows.sums.total_centavos
  if (amount !== toCentavos(body.total)) throw new AppError('conflict', s.refundedMeanwhile)
  if (amount === 0) throw new AppError('conflict', s.nothingPaid)
  const approval = await requireApproval(context, { id: body.approval_id ?? null, kind: 'refund', saleId, amount })
  const issuer = await currentIssuer(tx, context.branchId, { ...issuedLike(sale), terminalId: body.terminal_id })
  const customer = queries.customerOf(id, sale, searchable(sale.customer_name, rows.treatment_text))
  const payments = [paymentBack(id, body, amount, issuer.payment_methods)]
  await queries.insertParts(tx, { customer, lines: rows.lines, payments })
  const partBack = { ...sale, ...rows.sums, treatment_text: rows.treatment_text }
  const row = counterRow(context, { id, sale: partBack, reason: body.reason, issuer, kind: 'refund' })
  const document = { ...row, approval_id: approval?.id ?? null }
  const number = await queries.insertDocument(tx, document, issuer.terminal_id ?? body.terminal_id)
  await writeAuditLog(context, {
    type: 'sales.sale.refunded',
    subjectId: id,
    parameters: {
      receipt: number,
      ...loggedSeries(document, 'series'),
      refunded: sale.number,
      ...loggedSeries(sale, 'refunded_series'),
      total_centavos: amount,
      method: body.method,
      ...(approval && { approved_by: approval.approver_name }),
    },
  })
  return findSale(tx, id)
}

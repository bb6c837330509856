import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { Approval } from '#shared/approvals/contract.ts'
import type { DocumentSeries } from '#shared/clinic/document-name.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import type { CardKind } from '#shared/sales/senior-pwd-card.ts'
import { seriesOfDocument, type InSeries } from './document-name.ts'
import { methodsOf } from '#server/sales/present-sale.ts'
import type { DocumentRow, PaymentRow } from '#server/sales/queries.ts'
import type { Checkout } from '#server/sales/checkout/sale-document.ts'

/**
 * The kind and series to log beside a document's number. A log entry without them is about an acknowledgement receipt.
 */
export const loggedSeries = <Key extends string>(document: InSeries, key: Key): { [K in Key]?: DocumentSeries } =>
  document.mode === 'acknowledgement' && document.kind === 'sale'
    ? {}
    : ({ [key]: seriesOfDocument(document) } as { [K in Key]: DocumentSeries })

const kindsOf = (cards: Checkout['cards']) => cards.map(({ kind }) => kind)

const loggedApproval = (approval: Approval | null) => (approval ? { approved_by: approval.approver_name } : {})

/** The logged fields of a sale; see `sales.sale.recorded`. */
export const loggedSale = (row: DocumentRow, methods: readonly PaymentMethod[], cards: readonly CardKind[] = []) => ({
  receipt: row.number,
  ...loggedSeries(row, 'series'),
  total_centavos: row.total_centavos,
  method: methods[0]!,
  ...(methods.length > 1 && { methods: [...methods] }),
  discount_centavos: row.discount_centavos,
  discount_reason: row.discount_reason,
  ...(row.line_discount_centavos !== 0 && { line_discount_centavos: row.line_discount_centavos }),
  ...(cards[0] && { card: cards[0] }),
  ...(cards.length > 1 && { cards: [...cards] }),
})

/** Logs a sale, and the client's record if the sale created it. */
export async function logSale(
  context: Context<Principal>,
  row: DocumentRow,
  payments: readonly PaymentRow[],
  { customer, cards, approval }: Checkout,
): Promise<void> {
  if (customer.isNew)
    await writeAuditLog(context, {
      type: 'sales.client.created',
      subjectId: customer.clientId,
      parameters: { name: customer.name },
    })
  await writeAuditLog(context, {
    type: 'sales.sale.recorded',
    subjectId: row.id,
    parameters: { ...loggedSale(row, methodsOf(payments), kindsOf(cards)), ...loggedApproval(approval) },
  })
}

/** Logs the void of a whole sale. */
export const logVoid = (
  context: Context<Principal>,
  row: DocumentRow,
  { sale, approval }: { sale: DocumentRow; approval: Approval | null },
): Promise<void> =>
  writeAuditLog(context, {
    type: 'sales.sale.voided',
    subjectId: row.id,
    parameters: {
      receipt: row.number,
      ...loggedSeries(row, 'series'),
      voided: sale.number,
      ...loggedSeries(sale, 'voided_series'),
      total_centavos: sale.total_centavos,
      ...loggedApproval(approval),
    },
  })

type RefundLog = {
  sale: DocumentRow
  method: PaymentMethod
  /** The withheld tax in the refund, in centavos, which is not paid back in money. */
  withheld: number
  approval: Approval | null
}

/** Logs the refund of a part of a sale. */
export const logRefund = (
  context: Context<Principal>,
  row: DocumentRow,
  { sale, method, withheld, approval }: RefundLog,
): Promise<void> =>
  writeAuditLog(context, {
    type: 'sales.sale.refunded',
    subjectId: row.id,
    parameters: {
      receipt: row.number,
      ...loggedSeries(row, 'series'),
      refunded: sale.number,
      ...loggedSeries(sale, 'refunded_series'),
      total_centavos: -row.total_centavos,
      method,
      ...(withheld > 0 && { withheld_centavos: withheld }),
      ...loggedApproval(approval),
    },
  })

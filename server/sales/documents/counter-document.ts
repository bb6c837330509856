import type { CurrentIssuer, Issuer } from '#server/clinic/issuer.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Approval } from '#shared/approvals/contract.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { customerRow, issuerColumns, type sumColumns, type taxColumns, type Writing } from './document-rows.ts'
import type { DocumentRow, LineRow, PaymentRow } from '#server/sales/queries.ts'
import type { DocumentView } from '#server/sales/views.ts'
import type { NewDocument } from './write-document.ts'

/** Returns the amount with the opposite sign. For 0 it returns 0 and not `-0`, which would be stored as `-0`. */
const opposite = (amount: number) => (amount === 0 ? 0 : -amount)

type LineSums = Pick<LineRow, 'discount_centavos' | 'less_vat_centavos' | keyof ReturnType<typeof taxColumns>>

/** The amounts of lines and documents with the opposite sign. */
const counterSums = (sums: LineSums): LineSums => ({
  discount_centavos: opposite(sums.discount_centavos),
  less_vat_centavos: opposite(sums.less_vat_centavos),
  vatable_centavos: opposite(sums.vatable_centavos),
  vat_centavos: opposite(sums.vat_centavos),
  exempt_centavos: opposite(sums.exempt_centavos),
  zero_rated_centavos: opposite(sums.zero_rated_centavos),
  excise_centavos: opposite(sums.excise_centavos),
})

/** A document's totals with the opposite sign. */
export const counterTotals = (sums: ReturnType<typeof sumColumns>): ReturnType<typeof sumColumns> => ({
  item_count: opposite(sums.item_count),
  line_discount_centavos: opposite(sums.line_discount_centavos),
  subtotal_centavos: opposite(sums.subtotal_centavos),
  total_centavos: opposite(sums.total_centavos),
  ...counterSums(sums),
})

/** A sale's line in the document that voids or refunds it. */
export const counterLine = (documentId: string, line: LineRow): LineRow => ({
  ...line,
  document_id: documentId,
  quantity: opposite(line.quantity),
  line_total_centavos: opposite(line.line_total_centavos),
  order_discount_centavos: opposite(line.order_discount_centavos),
  ...counterSums(line),
})

/**
 * The payment of a void or refund: the money goes back by the same method as in `payment`. The reference number is
 * copied for information and stays assigned to the sale.
 */
export const counterPayment = (documentId: string, payment: PaymentRow): PaymentRow => ({
  ...payment,
  document_id: documentId,
  amount_centavos: opposite(payment.amount_centavos),
  received_centavos: opposite(payment.amount_centavos),
  change_centavos: 0,
  reference_key: null,
  reference_turn: 0,
})

type CounterRowParts = {
  id: string
  kind: 'void' | 'refund'
  sale: DocumentRow
  reason: string
  issuer: Issuer
  approval: Pick<Approval, 'id'> | null
}

/**
 * The row of a void or refund without its number, with today's date, the caller as cashier and the clinic's current
 * data.
 */
export const counterRow = (
  { now, user, branchId }: Writing,
  { id, kind, sale, reason, issuer, approval }: CounterRowParts,
): Omit<DocumentRow, 'number'> => ({
  id,
  branch_id: branchId,
  kind,
  refers_to: sale.id,
  reason,
  business_date: manilaDate(now),
  sold_at: now,
  reported_at: null,
  cashier_id: user.id,
  cashier_name: user.name,
  client_id: sale.client_id,
  appointment_id: sale.appointment_id,
  is_walk_in: sale.is_walk_in,
  ...issuerColumns(kind, issuer),
  treatment_text: sale.treatment_text,
  ...counterTotals(sale),
  discount_reason: sale.discount_reason,
  discount_id_number: sale.discount_id_number,
  approval_id: approval?.id ?? null,
})

type CounterParts = Omit<CounterRowParts, 'id' | 'sale'> & {
  issuer: CurrentIssuer
  /** The sale that is voided or refunded, with the totals of the voided or refunded part. */
  sale: DocumentView
  /** The voided or refunded lines, with positive amounts. */
  lines: readonly LineRow[]
  payments: readonly PaymentRow[]
  terminalId: string | null
}

/** The document that voids or refunds a sale, not yet written. The customer is the sale's. */
export function counterDocument(
  context: Writing,
  { sale, lines, payments, terminalId, ...others }: CounterParts,
): NewDocument {
  const id = newId()
  const row = counterRow(context, { id, sale, ...others })
  const customer = { name: sale.customer_name, email: sale.email, contactNumber: sale.contact_number }
  return {
    row,
    parts: {
      customer: customerRow(row, customer),
      lines: lines.map((line) => counterLine(id, line)),
      payments: payments.map((payment) => counterPayment(id, payment)),
    },
    terminalId,
    clockAcceptedAt: others.issuer.clock_accepted_at,
  }
}

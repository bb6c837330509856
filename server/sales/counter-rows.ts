import type { Issuer } from '#server/clinic/service.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { issuerColumns, RECEIPTS } from './document-rows.ts'
import type { DocumentRow, LineRow, PaymentRow } from './queries.ts'

/** Zero has no other side: `-0` would be written as it stands. */
const opposite = (amount: number) => (amount === 0 ? 0 : -amount)

/** A line of a sale in the document that takes it back. */
export const counterLine = (documentId: string, line: LineRow): LineRow => ({
  ...line,
  document_id: documentId,
  quantity: opposite(line.quantity),
  discount_centavos: opposite(line.discount_centavos),
  line_total_centavos: opposite(line.line_total_centavos),
})

/** The money goes back as it came. The reference number is told, and stays the sale's own. */
export const counterPayment = (documentId: string, payment: PaymentRow): PaymentRow => ({
  ...payment,
  document_id: documentId,
  amount_centavos: opposite(payment.amount_centavos),
  received_centavos: opposite(payment.amount_centavos),
  change_centavos: 0,
  reference_key: null,
  reference_turn: 0,
})

type Counter = { id: string; sale: DocumentRow; reason: string; issuer: Issuer }

/** The row of a void but for its number: by whoever voids, on the present date, with the clinic's head of now. */
export const counterRow = (
  { now, user, branchId }: Context<Principal>,
  { id, sale, reason, issuer }: Counter,
): Omit<DocumentRow, 'number'> => ({
  id,
  branch_id: branchId,
  kind: 'void',
  series: RECEIPTS,
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
  ...issuerColumns(issuer),
  item_count: opposite(sale.item_count),
  treatment_text: sale.treatment_text,
  subtotal_centavos: opposite(sale.subtotal_centavos),
  discount_centavos: opposite(sale.discount_centavos),
  discount_reason: sale.discount_reason,
  discount_id_number: sale.discount_id_number,
  total_centavos: opposite(sale.total_centavos),
})

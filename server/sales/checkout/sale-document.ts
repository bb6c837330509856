import { invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Approval } from '#shared/approvals/contract.ts'
import type { CurrentIssuer, Issuer, PaymentRules } from '#server/clinic/issuer.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import type { SeniorPwdCard } from '#shared/sales/checkout-body.ts'
import { treatmentText } from '#shared/sales/treatment-text.ts'
import {
  cardRow,
  customerRow,
  issuerColumns,
  lineRows,
  sumColumns,
  type Writing,
} from '#server/sales/documents/document-rows.ts'
import type { Customer } from './find-customer.ts'
import type { CheckoutOrder, PricedOrder } from './price-order.ts'
import type { DocumentParts, DocumentRow } from '#server/sales/queries.ts'
import { paymentsOf, referenceFieldsOf } from './take-payments.ts'
import { requireWithholdingBuyer } from './withheld-tax.ts'
import type { NewDocument } from '#server/sales/documents/write-document.ts'

/** An order with all that its sale needs: the clinic's data, the customer, the computed prices and the approval. */
export type Checkout = {
  order: CheckoutOrder
  cards: readonly SeniorPwdCard[]
  issuer: CurrentIssuer & PaymentRules & { location_label: string }
  customer: Customer
  priced: PricedOrder
  approval: Approval | null
}

type SaleRowParts = {
  id: string
  order: Pick<CheckoutOrder, 'transaction_date' | 'discount_reason' | 'discount_id_number'>
  issuer: Issuer
  customer: Pick<Customer, 'clientId' | 'appointmentId'>
  priced: Omit<PricedOrder, 'received'>
  approval: Pick<Approval, 'id'> | null
}

/** A sale's row without its number: amounts as computed by the server, date in Manila. */
export function saleRow(context: Writing, parts: SaleRowParts): Omit<DocumentRow, 'number'> {
  const { id, order, issuer, customer, priced, approval } = parts
  const isDiscounted = priced.discount > 0
  return {
    id,
    branch_id: context.branchId,
    kind: 'sale',
    refers_to: null,
    reason: null,
    business_date: manilaDate(context.now),
    sold_at: context.now,
    reported_at: order.transaction_date ? new Date(order.transaction_date) : null,
    cashier_id: context.user.id,
    cashier_name: context.user.name,
    client_id: customer.clientId,
    appointment_id: customer.appointmentId,
    is_walk_in: customer.appointmentId === null,
    ...issuerColumns('sale', issuer),
    treatment_text: treatmentText(priced.lines),
    ...sumColumns(priced),
    discount_reason: isDiscounted ? (order.discount_reason ?? null) : null,
    discount_id_number: isDiscounted ? order.discount_id_number : null,
    approval_id: approval?.id ?? null,
  }
}

/** From this total (centavos) the invoice of a VAT-registered buyer needs the buyer's address. */
const NEEDS_ADDRESS_FROM = 1_000_00

/** The buyer on the invoice. Throws a 422 for a buyer with a TIN who needs an address and has none. */
function buyerRow(id: string, { order: { buyer }, priced }: Checkout): DocumentParts['buyer'] {
  if (!buyer) return null
  if (buyer.tin !== '' && buyer.address === '' && priced.total >= NEEDS_ADDRESS_FROM)
    throw invalid('buyer.address', s.buyerAddressRequired)
  return { document_id: id, ...buyer }
}

/** The number of the handwritten invoice. Throws a 422 for a number outside of booklet mode. */
function bookletRow(id: string, context: Writing, { order, issuer }: Checkout): DocumentParts['booklet'] {
  const { booklet_number: number } = order
  if (number === null) return null
  if (issuer.mode !== 'booklet') throw invalid('booklet_number', s.noBookletNumber)
  return { document_id: id, branch_id: context.branchId, number, entered_at: context.now, entered_by: context.user.id }
}

/**
 * The document of a sale, not yet written. Names, prices and the clinic's data are copied, so that later changes do not
 * affect receipts. Throws a 422 for payments, a buyer or a booklet number that the sale cannot have.
 */
export function saleDocument(context: Context<Principal>, checkout: Checkout): NewDocument {
  const { order, cards, issuer, customer, priced } = checkout
  const id = newId()
  const row = saleRow(context, { id, ...checkout })
  const payments = paymentsOf(id, order, priced, issuer.payment_methods)
  requireWithholdingBuyer(payments, order, priced, issuer.mode)
  const parts: DocumentParts = {
    payments,
    booklet: bookletRow(id, context, checkout),
    buyer: buyerRow(id, checkout),
    customer: customerRow(row, customer),
    lines: lineRows(id, priced.lines, priced),
    cards: cards.map((card, i) => cardRow(id, card, i + 1)),
  }
  return {
    row,
    parts,
    terminalId: issuer.terminal_id ?? order.terminal_id ?? null,
    clockAcceptedAt: issuer.clock_accepted_at,
    referenceFields: referenceFieldsOf(order),
  }
}

import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import { isMoney, type PaymentMethod } from '#shared/sales/payment.ts'
import { nameOfCover, nameOfDocument, nameOfOriginal } from './documents/document-name.ts'
import type { IssuedRow, PaymentRow } from './queries.ts'
import type { Checkout } from './checkout/sale-document.ts'
import type { DocumentView } from './views.ts'

export type PresentedSale = Answer<typeof salesContract.one>['data']

const presentDiscount = ({ discount, less_vat }: Pick<SaleLine, 'discount' | 'less_vat'>) => ({
  ...(discount && { discount: toPesos(discount) }),
  ...(less_vat && { less_vat: toPesos(less_vat) }),
})

const presentLine = ({ price, addOns, hasCard: _, isPromo: __, taxed: ___, unitCost: ____, ...line }: SaleLine) => ({
  ...line,
  price: toPesos(price),
  ...presentDiscount(line),
  addOns: addOns.map(({ price: addOnPrice, hasCard: _hasCard, isPromo: _isPromo, ...addOn }) => ({
    ...addOn,
    addOn_price: toPesos(addOnPrice),
    ...presentDiscount(addOn),
  })),
})

/**
 * A summary of a document's payments: the first method that pays money (not withheld tax), the total received, and the
 * total given as change.
 */
export function presentPayments(payments: readonly PaymentRow[]) {
  const sum = (column: 'received_centavos' | 'change_centavos') =>
    toPesos(payments.reduce((total, payment) => total + payment[column], 0))
  const main = payments.find(({ method }) => isMoney(method)) ?? payments[0]!
  return {
    payment_method: main.method,
    reference_number: main.reference_number,
    received: sum('received_centavos'),
    change: sum('change_centavos'),
  }
}

const presentPayment = (row: PaymentRow) => ({
  method: row.method,
  amount: toPesos(row.amount_centavos),
  received: toPesos(row.received_centavos),
  change: toPesos(row.change_centavos),
  reference_number: row.reference_number,
})

/** The distinct methods of some payments, in order; withheld tax comes after money. */
export const methodsOf = (payments: readonly PaymentRow[]): PaymentMethod[] => [
  ...new Set(payments.map(({ method }) => method).toSorted((a, b) => Number(isMoney(b)) - Number(isMoney(a)))),
]

/**
 * A document with its customer's name, whether it was voided, how much of it was refunded, and the number of the sale
 * that it voids or refunds.
 */
type ViewedDocument = IssuedRow &
  Pick<
    DocumentView,
    | 'customer_name'
    | 'is_voided'
    | 'refunded_centavos'
    | 'approved_by'
    | 'original_number'
    | 'original_registration'
    | 'booklet_number'
    | 'cover_id'
    | 'cover_number'
    | 'cover_registration'
  >

/** The fields that only voids and refunds have: the reason, and the number of the sale. */
function presentOriginal({ kind, reason, original_number }: ViewedDocument) {
  const fieldsOf = (one: string) =>
    kind === one ? { reason, original: original_number } : { reason: null, original: null }
  return {
    void_reason: fieldsOf('void').reason,
    voids_receipt_number: fieldsOf('void').original,
    refund_reason: fieldsOf('refund').reason,
    refunds_receipt_number: fieldsOf('refund').original,
  }
}

/** The invoice that covers a sales slip; for a void or refund of a sales slip, the invoice that covers the slip. */
export const presentCover = ({
  cover_id: id,
  cover_number: number,
  cover_registration: registration,
}: ViewedDocument) =>
  id === null || number === null ? null : { id, document_name: nameOfCover({ number, registration }) }

function stateOf({ kind, is_voided }: ViewedDocument): PresentedSale['state'] {
  if (kind === 'refund' || kind === 'void') return kind
  return is_voided ? 'voided' : 'sale'
}

type DocumentWithParts = {
  document: ViewedDocument
  lines: readonly SaleLine[]
  payments: readonly PaymentRow[]
  location: string
}

/** A document in the API's format: pesos, instants with the Manila offset, add-ons under their lines. */
export function presentSale({ document, lines, payments, location }: DocumentWithParts): PresentedSale {
  const { received, change, ...payment } = presentPayments(payments)
  return {
    id: document.id,
    receipt_number: document.number,
    document_name: nameOfDocument(document),
    takes_back: nameOfOriginal(document),
    customer_name: document.customer_name,
    transaction_date: isoInManila(document.sold_at),
    business_date: document.business_date,
    cashier_name: document.cashier_name,
    terminal_id: document.terminal_id,
    subtotal: toPesos(document.subtotal_centavos),
    discount: toPesos(document.discount_centavos),
    discount_reason: document.discount_reason,
    total_after_discount: toPesos(document.total_centavos),
    received_money: received,
    exchange_money: change,
    ...payment,
    payments: payments.map(presentPayment),
    is_walk_in: document.is_walk_in,
    item_count: document.item_count,
    mode: document.mode,
    booklet_number: document.booklet_number,
    cover: presentCover(document),
    location,
    treatments: lines.map(presentLine),
    ...presentOriginal(document),
    refunded: toPesos(document.refunded_centavos),
    approved_by: document.approved_by,
    state: stateOf(document),
  }
}

/**
 * Presents a sale that was just written, without reading it again; nothing of it can have been voided or refunded yet.
 */
export const presentNewSale = (
  row: IssuedRow,
  payments: readonly PaymentRow[],
  { order, issuer, customer, priced, approval }: Checkout,
): PresentedSale =>
  presentSale({
    document: {
      ...row,
      customer_name: customer.name,
      is_voided: false,
      refunded_centavos: 0,
      approved_by: approval?.approver_name ?? null,
      original_number: null,
      original_registration: null,
      booklet_number: order.booklet_number,
      cover_id: null,
      cover_number: null,
      cover_registration: null,
    },
    lines: priced.lines,
    payments,
    location: issuer.location_label,
  })

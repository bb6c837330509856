import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import { nameOfDocument } from './document-rows.ts'
import type { DocumentRow, PaymentRow } from './queries.ts'

export type PresentedSale = Answer<typeof salesContract.one>['data']

const presentDiscount = ({ discount, less_vat }: Pick<SaleLine, 'discount' | 'less_vat'>) => ({
  ...(discount && { discount: toPesos(discount) }),
  ...(less_vat && { less_vat: toPesos(less_vat) }),
})

const presentLine = ({ price, addOns, hasCard: _, taxed: __, ...line }: SaleLine) => ({
  ...line,
  price: toPesos(price),
  ...presentDiscount(line),
  addOns: addOns.map(({ price: addOnPrice, ...addOn }) => ({
    ...addOn,
    addOn_price: toPesos(addOnPrice),
    ...presentDiscount(addOn),
  })),
})

/** A summary of a document's payments: the first method, and the total received and change. */
export function presentPayments(payments: readonly PaymentRow[]) {
  const sum = (column: 'received_centavos' | 'change_centavos') =>
    toPesos(payments.reduce((total, payment) => total + payment[column], 0))
  return {
    payment_method: payments[0]!.method,
    reference_number: payments[0]!.reference_number,
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

/** The distinct methods of some payments, in order. */
export const methodsOf = (payments: readonly PaymentRow[]): PaymentMethod[] => [
  ...new Set(payments.map(({ method }) => method)),
]

type SaleParts = {
  document: DocumentRow
  customer_name: string
  is_voided: boolean
  refunded_centavos: number
  approved_by: string | null
  /** Number and name of the sale that this document voids or refunds. */
  original_number: number | null
  original_name: string | null
  booklet_number: string | null
  location: string
  lines: readonly SaleLine[]
  payments: readonly PaymentRow[]
}

/** The reason of a void or refund and the number of its sale, in the fields of its kind. */
function takenBack({ kind, reason }: DocumentRow, original: number | null) {
  const of = (one: string) => (kind === one ? { reason, original } : { reason: null, original: null })
  return {
    void_reason: of('void').reason,
    voids_receipt_number: of('void').original,
    refund_reason: of('refund').reason,
    refunds_receipt_number: of('refund').original,
  }
}

function stateOf({ kind }: DocumentRow, isVoided: boolean): PresentedSale['state'] {
  if (kind === 'refund' || kind === 'void') return kind
  return isVoided ? 'voided' : 'sale'
}

/** A document in the API's format: pesos, instants with the Manila offset, add-ons under their lines. */
export function presentSale({ document, lines, payments, ...parts }: SaleParts): PresentedSale {
  const { received, change, ...payment } = presentPayments(payments)
  return {
    id: document.id,
    receipt_number: document.number,
    document_name: nameOfDocument(document),
    takes_back: parts.original_name,
    customer_name: parts.customer_name,
    transaction_date: isoInManila(document.sold_at),
    business_date: document.business_date,
    cashier_name: document.cashier_name,
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
    booklet_number: parts.booklet_number,
    location: parts.location,
    treatments: lines.map(presentLine),
    ...takenBack(document, parts.original_number),
    refunded: toPesos(parts.refunded_centavos),
    approved_by: parts.approved_by,
    state: stateOf(document, parts.is_voided),
  }
}

import { AppError, invalid } from '#server/lib/app-error.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { methodMessages, saleMessages as s } from '#shared/sales/messages.ts'
import { isReferenceUnique, needsReference, referenceKey, type PaymentMethod } from '#shared/sales/payment.ts'
import { paymentRow } from './document-rows.ts'
import type { CheckoutOrder, PricedOrder } from './price-order.ts'
import type { PaymentRow } from './queries.ts'

type Part = NonNullable<CheckoutOrder['payments']>[number]

/** Names the field of a payment in an error: a single payment's fields are in the order itself. */
type FieldOf = (field: 'method' | 'reference_number') => string

const ofOrder: FieldOf = (field) => (field === 'method' ? 'payment_method' : field)
const ofList =
  (index: number): FieldOf =>
  (field) =>
    `payments.${index}.${field}`

/** Throws a 422 for a method that the clinic does not accept. */
export function requireTaken(method: PaymentMethod, taken: readonly string[], field: string): void {
  if (!taken.includes(method)) throw invalid(field, s.methodOff(methodMessages.methods[method]))
}

/** The reference number of a payment; null for cash. Throws a 422 when the method needs one. */
export function requireReference(method: PaymentMethod, reference: string | null, field: string): string | null {
  if (!needsReference(method)) return null
  if (reference === null || referenceKey(reference) === '') throw invalid(field, s.referenceRequired)
  return reference
}

/** The single payment in the order's own fields. No reference is needed when nothing is due. */
function onePayment(id: string, order: CheckoutOrder, priced: PricedOrder, taken: readonly string[]): PaymentRow[] {
  const { payment_method: method, reference_number } = order
  requireTaken(method, taken, ofOrder('method'))
  const isFree = priced.total === 0 && (reference_number === null || referenceKey(reference_number) === '')
  const reference = isFree ? null : requireReference(method, reference_number, ofOrder('reference_number'))
  return [paymentRow(id, { method, amount: priced.total, received: priced.received, reference })]
}

function partRow(id: string, part: Part, index: number, taken: readonly string[]): PaymentRow {
  const { method } = part
  const [field, amount] = [ofList(index), toCentavos(part.amount)]
  requireTaken(method, taken, field('method'))
  const reference = requireReference(method, part.reference_number, field('reference_number'))
  // Only cash can be received in a larger amount than is due.
  const received = method === 'cash' && part.received != null ? toCentavos(part.received) : amount
  if (amount === 0 || received < amount) throw invalid(`payments.${index}.amount`, s.partTooLow)
  return paymentRow(id, { method, amount, received, reference }, index + 1)
}

/** Throws a 422 when two payments of one order have the same reference number. */
function refuseRepeats(rows: readonly PaymentRow[]): void {
  rows.forEach(({ method, reference_key }, index) => {
    const isRepeat = rows.slice(0, index).some((row) => row.method === method && row.reference_key === reference_key)
    if (isRepeat && isReferenceUnique(method)) throw invalid(ofList(index)('reference_number'), s.referenceTwice)
    if (isRepeat && method === 'cash') throw invalid(`payments.${index}.method`, s.cashTwice)
  })
}

/**
 * The payment rows of an order: from its list, or the single one in its own fields. Throws a 422 for a method that the
 * clinic does not accept, a missing or repeated reference number, and payments that do not add up to the total.
 */
export function paymentsOf(
  id: string,
  order: CheckoutOrder,
  priced: PricedOrder,
  taken: readonly string[],
): PaymentRow[] {
  if (!order.payments) return onePayment(id, order, priced, taken)
  const rows = order.payments.map((part, index) => partRow(id, part, index, taken))
  refuseRepeats(rows)
  const sum = (column: 'amount_centavos' | 'received_centavos') => rows.reduce((all, row) => all + row[column], 0)
  if (sum('amount_centavos') !== priced.total || sum('received_centavos') !== priced.received)
    throw invalid('payments', s.paymentsDiffer)
  return rows
}

/** The 409 for a reference number that another receipt already has, at the payment's field. */
export function referenceUsed(order: Pick<CheckoutOrder, 'payments'>, payment: PaymentRow, document: string): AppError {
  const sentence = s.referenceUsed(document)
  const field = (order.payments ? ofList(payment.position - 1) : ofOrder)('reference_number')
  return new AppError('conflict', sentence, { errors: { [field]: [sentence] } })
}

import { AppError, invalid } from '#server/lib/app-error.ts'
import { toCentavos, type Centavos } from '#shared/lib/money.ts'
import { packageMessages as packages } from '#shared/prepaid/package-messages.ts'
import { methodMessages, saleMessages as s } from '#shared/sales/messages.ts'
import {
  givesChange,
  isMoney,
  isReferenceUnique,
  needsReference,
  referenceKey,
  type PaymentMethod,
} from '#shared/sales/payment.ts'
import { formReference } from '#shared/sales/withheld.ts'
import type { CheckoutOrder, PricedOrder } from './price-order.ts'
import type { PaymentRow } from '#server/sales/queries.ts'

type OrderPayment = NonNullable<CheckoutOrder['payments']>[number]

/** A payment's row; `reference` is null for cash and when nothing is due. */
export const paymentRow = (
  documentId: string,
  payment: {
    method: PaymentMethod
    amount: number
    received: number
    reference: string | null
    accountId?: string | null
  },
  position = 1,
): PaymentRow => ({
  document_id: documentId,
  position,
  method: payment.method,
  amount_centavos: payment.amount,
  received_centavos: payment.received,
  change_centavos: payment.received - payment.amount,
  reference_number: payment.reference,
  reference_key: payment.reference === null ? null : referenceKey(payment.reference),
  // `insertParts` replaces this value by the number of voided sales with the same reference number.
  reference_turn: 0,
  prepaid_account_id: payment.accountId ?? null,
})

/** Throws a 422 for a payment method that the clinic does not accept. */
export function requireAccepted(method: PaymentMethod, accepted: readonly string[], field: string): void {
  if (!accepted.includes(method)) throw invalid(field, s.methodOff(methodMessages.methods[method]))
}

/**
 * The reference number of a payment; null for cash. Throws a 422 when the payment method needs a reference number and
 * none was given.
 */
export function requireReference(method: PaymentMethod, reference: string | null, field: string): string | null {
  if (!needsReference(method)) return null
  if (reference === null || referenceKey(reference) === '') throw invalid(field, s.referenceRequired)
  return reference
}

/** Throws a 422 when more than the amount was received by a method that gives no change. */
function requireNoChange(method: PaymentMethod, excess: Centavos, field: string): void {
  if (excess > 0 && !givesChange(method)) throw invalid(field, s.changeFromCashOnly)
}

/**
 * The payment of an order that has the fields of one payment instead of a list. No reference is needed when nothing is
 * due.
 */
function singlePayment(id: string, order: CheckoutOrder, priced: PricedOrder, accepted: readonly string[]): PaymentRow {
  const { payment_method: method, reference_number } = order
  if (!isMoney(method)) throw invalid('payment_method', s.withheldBesideMoney)
  requireAccepted(method, accepted, 'payment_method')
  requireNoChange(method, priced.received - priced.total, 'received_money')
  const { total: amount, received } = priced
  if (amount === 0 && (reference_number === null || referenceKey(reference_number) === ''))
    // A payment by gift card or store credit needs an account, so a payment of nothing without a number is one in cash.
    return paymentRow(id, { method: method === 'prepaid' ? 'cash' : method, amount, received, reference: null })
  const reference = requireReference(method, reference_number, 'reference_number')
  return paymentRow(id, { method, amount, received, reference })
}

/**
 * Returns the reference of a payment. For withheld tax, it consists of the code and quarter of the form. Throws a 422
 * if the reference is missing.
 */
function referenceOf({ method, reference_number: typed }: OrderPayment, field: string): string | null {
  if (isMoney(method)) return requireReference(method, typed, field)
  const reference = formReference(typed ?? '')
  if (reference === null) throw invalid(field, s.withheldReference)
  return reference
}

/** A payment by a package. `withPrepaidAccounts` checks later that the amount is the value of the used sessions. */
function packagePayment(id: string, { method, amount: pesos, package_id }: OrderPayment, index: number): PaymentRow {
  const amount = toCentavos(pesos)
  if (method !== 'prepaid') throw invalid(`payments.${index}.method`, packages.paymentsDiffer)
  if (amount === 0) throw invalid(`payments.${index}.amount`, s.partTooLow)
  const accountId = package_id ?? null
  return paymentRow(id, { method, amount, received: amount, reference: accountId, accountId }, index + 1)
}

/** A payment by a deposit or store credit. `withPrepaidAccounts` checks later whose it is, and adds its account. */
function ownMoneyPayment(id: string, payment: OrderPayment, index: number): PaymentRow {
  const { method, amount: pesos, deposit_id, credit_id } = payment
  const amount = toCentavos(pesos)
  if (method !== 'prepaid') throw invalid(`payments.${index}.method`, s.paymentsDiffer)
  if (amount === 0) throw invalid(`payments.${index}.amount`, s.partTooLow)
  return paymentRow(id, { method, amount, received: amount, reference: deposit_id ?? credit_id ?? null }, index + 1)
}

/** The row of a payment in the order's list of payments. */
function listedPayment(id: string, payment: OrderPayment, index: number, accepted: readonly string[]): PaymentRow {
  if (payment.package_id) return packagePayment(id, payment, index)
  if (payment.deposit_id || payment.credit_id) return ownMoneyPayment(id, payment, index)
  const { method } = payment
  const amount = toCentavos(payment.amount)
  requireAccepted(method, accepted, `payments.${index}.method`)
  const reference = referenceOf(payment, `payments.${index}.reference_number`)
  const typed = payment.received == null ? amount : toCentavos(payment.received)
  requireNoChange(method, typed - amount, `payments.${index}.received`)
  const received = givesChange(method) ? typed : amount
  if (amount === 0 || received < amount) throw invalid(`payments.${index}.amount`, s.partTooLow)
  return paymentRow(id, { method, amount, received, reference }, index + 1)
}

/** Throws a 422 when two payments of one order have the same reference number. */
function requireDistinctPayments(payments: readonly PaymentRow[]): void {
  payments.forEach(({ method, reference_key }, index) => {
    const isRepeat = payments
      .slice(0, index)
      .some((other) => other.method === method && other.reference_key === reference_key)
    if (isRepeat && (isReferenceUnique(method) || !isMoney(method)))
      throw invalid(`payments.${index}.reference_number`, s.referenceTwice)
    if (isRepeat && method === 'cash') throw invalid(`payments.${index}.method`, s.cashTwice)
  })
}

/**
 * The payment rows of an order, which has a list of payments or the fields of one payment. Throws a 422 for a method
 * that the clinic does not accept, a missing or repeated reference number, and payments that do not add up to the
 * total.
 */
export function paymentsOf(
  id: string,
  order: CheckoutOrder,
  priced: PricedOrder,
  accepted: readonly string[],
): PaymentRow[] {
  if (!order.payments) return [singlePayment(id, order, priced, accepted)]
  const payments = order.payments.map((payment, index) => listedPayment(id, payment, index, accepted))
  requireDistinctPayments(payments)
  const sum = (column: 'amount_centavos' | 'received_centavos') =>
    payments.reduce((all, payment) => all + payment[column], 0)
  if (sum('amount_centavos') !== priced.total || sum('received_centavos') !== priced.received)
    throw invalid('payments', s.paymentsDiffer)
  return payments
}

/** For each payment, the name of the order's field that contains its reference number. */
export const referenceFieldsOf = ({ payments }: CheckoutOrder): string[] =>
  payments ? payments.map((_, index) => `payments.${index}.reference_number`) : ['reference_number']

/** The 409 for a reference number that another receipt already has. */
export function referenceUsed(field: string, documentName: string): AppError {
  const sentence = s.referenceUsed(documentName)
  return new AppError('conflict', sentence, { errors: { [field]: [sentence] } })
}

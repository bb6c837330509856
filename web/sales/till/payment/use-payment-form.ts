import { useReducer, useState } from 'react'
import type { ApiError } from '#shared/lib/http-client.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import { isMoney, needsReference, type PaymentMethod } from '#shared/sales/payment.ts'
import { useApproval } from '#web/approvals/use-approval.tsx'
import { chosenTerminal } from '#web/cash/use-till.ts'
import { useFocusOnError } from '#web/lib/form-errors.ts'
import { now } from '#web/lib/use-now.ts'
import { useAcceptedMethods } from '#web/sales/api.ts'
import { useDiscountLimit } from '#web/sales/till/order-discount.tsx'
import { orderCharge, orderTotals } from '#web/sales/till/order-charge.ts'
import type { Order } from '#web/sales/till/order.ts'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { invoiceBody, noInvoice, type InvoiceTyped } from './invoice-fields.tsx'
import {
  bookedButMissing,
  checkoutBodyOf,
  customerOf,
  customerReducer,
  problemsOfPayment,
  problemsOfError,
  disabledReasonOf,
  footerNoteOf,
  WALK_IN,
  type Customer,
  type CustomerAction,
  type Person,
  type Problems,
  type Tender,
} from './payment.ts'
import { beginSplit, changeSplit, errorsOfMoney, receivedOf, type Split, type SplitAction } from './split.ts'
import type { PaymentOutcome } from './use-payment.ts'

/** The errors of the payment form by field; `rest` is the message that belongs to no field. */
type FormProblems = Problems & { rest?: string }

function bodyFor(order: Order, customer: Customer, tender: Tender): CheckoutBody | null {
  if (!customer.person || tender.received === null) return null
  const appointmentId = customer.visit === WALK_IN || customer.visit === null ? null : customer.visit.id
  const terminal_id = chosenTerminal()
  const { method, reference, received, parts } = tender
  const body = checkoutBodyOf(
    { ...order, method },
    { ...customer.person, appointmentId },
    { reference, received, parts: parts ?? null, at: now() },
  )
  return terminal_id === null ? body : { ...body, terminal_id }
}

/** Formats an amount as a cashier would type it, without the peso sign. */
export const typedPesos = (amount: Centavos) => formatPeso(amount).replace('₱', '')

/**
 * The initially received amount: the exact total for all methods but cash; empty for cash, which the cashier counts.
 */
const initialReceived = (method: PaymentMethod, total: Centavos): string =>
  needsReference(method) && total > 0 ? typedPesos(total) : ''

/** The totals of an order, less what packages and deposits pay; `bill` is the whole amount of the sale. */
function dueTotals(order: Order) {
  const { total, ...totals } = orderTotals(order)
  return { ...totals, bill: total, total: total - totals.prepaid - totals.deposited - totals.credited }
}

/** The number of payments by packages and deposits, which are before the money in the list of payments. */
function paidAheadCount(order: Order): number {
  const { prepaid, deposits } = orderCharge(order)
  return prepaid.length + deposits.length
}

/** A refusal's messages by the fields of the dialog. */
function problemsOfRefusal({ errors, message }: ApiError, order: Order, { parts }: Tender): FormProblems {
  const isSplit = parts !== null && parts !== undefined
  return problemsOfError(errorsOfMoney(errors, paidAheadCount(order), isSplit), message)
}

/** The form's values. Any change clears the messages of the last attempt. */
function usePaymentValues(order: Order, buyer: Person | null) {
  const [customer, dispatchCustomer] = useReducer(customerReducer, null, () => customerOf(order, buyer))
  const [invoice, setInvoice] = useState(noInvoice)
  const [problems, setProblems] = useState<FormProblems>({})
  const clearingProblems =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      setProblems({})
      set(value)
    }
  return {
    customer,
    invoice,
    problems,
    setProblems,
    dispatchCustomer: clearingProblems<CustomerAction>(dispatchCustomer),
    setInvoice: clearingProblems<InvoiceTyped>(setInvoice),
    ...usePaymentParts(order, clearingProblems),
  }
}

type ClearingProblems = <Value>(set: (value: Value) => void) => (value: Value) => void

/** The state of the payment, which may be split into several payments. */
function usePaymentParts(order: Order, clearingProblems: ClearingProblems) {
  const { total } = dueTotals(order)
  const accepted = useAcceptedMethods()
  const [method, setMethod] = useState<PaymentMethod>(order.method ?? 'cash')
  const [reference, setReference] = useState('')
  const [received, setReceived] = useState(() => initialReceived(method, total))
  const [split, setSplit] = useState<Split | null>(null)
  const [shownTotal, setShownTotal] = useState(total)
  // A deposit or a session of a package was added or removed, so another amount is due than the cashier has typed.
  if (total !== shownTotal) {
    setShownTotal(total)
    setReceived(initialReceived(method, total))
    setSplit(null)
  }
  const change = (action: SplitAction) => {
    const next = split && changeSplit(split, action, accepted)
    setSplit(next && next.parts.length > 1 ? next : null)
    const [left] = next?.parts ?? []
    if (!left || next!.parts.length > 1) return
    // When only one payment is left, the split ends and this payment pays the whole sale. Its received amount is the
    // one typed for this payment, or else the one typed before the split.
    const one = left.method && isMoney(left.method) ? left.method : method
    const before = left.id === 1 && one === method ? received : ''
    setMethod(one)
    setReference(one === left.method ? left.reference : '')
    // An amount typed for Form 2307 is withheld tax, so it is not taken over as received money.
    const ofMoney = one === left.method ? left.received || left.amount : ''
    setReceived(ofMoney || before || initialReceived(one, total))
  }
  return {
    method,
    reference,
    received,
    split,
    setReference: clearingProblems(setReference),
    setReceived: clearingProblems(setReceived),
    beginSplit: () => clearingProblems(setSplit)(beginSplit({ method, received, reference }, total, accepted)),
    changeSplit: clearingProblems<SplitAction>(change),
  }
}

/** Asks before a visit is paid without its booked services; true to continue. */
function useConfirmWithoutBooked() {
  const confirm = useConfirm()
  return async (order: Order, customer: Customer): Promise<boolean> => {
    const booked = bookedButMissing(order, customer)
    return (
      booked === null || confirm({ title: s.lacksBooked(booked), confirmLabel: s.chargeWithout, cancelLabel: s.goBack })
    )
  }
}

/**
 * Sends a payment. A discount above the cashier's limit is approved first. The server may also ask for the approval,
 * because the limit may have changed or an approval may have expired.
 */
function useSendApproved(order: Order, send: Send) {
  const approval = useApproval()
  const { amount, isAbove } = useDiscountLimit(order)
  const ask = () => approval.ask({ kind: 'discount', subjectId: order.key, amount })
  /** Sends the payment once it is approved; null when nobody approved, so that nothing was sent or recorded. */
  const sendApproved = async (body: CheckoutBody): Promise<PaymentOutcome | null> => {
    if (isAbove && !(await ask())) return null
    const outcome = await sendWith(body)
    if (outcome.kind !== 'refused' || !approval.refused(outcome.error.errors)) return outcome
    return (await ask()) ? sendWith(body) : null
  }
  const sendWith = (body: CheckoutBody) => {
    const id = approval.id()
    return send(id === null ? body : { ...body, approval_id: id })
  }
  return { send: sendApproved, approvalDialog: approval.element }
}

/** True when the session has ended: the log-in dialog shows that, and a message here would stay after the log-in. */
const isSessionEnded = (outcome: PaymentOutcome) => outcome.kind === 'refused' && outcome.error.status === 401

type Send = (body: CheckoutBody) => Promise<PaymentOutcome>

/** The state of the Payment Details dialog. */
export function usePaymentForm(
  { order, buyer }: { order: Order; buyer: Person | null },
  send: Send,
  onOutcome: (outcome: PaymentOutcome) => void,
) {
  const confirmWithoutBooked = useConfirmWithoutBooked()
  const values = usePaymentValues(order, buyer)
  const { customer, problems, setProblems } = values
  const approved = useSendApproved(order, send)
  const totals = dueTotals(order)
  const tender: Tender = {
    method: values.method,
    total: totals.total,
    received: values.split ? 0 : receivedOf(values.received),
    reference: values.reference,
    parts: values.split?.parts ?? null,
  }
  const submit = async () => {
    const found = problemsOfPayment(customer, tender)
    const body = Object.keys(found).length === 0 ? bodyFor(order, customer, tender) : null
    if (!body) return setProblems(found)
    setProblems({})
    if (!(await confirmWithoutBooked(order, customer))) return
    const outcome = await approved.send({ ...body, ...invoiceBody(values.invoice, customer.name) })
    if (outcome === null || isSessionEnded(outcome)) return
    if (outcome.kind === 'refused' && outcome.error.code !== 'price_changed')
      return setProblems(problemsOfRefusal(outcome.error, order, tender))
    onOutcome(outcome)
  }
  return {
    ...values,
    fields: useFocusOnError(problems),
    approvalDialog: approved.approvalDialog,
    tender,
    totals,
    disabledReason: disabledReasonOf(customer, tender),
    footerNote: footerNoteOf(customer, tender),
    submit,
  }
}
export type PaymentForm = ReturnType<typeof usePaymentForm>

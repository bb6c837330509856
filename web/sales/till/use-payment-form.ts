import { useReducer, useState } from 'react'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { paymentMessages as s } from '#shared/sales/payment-messages.ts'
import { needsReference } from '#shared/sales/payment.ts'
import { chosenTerminal } from '#web/cash/use-till.ts'
import { useFocusOnError } from '#web/lib/use-focus-on-error.ts'
import { now } from '#web/lib/use-now.ts'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { invoiceBody, noInvoice, type InvoiceTyped } from '#web/sales/receipt/invoice-fields.tsx'
import { orderTotals, type Order } from './order.ts'
import {
  bookedButMissing,
  checkoutBodyOf,
  customerOf,
  customerReducer,
  messagesOf,
  messagesOfError,
  notReady,
  obstacle,
  receivedOf,
  WALK_IN,
  type Customer,
  type CustomerAction,
  type Person,
  type Problems,
  type Tender,
} from './payment.ts'
import type { PaymentOutcome } from './use-payment.ts'

/** What is said at the fields, and what belongs to none of them. */
type Said = Problems & { rest?: string }

function bodyFor(order: Order, customer: Customer, tender: Tender): CheckoutBody | null {
  if (!customer.person || tender.received === null) return null
  const appointmentId = customer.visit === WALK_IN || customer.visit === null ? null : customer.visit.id
  const terminal_id = chosenTerminal()
  const body = checkoutBodyOf(
    order,
    { ...customer.person, appointmentId },
    { reference: tender.reference, received: tender.received, at: now() },
  )
  return terminal_id === null ? body : { ...body, terminal_id }
}

/** An amount as it is typed. */
export const typedPesos = (amount: Centavos) => formatPeso(amount).replace('₱', '')

/** What a transfer brings is the exact sum; of cash nobody knows yet what is handed over. */
const receivedAtFirst = (order: Order): string => {
  const { total } = orderTotals(order)
  return order.method && needsReference(order.method) && total > 0 ? typedPesos(total) : ''
}

/** What is filled in. Whatever is changed, the sentences of the last try are forgotten. */
function useFilledIn(order: Order, buyer: Person | null) {
  const [customer, dispatchCustomer] = useReducer(customerReducer, null, () => customerOf(order, buyer))
  const [reference, setReference] = useState('')
  const [received, setReceived] = useState(() => receivedAtFirst(order))
  const [invoice, setInvoice] = useState(noInvoice)
  const [said, setSaid] = useState<Said>({})
  const forgetting =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      setSaid({})
      set(value)
    }
  return {
    customer,
    reference,
    received,
    invoice,
    said,
    setSaid,
    dispatchCustomer: forgetting<CustomerAction>(dispatchCustomer),
    setReference: forgetting(setReference),
    setReceived: forgetting(setReceived),
    setInvoice: forgetting<InvoiceTyped>(setInvoice),
  }
}

/** Asks before a visit is paid without what was booked; true when the sale goes on. */
function useAskAboutBooked() {
  const confirm = useConfirm()
  return async (order: Order, customer: Customer): Promise<boolean> => {
    const booked = bookedButMissing(order, customer)
    return (
      booked === null || confirm({ title: s.lacksBooked(booked), confirmLabel: s.chargeWithout, cancelLabel: s.goBack })
    )
  }
}

/** The state of the Payment Details dialog: what is filled in, what stands against it, and sending it. */
export function usePaymentForm(
  { order, buyer }: { order: Order; buyer: Person | null },
  send: (body: CheckoutBody) => Promise<PaymentOutcome>,
  onOutcome: (outcome: PaymentOutcome) => void,
) {
  const mayLackBooked = useAskAboutBooked()
  const filledIn = useFilledIn(order, buyer)
  const { customer, reference, said, setSaid } = filledIn
  const totals = orderTotals(order)
  const tender: Tender = {
    method: order.method ?? 'cash',
    total: totals.total,
    received: receivedOf(filledIn.received),
    reference,
  }
  const submit = async () => {
    const problems = messagesOf(customer, tender)
    const body = Object.keys(problems).length === 0 ? bodyFor(order, customer, tender) : null
    if (!body) return setSaid(problems)
    setSaid({})
    if (!(await mayLackBooked(order, customer))) return
    const outcome = await send({ ...body, ...invoiceBody(filledIn.invoice, customer.name) })
    if (outcome.kind === 'refused' && outcome.error.code !== 'price_changed')
      return setSaid(messagesOfError(outcome.error.errors, outcome.error.message))
    onOutcome(outcome)
  }
  return {
    ...filledIn,
    fields: useFocusOnError(said),
    tender,
    totals,
    notReady: notReady(customer, tender),
    obstacle: obstacle(customer, tender),
    submit,
  }
}

import { useReducer, useState } from 'react'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { useFocusOnProblem } from '#web/lib/use-focus-on-problem.ts'
import { now } from '#web/lib/use-now.ts'
import { checkoutBodyOf, receivedOf } from './checkout-body.ts'
import {
  customerReducer,
  noCustomer,
  notReady,
  problemsOf,
  problemsOfRefusal,
  WALK_IN,
  type Customer,
  type CustomerAction,
  type Problems,
  type Tender,
} from './customer.ts'
import { orderTotals, type Order } from './order.ts'
import type { PaymentOutcome } from './use-payment.ts'

/** What is said at the fields, and what belongs to none of them. */
type Said = Problems & { rest?: string }

function bodyFor(order: Order, customer: Customer, tender: Tender): CheckoutBody | null {
  if (!customer.person || tender.received === null) return null
  const appointmentId = customer.visit === WALK_IN ? null : customer.visit
  return checkoutBodyOf(
    order,
    { ...customer.person, appointmentId },
    { reference: tender.reference, received: tender.received, at: now() },
  )
}

/** What is filled in. Whatever is changed, the sentences of the last try are forgotten. */
function useFilledIn() {
  const [customer, dispatchCustomer] = useReducer(customerReducer, noCustomer)
  const [reference, setReference] = useState('')
  const [received, setReceived] = useState('')
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
    said,
    setSaid,
    dispatchCustomer: forgetting<CustomerAction>(dispatchCustomer),
    setReference: forgetting(setReference),
    setReceived: forgetting(setReceived),
  }
}

/** The state of the Payment Details dialog: what is filled in, what stands against it, and sending it. */
export function usePaymentForm(
  order: Order,
  send: (body: CheckoutBody) => Promise<PaymentOutcome>,
  onOutcome: (outcome: PaymentOutcome) => void,
) {
  const filledIn = useFilledIn()
  const { customer, reference, said, setSaid } = filledIn
  const totals = orderTotals(order)
  const tender: Tender = {
    method: order.method ?? 'cash',
    total: totals.total,
    received: receivedOf(filledIn.received),
    reference,
  }
  const submit = async () => {
    const problems = problemsOf(customer, tender)
    const body = Object.keys(problems).length === 0 ? bodyFor(order, customer, tender) : null
    if (!body) return setSaid(problems)
    setSaid({})
    const outcome = await send(body)
    if (outcome.kind === 'refused' && outcome.error.code !== 'price_changed')
      return setSaid(problemsOfRefusal(outcome.error.errors, outcome.error.message))
    onOutcome(outcome)
  }
  return {
    ...filledIn,
    fields: useFocusOnProblem(said),
    tender,
    totals,
    notReady: notReady(customer, tender),
    submit,
  }
}

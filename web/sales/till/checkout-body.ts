import { isoInManila } from '#shared/lib/manila-time.ts'
import { parsePesos, toPesos, type Centavos } from '#shared/lib/money.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { needsReference } from '#shared/sales/payment.ts'
import { changeOf } from '#shared/sales/totals.ts'
import { orderTotals, type Order, type OrderLine } from './order.ts'

/** Who buys, as the payment dialog has settled it. */
export type Buyer = {
  /** Null only for a walk-in who is not on file. */
  userId: string | null
  name: string
  email: string | null
  contactNumber: string | null
  /** The appointment that is paid; null for a visit without one. */
  appointmentId: string | null
}

export type Payment = { reference: string; received: Centavos; at: Date }

const lineBody = (line: OrderLine): CheckoutBody['treatments'][number] => ({
  service_id: line.serviceId,
  name: line.name,
  quantity: line.quantity,
  price: toPesos(line.price),
  treatment_id: line.treatmentId,
  addOns: line.addOns.map((addOn) => ({
    addOn_id: addOn.id,
    addOn_name: addOn.name,
    addOn_price: toPesos(addOn.price),
    quantity: addOn.quantity,
  })),
})

/** What is sent for an order, with the till's own sums for the server to compare. */
export function checkoutBodyOf(order: Order, buyer: Buyer, payment: Payment): CheckoutBody {
  if (!order.method) throw new Error('a payment has a method')
  const totals = orderTotals(order)
  const { discount } = order
  return {
    customer_name: buyer.name,
    treatments: order.lines.map(lineBody),
    total: toPesos(totals.subtotal),
    discount: toPesos(totals.discount),
    is_discounted: discount.isOn ? 'yes' : 'no',
    discount_reason: discount.isOn ? discount.reason : null,
    discount_id_number: discount.isOn ? discount.idNumber.trim() || null : null,
    reference_number: needsReference(order.method) ? payment.reference.trim() || null : null,
    total_after_discount: toPesos(totals.total),
    received_money: toPesos(payment.received),
    exchange_money: toPesos(changeOf(payment.received, totals.total)),
    payment_method: order.method,
    transaction_date: isoInManila(payment.at),
    user_id: buyer.userId,
    appointment_id: buyer.appointmentId ?? `walkin_${payment.at.getTime()}`,
    is_walk_in: buyer.appointmentId === null,
    email: buyer.email,
    contact_number: buyer.contactNumber,
  }
}

/** What was typed as received; nothing typed is nothing received. */
export const receivedOf = (text: string): Centavos | null => (text.trim() === '' ? 0 : parsePesos(text))

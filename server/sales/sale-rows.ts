import type { Context, SessionUser } from '#server/lib/context.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso } from '#shared/lib/money.ts'
import { PAYMENT_LABELS, type PaymentMethod } from '#shared/sales/payment.ts'
import { treatmentText } from '#shared/sales/treatment-text.ts'
import type { Buyer } from './find-buyer.ts'
import type { CheckoutOrder, PricedOrder } from './price-order.ts'
import type { SaleAddOnRow, SaleLineRow, SaleRow } from './queries.ts'

/** The lines of a sale, numbered from 1 as they stand on the receipt. */
export const lineRowsOf = (saleId: string, { lines }: PricedOrder): SaleLineRow[] =>
  lines.map((line, i) => ({
    sale_id: saleId,
    position: i + 1,
    service_id: line.service_id,
    treatment_id: line.treatment_id,
    service_name: line.service_name,
    treatment_name: line.treatment_name,
    quantity: line.quantity,
    unit_price_centavos: line.price,
    line_total_centavos: line.price * line.quantity,
  }))

export const addOnRowsOf = (saleId: string, { lines }: PricedOrder): SaleAddOnRow[] =>
  lines.flatMap((line, i) =>
    line.addOns.map((addOn, j) => ({
      sale_id: saleId,
      line_position: i + 1,
      position: j + 1,
      add_on_id: addOn.id,
      add_on_name: addOn.name,
      quantity: addOn.quantity,
      unit_price_centavos: addOn.price,
      line_total_centavos: addOn.price * addOn.quantity,
    })),
  )

const textOf = (priced: PricedOrder) =>
  treatmentText(
    priced.lines.map((line) => ({
      ...line,
      addOns: line.addOns.map(({ name, quantity }) => ({ addOn_name: name, quantity })),
    })),
  )

type Parts = { id: string; order: CheckoutOrder; priced: PricedOrder; buyer: Buyer; reference: string | null }

/** A sale's own row but for its number: the amounts are the server's, the day is the server's day in Manila. */
export const saleRowOf = (context: Context<SessionUser>, parts: Parts): Omit<SaleRow, 'receipt_number'> => {
  const { id, order, priced, buyer, reference } = parts
  const isDiscounted = priced.discount > 0
  return {
    id,
    voids_sale_id: null,
    void_reason: null,
    business_date: manilaDate(context.now),
    sold_at: context.now,
    reported_at: order.transaction_date ? new Date(order.transaction_date) : null,
    cashier_id: context.user.id,
    cashier_name: context.user.name,
    client_id: buyer.clientId,
    appointment_id: buyer.appointmentId,
    is_walk_in: buyer.appointmentId === null,
    item_count: priced.itemCount,
    treatment_text: textOf(priced),
    subtotal_centavos: priced.subtotal,
    discount_centavos: priced.discount,
    discount_reason: isDiscounted ? (order.discount_reason ?? null) : null,
    discount_id_number: isDiscounted ? order.discount_id_number : null,
    total_centavos: priced.total,
    received_centavos: priced.received,
    change_centavos: priced.change,
    payment_method: order.payment_method,
    reference_number: reference,
  }
}

type Recorded = Pick<
  SaleRow,
  'receipt_number' | 'total_centavos' | 'discount_centavos' | 'discount_reason' | 'payment_method'
>

/** What the log tells of a sale: number and sums, and never who bought, so that a person can leave and the log stays. */
export const recordedInWords = (row: Recorded): string => {
  const reason = row.discount_reason ? ` (${row.discount_reason})` : ''
  const discount = row.discount_centavos > 0 ? `, discount ${formatPeso(row.discount_centavos)}${reason}` : ''
  const method = PAYMENT_LABELS[row.payment_method as PaymentMethod]
  return `Recorded receipt ${row.receipt_number}: ${formatPeso(row.total_centavos)}, ${method}${discount}`
}

import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import type { SaleAddOnRow, SaleLineRow, SaleRow } from './queries.ts'

export type SaleAnswer = Answer<typeof salesContract.one>['data']

const lineAnswer = (line: SaleLineRow, addOns: readonly SaleAddOnRow[]) => ({
  service_id: line.service_id,
  treatment_id: line.treatment_id,
  treatment_name: line.treatment_name,
  service_name: line.service_name,
  quantity: line.quantity,
  price: toPesos(line.unit_price_centavos),
  addOns: addOns
    .filter((addOn) => addOn.line_position === line.position)
    .map((addOn) => ({
      addOn_id: addOn.add_on_id,
      addOn_name: addOn.add_on_name,
      quantity: addOn.quantity,
      addOn_price: toPesos(addOn.unit_price_centavos),
    })),
})

type Parts = {
  customer_name: string
  is_voided: boolean
  location: string
  lines: readonly SaleLineRow[]
  addOns: readonly SaleAddOnRow[]
}

/** A sale's rows as the wire has them: pesos, instants with the Manila offset, add-ons under their lines. */
export const saleAnswer = (row: SaleRow, parts: Parts): SaleAnswer => ({
  id: row.id,
  receipt_number: row.receipt_number,
  customer_name: parts.customer_name,
  transaction_date: isoInManila(row.sold_at),
  business_date: row.business_date,
  cashier_name: row.cashier_name,
  subtotal: toPesos(row.subtotal_centavos),
  discount: toPesos(row.discount_centavos),
  discount_reason: row.discount_reason,
  total_after_discount: toPesos(row.total_centavos),
  received_money: toPesos(row.received_centavos),
  exchange_money: toPesos(row.change_centavos),
  payment_method: row.payment_method as PaymentMethod,
  reference_number: row.reference_number,
  is_walk_in: row.is_walk_in,
  item_count: row.item_count,
  location: parts.location,
  treatments: parts.lines.map((line) => lineAnswer(line, parts.addOns)),
  state: row.voids_sale_id !== null ? 'void' : parts.is_voided ? 'voided' : 'sale',
})

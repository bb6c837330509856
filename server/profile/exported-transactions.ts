import type { ReadTx } from '#server/db/pool.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { DataExport } from '#shared/profile/export-contract.ts'
import * as views from './views.ts'

type Line = Awaited<ReturnType<typeof views.saleLinesOf>>[number]
type AddOn = Awaited<ReturnType<typeof views.saleAddOnsOf>>[number]
type Sale = Awaited<ReturnType<typeof views.salesOf>>[number]

const addOnOf = (row: AddOn) => ({
  name: row.add_on_name,
  quantity: row.quantity,
  unit_price: toPesos(row.unit_price_centavos),
  line_total: toPesos(row.line_total_centavos),
})

const lineOf = (row: Line, addOns: readonly AddOn[]) => ({
  treatment: row.treatment_name,
  service: row.service_name,
  quantity: row.quantity,
  unit_price: toPesos(row.unit_price_centavos),
  line_total: toPesos(row.line_total_centavos),
  add_ons: addOns.filter((addOn) => addOn.line_position === row.position).map(addOnOf),
})

/** A sale without those who stood behind the till. */
const transactionOf = (sale: Sale, lines: readonly Line[], addOns: readonly AddOn[]) => ({
  receipt_number: sale.receipt_number,
  date: isoInManila(sale.sold_at),
  customer_name: sale.customer_name ?? '',
  email: sale.email,
  contact_number: sale.contact_number,
  lines: lines.map((line) => lineOf(line, addOns)),
  subtotal: toPesos(sale.subtotal_centavos),
  discount: toPesos(sale.discount_centavos),
  discount_reason: sale.discount_reason,
  discount_id_number: sale.discount_id_number,
  total: toPesos(sale.total_centavos),
  received: toPesos(sale.received_centavos),
  change: toPesos(sale.change_centavos),
  payment_method: sale.payment_method,
  reference_number: sale.reference_number,
  is_walk_in: sale.is_walk_in,
  void_reason: sale.void_reason,
  voids_receipt_number: sale.voids_receipt_number,
})

/** What a person bought, newest first, with every line and add-on. */
export async function exportedTransactions(tx: ReadTx, userId: string): Promise<DataExport['transactions']> {
  const sales = await views.salesOf(tx, userId)
  const lines = await views.saleLinesOf(tx, userId)
  const addOns = await views.saleAddOnsOf(tx, userId)
  const ofSale = <R extends { sale_id: string }>(rows: readonly R[], id: string) =>
    rows.filter((row) => row.sale_id === id)
  return sales.map((sale) => transactionOf(sale, ofSale(lines, sale.id), ofSale(addOns, sale.id)))
}

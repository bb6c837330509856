import { locationLabel } from '#server/clinic/service.ts'
import { markProven } from '#server/appointments/mark-proven.ts'
import { tellPaid } from '#server/appointments/service.ts'
import { addToHistory } from '#server/clients/service.ts'
import { record } from '#server/history-logs/service.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, SessionUser } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'
import { needsReference, referenceKey } from '#shared/sales/payment.ts'
import { saleSentences as s } from '#shared/sales/sentences.ts'
import { findBuyer, type Buyer } from './find-buyer.ts'
import { priceOrder, type CheckoutOrder, type PricedOrder } from './price-order.ts'
import * as queries from './queries.ts'
import { saleAnswer, type SaleAnswer } from './sale-answer.ts'
import { addOnRowsOf, lineRowsOf, recordedInWords, saleRowOf } from './sale-rows.ts'

/**
 * The number under which a payment can be found again; null for cash, and when nothing is due.
 * Throws a 422 when the method needs one and none was typed.
 */
function referenceOf(order: CheckoutOrder, priced: PricedOrder): string | null {
  if (!needsReference(order.payment_method)) return null
  const reference = order.reference_number
  if (reference !== null && referenceKey(reference) !== '') return reference
  if (priced.total === 0) return null
  throw invalid('reference_number', s.referenceRequired)
}

async function takeReference(context: Context, saleId: string, method: string, reference: string): Promise<void> {
  const key = referenceKey(reference)
  const row = { payment_method: method, reference_key: key, sale_id: saleId }
  if (await queries.takeReference(context.tx, row)) return
  const { receipt_number } = await queries.receiptOfReference(context.tx, method, key)
  const sentence = s.referenceUsed(receipt_number)
  throw new AppError('conflict', sentence, { errors: { reference_number: [sentence] } })
}

/** What the person has had done now stands in their history. */
const keepHistory = (context: Context, saleId: string, clientId: string, priced: PricedOrder) =>
  addToHistory(context, {
    clientId,
    date: manilaDate(context.now),
    saleId,
    services: priced.lines.map((line) => ({
      treatment_id: line.treatment_id,
      treatment_name: line.treatment_name,
      service_id: line.service_id,
      service_name: line.service_name,
      addOns: line.addOns.map(({ id, name, quantity }) => ({ add_on_id: id, add_on_name: name, quantity })),
    })),
  })

/** Written after the number was taken: log rows are counted by shared rows too, and are met last in every change. */
async function recordSale(context: Context, row: queries.SaleRow, buyer: Buyer): Promise<void> {
  if (buyer.isNew)
    await record(context, {
      type: 'create',
      action: `Added the client ${buyer.name} at the till`,
      subject: 'client',
      subjectId: buyer.clientId,
    })
  await record(context, { type: 'create', action: recordedInWords(row), subject: 'sale', subjectId: row.id })
}

/**
 * Records a sale in one transaction: who bought, what, the appointment it pays, the history, and at the end the receipt
 * number with the day's total and the log. The server prices it; names and prices are copied into the books.
 */
export async function checkout(context: Context<SessionUser>, order: CheckoutOrder): Promise<SaleAnswer> {
  const { tx } = context
  const priced = await priceOrder(tx, order)
  const reference = referenceOf(order, priced)
  const buyer = await findBuyer(context, order)
  const id = newId()
  const lines = lineRowsOf(id, priced)
  const addOns = addOnRowsOf(id, priced)
  const unnumbered = saleRowOf(context, { id, order, priced, buyer, reference })
  const customer = {
    sale_id: id,
    customer_name: buyer.name,
    email: buyer.email,
    contact_number: buyer.contactNumber,
    search_text: searchable(buyer.name, unnumbered.treatment_text),
  }
  await queries.insertParts(tx, { customer, lines, addOns })
  if (reference !== null) await takeReference(context, id, order.payment_method, reference)
  if (buyer.appointmentId) {
    await queries.insertAppointmentPayment(tx, { appointment_id: buyer.appointmentId, sale_id: id })
    await tellPaid(context, buyer.appointmentId)
  }
  await markProven(context, buyer.clientId)
  await keepHistory(context, id, buyer.clientId, priced)
  const location = await locationLabel(tx)
  const row = { ...unnumbered, receipt_number: await queries.insertSale(tx, unnumbered) }
  await recordSale(context, row, buyer)
  return saleAnswer(row, { customer_name: buyer.name, is_voided: false, location, lines, addOns })
}

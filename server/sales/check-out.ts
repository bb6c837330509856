import { currentIssuer } from '#server/clinic/service.ts'
import { markProven } from '#server/appointments/mark-proven.ts'
import { notifyPaid } from '#server/appointments/service.ts'
import { addToHistory } from '#server/clients/service.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'
import { hasIdNumber, needsReference, referenceKey } from '#shared/sales/payment.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { lineRows, paymentRow, loggedSale, saleRow } from './document-rows.ts'
import { findCustomer, type Customer } from './find-customer.ts'
import { presentSale, type PresentedSale } from './present-sale.ts'
import { priceOrder, type CheckoutOrder, type PricedOrder } from './price-order.ts'
import * as queries from './queries.ts'
import { receiptOfReference } from './views.ts'

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

/** A Senior Citizen or PWD discount is given to the holder of a card. Throws a 422 when its number is missing. */
function requireIdNumber(order: CheckoutOrder, { discount }: PricedOrder): void {
  const isForCard = hasIdNumber(order.discount_reason ?? null)
  if (discount > 0 && isForCard && order.discount_id_number === null)
    throw invalid('discount_id_number', s.idNumberRequired)
}

/** Writes what belongs to a document. Throws a 409 that names the receipt on which a reference number stands already. */
async function insertParts(context: Context, parts: queries.DocumentParts): Promise<void> {
  if (await queries.insertParts(context.tx, parts)) return
  const sentence = s.referenceUsed(await receiptOfReference(context.tx, parts.payments))
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
      addOns: line.addOns.map(({ addOn_id, addOn_name, quantity }) => ({
        add_on_id: addOn_id,
        add_on_name: addOn_name,
        quantity,
      })),
    })),
  })

type Recorded = { document: queries.DocumentRow; order: CheckoutOrder; customer: Customer }

/** Written after the number was taken: log rows are counted by shared rows too, and are met last in every change. */
async function logSale(context: Context, { document, order, customer }: Recorded): Promise<void> {
  if (customer.isNew)
    await writeAuditLog(context, {
      type: 'sales.client.created',
      subjectId: customer.clientId,
      parameters: { name: customer.name },
    })
  await writeAuditLog(context, {
    type: 'sales.sale.recorded',
    subjectId: document.id,
    parameters: loggedSale(document, order.payment_method),
  })
}

/**
 * Records a sale in one transaction: who bought, its lines and payment, the appointment it pays, the history, and at the
 * end the receipt number with the day's total and the log. The server prices it; names, prices and the clinic's head are
 * copied into the books.
 */
export async function checkOut(context: Context<Principal>, order: CheckoutOrder): Promise<PresentedSale> {
  const { tx } = context
  const priced = await priceOrder(tx, order)
  requireIdNumber(order, priced)
  const reference = referenceOf(order, priced)
  const customer = await findCustomer(context, order)
  const issuer = await currentIssuer(tx, context.branchId)
  const id = newId()
  const unnumbered = saleRow(context, { id, order, priced, customer, issuer })
  const payments = [
    paymentRow(id, { method: order.payment_method, amount: priced.total, received: priced.received, reference }),
  ]
  const customerRow = {
    document_id: id,
    customer_name: customer.name,
    email: customer.email,
    contact_number: customer.contactNumber,
    search_text: searchable(customer.name, unnumbered.treatment_text),
  }
  await insertParts(context, { customer: customerRow, lines: lineRows(id, priced.lines, priced), payments })
  if (customer.appointmentId) {
    await queries.insertAppointmentPayment(tx, { appointment_id: customer.appointmentId, sale_id: id })
    await notifyPaid(context, customer.appointmentId)
  }
  if (!customer.isProven) await markProven(context, customer.clientId)
  await keepHistory(context, id, customer.clientId, priced)
  const document = { ...unnumbered, number: await queries.insertDocument(tx, unnumbered, order.terminal_id) }
  await logSale(context, { document, order, customer })
  const parts = {
    customer_name: customer.name,
    is_voided: false,
    original_number: null,
    location: issuer.location_label,
  }
  return presentSale({ document, ...parts, lines: priced.lines, payments })
}

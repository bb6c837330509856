import { currentIssuer } from '#server/clinic/issuer.ts'
import { requireApproval } from '#server/approvals/approve.ts'
import { markProven } from '#server/appointments/first-visit.ts'
import { notifyPaid } from '#server/appointments/public.ts'
import { addToHistory } from '#server/clients/client-records.ts'
import { runPipelined } from '#server/db/pipeline.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { leaveQueueWithSale, logPaidWalkIn } from '#server/walk-ins/public.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'
import { discountGiven, isAboveLimit } from '#shared/sales/settings/discount-limit.ts'
import { hasIdNumber, type PaymentMethod } from '#shared/sales/payment.ts'
import type { SeniorPwdCard } from '#shared/sales/senior-pwd-card.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { rememberCard } from './cards/card-queries.ts'
import { cardRow, lineRows, loggedSale, nameOfDocument, saleRow } from './document-rows.ts'
import { findCustomer, type Customer } from './find-customer.ts'
import { invoiceParts } from './invoice-parts.ts'
import { methodsOf, presentSale, type PresentedSale } from './present-sale.ts'
import { cardOf, offerFor, priceOrder, type CheckoutOrder, type PricedOrder } from './price-order.ts'
import * as queries from './queries.ts'
import { paymentsOf, referenceUsed } from './take-payments.ts'
import { receiptOfReference } from './views.ts'

/** Throws a 422 when a Senior Citizen or PWD discount has no card number. */
function requireIdNumber(order: CheckoutOrder, { discount }: PricedOrder): void {
  const isForCard = hasIdNumber(order.discount_reason ?? null)
  if (discount > 0 && isForCard && order.discount_id_number === null)
    throw invalid('discount_id_number', s.idNumberRequired)
}

/** The approval for a discount above the caller's limit; null when none is needed. */
async function approvalOf(
  context: Context<Principal>,
  order: CheckoutOrder,
  priced: PricedOrder,
  limit: number | null,
) {
  if (limit === null || !isAboveLimit(priced, limit)) return null
  const amount = discountGiven(priced)
  return requireApproval(context, { id: order.approval_id ?? null, kind: 'discount', saleId: null, amount })
}

/** Writes the parts of a document. Throws a 409 that names the receipt on which a reference number was already used. */
async function insertParts({ tx }: Context, order: CheckoutOrder, parts: queries.DocumentParts): Promise<void> {
  if (await queries.insertParts(tx, parts)) return
  const used = await receiptOfReference(tx, parts.payments)
  const payment = parts.payments.find(
    ({ method, reference_key }) => method === used.method && reference_key === used.reference_key,
  )
  throw referenceUsed(order, payment!, nameOfDocument(used))
}

/** Adds the sold services to the client's history. */
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

/** The customer as the document names them. */
const customerRow = (
  { id, treatment_text }: Pick<queries.DocumentRow, 'id' | 'treatment_text'>,
  customer: Customer,
) => ({
  document_id: id,
  customer_name: customer.name,
  email: customer.email,
  contact_number: customer.contactNumber,
  search_text: searchable(customer.name, treatment_text),
})

type Recorded = {
  document: queries.DocumentRow
  methods: readonly PaymentMethod[]
  customer: Customer
  card: SeniorPwdCard | null
  approver: string | null
}

/**
 * Writes the audit log last: its counter rows are a lock that every transaction needs, so taking it at the end avoids
 * deadlocks.
 */
async function logSale(
  context: Context<Principal>,
  { document, methods, customer, card, approver }: Recorded,
): Promise<void> {
  if (customer.isNew)
    await writeAuditLog(context, {
      type: 'sales.client.created',
      subjectId: customer.clientId,
      parameters: { name: customer.name },
    })
  await writeAuditLog(context, {
    type: 'sales.sale.recorded',
    subjectId: document.id,
    parameters: {
      ...loggedSale(document, methods, card?.kind),
      ...(approver !== null && { approved_by: approver }),
    },
  })
  await logPaidWalkIn(context, document.id)
}

/** A new sale has no voids or refunds yet. */
const fresh = { is_voided: false, refunded_centavos: 0, original_number: null, original_name: null }

type Written = {
  row: Omit<queries.DocumentRow, 'number'>
  terminalId: string | null | undefined
  customer: Customer
  priced: PricedOrder
  card: SeniorPwdCard | null
  walkInId: string | null
}

/** Writes everything that belongs to a sale and its row last; returns its number. */
async function writeSale(
  context: Context,
  { row, terminalId, customer, priced, card, walkInId }: Written,
): Promise<number> {
  const { tx } = context
  if (customer.appointmentId) {
    await queries.insertAppointmentPayment(tx, { appointment_id: customer.appointmentId, sale_id: row.id })
    await notifyPaid(context, customer.appointmentId)
  }
  if (walkInId) await leaveQueueWithSale(context, walkInId, row.id)
  if (!customer.isProven) await markProven(context, customer.clientId)
  await keepHistory(context, row.id, customer.clientId, priced)
  if (card) await rememberCard(tx, customer.clientId, { ...card, now: context.now })
  return queries.insertDocument(tx, row, terminalId)
}

/**
 * Records a sale in one transaction: customer, lines, payment, paid appointment and history, and at the end the receipt
 * number with the day's total and the log. The server computes the prices; names, prices and the clinic's data are
 * copied, so that later changes do not affect receipts.
 */
export async function checkOut(context: Context<Principal>, order: CheckoutOrder): Promise<PresentedSale> {
  const { tx } = context
  const card = cardOf(order, manilaDate(context.now))
  const [issuer, offer, customer] = await runPipelined([
    currentIssuer(tx, context.branchId, { terminalId: order.terminal_id }),
    offerFor(tx, order),
    findCustomer(context, order),
  ])
  const priced = priceOrder(order, offer, issuer.tax)
  requireIdNumber(order, priced)
  const approval = await approvalOf(context, order, priced, issuer.cashier_discount_limit)
  const id = newId()
  const row = { ...saleRow(context, { id, order, priced, customer, issuer }), approval_id: approval?.id ?? null }
  const payments = paymentsOf(id, order, priced, issuer.payment_methods)
  const invoice = invoiceParts(context, order, { id, mode: issuer.mode, total: priced.total })
  const parts = {
    customer: customerRow(row, customer),
    lines: lineRows(id, priced.lines, priced),
    payments,
    card: card && cardRow(id, card),
    ...invoice,
  }
  const terminalId = issuer.terminal_id ?? order.terminal_id
  const [, number] = await runPipelined([
    insertParts(context, order, parts),
    writeSale(context, { row, terminalId, customer, priced, card, walkInId: order.walk_in_id ?? null }),
  ])
  const document = { ...row, number }
  const approver = approval?.approver_name ?? null
  await logSale(context, { document, methods: methodsOf(payments), customer, card, approver })
  const told = { approved_by: approver, booklet_number: order.booklet_number, location: issuer.location_label }
  return presentSale({ document, ...fresh, customer_name: customer.name, ...told, lines: priced.lines, payments })
}

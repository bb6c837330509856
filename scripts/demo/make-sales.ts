import type { Issuer } from '#server/clinic/service.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { issuerColumns, lineRows, paymentRow, loggedSale, sumColumns } from '#server/sales/document-rows.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import { hasIdNumber, type DiscountReason, type PaymentMethod } from '#shared/sales/payment.ts'
import { chargeOf } from '#shared/sales/charge.ts'
import { quickAmounts, totalsOf } from '#shared/sales/totals.ts'
import { treatmentText } from '#shared/sales/treatment-text.ts'
import { logEvent } from './demo-log.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import { makeVisits, type Visit, type VisitOptions } from './make-visits.ts'
import type { Random } from './random.ts'

const methodOf = (random: Random): PaymentMethod =>
  random.weighted([
    ['cash', 46],
    ['gcash', 34],
    ['maya', 9],
    ['bank_transfer', 11],
  ] as const)

const referenceOf = (random: Random, method: PaymentMethod, n: number): string | null => {
  const digits = String(random.whole(1_000_000, 9_999_999))
  if (method === 'gcash') return `GC-${digits}${n}`
  if (method === 'maya') return `MY-${digits}${n}`
  return method === 'bank_transfer' ? `BT-${digits}${n}` : null
}

const discountOf = (random: Random) =>
  random.chance(0.12)
    ? {
        isOn: true,
        share: random.pick([0.05, 0.1, 0.2]),
        reason: random.pick<DiscountReason>(['Promo', 'Senior Citizen', 'PWD', 'Staff']),
      }
    : { isOn: false, share: 0, reason: null }

/** The sums of a visit as the till would have made them. */
function payment(random: Random, visit: Visit, receiptNumber: number) {
  const discount = discountOf(random)
  const plain = totalsOf(visit.lines, { isOn: false, amount: 0 }).subtotal
  const amount = Math.round((plain * discount.share) / 1000) * 1000
  const totals = chargeOf(visit.lines, { isOn: discount.isOn, amount })
  const method = methodOf(random)
  const received = method === 'cash' ? (random.pick(quickAmounts(totals.total)) ?? totals.total) : totals.total
  const reason = totals.discount > 0 ? discount.reason : null
  return { totals, method, received, reason, reference: referenceOf(random, method, receiptNumber) }
}

type Numbered = { visit: Visit; number: number; issuer: Issuer }

function addSale(rows: DemoRows, random: Random, { visit, number, issuer }: Numbered): number {
  const { client, lines, at, by } = visit
  const id = idAt(random, at)
  const { totals, method, received, reason, reference } = payment(random, visit, number)
  const text = treatmentText(lines)
  const row = {
    id,
    kind: 'sale',
    number,
    business_date: manilaDate(at),
    sold_at: at,
    cashier_id: by.id,
    cashier_name: by.name,
    client_id: client.clientId,
    appointment_id: visit.appointmentId,
    is_walk_in: visit.appointmentId === null,
    branch_id: MAIN_BRANCH_ID,
    ...issuerColumns('sale', issuer),
    treatment_text: text,
    ...sumColumns(totals),
    discount_reason: reason,
    discount_id_number: hasIdNumber(reason) ? String(480_000 + number) : null,
  }
  rows.documents.push(row)
  const customer = { customer_name: client.name, email: client.email, contact_number: client.phone }
  rows.document_customers.push({ document_id: id, ...customer, search_text: searchable(client.name, text) })
  rows.document_lines.push(...lineRows(id, lines, totals))
  rows.payments.push(paymentRow(id, { method, amount: totals.total, received, reference }))
  if (visit.appointmentId) rows.appointment_payments.push({ appointment_id: visit.appointmentId, sale_id: id })
  const printed = { id: idAt(random, at), document_id: id, kind: 'print', printed_by: by.id, printed_at: at }
  rows.receipt_prints.push(printed)
  for (const line of lines) addHistory(rows, random, { saleId: id, line, visit })
  const parameters = loggedSale(row, [method])
  logEvent(rows, random, { at, by }, { type: 'sales.sale.recorded', subjectId: id, parameters })
  return totals.total
}

/** What was done stands in the client's history. */
function addHistory(rows: DemoRows, random: Random, sold: { saleId: string; line: SaleLine; visit: Visit }): void {
  const { line, visit } = sold
  const entryId = idAt(random, visit.at)
  rows.client_services.push({
    id: entryId,
    client_id: visit.client.clientId,
    treatment_id: line.treatment_id,
    service_id: line.service_id,
    treatment_name: line.treatment_name,
    service_name: line.service_name,
    date: manilaDate(visit.at),
    sale_id: sold.saleId,
    created_at: visit.at,
  })
  for (const { addOn_id: add_on_id, addOn_name: add_on_name, quantity } of line.addOns)
    rows.client_service_add_ons.push({ client_service_id: entryId, add_on_id, add_on_name, quantity })
}

/** Every sale in the order of time, numbered without gaps, with day totals and the clients' counts. Returns the last number. */
export function makeSales(rows: DemoRows, random: Random, options: VisitOptions & { issuer: Issuer }): number {
  const visits = makeVisits(random, options)
  const days = new Map<string, { total: number; count: number }>()
  const availed = new Map<string, number>()
  visits.forEach((visit, index) => {
    const total = addSale(rows, random, { visit, number: index + 1, issuer: options.issuer })
    const date = manilaDate(visit.at)
    const day = days.get(date) ?? { total: 0, count: 0 }
    days.set(date, { total: day.total + total, count: day.count + 1 })
    availed.set(visit.client.clientId, (availed.get(visit.client.clientId) ?? 0) + visit.lines.length)
  })
  for (const [business_date, day] of days)
    rows.daily_sales.push({
      branch_id: MAIN_BRANCH_ID,
      business_date,
      total_centavos: day.total,
      transaction_count: day.count,
    })
  for (const client of rows.clients) client.services_availed = availed.get(client.id) ?? 0
  return visits.length
}

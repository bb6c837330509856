import { recordedInWords } from '#server/sales/sale-rows.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'
import { referenceKey, type PaymentMethod } from '#shared/sales/payment.ts'
import { changeOf, quickAmounts, totalsOf } from '#shared/sales/totals.ts'
import { treatmentText } from '#shared/sales/treatment-text.ts'
import { logEvent } from './demo-log.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import { makeVisits, type Line, type Visit, type VisitOptions } from './make-visits.ts'
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
        reason: random.pick(['Promo', 'Senior Citizen', 'PWD', 'Staff']),
      }
    : { isOn: false, share: 0, reason: null }

/** The sums of a visit as the till would have made them. */
function payment(random: Random, visit: Visit, receiptNumber: number) {
  const discount = discountOf(random)
  const plain = totalsOf(visit.lines, { isOn: false, amount: 0 }).subtotal
  const amount = Math.round((plain * discount.share) / 1000) * 1000
  const totals = totalsOf(visit.lines, { isOn: discount.isOn, amount })
  const method = methodOf(random)
  const received = method === 'cash' ? (random.pick(quickAmounts(totals.total)) ?? totals.total) : totals.total
  const reason = totals.discount > 0 ? discount.reason : null
  return { totals, method, received, reason, reference: referenceOf(random, method, receiptNumber) }
}

function addSale(rows: DemoRows, random: Random, visit: Visit, receiptNumber: number): number {
  const { client, lines, at, by } = visit
  const id = idAt(random, at)
  const { totals, method, received, reason, reference } = payment(random, visit, receiptNumber)
  const text = treatmentText(lines.map((line) => nameOf(line)))
  const row = {
    id,
    receipt_number: receiptNumber,
    business_date: manilaDate(at),
    sold_at: at,
    cashier_id: by.id,
    cashier_name: by.name,
    client_id: client.clientId,
    appointment_id: visit.appointmentId,
    is_walk_in: visit.appointmentId === null,
    item_count: totals.itemCount,
    treatment_text: text,
    subtotal_centavos: totals.subtotal,
    discount_centavos: totals.discount,
    discount_reason: reason,
    total_centavos: totals.total,
    received_centavos: received,
    change_centavos: changeOf(received, totals.total),
    payment_method: method,
    reference_number: reference,
  }
  rows.sales.push(row)
  const customer = { customer_name: client.name, email: client.email, contact_number: client.phone }
  rows.sale_customers.push({ sale_id: id, ...customer, search_text: searchable(client.name, text) })
  if (visit.appointmentId) rows.appointment_payments.push({ appointment_id: visit.appointmentId, sale_id: id })
  if (reference)
    rows.payment_references.push({ payment_method: method, reference_key: referenceKey(reference), sale_id: id })
  const printed = { id: idAt(random, at), sale_id: id, kind: 'print', printed_by: by.id, printed_at: at }
  rows.receipt_prints.push(printed)
  lines.forEach((line, index) => addLine(rows, random, { saleId: id, position: index + 1, line, visit }))
  const action = recordedInWords(row)
  logEvent(rows, random, { at, by, type: 'create', action, subject: 'sale', subjectId: id })
  return totals.total
}

const nameOf = (line: Line) => ({
  treatment_name: line.service.treatmentName,
  service_name: line.service.name,
  quantity: line.quantity,
  addOns: line.addOns.map((addOn) => ({ addOn_name: addOn.name, quantity: addOn.quantity })),
})

type PlacedLine = { saleId: string; position: number; line: Line; visit: Visit }

function addLine(rows: DemoRows, random: Random, { saleId, position, line, visit }: PlacedLine): void {
  const { service, price, quantity } = line
  const names = { service_name: service.name, treatment_name: service.treatmentName }
  const ids = { service_id: service.id, treatment_id: service.treatmentId }
  rows.sale_lines.push({
    sale_id: saleId,
    position,
    ...ids,
    ...names,
    quantity,
    unit_price_centavos: price,
    line_total_centavos: price * quantity,
  })
  const entryId = idAt(random, visit.at)
  rows.client_services.push({
    id: entryId,
    client_id: visit.client.clientId,
    ...ids,
    ...names,
    date: manilaDate(visit.at),
    sale_id: saleId,
    created_at: visit.at,
  })
  line.addOns.forEach((addOn, index) => {
    const sold = { add_on_id: addOn.id, add_on_name: addOn.name, quantity: addOn.quantity }
    rows.sale_add_ons.push({
      sale_id: saleId,
      line_position: position,
      position: index + 1,
      ...sold,
      unit_price_centavos: addOn.price,
      line_total_centavos: addOn.price * addOn.quantity,
    })
    rows.client_service_add_ons.push({ client_service_id: entryId, ...sold })
  })
}

/** Every sale in the order of time, numbered without gaps, with day totals and the clients' counts. Returns the last number. */
export function makeSales(rows: DemoRows, random: Random, options: VisitOptions): number {
  const visits = makeVisits(random, options)
  const days = new Map<string, { total: number; count: number }>()
  const availed = new Map<string, number>()
  visits.forEach((visit, index) => {
    const total = addSale(rows, random, visit, index + 1)
    const date = manilaDate(visit.at)
    const day = days.get(date) ?? { total: 0, count: 0 }
    days.set(date, { total: day.total + total, count: day.count + 1 })
    availed.set(visit.client.clientId, (availed.get(visit.client.clientId) ?? 0) + visit.lines.length)
  })
  for (const [business_date, day] of days)
    rows.daily_sales.push({ business_date, total_centavos: day.total, transaction_count: day.count })
  for (const client of rows.clients) client.services_availed = availed.get(client.id) ?? 0
  return visits.length
}

import type { Issuer } from '#server/clinic/issuer.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { counterRow } from '#server/sales/documents/counter-document.ts'
import { loggedSale } from '#server/sales/documents/document-log.ts'
import { cardRow, customerRow, lineRows, type Writing } from '#server/sales/documents/document-rows.ts'
import { methodsOf } from '#server/sales/present-sale.ts'
import type { PaymentRow } from '#server/sales/queries.ts'
import { saleRow } from '#server/sales/checkout/sale-document.ts'
import { paymentRow } from '#server/sales/checkout/take-payments.ts'
import type { ApprovalKind } from '#shared/approvals/contract.ts'
import type { AuditEvent } from '#shared/events.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import { logEvent, type Actor } from '../demo-log.ts'
import type { DemoRows } from '../demo-rows.ts'
import { idAt } from '../id-at.ts'
import { cashierAt, type DemoClient } from '../make-people.ts'
import { makeVisits, type Visit, type VisitOptions } from '../make-visits.ts'
import { planTill, saleOf, type Moment, type SaleMoment, type TakeBack } from './plan-till.ts'
import { seededRandom, type Random } from '../random.ts'
import { ringUpFully, ringUpPlainly, type Order } from './ring-up.ts'
import { sellProducts } from './sell-products.ts'
import type { SampleTill } from './set-up-till.ts'
import { refundedParts, voidedParts, type Sold } from './take-back.ts'

type Options = VisitOptions & {
  issuer: Issuer
  till: SampleTill | null
  /** The visits whose services are paid with sessions of packages. */
  packageVisits: readonly Visit[]
}
type Taken = { number: number; issuer: Issuer; approver: Actor | null }

/** Sales that can be refunded, with their rows. */
type Books = Map<SaleMoment, Sold>

const writing = (at: Date, by: Actor): Writing => ({ now: at, user: by, branchId: MAIN_BRANCH_ID })

/** Records an admin's approval; returns its id. */
function approve(
  rows: DemoRows,
  random: Random,
  approval: Pick<Approval, 'kind' | 'amount' | 'saleId' | 'at' | 'by'>,
  approver: Actor,
) {
  const approved_at = new Date(approval.at.getTime() - 20_000)
  const id = idAt(random, approved_at)
  rows.approvals.push({
    id,
    kind: approval.kind,
    ...(approval.kind === 'discount' ? { order_key: id } : { sale_id: approval.saleId }),
    amount_centavos: approval.amount,
    approver_id: approver.id,
    approver_name: approver.name,
    requested_by: approval.by.id,
    approved_at,
  })
  return id
}
type Approval = { kind: ApprovalKind; amount: number; saleId: string | null; at: Date; by: Actor }

/** Adds the rows of a document. Its number is assigned last, as at the till. */
function record(rows: DemoRows, sold: Sold, { email, phone }: Pick<DemoClient, 'email' | 'phone'>): void {
  const { document, lines, payments, customerName } = sold
  rows.documents.push(document)
  rows.document_customers.push(customerRow(document, { name: customerName, email, contactNumber: phone }))
  rows.document_lines.push(...lines)
  rows.payments.push(...payments)
}

/** Returns the line with its tax class. Everything that the sample clinic sells is VATable. */
const withClass = (line: SaleLine): SaleLine => ({ ...line, taxed: { taxClass: 'vatable', isExcise: false } })

/**
 * Makes the row of a payment. The reference of a payment by a package is the package's name, so references may repeat.
 */
const soldPayment = (id: string, payment: Order['payments'][number], position: number): PaymentRow => ({
  ...paymentRow(id, payment, position),
  ...(payment.accountId && { reference_key: null }),
})

function addSale(rows: DemoRows, random: Random, moment: SaleMoment, order: Order, taken: Taken): Sold {
  const { visit, at } = moment
  const { client, by, appointmentId } = visit
  const id = idAt(random, at)
  const { lines, charge, payments, reason, idNumber, cards, approved } = order
  const { number, issuer, approver } = taken
  const approval =
    approver && approved > 0 ? { kind: 'discount' as const, amount: approved, saleId: null, at, by } : null
  const document = {
    ...saleRow(writing(at, by), {
      id,
      order: { transaction_date: null, discount_reason: reason, discount_id_number: idNumber },
      priced: { ...charge, lines },
      customer: { clientId: client.clientId, appointmentId },
      issuer,
      approval: approval && { id: approve(rows, random, approval, approver!) },
    }),
    number,
  }
  const sold: Sold = {
    document,
    lines: lineRows(id, lines.map(withClass), charge),
    payments: payments.map((payment, n) => soldPayment(id, payment, n + 1)),
    customerName: client.name,
  }
  record(rows, sold, client)
  rows.document_cards.push(...cards.map((card, i) => cardRow(id, card, i + 1)))
  const printed = { id: idAt(random, at), printed_by: by.id, printed_at: at }
  rows.receipt_prints.push({ ...printed, document_id: id, kind: 'print', reprint: 0 })
  const kinds = cards.map(({ kind }) => kind)
  const parameters = {
    ...loggedSale(document, methodsOf(sold.payments), kinds),
    ...(approval && { approved_by: approver!.name }),
  }
  logEvent(rows, random, { at, by }, { type: 'sales.sale.recorded', subjectId: id, parameters })
  if (moment.isVoided) return sold
  if (appointmentId) rows.appointment_payments.push({ appointment_id: appointmentId, sale_id: id })
  addHistory(rows, random, { saleId: id, lines, visit })
  return sold
}

/** Adds a void or refund of a sale, with the same rows as the till. */
function addTakeBack(rows: DemoRows, random: Random, back: TakeBack, books: Books, taken: Taken & { by: Actor }): Sold {
  const { at, kind, of } = back
  const { number, issuer, by, approver } = taken
  const sale = books.get(of)!
  const id = idAt(random, at)
  const parts = kind === 'void' ? voidedParts(id, sale) : refundedParts(random, id, sale, { ...back, number })
  const amount = -parts.payments.reduce((sum, payment) => sum + payment.amount_centavos, 0)
  const approval = approver && by.role === 'cashier' ? { kind, amount, saleId: sale.document.id, at, by } : null
  const row = counterRow(writing(at, by), {
    id,
    kind,
    sale: parts.sale,
    reason: back.reason,
    issuer,
    approval: approval && { id: approve(rows, random, approval, approver!) },
  })
  const sold = { ...parts, document: { ...row, number }, customerName: sale.customerName }
  record(rows, sold, of.visit.client)
  const approved = approval ? { approved_by: approver!.name } : {}
  const log = (event: AuditEvent) => logEvent(rows, random, { at, by }, event)
  const parameters = { receipt: number, total_centavos: amount, ...approved }
  if (kind === 'void')
    log({ type: 'sales.sale.voided', subjectId: id, parameters: { ...parameters, voided: sale.document.number } })
  else
    log({
      type: 'sales.sale.refunded',
      subjectId: id,
      parameters: { ...parameters, refunded: sale.document.number, method: methodsOf(parts.payments)[0]! },
    })
  return sold
}

/** Adds the sold services, without products, to the client's history, except those that a companion received. */
function addHistory(rows: DemoRows, random: Random, sold: { saleId: string; lines: SaleLine[]; visit: Visit }): void {
  const { visit, saleId, lines } = sold
  for (const line of lines.filter(({ card = 1, kind }) => card === 1 && kind !== 'product')) {
    const entryId = idAt(random, visit.at)
    rows.client_services.push({
      id: entryId,
      client_id: visit.client.clientId,
      treatment_id: line.treatment_id,
      service_id: line.service_id,
      treatment_name: line.treatment_name,
      service_name: line.service_name,
      date: manilaDate(visit.at),
      sale_id: saleId,
      created_at: visit.at,
    })
    for (const { addOn_id: add_on_id, addOn_name: add_on_name, quantity } of line.addOns)
      rows.client_service_add_ons.push({ client_service_id: entryId, add_on_id, add_on_name, quantity })
  }
}

/** By how much a document of each kind changes the number of sales of its day. */
const counts = { sale: 1, void: -1, refund: 0 } as const

/**
 * Saves the latest Senior Citizen or PWD card of each client: the first card of a sale, because the second is the
 * companion's.
 */
function rememberCards(rows: DemoRows): void {
  const sales = new Map(rows.documents.map(({ id, ...sale }) => [id, sale]))
  const last = new Map<string, DemoRows['client_cards'][number]>()
  for (const { document_id, position, ...card } of rows.document_cards) {
    if (position !== 1) continue
    const { client_id, sold_at } = sales.get(document_id)!
    last.set(client_id!, { ...card, client_id: client_id!, seen_at: sold_at })
  }
  rows.client_cards.push(...last.values())
}

/** Plans the sales, voids and refunds of a fully set up till, with products and with sessions of packages. */
function planFullTill(random: Random, visits: readonly Visit[], options: Options): Moment[] {
  const moments = sellProducts(planTill(random, visits, options), options)
  return [...moments, ...options.packageVisits.map(saleOf)].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/**
 * Makes all documents in order of time with gap-free numbers, daily totals and client counters. Returns the last
 * number. Voids and refunds are made by the cashier on duty with an approval, or by the admin.
 */
export function makeSales(rows: DemoRows, random: Random, options: Options): number {
  const { till, issuer } = options
  const visits = makeVisits(random, options)
  const chance = till ? seededRandom(50) : random
  const ringUp = till ? ringUpFully(till) : ringUpPlainly
  const moments = till ? planFullTill(chance, visits, options) : visits.map(saleOf)
  const books: Books = new Map()
  const days = new Map<string, { total: number; count: number }>()
  moments.forEach((moment, index) => {
    const taken = { number: index + 1, issuer, approver: till?.admin ?? null }
    const by = chance.chance(0.8) ? cashierAt(options.staff, moment.at) : options.staff.admin
    const sold =
      moment.kind === 'sale'
        ? addSale(
            rows,
            chance,
            moment,
            ringUp(chance, { ...moment, number: taken.number, isCash: moment.isVoided }),
            taken,
          )
        : addTakeBack(rows, chance, moment, books, { ...taken, by })
    if (moment.kind === 'sale') books.set(moment, sold)
    const { business_date, total_centavos } = sold.document
    const day = days.get(business_date) ?? { total: 0, count: 0 }
    days.set(business_date, { total: day.total + total_centavos, count: day.count + counts[moment.kind] })
  })
  for (const [business_date, day] of days)
    rows.daily_sales.push({
      branch_id: MAIN_BRANCH_ID,
      business_date,
      total_centavos: day.total,
      transaction_count: day.count,
    })
  rememberCards(rows)
  const availed = new Map<string, number>()
  for (const { client_id } of rows.client_services) availed.set(client_id, (availed.get(client_id) ?? 0) + 1)
  for (const client of rows.clients) client.services_availed = availed.get(client.id) ?? 0
  return moments.length
}

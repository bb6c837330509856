import { sql } from 'kysely'
import { salesOf } from '#server/sales/public.ts'
import { documentNameMessages } from '#shared/clinic/messages.ts'
import { numberInSeries, type DocumentSeries } from '#shared/clinic/document-name.ts'
import { formatInstant, manilaTime, type CivilDate } from '#shared/lib/manila-time.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { methodName } from '#shared/sales/payment.ts'
import type { PaymentCheck } from '#shared/sales/payment-check-contract.ts'
import {
  approver,
  bookletOf,
  documentNameOf,
  inRange,
  longReport,
  namePartsOf,
  rowsOf,
  untaxed,
  type NameParts,
  type ReadRows,
  type ReportRange,
  type ReportReader,
} from './report-views.ts'

type Paid = { method: string; amount: Centavos; reference: string | null }

/** The payments of a document, in the order in which they were entered. */
const paymentsOf = sql<Paid[]>`(select json_agg(json_build_object('method', method, 'amount', amount_centavos,
        'reference', reference_number) order by position) from payments where document_id = documents.id)`

/** A payment with its reference in one line: `GCash ₱1,500.00 (8123)`. */
const formatPayment = ({ method, amount, reference }: Paid): string =>
  s.payment(methodName(method), formatPeso(amount), reference)

type JournalRow = {
  date: CivilDate
  sold_at: Date
  series_parts: DocumentSeries
  document_number: number
  booklet: string | null
  /** The sales slips that an invoice covers; null for every other document. */
  covers: { count: number; first: number; last: number; amount: Centavos } | null
  original_parts: NameParts | null
  buyer: string
  buyer_tin: string
  paid: Paid[]
  terminal: string
  machine: string
  cashier: string
  approver: string
}

/** The columns of amounts, of which an invoice that covers sales slips has only zeros. */
const AMOUNTS = [
  'gross',
  'discounts',
  'less_vat',
  'vatable',
  'vat',
  'exempt',
  'zero_rated',
  'excise',
  'untaxed',
  'total',
] as const

/**
 * The documents of the journal, and the invoices that cover sales slips. The amounts of these invoices are 0, because
 * the slips are in the journal themselves.
 */
const journalRows = (range: ReportRange) => {
  const { branchId, from, to, cashierId } = range
  const isOfCashier = cashierId === undefined ? sql`` : sql` and issued_by = ${cashierId}`
  return sql`select documents.id, documents.sold_at, documents.number as document_number,
      documents.subtotal_centavos + documents.line_discount_centavos + documents.less_vat_centavos as gross,
      documents.discount_centavos + documents.line_discount_centavos as discounts,
      documents.less_vat_centavos as less_vat, (${salesOf.vatable})::bigint as vatable, documents.vat_centavos as vat,
      (${salesOf.exempt})::bigint as exempt, (${salesOf.zeroRated})::bigint as zero_rated,
      documents.excise_centavos as excise, (${untaxed})::bigint as untaxed, documents.total_centavos as total
    from documents where ${inRange(range)}
    union all
    select id, issued_at, number, ${sql.join(AMOUNTS.map(() => sql`0`))}
    from cover_invoices where branch_id = ${branchId} and business_date between ${from} and ${to}${isOfCashier}`
}

const pageColumns = sql.join(
  ['id', 'sold_at', 'document_number', ...AMOUNTS].map((column) => sql.ref(`page.${column}`)),
)

const shownDocuments = sql`select ${pageColumns}, documents.business_date as date,
      json_build_object('mode', documents.mode, 'kind', documents.kind) as series_parts, null::json as covers,
      coalesce(${bookletOf('documents')}, '') as booklet,
      (select ${namePartsOf('sale')} from documents sale where sale.id = documents.refers_to) as original_parts,
      coalesce(buyer.name, nullif(customer.customer_name, ''), '') as buyer, coalesce(buyer.tin, '') as buyer_tin,
      ${paymentsOf} as paid, coalesce(documents.registration ->> 'terminal', till.name, '') as terminal,
      coalesce(documents.registration ->> 'machine_number', till.machine_number, '') as machine,
      documents.cashier_name as cashier, ${approver} as approver
    from page join documents on documents.id = page.id
      left join document_buyers buyer on buyer.document_id = coalesce(documents.refers_to, documents.id)
      left join document_customers customer on customer.document_id = documents.id
      left join shifts on shifts.id = documents.shift_id
      left join terminals till on till.id = coalesce(documents.terminal_id, shifts.terminal_id)`

const shownCovers = sql`select ${pageColumns}, business_date, json_build_object('mode', 'invoice_non_vat', 'kind', 'sale'),
      (select json_build_object('count', count(*), 'first', min(sale.number), 'last', max(sale.number),
          'amount', sum(sale.total_centavos))
        from invoice_covers join documents sale on sale.id = sale_id where cover_id = cover.id),
      '', null, '', '', null, coalesce(registration ->> 'terminal', ''),
      coalesce(registration ->> 'machine_number', ''), issued_by_name, ''
    from page join cover_invoices cover on cover.id = page.id`

/** The kind of a document, with the sale that it reverses or the sales slips that it covers. */
function kindOf({
  series_parts,
  original_parts,
  covers,
}: Pick<JournalRow, 'series_parts' | 'original_parts' | 'covers'>) {
  if (covers) {
    const numbers = s.fromTo(numberInSeries(covers.first, {}), numberInSeries(covers.last, {}))
    return s.coversSlips(s.slipsOf(covers.count, numbers), formatPeso(covers.amount))
  }
  return original_parts ? s.takesBack(s.kinds[series_parts.kind], documentNameOf(original_parts)) : s.kinds.sale
}

/** Every document with all that identifies it, oldest first. Voids and refunds have negative amounts. */
const salesJournal = longReport(
  (range) => ({
    listed: journalRows(range),
    order: sql`sold_at, document_number, id`,
    shown: sql<JournalRow>`${shownDocuments} union all ${shownCovers}`,
  }),
  ({ series_parts, document_number, original_parts, covers, paid, ...row }) => ({
    ...row,
    time: manilaTime(row.sold_at),
    kind: kindOf({ series_parts, original_parts, covers }),
    series: documentNameMessages.names[series_parts.mode][series_parts.kind],
    number: numberInSeries(document_number, {}),
    paid: (paid ?? []).map(formatPayment).join(', '),
  }),
)

type CounterRow = {
  date: CivilDate
  sold_at: Date
  name: NameParts
  kind: 'void' | 'refund'
  original: NameParts
  cashier: string
  approver: string
  paid: Paid[]
  reason: string
  amount: Centavos
}

/** Every void and refund, oldest first, with the refunded amount as a positive number. */
const documentsTakenBack: ReadRows = async (tx, range) =>
  (
    await rowsOf(
      tx,
      sql<CounterRow>`select documents.business_date as date, documents.sold_at, documents.kind,
      ${namePartsOf('documents')} as name, ${namePartsOf('sale')} as original, documents.cashier_name as cashier,
      ${approver} as approver, ${paymentsOf} as paid, documents.reason,
      -documents.total_centavos as amount
    from documents join documents sale on sale.id = documents.refers_to
    where ${inRange(range)} and documents.kind <> 'sale' order by documents.sold_at, documents.number`,
    )
  ).map((row) => ({
    ...row,
    time: manilaTime(row.sold_at),
    number: documentNameOf(row.name),
    kind: s.kinds[row.kind],
    original: documentNameOf(row.original),
    paid: row.paid.map(({ amount, ...payment }) => formatPayment({ ...payment, amount: -amount })).join(', '),
  }))

type PaymentRow = {
  method: string
  reference: string
  date: CivilDate
  sold_at: Date
  name: NameParts
  buyer: string
  check: PaymentCheck
  seen_by: string | null
  seen_at: Date | null
  amount: Centavos
}

/**
 * Every payment that is neither cash nor by gift card, by method and time. What was paid back is negative. Money for a
 * gift card arrives when the card is sold.
 */
const paymentsByReference = longReport(
  (range) => ({
    listed: sql`select documents.id, payment.method, documents.sold_at, payment.position, payment.amount_centavos as amount
      from documents cross join lateral (
        select method, position, amount_centavos from payments
        where document_id = documents.id and method not in ('cash', 'prepaid') offset 0) payment
      where ${inRange(range)}`,
    order: sql`method, sold_at, id, position`,
    shown: sql<PaymentRow>`select page.*, coalesce(payment.reference_number, '') as reference, documents.business_date as date,
        ${namePartsOf('documents')} as name, coalesce(customer.customer_name, '') as buyer,
        json_build_object('document_id', page.id, 'position', page.position,
          'is_seen', coalesce(mark.is_seen, false), 'version', coalesce(mark.version, 0)) as check,
        case when mark.is_seen then mark.changed_by_name end as seen_by,
        case when mark.is_seen then mark.changed_at end as seen_at
      from page join documents on documents.id = page.id
        join payments payment on payment.document_id = page.id and payment.position = page.position
        left join payment_checks mark on mark.document_id = page.id and mark.position = page.position
        left join document_customers customer on customer.document_id = page.id`,
  }),
  (row) => ({
    ...row,
    method: methodName(row.method),
    time: manilaTime(row.sold_at),
    number: documentNameOf(row.name),
    seen: row.seen_by !== null && row.seen_at ? s.seenBy(row.seen_by, formatInstant(row.seen_at)) : '',
  }),
)

/** The reports that list documents one by one. */
export const journalReports = {
  'sales-journal': salesJournal,
  'voids-and-refunds': documentsTakenBack,
  'payments-by-reference': paymentsByReference,
} satisfies Partial<Record<ReportName, ReportReader>>

import { sql } from 'kysely'
import { salesOf } from '#server/sales/public.ts'
import { documentNameMessages } from '#shared/clinic/messages.ts'
import { numberInSeries, type DocumentSeries } from '#shared/clinic/document-name.ts'
import { manilaTime, type CivilDate } from '#shared/lib/manila-time.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import {
  approver,
  bookletOf,
  documentNameOf,
  inRange,
  longReport,
  namePartsOf,
  untaxed,
  type NameParts,
  type ReportRange,
  type ReportReader,
} from './report-views.ts'
import { formatPayment, paymentsOf, type Paid } from './payment-views.ts'

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

/** The columns of amounts. They are all 0 for an invoice that covers sales slips. */
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
  return sql`select documents.id, documents.business_date as date, documents.sold_at, documents.number as document_number,
      documents.subtotal_centavos + documents.line_discount_centavos + documents.less_vat_centavos as gross,
      documents.discount_centavos + documents.line_discount_centavos as discounts,
      documents.less_vat_centavos as less_vat, (${salesOf.vatable})::bigint as vatable, documents.vat_centavos as vat,
      (${salesOf.exempt})::bigint as exempt, (${salesOf.zeroRated})::bigint as zero_rated,
      documents.excise_centavos as excise, (${untaxed})::bigint as untaxed, documents.total_centavos as total
    from documents where ${inRange(range)}
    union all
    select id, business_date, issued_at, number, ${sql.join(AMOUNTS.map(() => sql`0`))}
    from cover_invoices where branch_id = ${branchId} and business_date between ${from} and ${to}${isOfCashier}`
}

const pageColumns = sql.join(
  ['id', 'date', 'sold_at', 'document_number', ...AMOUNTS].map((column) => sql.ref(`page.${column}`)),
)

const shownDocuments = sql`select ${pageColumns}, json_build_object('mode', documents.mode, 'kind', documents.kind) as series_parts, null::json as covers,
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

const shownCovers = sql`select ${pageColumns}, json_build_object('mode', 'invoice_non_vat', 'kind', 'sale'),
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

/** Every document with all that identifies it, oldest date first. Voids and refunds have negative amounts. */
const salesJournal = longReport(
  (range) => ({
    listed: journalRows(range),
    order: sql`date, sold_at, document_number, id`,
    isByDate: true,
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

/** The report that lists every document. */
export const journalReports = {
  'sales-journal': salesJournal,
} satisfies Partial<Record<ReportName, ReportReader>>

import { sql } from 'kysely'
import { documentName, numberInSeries } from '#shared/clinic/document-name.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { rowsOf, type ReadRows } from './report-views.ts'

type SlipsRow = {
  date: CivilDate
  terminal: string
  slips: number
  first: number
  last: number
  amount: Centavos
  cover: { number: number; terminal: string } | null
  isClosed: boolean
  limit: Centavos
}

/** Names the invoice that covers some sales slips, or says why none does. */
function invoiceOf({ cover, isClosed, limit }: SlipsRow): string {
  if (cover) return documentName(cover.number, { mode: 'invoice_non_vat', kind: 'sale', terminal: cover.terminal })
  return isClosed ? s.belowLimit(formatPeso(limit)) : s.dayNotClosed
}

/**
 * The sales slips that were not voided, by date, terminal and covering invoice. The limit of a closed day is the one in
 * its Z-reading, because the clinic may have changed it since.
 */
const smallSales: ReadRows = async (tx, { branchId, from, to }) =>
  (
    await rowsOf(
      tx,
      sql<SlipsRow>`select sale.business_date as date, terminals.name as terminal, count(*)::int as slips,
        min(sale.number) as first, max(sale.number) as last, sum(sale.total_centavos)::bigint as amount,
        (select json_build_object('number', number, 'terminal', registration ->> 'terminal')
          from cover_invoices where cover_invoices.id = covered.cover_id) as cover,
        reading.content is not null as "isClosed",
        coalesce(substring(reading.content from '"small_sales":\\{[^{}]*"limit":([0-9]+)')::bigint, 0) as "limit"
      from documents sale join terminals on terminals.id = sale.terminal_id
        left join invoice_covers covered on covered.sale_id = sale.id
        left join z_readings reading
          on reading.terminal_id = sale.terminal_id and reading.business_date = sale.business_date
      where sale.branch_id = ${branchId} and sale.business_date between ${from} and ${to}
        and sale.mode = 'small_sale' and sale.kind = 'sale'
        and not exists (select from documents void where void.refers_to = sale.id and void.kind = 'void')
      group by sale.business_date, terminals.name, covered.cover_id, reading.content
      order by 1, 2`,
    )
  ).map((row) => ({
    date: row.date,
    terminal: row.terminal,
    slips: row.slips,
    numbers: s.fromTo(numberInSeries(row.first, {}), numberInSeries(row.last, {})),
    invoice: invoiceOf(row),
    amount: row.amount,
  }))

/** The report about sales slips and the invoices that cover them. */
export const smallSalesReports = { 'small-sales': smallSales } satisfies Partial<Record<ReportName, ReadRows>>

import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

/** The first rows in which the check of the books found a difference, and the number of all such rows. */
type Differences<Row> = { all: number; rows: Row[] }

/** The maximum number of rows that the check of the books lists for each kind of difference. */
const MAX_ROWS = 50

async function readDifferences<Row>(tx: ReadTx, statement: RawBuilder<Row>): Promise<Differences<Row>> {
  const { rows } = await sql<Row & { all: number }>`select *, count(*) over () as "all" from (${statement}) differing
    limit ${MAX_ROWS}`.execute(tx)
  return { all: rows[0]?.all ?? 0, rows }
}

export type Numbered = { series: string; number: number }

/** Documents whose totals or taxes are not the sums of their lines. */
export const linesThatDiffer = (tx: ReadTx, branchId: string) =>
  readDifferences(
    tx,
    sql<Numbered>`select series, number
    from documents left join (
      select document_id, sum(line_total_centavos) as total, sum(order_discount_centavos) as shares,
        sum(discount_centavos) as discount, sum(less_vat_centavos) as less_vat, sum(vatable_centavos) as vatable,
        sum(vat_centavos) as vat, sum(exempt_centavos) as exempt, sum(zero_rated_centavos) as zero_rated,
        sum(excise_centavos) as excise
      from document_lines group by document_id
    ) lines on lines.document_id = documents.id
    where branch_id = ${branchId} and ((lines.total, shares, discount, less_vat, vatable, vat, exempt, zero_rated, excise)
        is distinct from (subtotal_centavos, discount_centavos, line_discount_centavos, less_vat_centavos,
          vatable_centavos, vat_centavos, exempt_centavos, zero_rated_centavos, excise_centavos)
      or total_centavos <> subtotal_centavos - discount_centavos)
    order by 1, 2`,
  )

/** Documents whose total is not the sum of their payments. */
export const paymentsThatDiffer = (tx: ReadTx, branchId: string) =>
  readDifferences(
    tx,
    sql<Numbered>`select series, number
    from documents left join (
      select document_id, sum(amount_centavos) as total from payments group by document_id
    ) paid on paid.document_id = documents.id
    where branch_id = ${branchId} and paid.total is distinct from total_centavos
    order by 1, 2`,
  )

/** Voids whose amounts are not the amounts of the voided sale with the opposite sign. */
export const voidsThatDiffer = (tx: ReadTx, branchId: string) =>
  readDifferences(
    tx,
    sql<Numbered>`select void.series, void.number
    from documents void join documents sale on sale.id = void.refers_to
    where void.branch_id = ${branchId} and void.kind = 'void'
      and (void.subtotal_centavos <> -sale.subtotal_centavos or void.total_centavos <> -sale.total_centavos)
    order by 1, 2`,
  )

/** Voids and refunds that have a line with another tax class than the sold line. */
export const classesThatDiffer = (tx: ReadTx, branchId: string) =>
  readDifferences(
    tx,
    sql<Numbered>`select back.series, back.number
    from documents back join document_lines line on line.document_id = back.id
      join document_lines sold on sold.document_id = back.refers_to and sold.position = line.position
    where back.branch_id = ${branchId} and back.refers_to is not null
      and line.catalogue_tax_class is distinct from sold.catalogue_tax_class
    group by 1, 2 order by 1, 2`,
  )

/** Sales of which more was refunded than was paid. */
export const salesTakenBackTwice = (tx: ReadTx, branchId: string) =>
  readDifferences(
    tx,
    sql<Numbered>`select sale.series, sale.number
    from documents sale join (
      select refers_to, sum(total_centavos) as total from documents where refers_to is not null group by 1
    ) back on back.refers_to = sale.id
    where sale.branch_id = ${branchId} and sale.total_centavos + back.total < 0
    order by 1, 2`,
  )

/** Days whose stored total or count differs from their documents. */
export const daysThatDiffer = (tx: ReadTx, branchId: string) =>
  readDifferences(
    tx,
    sql<{ date: CivilDate }>`select business_date as date
    from (
      select business_date, sum(total_centavos) as total, sum(case kind when 'sale' then 1 when 'void' then -1 else 0 end) as count
      from documents where branch_id = ${branchId} group by 1
    ) days full join (
      select business_date, total_centavos, transaction_count from daily_sales where branch_id = ${branchId}
    ) stored using (business_date)
    where (total, count) is distinct from (total_centavos, transaction_count)
    order by 1`,
  )

/** Every number that was issued: of documents, and of invoices that cover sales slips. */
const numbered = sql`(select branch_id, series, number from documents
      union all select branch_id, series, number from cover_invoices) numbered`

type Gap = { series: string; first: number; last: number }

/** For each number series, the ranges of numbers up to the last issued number that no document has. */
export const missingNumbers = (tx: ReadTx, branchId: string) =>
  readDifferences(
    tx,
    sql<Gap>`with numbers as (
      select series, number from ${numbered} join document_counters counter using (branch_id, series)
      where branch_id = ${branchId} and number <= counter.last_number
      -- The next free number is added, so that numbers missing at the end of a series are found too.
      union all select series, last_number + 1 from document_counters where branch_id = ${branchId}
    )
    select series, before + 1 as first, number - 1 as last
    from (select series, number, lag(number, 1, 0::bigint) over (partition by series order by number) as before from numbers) steps
    where number > before + 1
    order by 1, 2`,
  )

/** Documents with a number above the counter of their series. */
export const numbersNeverIssued = (tx: ReadTx, branchId: string) =>
  readDifferences(
    tx,
    sql<Numbered>`select numbered.series, number
    from ${numbered} left join document_counters counter
      on counter.branch_id = numbered.branch_id and counter.series = numbered.series
    where numbered.branch_id = ${branchId} and number > coalesce(last_number, 0)
    order by 1, 2`,
  )

/** Invoices without a shift, which are therefore in no Z-reading. Voids of such invoices may have no shift either. */
export const invoicesOutsideShifts = (tx: ReadTx, branchId: string) =>
  readDifferences(
    tx,
    sql<Numbered>`select series, number from documents
    where branch_id = ${branchId} and mode in ('invoice_vat', 'invoice_non_vat', 'small_sale') and kind <> 'void' and shift_id is null
    order by 1, 2`,
  )

/**
 * Covers (invoices that cover sales slips) that are not the sum of their slips, contain a voided slip, or have the
 * number of another document.
 */
export const coversThatDiffer = (tx: ReadTx, branchId: string) =>
  readDifferences(
    tx,
    sql<Numbered>`select cover.series, cover.number
    from cover_invoices cover left join (
      select cover_id, sum(sale.total_centavos) as total,
        bool_or(exists (select from documents void where void.refers_to = sale.id and void.kind = 'void')) as is_voided
      from invoice_covers join documents sale on sale.id = sale_id group by 1
    ) covered on covered.cover_id = cover.id
    where cover.branch_id = ${branchId} and (covered.total is distinct from cover.total_centavos or covered.is_voided
      or exists (select from documents
        where (documents.branch_id, documents.series, documents.number) = (cover.branch_id, cover.series, cover.number)))
    order by 1, 2`,
  )

/** Counts the documents, days and number series that the check of the books compares. */
export async function bookCounts(
  tx: ReadTx,
  branchId: string,
): Promise<{ documents: number; days: number; series: number }> {
  const { rows } = await sql<{ documents: number; days: number; series: number }>`select
      (select count(*) from documents where branch_id = ${branchId}) as documents,
      (select count(*) from daily_sales where branch_id = ${branchId}) as days,
      (select count(*) from document_counters where branch_id = ${branchId} and last_number > 0) as series`.execute(tx)
  return rows[0]!
}

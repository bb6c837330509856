import { sql, type RawBuilder } from 'kysely'
import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { salesOf } from '#server/sales/public.ts'
import { documentName, type DocumentSeries } from '#shared/clinic/document-name.ts'
import { addDays, instantOf, type CivilDate } from '#shared/lib/manila-time.ts'
import type { ReportCheck } from '#shared/reports/contract.ts'
import type { NumberKey, RowNote } from '#shared/reports/columns.ts'
import type { Cell, ColumnKey } from '#shared/reports/reports.ts'
import { invoiceMessages } from '#shared/sales/paper/messages.ts'

/**
 * The documents or visits of a branch on some business dates, both included. Voids and refunds count on their own day.
 * With a practitioner or cashier, only the visits or documents of that person.
 */
export type ReportRange = {
  branchId: string
  from: CivilDate
  to: CivilDate
  now: Date
  practitionerId?: string | undefined
  cashierId?: string | undefined
}

/**
 * A row of a report: its cells by column, numbers without a column from which ratios are computed, whether staff marked
 * the row's payment or bank drop as seen, the row's client, and a note that the report shows because of this row.
 */
export type ReportRow = Readonly<Partial<Record<NumberKey, Cell>>> & {
  check?: ReportCheck
  client_id?: string
  note?: RowNote
}

/** Reads all rows of a report; amounts are in centavos. */
export type ReadRows = (tx: ReadTx, range: ReportRange) => Promise<readonly ReportRow[]>

/** The number of rows of a long report and the sums of its columns over the whole range. */
export type LongReportSums = { count: number; sums: Partial<Record<ColumnKey, number>> }

/** A report whose rows are documents or payments, too many to be read at once. */
type LongReport = {
  count: (tx: ReadTx, range: ReportRange) => Promise<number>
  sums: (tx: ReadTx, range: ReportRange, columns: readonly ColumnKey[]) => Promise<LongReportSums>
  /** Reads the first `most` rows of the report, and the sums of the columns over all its rows. */
  first: (
    tx: ReadTx,
    range: ReportRange,
    asked: { most: number; columns: readonly ColumnKey[] },
  ) => Promise<LongReportSums & { rows: readonly ReportRow[] }>
  batches: (tx: ReadTx, range: ReportRange) => AsyncIterable<readonly ReportRow[]>
}

export type ReportReader = ReadRows | LongReport

/**
 * The two statements of a long report, because a year has many thousand rows: the first counts, sums and sorts narrow
 * rows, and the second reads the texts only of the rows that are shown.
 */
type LongStatements<Row> = {
  /** Selects all rows, with only the keys by which they are sorted and found, and the columns that are summed. */
  listed: RawBuilder<unknown>
  /** The columns by which the rows are sorted. */
  order: RawBuilder<unknown>
  /** True if the rows are sorted by business date before anything else, so that a file can be read a week at a time. */
  isByDate?: boolean
  /** Selects the rows of the table `page`, which has some rows of `listed`, with all columns of the report. */
  shown: RawBuilder<Row>
}

/** The number of rows and the sums of columns of the table `listed`. */
const summary = (columns: readonly ColumnKey[]) => {
  const sums = columns.flatMap((key) => [sql.lit(key), sql`coalesce(sum(${sql.ref(key)}), 0)::bigint`])
  return sql`(select json_build_object('count', count(*), 'sums', json_build_object(${sql.join(sums)})) from listed)
      as summary`
}
type Summarized = { summary: LongReportSums }

/** Divides a range of dates into weeks; the last one may be shorter. */
function weeksOf(range: ReportRange): ReportRange[] {
  const weeks: ReportRange[] = []
  for (let { from } = range; from <= range.to; from = addDays(from, 7)) {
    const end = addDays(from, 6)
    weeks.push({ ...range, from, to: end < range.to ? end : range.to })
  }
  return weeks
}

/** Makes a long report from its two statements; `present` makes the cells of one of its rows. */
export function longReport<Row>(
  statementsOf: (range: ReportRange, tx: ReadTx) => LongStatements<Row> | Promise<LongStatements<Row>>,
  present: (row: Row) => ReportRow,
): LongReport {
  return {
    count: async (tx, range) => {
      const { listed } = await statementsOf(range, tx)
      const [row] = await rowsOf(tx, sql<{ count: number }>`select count(*)::int as count from (${listed}) listed`)
      return row!.count
    },
    sums: async (tx, range, columns) => {
      const { listed } = await statementsOf(range, tx)
      const [row] = await rowsOf(tx, sql<Summarized>`with listed as (${listed}) select ${summary(columns)}`)
      return row!.summary
    },
    first: async (tx, range, { most, columns }) => {
      const { listed, order, shown } = await statementsOf(range, tx)
      // For a report without rows the statement returns one row, which has only the sums.
      const rows = await rowsOf(
        tx,
        sql<Summarized & Row>`with listed as (${listed}), page as (select * from listed order by ${order} limit ${most})
          select ${summary(columns)}, shown.* from (select) one left join (${shown}) shown on true order by ${order}`,
      )
      const sums = rows[0]!.summary
      return { ...sums, rows: sums.count === 0 ? [] : rows.map(present) }
    },
    batches: async function* (tx, range) {
      const { isByDate = false } = await statementsOf(range, tx)
      // PostgreSQL sorts all rows of a statement before it returns the first one, so a report over a year would start
      // late. A report that is sorted by date is therefore read week by week.
      for (const part of isByDate ? weeksOf(range) : [range]) {
        const { listed, order, shown } = await statementsOf(part, tx)
        const statement = sql<Row>`with page as (${listed}) select * from (${shown}) shown order by ${order}`
        for await (const batch of inBatches(tx, statement)) yield batch.map(present)
      }
    },
  }
}

export const inRange = ({ branchId, from, to, cashierId }: Omit<ReportRange, 'now'>) => {
  const isOfCashier = cashierId === undefined ? sql`` : sql` and documents.cashier_id = ${cashierId}`
  return sql`documents.branch_id = ${branchId} and documents.business_date between ${from} and ${to}${isOfCashier}`
}

/** The sales of gift cards and packages, and the paid deposits, of a range. */
export const paidAheadInRange = ({ branchId, from, to, cashierId }: Omit<ReportRange, 'now'>) => {
  const isOfCashier = cashierId === undefined ? sql`` : sql` and cashier_id = ${cashierId}`
  return sql`select * from prepaid_sales
    where branch_id = ${branchId} and business_date between ${from} and ${to}${isOfCashier}`
}

/**
 * The voids and refunds of money paid ahead in a range, with the payment of the sale and `returned`, the amount that
 * was given back. It is 0 for a deposit that the clinic has kept.
 */
export const returnedInRange = ({ branchId, from, to, cashierId }: Omit<ReportRange, 'now'>) => {
  const isOfCashier = cashierId === undefined ? sql`` : sql` and voided_by = ${cashierId}`
  return sql`select prepaid_voids.account_id, number, method, voided_at, voided_by_name, reason,
      coalesce(prepaid_voids.amount_centavos, prepaid_sales.amount_centavos) as returned
    from prepaid_voids join prepaid_sales on prepaid_sales.account_id = prepaid_voids.account_id
    where branch_id = ${branchId} and voided_at >= ${instantOf(from, '00:00:00')}
      and voided_at < ${instantOf(addDays(to, 1), '00:00:00')}${isOfCashier}`
}

export async function rowsOf<Row>(tx: ReadTx, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(tx)).rows
}

/** The names of everyone who can sell. */
export const cashierNames = (tx: ReadTx): Promise<{ id: string; name: string }[]> =>
  rowsOf(
    tx,
    sql<{ id: string; name: string }>`select id, name from users where role in ('cashier', 'admin') order by name, id`,
  )

/**
 * Makes PostgreSQL make a new plan for each statement of this transaction, so that the plan fits the report's dates. By
 * default PostgreSQL reuses one plan after five runs, and a plan that is fast for a day can be slow for a year.
 */
export const planForDates = (tx: ReadTx) =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx)

/** SQL for the part of a document's total that is in no tax class and is not VAT. */
export const untaxed = sql`total_centavos - (${salesOf.vatable}) - vat_centavos - (${salesOf.exempt})
        - (${salesOf.zeroRated})`

/** The reasons of discounts for which a Senior Citizen or PWD card is needed. */
export const FOR_CARDS = sql`('Senior Citizen', 'PWD')`

/** The name of the person who approved a document; empty without an approval. */
export const approver = sql`coalesce((select approver_name from approvals where approvals.id = documents.approval_id), '')`

type DocumentTable = 'documents' | 'sale'

/** The number series of a document. */
const seriesOf = (document: DocumentTable) => {
  const column = (name: string) => sql.ref(`${document}.${name}`)
  return sql<DocumentSeries>`json_build_object('mode', ${column('mode')}, 'kind', ${column('kind')},
        'terminal', ${column('registration')} ->> 'terminal')`
}

/** The number of the handwritten invoice in the clinic's booklet; null for documents numbered only here. */
export const bookletOf = (document: DocumentTable) => sql<string | null>`(select booklet_numbers.number
        from booklet_numbers where booklet_numbers.document_id = ${sql.ref(`${document}.id`)})`

/** The name of a document as a statement returns it. */
export type NameParts = { number: number; series: DocumentSeries; booklet: string | null }

/** The values from which `documentNameOf` makes the name of a document, as one JSON column. */
export const namePartsOf = (document: DocumentTable) =>
  sql<NameParts>`json_build_object('number', ${sql.ref(`${document}.number`)}, 'series', ${seriesOf(document)},
        'booklet', ${bookletOf(document)})`

/** The name of a document in reports: the number of its handwritten invoice if it has one, else its own name. */
export const documentNameOf = ({ number, series, booklet }: NameParts): string =>
  booklet === null ? documentName(number, series) : invoiceMessages.invoiceNumber(booklet)

import { sql } from 'kysely'
import { salesOf } from '#server/sales/public.ts'
import { numberInSeries, type DocumentSeries } from '#shared/clinic/document-name.ts'
import { documentNameMessages } from '#shared/clinic/messages.ts'
import { addDays, instantOf, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { FOR_CARDS, inRange, paidAheadInRange, rowsOf, type ReadRows, type ReportRange } from './report-views.ts'

type Numbers = { series: DocumentSeries; first: number; last: number }

/** `Receipt 000001 to 000012, …`: the first and last number of each series. Voids may share the series of sales. */
function formatNumbers(all: readonly Numbers[]): string {
  const byName = new Map<string, { first: number; last: number }>()
  for (const { series, first, last } of all) {
    // Voids and refunds of receipts take their numbers from the series of receipts.
    const kind = series.mode === 'acknowledgement' ? 'sale' : series.kind
    const name = documentNameMessages.names[series.mode][kind]
    const before = byName.get(name)
    byName.set(name, { first: Math.min(first, before?.first ?? first), last: Math.max(last, before?.last ?? last) })
  }
  return [...byName]
    .map(([name, { first, last }]) => s.numbers(name, numberInSeries(first, {}), numberInSeries(last, {})))
    .join(', ')
}

const DAY_SUMS = [
  'gross',
  'discounts',
  'less_vat',
  'voids',
  'refunds',
  'net',
  'vatable',
  'vat',
  'exempt',
  'zero_rated',
  'excise',
  'untaxed',
] as const

/** SQL: the sums of a joined row, or 0 if the join found no row. */
const orZero = (sums: readonly string[]) =>
  sql.join(sums.map((sum) => sql`coalesce(${sql.ref(sum)}, 0)::bigint as ${sql.ref(sum)}`))

type DayRow = Record<(typeof DAY_SUMS)[number], Centavos> & {
  date: CivilDate
  terminal: string | null
  numbers: Numbers[] | null
  reading: number | null
  grand_before: Centavos | null
  grand_after: Centavos | null
}

const tillsOf = ({ branchId }: ReportRange) => sql`(select id from terminals where branch_id = ${branchId})`

/** The sums of the documents of each day, terminal and series, with the first and last number. */
const sumsOfSeries = (range: ReportRange) => sql`select documents.business_date,
        coalesce(documents.terminal_id, shifts.terminal_id) as till_id, mode, kind, min(number) as first,
        max(number) as last, sum(subtotal_centavos + line_discount_centavos + less_vat_centavos) as gross,
        sum(discount_centavos + line_discount_centavos) as discounts, sum(less_vat_centavos) as less_vat,
        sum(total_centavos) as net, sum(${salesOf.vatable}) as vatable, sum(vat_centavos) as vat,
        sum(${salesOf.exempt}) as exempt, sum(${salesOf.zeroRated}) as zero_rated, sum(excise_centavos) as excise
      from documents left join shifts on shifts.id = documents.shift_id where ${inRange(range)} group by 1, 2, 3, 4`

/** The sums of the series in `found` by day and terminal. */
const sumsOfDays = sql`select business_date, till_id, sum(gross) filter (where kind = 'sale') as gross,
        sum(discounts) filter (where kind = 'sale') as discounts, sum(less_vat) filter (where kind = 'sale') as less_vat,
        -sum(net) filter (where kind = 'void') as voids, -sum(net) filter (where kind = 'refund') as refunds,
        sum(net) as net, sum(vatable) as vatable, sum(vat) as vat, sum(exempt) as exempt, sum(zero_rated) as zero_rated,
        sum(excise) as excise, sum(net - vatable - vat - exempt - zero_rated) as untaxed
      from found group by 1, 2`

/** The first and last number of each series. The invoices that cover sales slips belong to these series too. */
const numbersOfDays = ({
  branchId,
  from,
  to,
}: ReportRange) => sql`select business_date, till_id, json_agg(json_build_object(
        'series', json_build_object('mode', mode, 'kind', kind), 'first', first, 'last', last) order by mode, kind desc)
        as numbers
      from (select business_date, till_id, mode, kind, min(first) as first, max(last) as last
        from (select business_date, till_id, mode, kind, first, last from found
          union all select business_date, terminal_id, 'invoice_non_vat', 'sale', number, number
          from cover_invoices where branch_id = ${branchId} and business_date between ${from} and ${to}) numbered
        group by 1, 2, 3, 4) series group by 1, 2`

const readingsOfDays = (range: ReportRange) => sql`select business_date, terminal_id as till_id, number as reading,
        grand_total_centavos as grand_after, coalesce((select earlier.grand_total_centavos from z_readings earlier
          where earlier.terminal_id = z_readings.terminal_id and earlier.number = z_readings.number - 1), 0) as grand_before
      from z_readings where business_date between ${range.from} and ${range.to} and terminal_id in ${tillsOf(range)}`

const ofKeys = (
  table: string,
) => sql`left join ${sql.table(table)} on ${sql.ref(`${table}.business_date`)} = keys.business_date
        and ${sql.ref(`${table}.till_id`)} is not distinct from keys.till_id`

const summaryRows = (range: ReportRange) => sql<DayRow>`with found as (${sumsOfSeries(range)}),
    days as (${sumsOfDays}), numbers as (${numbersOfDays(range)}), readings as (${readingsOfDays(range)}),
    keys as (select business_date, till_id from days union select business_date, till_id from readings)
    select keys.business_date as date, terminals.name as terminal, numbers, reading, grand_before, grand_after,
      ${orZero(DAY_SUMS)}
    from keys ${ofKeys('days')} ${ofKeys('numbers')} ${ofKeys('readings')}
      left join terminals on terminals.id = keys.till_id
    order by 1, 2 nulls first`

/**
 * One row for each business date and terminal with documents or a Z-reading. Grand totals come from the Z-reading, so a
 * row without a Z-reading has no grand totals.
 */
const dailySummary: ReadRows = async (tx, range) =>
  (await rowsOf(tx, summaryRows(range))).map(({ numbers, ...row }) => ({
    ...row,
    terminal: row.terminal ?? s.noTerminal,
    numbers: formatNumbers(numbers ?? []),
    reading: row.reading === null ? '' : String(row.reading),
    resets: 0,
  }))

const SOLD_SUMS = [
  'sales',
  'gross',
  'discounts',
  'card_discounts',
  'less_vat',
  'void_count',
  'voids',
  'refund_count',
  'refunds',
  'net',
] as const
const ACTION_SUMS = ['lines_deleted', 'orders_dropped', 'drawer_openings'] as const
const CASHIER_SUMS = [...SOLD_SUMS, 'paid_ahead', 'short', 'over', ...ACTION_SUMS] as const

type CashierRow = Record<(typeof CASHIER_SUMS)[number], number> & { cashier: string }

/**
 * The part of a document's discounts that a Senior Citizen or PWD got. The subquery runs only for documents with line
 * discounts, which are few.
 */
const cardDiscount = sql`case line_discount_centavos when 0 then 0 else (
          select coalesce(sum(line.discount_centavos), 0) from document_lines line
          where line.document_id = documents.id and line.discount_reason in ${FOR_CARDS}) end
          + case when documents.discount_reason in ${FOR_CARDS} then discount_centavos else 0 end`

/**
 * The sums of each cashier, separately for each name that the cashier has had, and when the last document under this
 * name was sold.
 */
const sumsOfCashiers = (range: ReportRange) => sql`select cashier_id, cashier_name, max(sold_at) as last_sold_at,
        count(*) filter (where kind = 'sale') as sales,
        sum(subtotal_centavos + line_discount_centavos + less_vat_centavos) filter (where kind = 'sale') as gross,
        sum(discount_centavos + line_discount_centavos) filter (where kind = 'sale') as discounts,
        sum(${cardDiscount}) filter (where kind = 'sale') as card_discounts,
        sum(less_vat_centavos) filter (where kind = 'sale') as less_vat,
        count(*) filter (where kind = 'void') as void_count,
        -sum(total_centavos) filter (where kind = 'void') as voids,
        count(*) filter (where kind = 'refund') as refund_count,
        -sum(total_centavos) filter (where kind = 'refund') as refunds, sum(total_centavos) as net
      from documents where ${inRange(range)} group by 1, 2`

/** The till actions of each cashier, by the day on which the server received them, as in the list of till actions. */
const actionsOfCashiers = ({ branchId, from, to }: ReportRange) => sql`select acted_by as cashier_id,
        (array_agg(acted_by_name order by received_at desc))[1] as name,
        count(*) filter (where kind = 'line_deleted') as lines_deleted,
        count(*) filter (where kind = 'order_dropped') as orders_dropped,
        count(*) filter (where kind = 'drawer_opened') as drawer_openings
      from till_actions where branch_id = ${branchId} and received_at >= ${instantOf(from, '00:00:00')}
        and received_at < ${instantOf(addDays(to, 1), '00:00:00')} group by 1`

const cashierRows = (range: ReportRange) => sql<CashierRow>`with found as (${sumsOfCashiers(range)}), sold as (
      select cashier_id, (array_agg(cashier_name order by last_sold_at desc))[1] as name,
        ${sql.join(SOLD_SUMS.map((key) => sql`sum(${sql.ref(key)}) as ${sql.ref(key)}`))}
      from found group by 1
    ), counted as (
      select cashier_id, (array_agg(cashier_name order by opened_at desc))[1] as name,
        -sum(least(counted_centavos - expected_centavos, 0)) as short,
        sum(greatest(counted_centavos - expected_centavos, 0)) as over
      from shifts where closed_at is not null and business_date between ${range.from} and ${range.to}
        and terminal_id in ${tillsOf(range)} group by 1
    ), acted as (${actionsOfCashiers(range)}), took as (
      select cashier_id, (array_agg(cashier_name order by sold_at desc))[1] as name, sum(amount_centavos) as paid_ahead
      from (${paidAheadInRange(range)}) sales group by 1
    )
    select coalesce(sold.name, took.name, counted.name, acted.name) as cashier, ${orZero(CASHIER_SUMS)}
    from sold full join counted using (cashier_id) full join acted using (cashier_id) full join took using (cashier_id)
    order by 1`

/**
 * The report “Everything by cashier”: each cashier's sales, discounts, voids and refunds, the prepaid money that the
 * cashier took, the cash differences of the cashier's shifts, and the number of the cashier's till actions, such as
 * deleted lines.
 */
const byCashier: ReadRows = async (tx, range) =>
  (await rowsOf(tx, cashierRows(range))).map((row) => ({ ...row, difference: row.over - row.short }))

/** The reports that add up days, terminals and cashiers. */
export const dayReports = {
  'daily-summary': dailySummary,
  'sales-by-cashier': byCashier,
} satisfies Partial<Record<ReportName, ReadRows>>

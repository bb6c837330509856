import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { TaxClass } from '#shared/lib/taxes.ts'
import { noSums, type DiscountKind, type ShiftSums } from '#shared/cash/reading.ts'

/** The reason under which readings list the VAT that holders of Senior Citizen and PWD cards did not pay. */
const LESS_VAT = 'Less VAT'

/**
 * SQL for the kind of a discount by its reason: Senior Citizen and PWD discounts have a kind of their own, on lines and
 * on orders.
 */
const kindOf = (reason: string, otherwise: DiscountKind) =>
  sql`case ${sql.ref(reason)} when 'Senior Citizen' then 'senior' when 'PWD' then 'pwd' else ${otherwise}::text end`

/**
 * The excise in a document's sales of one tax class. The lines are read only for documents with excise, which are few.
 */
const exciseOf = (taxClass: TaxClass) => sql`case excise_centavos when 0 then 0 else (
        select coalesce(sum(line.excise_centavos), 0) from document_lines line
        where line.document_id = documents.id and line.tax_class = ${sql.lit(taxClass)}) end`

/**
 * A document's exempt amount without its excise, as formats 2 and 3 of readings store it. For a non-VAT invoice or
 * sales slip the amount includes sales without a tax class, because these documents print such sales as exempt.
 */
const exemptOf = sql`exempt_centavos + case when mode in ('invoice_non_vat', 'small_sale') then total_centavos - vatable_centavos
        - vat_centavos - exempt_centavos - zero_rated_centavos - excise_centavos else 0 end`

/** A document's sales of each tax class as receipts, invoices and reports show them, which includes their excise. */
export const salesOf = {
  vatable: sql`vatable_centavos + ${exciseOf('vatable')}`,
  exempt: sql`${exemptOf} + ${exciseOf('exempt')}`,
  zeroRated: sql`zero_rated_centavos + ${exciseOf('zero-rated')}`,
}

/** SQL for every discount, with its kind and reason, of the documents in the table expression `sold`. */
const discountsOfSales = sql`select shift_id, id, ${kindOf('discount_reason', 'order')} as kind, discount_reason as reason, discount_centavos as amount from sold
        where kind = 'sale' and discount_centavos > 0
      union all select shift_id, id, ${kindOf('lines.discount_reason', 'line')}, lines.discount_reason, lines.discount_centavos
        from sold join document_lines lines on lines.document_id = sold.id
        where sold.kind = 'sale' and line_discount_centavos > 0 and lines.discount_centavos > 0
      union all select shift_id, id, 'less_vat', ${LESS_VAT}, less_vat_centavos from sold
        where kind = 'sale' and less_vat_centavos > 0`

/**
 * SQL for the tax totals of each shift in `sold`. The sales are given twice: excluding excise (`less_excise`) and
 * including excise.
 */
const taxesOfShifts = sql`select shift_id, json_build_object('vatable', sum(vatable_centavos), 'vat', sum(vat_centavos),
        'exempt', sum(exempt_centavos), 'zeroRated', sum(zero_rated_centavos), 'excise', sum(excise_centavos),
        'untaxed', sum(total_centavos - vatable_centavos - vat_centavos - exempt_centavos - zero_rated_centavos
          - excise_centavos)) as less_excise,
        json_build_object('vatable', sum(vatable_sales), 'vat', sum(vat_centavos), 'exempt', sum(exempt_sales),
          'zeroRated', sum(zero_rated_sales), 'excise', sum(excise_centavos),
          'untaxed', sum(total_centavos - vatable_sales - vat_centavos - exempt_sales - zero_rated_sales)) as taxes
      from sold group by 1`

/** SQL for the people who sold in each shift in `sold`, with the number of sales of each person. */
const sellersOfShifts = sql`select shift_id, json_agg(json_build_object('name', name, 'count', count)
        order by name, count) as sellers
      from (select shift_id, max(cashier_name) as name, count(*) from sold where kind = 'sale'
        group by shift_id, cashier_id) sales
      group by 1`

type Row = ShiftSums & { shift_id: string }

/** The sums of the documents of some shifts by shift id, in one statement; 0 for a shift without documents. */
export async function sumsOfShifts(tx: ReadTx, shiftIds: readonly string[]): Promise<(shiftId: string) => ShiftSums> {
  if (shiftIds.length === 0) return () => noSums
  const { rows } = await sql<Row>`with sold as materialized (
      select id, shift_id, mode, kind, number, cashier_id, cashier_name, discount_centavos, discount_reason, line_discount_centavos,
        less_vat_centavos, subtotal_centavos + line_discount_centavos + less_vat_centavos as gross_centavos, total_centavos,
        vatable_centavos, vat_centavos, ${exemptOf} as exempt_centavos, zero_rated_centavos, excise_centavos,
        ${salesOf.vatable} as vatable_sales, ${salesOf.exempt} as exempt_sales, ${salesOf.zeroRated} as zero_rated_sales
      from documents where shift_id = any(${shiftIds}::uuid[])
    ), by_series as (
      select shift_id, json_agg(json_build_object('mode', mode, 'kind', kind, 'count', count, 'from', first, 'to', last,
        'subtotal', subtotal, 'total', total) order by mode, kind) as documents
      from (select shift_id, mode, kind, count(*), min(number) as first, max(number) as last,
        sum(gross_centavos) as subtotal, sum(total_centavos) as total from sold group by 1, 2, 3) series group by 1
    ), by_tax as (
      ${taxesOfShifts}
    ), given as (
      ${discountsOfSales}
    ), by_discount as (
      select shift_id, json_agg(json_build_object('kind', kind, 'reason', reason, 'count', count, 'amount', amount)
          order by kind, reason) filter (where kind is not null) as discounts,
        json_agg(json_build_object('reason', reason, 'count', count, 'amount', amount) order by reason)
          filter (where kind is null) as by_reason
      from (select shift_id, kind, reason, count(distinct id), sum(amount) as amount from given
        group by grouping sets ((shift_id, kind, reason), (shift_id, reason))) groups group by 1
    ), by_seller as (
      ${sellersOfShifts}
    ), by_method as (
      select shift_id, json_agg(json_build_object('kind', kind, 'method', method, 'count', count, 'amount', amount)
        order by kind, method) as payments
      from (select shift_id, kind, method, count(*), sum(amount_centavos) as amount
        from sold join payments on payments.document_id = sold.id group by 1, 2, 3) methods group by 1
    )
    select shift_id, documents, taxes, less_excise as "taxesLessExcise", coalesce(discounts, '[]') as discounts,
      coalesce(by_reason, '[]') as "discountsByReason", coalesce(payments, '[]') as payments,
      coalesce(sellers, '[]') as sellers
    from by_series join by_tax using (shift_id) left join by_discount using (shift_id)
      left join by_method using (shift_id) left join by_seller using (shift_id)`.execute(tx)
  const byShift = new Map(rows.map(({ shift_id, ...sums }) => [shift_id, sums]))
  return (shiftId) => byShift.get(shiftId) ?? noSums
}

/**
 * True if a shift is open whose business date is between the given dates. If a date is missing, the range has no limit
 * on that side.
 */
export async function hasOpenShift(
  tx: ReadTx,
  branchId: string,
  { from, to }: { from?: CivilDate | undefined; to?: CivilDate | undefined },
): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`select exists (
      select from shifts join terminals on terminals.id = shifts.terminal_id
      where terminals.branch_id = ${branchId} and closed_at is null
        and business_date between ${from ?? '-infinity'} and ${to ?? 'infinity'}) as is_open`.execute(tx)
  return rows[0]!.is_open
}

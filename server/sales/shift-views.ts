import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { noSums, type ShiftSums } from '#shared/cash/reading.ts'

/** As what readings list the VAT that holders of a card did not pay. */
const LESS_VAT = 'Less VAT'

type Row = ShiftSums & { shift_id: string }

/** What the documents of some shifts come to, by the id of the shift, in one statement; a shift without any has no sums. */
export async function sumsOfShifts(tx: ReadTx, shiftIds: readonly string[]): Promise<(shiftId: string) => ShiftSums> {
  if (shiftIds.length === 0) return () => noSums
  const { rows } = await sql<Row>`with sold as materialized (
      select id, shift_id, kind, number, discount_centavos, discount_reason, line_discount_centavos, less_vat_centavos,
        subtotal_centavos + line_discount_centavos + less_vat_centavos as gross_centavos, total_centavos
      from documents where shift_id = any(${shiftIds}::uuid[])
    ), by_kind as (
      select shift_id, json_agg(json_build_object('kind', kind, 'count', count, 'from', first, 'to', last,
        'subtotal', subtotal, 'total', total) order by kind) as documents
      from (select shift_id, kind, count(*), min(number) as first, max(number) as last,
        sum(gross_centavos) as subtotal, sum(total_centavos) as total from sold group by 1, 2) kinds group by 1
    ), given as (
      select shift_id, id, discount_reason as reason, discount_centavos as amount from sold
        where kind = 'sale' and discount_centavos > 0
      union all select shift_id, id, lines.discount_reason, lines.discount_centavos
        from sold join document_lines lines on lines.document_id = sold.id
        where sold.kind = 'sale' and line_discount_centavos > 0 and lines.discount_centavos > 0
      union all select shift_id, id, ${LESS_VAT}, less_vat_centavos from sold
        where kind = 'sale' and less_vat_centavos > 0
    ), by_reason as (
      select shift_id, json_agg(json_build_object('reason', reason, 'count', count, 'amount', amount) order by reason) as discounts
      from (select shift_id, reason, count(distinct id), sum(amount) as amount from given group by 1, 2) reasons group by 1
    ), by_method as (
      select shift_id, json_agg(json_build_object('kind', kind, 'method', method, 'count', count, 'amount', amount)
        order by kind, method) as payments
      from (select shift_id, kind, method, count(*), sum(amount_centavos) as amount
        from sold join payments on payments.document_id = sold.id group by 1, 2, 3) methods group by 1
    )
    select shift_id, documents, coalesce(discounts, '[]') as discounts, coalesce(payments, '[]') as payments
    from by_kind left join by_reason using (shift_id) left join by_method using (shift_id)`.execute(tx)
  const byShift = new Map(rows.map(({ shift_id, ...sums }) => [shift_id, sums]))
  return (shiftId) => byShift.get(shiftId) ?? noSums
}

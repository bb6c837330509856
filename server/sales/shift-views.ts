import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { noSums, type ShiftSums } from '#shared/cash/reading.ts'

type Row = ShiftSums & { shift_id: string }

/** What the documents of some shifts come to, by the id of the shift, in one statement; a shift without any has no sums. */
export async function sumsOfShifts(tx: ReadTx, shiftIds: readonly string[]): Promise<(shiftId: string) => ShiftSums> {
  if (shiftIds.length === 0) return () => noSums
  const { rows } = await sql<Row>`with sold as materialized (
      select id, shift_id, kind, number, subtotal_centavos, discount_centavos, discount_reason, total_centavos
      from documents where shift_id = any(${shiftIds}::uuid[])
    ), by_kind as (
      select shift_id, json_agg(json_build_object('kind', kind, 'count', count, 'from', first, 'to', last,
        'subtotal', subtotal, 'total', total) order by kind) as documents
      from (select shift_id, kind, count(*), min(number) as first, max(number) as last,
        sum(subtotal_centavos) as subtotal, sum(total_centavos) as total from sold group by 1, 2) kinds group by 1
    ), by_reason as (
      select shift_id, json_agg(json_build_object('reason', reason, 'count', count, 'amount', amount) order by reason) as discounts
      from (select shift_id, discount_reason as reason, count(*), sum(discount_centavos) as amount from sold
        where kind = 'sale' and discount_centavos > 0 group by 1, 2) reasons group by 1
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

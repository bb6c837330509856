import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'

/** The stored totals of a day; a day without sales has no row. */
export const totalsOfDay = (tx: ReadTx, branchId: string, day: CivilDate) =>
  tx
    .selectFrom('daily_sales')
    .selectAll()
    .where('branch_id', '=', branchId)
    .where('business_date', '=', day)
    .executeTakeFirst()

/** Revenue by month since `from`, keyed by the first day of the month; months without a sale are missing. */
export const salesByMonth = (tx: ReadTx, from: CivilDate): Promise<{ month: CivilDate; total: Centavos }[]> =>
  tx
    .selectFrom('daily_sales')
    .select([
      sql<CivilDate>`date_trunc('month', business_date::timestamp)::date`.as('month'),
      sql<Centavos>`sum(total_centavos)::bigint`.as('total'),
    ])
    .where('business_date', '>=', from)
    .groupBy('month')
    .execute()

/** Revenue of the business dates from `from` to `to`, both included. */
export const revenueBetween = async (tx: ReadTx, branchId: string, from: CivilDate, to: CivilDate): Promise<Centavos> =>
  (
    await tx
      .selectFrom('daily_sales')
      .select(sql<Centavos>`coalesce(sum(total_centavos), 0)::bigint`.as('total'))
      .where('branch_id', '=', branchId)
      .where('business_date', '>=', from)
      .where('business_date', '<=', to)
      .executeTakeFirstOrThrow()
  ).total

/** Revenue of each business date from `from` to `to`; dates without a sale are missing. */
export async function revenueByDay(
  tx: ReadTx,
  branchId: string,
  from: CivilDate,
  to: CivilDate,
): Promise<Map<CivilDate, Centavos>> {
  const rows = await tx
    .selectFrom('daily_sales')
    .select(['business_date', 'total_centavos'])
    .where('branch_id', '=', branchId)
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .execute()
  return new Map(rows.map((row) => [row.business_date, row.total_centavos]))
}

/** Revenue of a business date until an instant. */
export const revenueUntil = async (tx: ReadTx, branchId: string, date: CivilDate, instant: Date): Promise<Centavos> =>
  (
    await tx
      .selectFrom('documents')
      .select(sql<Centavos>`coalesce(sum(total_centavos), 0)::bigint`.as('total'))
      .where('branch_id', '=', branchId)
      .where('business_date', '=', date)
      .where('sold_at', '<=', instant)
      .executeTakeFirstOrThrow()
  ).total

export async function revenueOfAllTime(tx: ReadTx): Promise<Centavos> {
  const row = await tx
    .selectFrom('daily_sales')
    .select(sql<Centavos>`coalesce(sum(total_centavos), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { percentageTaxSalesIn } from '#server/sales/percentage-tax-views.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'

// These queries read sales slips and the invoices that cover them. All of them but `lastSlipHead` leave out voided
// slips.

const isNotVoided = sql`not exists (
    select from documents void where void.refers_to = sale.id and void.kind = 'void')`

/** SQL table expression `sale` with the sales slips of a branch that were not voided. */
const slipsOf = (branchId: string) => sql`documents sale where sale.branch_id = ${branchId}
    and sale.mode = 'small_sale' and sale.kind = 'sale' and ${isNotVoided}`

/** The small sales of a date on one terminal, and their sum over all terminals. */
export async function smallSalesOf(
  tx: ReadTx,
  branchId: string,
  { terminalId, date }: { terminalId: string; date: CivilDate },
): Promise<{ count: number; amount: number; of_all: number }> {
  const own = sql`filter (where sale.terminal_id = ${terminalId})`
  const { rows } = await sql<{ count: number; amount: number; of_all: number }>`select
      count(*) ${own}::int as count, coalesce(sum(total_centavos) ${own}, 0)::bigint as amount,
      coalesce(sum(total_centavos), 0)::bigint as of_all
    from ${slipsOf(branchId)} and sale.business_date = ${date}`.execute(tx)
  return rows[0]!
}

/**
 * The sales slips of a date that no invoice covers yet: those of a terminal, and those of other terminals whose day is
 * closed, where slips can no longer be voided.
 */
export async function slipsToCover(
  tx: ReadTx,
  branchId: string,
  { terminalId, date }: { terminalId: string; date: CivilDate },
): Promise<{ id: string; total_centavos: number }[]> {
  const { rows } = await sql<{ id: string; total_centavos: number }>`select sale.id, sale.total_centavos
    from ${slipsOf(branchId)} and sale.business_date = ${date}
      and not exists (select from invoice_covers where sale_id = sale.id)
      and (sale.terminal_id = ${terminalId} or exists (select from z_readings
        where z_readings.terminal_id = sale.terminal_id and z_readings.business_date = sale.business_date))
    order by sale.number`.execute(tx)
  return rows
}

/** The clinic's data on the last sales slip of a terminal on a date, even if that slip was voided. */
export const lastSlipHead = (tx: ReadTx, { terminalId, date }: { terminalId: string; date: CivilDate }) =>
  tx
    .selectFrom('documents')
    .select(['registration', 'issuer_name', 'issuer_address', 'issuer_phone', 'issuer_tin', 'receipt_foot'])
    .where('terminal_id', '=', terminalId)
    .where('business_date', '=', date)
    .where('mode', '=', sql.lit('small_sale'))
    .where('kind', '=', sql.lit('sale'))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

type CoveredDay = {
  terminal_id: string
  business_date: CivilDate
  count: number
  amount: number
  /** The total of the sales slips that no invoice covers yet, in centavos. */
  uncovered: number
  cover: { id: string; number: number; count: number; amount: number } | null
}

/**
 * For each terminal and date with sales slips their number and amount, and the invoice that the terminal issued to
 * cover them.
 */
export async function coveredDays(tx: ReadTx, branchId: string): Promise<CoveredDay[]> {
  const { rows } = await sql<CoveredDay>`select days.*, cover.cover
    from (
      select sale.terminal_id, sale.business_date, count(*)::int as count, sum(sale.total_centavos)::bigint as amount,
        coalesce(sum(sale.total_centavos) filter (where covered.sale_id is null), 0)::bigint as uncovered
      from documents sale left join invoice_covers covered on covered.sale_id = sale.id
      where sale.branch_id = ${branchId} and sale.mode = 'small_sale' and sale.kind = 'sale' and ${isNotVoided}
      group by 1, 2
    ) days left join lateral (
      select json_build_object('id', id, 'number', number, 'count',
          (select count(*) from invoice_covers where cover_id = cover_invoices.id), 'amount', total_centavos) as cover
      from cover_invoices
      where cover_invoices.terminal_id = days.terminal_id and cover_invoices.business_date = days.business_date
    ) cover on true`.execute(tx)
  return rows
}

export type CoverView = NonNullable<Awaited<ReturnType<typeof coverById>>>

/**
 * An invoice that covers sales slips, with the range and number of its slips, how they were paid, their split by
 * percentage tax, its Z-reading and its prints.
 */
export const coverById = (tx: ReadTx, id: string) =>
  tx
    .selectFrom('cover_invoices')
    .selectAll()
    .select([
      sql<{ count: number; first: number; last: number; terminal: string }[]>`(
        select json_agg(json_build_object('count', count, 'first', first, 'last', last, 'terminal', terminal)
          order by terminal)
        from (select registration ->> 'terminal' as terminal, count(*), min(number) as first, max(number) as last
          from invoice_covers join documents on documents.id = sale_id
          where cover_id = cover_invoices.id group by 1) slips)`.as('slips'),
      sql<{ method: PaymentMethod; amount: number }[]>`(
        select json_agg(json_build_object('method', method, 'amount', amount) order by amount desc, method)
        from (select method, sum(amount_centavos) as amount
          from invoice_covers join payments on payments.document_id = sale_id
          where cover_id = cover_invoices.id group by 1) methods)`.as('methods'),
      percentageTaxSalesIn(sql`invoice_covers join document_lines on document_id = sale_id
          where cover_id = cover_invoices.id`).as('percentage_tax'),
      sql<number>`(select count(*) from cover_prints where cover_id = cover_invoices.id)`.as('print_count'),
      sql<Date | null>`(select max(printed_at) from cover_prints where cover_id = cover_invoices.id)`.as(
        'last_printed_at',
      ),
      sql<string | null>`(select z_readings.id from z_readings
        where z_readings.terminal_id = cover_invoices.terminal_id
          and z_readings.business_date = cover_invoices.business_date)`.as('reading_id'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()

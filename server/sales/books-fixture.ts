import { sql } from 'kysely'
import type { Database } from '#server/db/pool.ts'

export type BooksReport = {
  sales: number
  /** Sales whose lines and add-ons do not add up to their subtotal. */
  linesOff: number
  /** Days whose kept total or count is not that of their sales. */
  daysOff: number
  /** Receipt numbers that are missing between 1 and the highest, or given twice, or not the counter's. */
  receiptsOff: number
  /** Sales without exactly one log row. */
  logsOff: number
  /** Clients whose count of services is not that of their history. */
  historyOff: number
}

/** For tests: compares everything that is kept twice in the books. All zero but `sales` when they balance. */
export async function checkBooks(db: Database): Promise<BooksReport> {
  const { rows } = await sql<BooksReport>`
    with lines as (select sale_id, sum(line_total_centavos) as total from sale_lines group by sale_id),
    add_ons as (select sale_id, sum(line_total_centavos) as total from sale_add_ons group by sale_id),
    days as (select business_date, sum(total_centavos) as total, count(*) as count from sales group by business_date)
    select
      (select count(*) from sales) as sales,
      (select count(*) from sales
        left join lines on lines.sale_id = id left join add_ons on add_ons.sale_id = id
        where subtotal_centavos <> coalesce(lines.total, 0) + coalesce(add_ons.total, 0)) as "linesOff",
      (select count(*) from days full join daily_sales using (business_date)
        where days.total is distinct from total_centavos or days.count is distinct from transaction_count) as "daysOff",
      (select coalesce(max(receipt_number), 0) - count(distinct receipt_number)
        + abs((select last_number from receipt_counter) - coalesce(max(receipt_number), 0)) from sales) as "receiptsOff",
      (select count(*) from sales where 1 <>
        (select count(*) from history_logs where subject = 'sale' and type = 'create' and subject_id = sales.id::text)
      ) as "logsOff",
      (select count(*) from clients where services_availed <>
        (select count(*) from client_services where client_id = clients.id)) as "historyOff"`.execute(db)
  return rows[0]!
}

export const balanced = { linesOff: 0, daysOff: 0, receiptsOff: 0, logsOff: 0, historyOff: 0 }

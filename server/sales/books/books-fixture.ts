import { sql } from 'kysely'
import type { Database } from '#server/db/pool.ts'

type BooksReport = {
  sales: number
  /** Documents whose lines do not add up to the subtotal. */
  linesOff: number
  /** Documents whose payments do not add up to the total. */
  paymentsOff: number
  /** Days whose stored total or count differs from their documents. */
  daysOff: number
  /** Receipt numbers that are missing, duplicate, or above the counter. */
  receiptsOff: number
  /** Documents without exactly one log entry. */
  logsOff: number
  /** Clients whose service counter differs from their history. */
  historyOff: number
}

/** For tests: compares all redundant data of the books. All numbers but `sales` are 0 when they balance. */
export async function checkBooks(db: Database): Promise<BooksReport> {
  const { rows } = await sql<BooksReport>`
    with lines as (select document_id, sum(line_total_centavos) as total from document_lines group by document_id),
    paid as (select document_id, sum(amount_centavos) as total from payments group by document_id),
    days as (select business_date, sum(total_centavos) as total, sum(case kind when 'void' then -1 when 'refund' then 0 else 1 end) as count
      from documents group by business_date)
    select
      (select count(*) from documents) as sales,
      (select count(*) from documents left join lines on document_id = id
        where lines.total is distinct from subtotal_centavos) as "linesOff",
      (select count(*) from documents left join paid on document_id = id
        where paid.total is distinct from total_centavos) as "paymentsOff",
      (select count(*) from days full join daily_sales using (business_date)
        where days.total is distinct from total_centavos or days.count is distinct from transaction_count) as "daysOff",
      (select coalesce(max(number), 0) - count(distinct number)
        + abs((select last_number from document_counters where series = 'receipt') - coalesce(max(number), 0))
        from documents where series = 'receipt') as "receiptsOff",
      (select count(*) from documents where 1 <>
        (select count(*) from events where subject = 'sale' and kind = 'create' and subject_id = documents.id::text)
      ) as "logsOff",
      (select count(*) from clients where services_availed <>
        (select count(*) from client_services where client_id = clients.id)) as "historyOff"`.execute(db)
  return rows[0]!
}

export const balanced = { linesOff: 0, paymentsOff: 0, daysOff: 0, receiptsOff: 0, logsOff: 0, historyOff: 0 }

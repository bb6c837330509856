import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { comparedRanges, formatDateRange } from '#shared/reports/periods.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { inRange, rowsOf, type ReadRows, type ReportRange } from '#server/reports/report-views.ts'
import { openMinutes, readOpening } from './open-hours-views.ts'
import { newClients, onDates, outcomes, type Outcomes } from './outcome-views.ts'

type PeriodRow = Outcomes & { new_clients: number; revenue: Centavos; clients_paid: number }

/** Reads the figures of several periods, in their order. */
const readPeriods = (tx: ReadTx, ranges: readonly ReportRange[]): Promise<PeriodRow[]> => {
  const all = (of: (range: ReportRange, n: number) => RawBuilder<unknown>) => sql.join(ranges.map(of), sql` union all `)
  return rowsOf(
    tx,
    sql<PeriodRow>`with visits as (
      ${all((range, n) => sql`select ${n}::int as n, ${outcomes} from appointments where ${onDates(range)}`)}
    ), firsts as (
      ${all((range, n) => sql`select ${n}::int as n, count(*) as new_clients from (${newClients(range)}) listed`)}
    ), sold as (
      ${all(
        ({ branchId, from, to }, n) => sql`select ${n}::int as n, coalesce(sum(total_centavos), 0)::bigint as revenue
        from daily_sales where branch_id = ${branchId} and business_date between ${from} and ${to}`,
      )}
    ), buyers as (
      ${all(
        (range, n) => sql`select ${n}::int as n, count(*) as clients_paid from (
        select coalesce(client_id, id) from documents where ${inRange(range)} and kind = 'sale' group by 1) clients`,
      )}
    )
    select visits.*, new_clients, revenue, clients_paid
    from visits join firsts using (n) join sold using (n) join buyers using (n) order by n`,
  )
}

/** The chosen period, the one before it, and the same dates a year earlier; nothing if all of them are empty. */
export const comparedVisits: ReadRows = async (tx, range) => {
  const ranges = comparedRanges(range).map((dates) => ({ ...range, ...dates }))
  const rows = await readPeriods(tx, ranges)
  if (rows.every(({ visits, clients_paid }) => visits === 0 && clients_paid === 0)) return []
  const openings: number[][] = []
  for (const one of ranges) openings.push(openMinutes(await readOpening(tx, one), one))
  return rows.map((row, n) => ({
    ...row,
    period: formatDateRange(ranges[n]!),
    returning: row.kept - row.new_clients,
    clinic_hours: openings[n]!.reduce((sum, minutes) => sum + minutes, 0) / 60,
  }))
}

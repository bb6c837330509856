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
    ), buyers as (
      ${all(
        (range, n) => sql`select ${n}::int as n, coalesce(client_id, id) as buyer, sum(total_centavos) as bought,
        bool_or(kind = 'sale') as has_sale from documents where ${inRange(range)} group by 2`,
      )}
    ), sold as (
      select n, sum(bought)::bigint as revenue, count(*) filter (where has_sale) as clients_paid from buyers group by 1
    )
    select visits.*, new_clients, coalesce(revenue, 0) as revenue, coalesce(clients_paid, 0) as clients_paid
    from visits join firsts using (n) left join sold using (n) order by n`,
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

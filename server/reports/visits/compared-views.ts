import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { comparedRanges, formatDateRange } from '#shared/reports/periods.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { peopleAndRooms } from '#server/resources/public.ts'
import { salesOfPractitioners } from '#server/reports/sales-views.ts'
import { inRange, rowsOf, type ReadRows, type ReportRange } from '#server/reports/report-views.ts'
import { openMinutes, openMinutesOf, readOpening } from './open-hours-views.ts'
import { newClients, onDates, outcomes, type Outcomes } from './outcome-views.ts'

type PeriodRow = Outcomes & { new_clients: number; revenue: Centavos; clients_paid: number }

/**
 * The SQL condition for documents of visits of which a practitioner does a service; true for all documents if the report
 * has no practitioner.
 */
const isOfPerson = ({ practitionerId }: ReportRange) =>
  practitionerId === undefined
    ? sql`true`
    : sql`documents.appointment_id in (
        select id from appointments where practitioner_id = ${practitionerId}
        union all select appointment_id from appointment_services where practitioner_id = ${practitionerId})`

/** The SQL condition for sales that were not voided. */
const isStandingSale = sql`kind = 'sale' and not exists (
  select from documents voids where voids.refers_to = documents.id and voids.kind = 'void')`

/** Reads a practitioner's net sales and open minutes, which are defined as in the other reports. */
async function figuresOfPerson(tx: ReadTx, range: ReportRange): Promise<{ revenue: Centavos; open: number[] }> {
  const ofPerson = (await salesOfPractitioners(tx, range)).find((row) => row.practitioner_id === range.practitionerId)
  const person = (await peopleAndRooms(tx, range)).find(({ id }) => id === range.practitionerId)
  const open = person?.is_active ? openMinutesOf(person, await readOpening(tx, range), range) : []
  return { revenue: ofPerson?.net ?? 0, open }
}

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
        select coalesce(client_id, id) from documents where ${inRange(range)} and ${isStandingSale} and ${isOfPerson(range)}
        group by 1) clients`,
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
  const further: { revenue?: Centavos; open: number[] }[] = []
  for (const one of ranges)
    further.push(
      one.practitionerId === undefined
        ? { open: openMinutes(await readOpening(tx, one), one) }
        : await figuresOfPerson(tx, one),
    )
  return rows.map((row, n) => ({
    ...row,
    revenue: further[n]!.revenue ?? row.revenue,
    period: formatDateRange(ranges[n]!),
    returning: row.kept - row.new_clients,
    clinic_hours: further[n]!.open.reduce((sum, minutes) => sum + minutes, 0) / 60,
  }))
}

import { sql } from 'kysely'
import { addDays, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { formatPhone } from '#shared/lib/phone.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { longReport, rowsOf, type ReadRows, type ReportRange, type ReportReader } from '#server/reports/report-views.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { businessDateOf, newClients, onDates } from './outcome-views.ts'

const SPANS = [30, 90, 180, 365] as const
type Span = (typeof SPANS)[number]

type CohortRow = Record<`back_${Span}` | `of_${Span}` | 'new_clients', number> & { month: CivilDate }

/** For each month, how many of its new clients came back within each of the numbers of days in `SPANS`. */
const clientRetention: ReadRows = (tx, range) => {
  const spans = SPANS.map((days) => {
    const isOver = sql`starts_at <= ${range.now}::timestamptz - ${`${days} days`}::interval`
    return sql`count(*) filter (where ${isOver}) as ${sql.ref(`of_${days}`)},
      count(*) filter (where ${isOver} and next_at <= starts_at + ${`${days} days`}::interval)
        as ${sql.ref(`back_${days}`)}`
  })
  return rowsOf(
    tx,
    sql<CohortRow>`with firsts as (
      select first_kept_at as starts_at, (
        select starts_at from appointments where client_id = listed.client_id and status = 'completed'
          and starts_at > first_kept_at order by starts_at limit 1) as next_at
      from (${newClients(range)}) listed
    )
    select date_trunc('month', ${businessDateOf('starts_at')})::date as month, count(*) as new_clients, ${sql.join(spans)}
    from firsts group by 1 order by 1`,
  )
}

type PairRow = Record<'clients' | 'came_again' | 'followed' | 'gap_seconds', number> & {
  service: string
  next_service: string
}

/** The most pairs of services that the report lists. The note under the report names this number. */
const MOST_PAIRS = 100

/**
 * How often a client's visit for one service was followed by a visit for another service, by pairs of services, the
 * most frequent pair first.
 */
const nextServices: ReadRows = (tx, range) =>
  rowsOf(
    tx,
    sql<PairRow>`with kept as (
      select client_id, service_id, starts_at, lead(service_id) over (by_client) as next_id,
        lead(starts_at) over (by_client) as next_at
      from appointments where ${onDates(range)} and status = 'completed'
      window by_client as (partition by client_id order by starts_at, id)
    ), pairs as (
      select service_id, next_id, count(*) as came_again, count(distinct client_id) as clients,
        sum(date_part('epoch', next_at - starts_at))::bigint as gap_seconds
      from kept where next_id is not null group by 1, 2
    ), shares as (
      select *, (sum(came_again) over (partition by service_id))::bigint as followed from pairs
    )
    select services.name as service, next.name as next_service, clients, came_again, followed, gap_seconds
    from shares join services on services.id = service_id join services next on next.id = next_id
    where service_id <> next_id order by clients desc, came_again desc, 1, 2 limit ${MOST_PAIRS}`,
  )

type LapsedRow = {
  client_id: string
  client: string
  contact_number: string | null
  service: string
  last_visit: CivilDate
  due_on: CivilDate
  all_visits: number
}

/** The shortest and the longest time after which the next visit of a service is due. */
type Intervals = { fewest: number; most: number }

/**
 * Reads the intervals in a statement of their own, because PostgreSQL plans the list well only if it knows the dates.
 */
const readIntervals = async (tx: ReadTx): Promise<Intervals> =>
  (
    await rowsOf(
      tx,
      sql<Intervals>`select coalesce(min(rebook_after_days), 0) as fewest, coalesce(max(rebook_after_days), 0) as most
        from services`,
    )
  )[0]!

const lapsed = ({ branchId, from, to, now, practitionerId }: ReportRange, { fewest, most }: Intervals) => {
  const today = manilaDate(now)
  const until = to < today ? to : today
  const received = { branchId, practitionerId, from: addDays(from, -most), to: addDays(until, -fewest) }
  return sql`with last as materialized (
      select id, person_id, last_visit from clients
      where last_visit between ${received.from} and ${received.to} and merged_into is null
    ), received as materialized (
      select last.*, service_id from appointments join last on last.id = client_id and last_visit = appointment_date
      where ${onDates(received)} and status = 'completed'
      union all
      select last.*, service_id from client_services join last on last.id = client_id and last_visit = date
      where date between ${received.from} and ${received.to} and ${practitionerId === undefined}::boolean
    ), due as (
      select distinct on (received.id) received.*, services.name as service, last_visit + rebook_after_days as due_on
      from received join services on services.id = service_id
      order by received.id, rebook_after_days, services.id
    )
    select due.id as client_id, users.name as client, users.contact_number, service, due.last_visit, due_on
    from due join users on users.id = due.person_id
    where due_on between ${from} and ${until} and users.closed_at is null and not exists (
      select from appointments where client_id = due.id and starts_at >= ${now}
        and status not in ('completed', 'cancelled'))`
}

/** Clients whose next visit is overdue and who have none booked, with their phone numbers. */
const lapsedClients = longReport(
  async (range, tx) => ({
    listed: lapsed(range, await readIntervals(tx)),
    order: sql`due_on desc, client, client_id`,
    shown: sql<LapsedRow>`select page.*, (select count(*) from appointments
        where appointments.client_id = page.client_id and status = 'completed') as all_visits
      from page`,
  }),
  ({ contact_number, ...row }) => ({ ...row, phone: contact_number === null ? '' : formatPhone(contact_number) }),
)

/** The reports about the clients of the visits. */
export const clientReports = {
  'client-retention': clientRetention,
  'next-services': nextServices,
  'lapsed-clients': lapsedClients,
} satisfies Partial<Record<ReportName, ReportReader>>

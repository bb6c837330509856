import { sql } from 'kysely'
import { staffIds } from '#server/people/public.ts'
import { resourceName } from '#server/resources/public.ts'
import { addDays, type CivilDate } from '#shared/lib/manila-time.ts'
import { reportMessages } from '#shared/reports/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { visitReportMessages as s } from '#shared/reports/visit-messages.ts'
import { inRange, rowsOf, type ReadRows, type ReportRange } from '#server/reports/report-views.ts'
import { comparedVisits } from './compared-views.ts'
import {
  boundsOf,
  businessDateOf,
  isTillSale,
  isWalkIn,
  leadTime,
  newClients,
  onDates,
  outcomes,
  tillSales,
  type LeadTime,
  type Outcomes,
} from './outcome-views.ts'

type DayRow = Outcomes & { date: CivilDate; new_clients: number; returning: number; till_sales: number }

/** The report of the visits of each date by their outcome; dates without visits and sales are missing. */
const visitsByDay: ReadRows = (tx, range) =>
  rowsOf(
    tx,
    sql<DayRow>`with visits as (
      select appointment_date as date, ${outcomes} from appointments where ${onDates(range)} group by 1
    ), firsts as (
      select ${businessDateOf('first_kept_at')} as date, count(*) as new_clients from (${newClients(range)}) listed group by 1
    ), till as (
      select business_date as date, ${tillSales} as till_sales
      from documents where ${inRange(range)} and ${isTillSale(range)} group by 1
    )
    select date, coalesce(visits, 0) as visits, coalesce(kept, 0) as kept, coalesce(no_shows, 0) as no_shows,
      coalesce(cancelled, 0) as cancelled, coalesce(open, 0) as open, coalesce(closed, 0) as closed,
      coalesce(new_clients, 0) as new_clients, coalesce(kept, 0) - coalesce(new_clients, 0) as returning,
      coalesce(till_sales, 0) as till_sales
    from visits full join till using (date) left join firsts using (date) order by date`,
  )

type Source = 'online' | 'desk' | 'walk_in'
type SourceRow = Outcomes &
  LeadTime &
  Record<'cancelled_client' | 'cancelled_late' | 'cancelled_clinic' | 'cancelled_other' | 'till_sales', number> & {
    source: Source
  }

/**
 * True for a visit that its client cancelled. `updated_at` of a cancelled visit is the time of its cancellation, because
 * later payments and voids do not change it.
 */
const byClient = sql`status = 'cancelled' and cancel_reason = 'client'`

/** Visits by how they were booked, and how and when they were cancelled. */
const visitsBySource: ReadRows = async (tx, range) =>
  (
    await rowsOf(
      tx,
      sql<SourceRow>`with visits as (
      select case when ${isWalkIn} then 'walk_in' when created_by in ${staffIds} then 'desk' else 'online' end as source,
        ${outcomes}, ${leadTime}, count(*) filter (where ${byClient}) as cancelled_client,
        count(*) filter (where ${byClient} and updated_at > starts_at - interval '24 hours') as cancelled_late,
        count(*) filter (where status = 'cancelled' and cancel_reason = 'clinic') as cancelled_clinic
      from appointments where ${onDates(range)} group by 1
    ), till as (
      select 'walk_in' as source, ${tillSales} as till_sales
      from documents where ${inRange(range)} and ${isTillSale(range)} having count(*) > 0
    )
    select source, coalesce(visits, 0) as visits, coalesce(kept, 0) as kept, coalesce(no_shows, 0) as no_shows,
      coalesce(cancelled_client, 0) as cancelled_client, coalesce(cancelled_late, 0) as cancelled_late,
      coalesce(cancelled_clinic, 0) as cancelled_clinic,
      coalesce(cancelled - cancelled_client - cancelled_clinic, 0) as cancelled_other, coalesce(open, 0) as open,
      coalesce(closed, 0) as closed, coalesce(till_sales, 0) as till_sales,
      coalesce(booked_ahead, 0) as booked_ahead, coalesce(lead_seconds, 0) as lead_seconds
    from visits full join till using (source) order by array_position('{online,desk,walk_in}', source)`,
    )
  ).map((row) => ({ ...row, source: s.sources[row.source] }))

type PractitionerRow = Outcomes &
  Record<'new_clients' | 'due' | 'rebooked' | 'begun' | 'waiting_seconds' | 'finished' | 'overrun_seconds', number> & {
    practitioner: string | null
  }

/** A later booking counts as a rebooking if it is made within this time after a visit. */
const REBOOKING = sql`interval '7 days'`
/** The report looks for a client's next booking up to this many days after its period. */
const MOST_DAYS_AHEAD = 366
/**
 * Selects visits, latest first for each client, with the earliest time at which a later visit of the client was booked.
 * The index of a client's visits has all of these columns, so that PostgreSQL sorts nothing.
 */
const withNextBooking = (range: ReportRange) => sql`select practitioner_id, status, starts_at,
        min(created_at) over (partition by client_id order by starts_at desc
          groups between unbounded preceding and 1 preceding) as next_booked
      from appointments where ${onDates({ ...range, to: addDays(range.to, MOST_DAYS_AHEAD) })}`

/**
 * How long the client waited for the treatment: from the planned start, or from the arrival if the client came later;
 * null if the arrival or the start is not known.
 */
const waiting = sql`case when arrived_at is not null and started_at is not null
        then greatest(started_at - greatest(arrived_at, starts_at), interval '0') end`
/** How long a visit lasted after its planned end; null for visits that were not completed on their date. */
const overrun = sql`case when status = 'completed' and timezone('Asia/Manila', done_at)::date = appointment_date
        then greatest(done_at - ends_at, interval '0') end`
/** The length of all intervals in a column together, in seconds. */
const secondsOf = (column: string) => sql`coalesce(date_part('epoch', sum(${sql.ref(column)})), 0)::bigint`

/**
 * The visits of each practitioner, how long clients waited, by how much visits ended late, and how many clients
 * rebooked. `offset 0` lets PostgreSQL calculate waiting and overrun once for each visit, without storing them.
 */
const visitsByPractitioner: ReadRows = async (tx, range) =>
  (
    await rowsOf(
      tx,
      sql<PractitionerRow>`with visits as (
      select practitioner_id, ${outcomes}, count(waiting) as begun, ${secondsOf('waiting')} as waiting_seconds,
        count(overrun) as finished, ${secondsOf('overrun')} as overrun_seconds
      from (select practitioner_id, status, cancel_reason, ${waiting} as waiting, ${overrun} as overrun
        from appointments where ${onDates(range)} offset 0) listed
      group by 1
    ), followed as (
      select practitioner_id, count(*) as due, count(*) filter (where next_booked < starts_at + ${REBOOKING}) as rebooked
      from (${withNextBooking(range)}) listed
      where status = 'completed' and starts_at <= least(${boundsOf(range).until}::timestamptz,
        ${range.now}::timestamptz - ${REBOOKING})
      group by 1
    ), firsts as (
      select practitioner_id, count(*) as new_clients
      from (${newClients(range)}) listed cross join lateral (select practitioner_id from appointments
        where client_id = listed.client_id and starts_at = first_kept_at and status = 'completed' order by id limit 1) visit
      group by 1
    )
    select ${resourceName('visits.practitioner_id')} as practitioner, visits.*, coalesce(due, 0) as due,
      coalesce(rebooked, 0) as rebooked, coalesce(new_clients, 0) as new_clients
    from visits left join followed on followed.practitioner_id is not distinct from visits.practitioner_id
      left join firsts on firsts.practitioner_id is not distinct from visits.practitioner_id
    order by kept desc, visits desc, 1`,
    )
  ).map((row) => ({ ...row, practitioner: row.practitioner ?? reportMessages.noPractitioner }))

type CashierRow = Outcomes & LeadTime & { cashier: string; rebookings: number }

/** The report of the visits that each member of staff has booked: how many, how far ahead, and their outcomes. */
const bookingsByCashier: ReadRows = (tx, range) =>
  rowsOf(
    tx,
    sql<CashierRow>`with booked as (
      select created_by, ${outcomes}, ${leadTime},
        count(*) filter (where not (${isWalkIn}) and exists (select from appointments before
          where before.client_id = appointments.client_id and before.status = 'completed'
            and before.starts_at <= appointments.created_at
            and before.starts_at > appointments.created_at - ${REBOOKING})) as rebookings
      from appointments where ${onDates(range)} and created_by in ${staffIds} group by 1
    )
    select users.name as cashier, booked.* from booked join users on users.id = created_by
    order by visits desc, 1`,
  )

/** The reports about visits and their outcomes. */
export const visitReports = {
  'visits-compared': comparedVisits,
  'visits-by-day': visitsByDay,
  'visits-by-source': visitsBySource,
  'visits-by-practitioner': visitsByPractitioner,
  'bookings-by-cashier': bookingsByCashier,
} satisfies Partial<Record<ReportName, ReadRows>>

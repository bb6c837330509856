import { sql } from 'kysely'
import { addDays, instantOf, type CivilDate } from '#shared/lib/manila-time.ts'

type Dates = { branchId: string; from: CivilDate; to: CivilDate; practitionerId?: string | undefined }

/** The instants between which the visits of some dates start; midnight belongs to the date that it ends. */
export const boundsOf = ({ from, to }: Pick<Dates, 'from' | 'to'>) => ({
  after: instantOf(from, '00:00:00'),
  until: instantOf(addDays(to, 1), '00:00:00'),
})

/**
 * The SQL condition for visits on the business dates of a report; with a practitioner, only for this person's visits.
 */
export function onDates(dates: Dates) {
  const { after, until } = boundsOf(dates)
  const isOfPerson =
    dates.practitionerId === undefined ? sql`` : sql` and appointments.practitioner_id = ${dates.practitionerId}`
  return sql`appointments.branch_id = ${dates.branchId} and starts_at > ${after} and starts_at <= ${until}${isOfPerson}`
}

const isNoShow = sql`status = 'cancelled' and cancel_reason = 'no-show'`
/** True for a visit of a walk-in, which was entered at its start or later. */
export const isWalkIn = sql`created_at >= starts_at`

/** SQL columns that count visits by their outcome; `closed` counts those that were completed or cancelled. */
export const outcomes = sql`count(*) as visits, count(*) filter (where status = 'completed') as kept,
      count(*) filter (where ${isNoShow}) as no_shows,
      count(*) filter (where status = 'cancelled' and cancel_reason is distinct from 'no-show') as cancelled,
      count(*) filter (where status not in ('completed', 'cancelled')) as open,
      count(*) filter (where status in ('completed', 'cancelled')) as closed`
export type Outcomes = Record<'visits' | 'kept' | 'no_shows' | 'cancelled' | 'open' | 'closed', number>

/** SQL columns about how long before their start visits were booked. Walk-ins are left out. */
export const leadTime = sql`count(*) filter (where not (${isWalkIn})) as booked_ahead,
      coalesce(sum(date_part('epoch', starts_at - created_at)) filter (where not (${isWalkIn})), 0)::bigint as lead_seconds`
export type LeadTime = Record<'booked_ahead' | 'lead_seconds', number>

/**
 * Selects the clients whose first completed visit ever is on the dates of a report; with a practitioner, only with this
 * person.
 */
export function newClients(dates: Omit<Dates, 'branchId'>) {
  const { after, until } = boundsOf(dates)
  const isOfPerson =
    dates.practitionerId === undefined
      ? sql``
      : sql` and ${dates.practitionerId} = (select practitioner_id from appointments where client_id = clients.id
          and starts_at = first_kept_at and status = 'completed' order by id limit 1)`
  return sql`select id as client_id, first_kept_at from clients
    where first_kept_at > ${after} and first_kept_at <= ${until}${isOfPerson}`
}

/**
 * SQL for the business date of the instant in this column, in Manila. An instant at midnight gets the date of the day
 * that ends then, because visits and sales until midnight belong to that day.
 */
export const businessDateOf = (column: string) =>
  sql`(timezone('Asia/Manila', ${sql.ref(column)}) - interval '1 microsecond')::date`

/** SQL for the number of sales to walk-ins without a visit, less the voided ones. */
export const tillSales = sql`count(*) filter (where kind = 'sale') - count(*) filter (where kind = 'void')`

/**
 * Returns the SQL condition for sales without a visit and their voids. It is false in a report of one practitioner,
 * because no practitioner is recorded for such sales.
 */
export const isTillSale = ({ practitionerId }: Pick<Dates, 'practitionerId'>) =>
  sql`is_walk_in and appointment_id is null and kind in ('sale', 'void') and ${practitionerId === undefined}::boolean`

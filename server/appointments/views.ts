import { sql } from 'kysely'
import { matchesPersonSearch } from '#server/db/search-conditions.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { receiptNumbers } from '#server/db/document-facts.ts'
import { resourceColour, resourceName } from '#server/resources/public.ts'
import type { FurtherService } from '#shared/appointments/records.ts'
import { OWED_STATUSES, type AppointmentStatus } from '#shared/appointments/status.ts'
import { addDays, instantOf, type CivilDate } from '#shared/lib/manila-time.ts'

/** A business date consists of the slots that begin after its own midnight, up to and including the next midnight. */
const afterMidnight = (date: CivilDate) => instantOf(date, '00:00:00')
const untilMidnight = (date: CivilDate) => instantOf(addDays(date, 1), '00:00:00')

/**
 * Returns a statement that finds an unfinished visit of a client between two instants, except the visit that is being
 * moved.
 */
export const appointmentsAt = (
  tx: ReadTx,
  clientId: string,
  { from, to, except }: { from: Date; to: Date; except?: string | undefined },
) => {
  let appointments = tx
    .selectFrom('appointments')
    .select('id')
    .where('client_id', '=', clientId)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .where('status', 'not in', ['completed', 'cancelled'])
  if (except !== undefined) appointments = appointments.where('id', '<>', except)
  return appointments.limit(1)
}

/** The services of a visit after its first, in their order. The value is null for a visit with one service. */
const furtherServices = sql<FurtherService[] | null>`(
  select json_agg(json_build_object('service_id', further.id, 'treatment_id', treatment.id, 'service_name', further.name,
    'treatment_name', treatment.name, 'duration_minutes', part.minutes, 'practitioner_id', part.practitioner_id,
    'practitioner_name', ${resourceName('part.practitioner_id')}) order by part.position)
  from appointment_services part join services further on further.id = part.service_id
    join treatments treatment on treatment.id = further.treatment_id
  where part.appointment_id = appointments.id)`

/** True when the practitioner does the visit or one of its further services. */
const isDoneBy = (id: string) => sql<boolean>`(appointments.practitioner_id = ${id} or appointments.id in (
  select appointment_id from appointment_services where practitioner_id = ${id}))`

const rows = (tx: ReadTx) =>
  tx
    .selectFrom('appointments')
    .innerJoin('clients', 'clients.id', 'appointments.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .innerJoin('treatments', 'treatments.id', 'appointments.treatment_id')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .leftJoin('appointment_payments', 'appointment_payments.appointment_id', 'appointments.id')
    .leftJoin(receiptNumbers(tx), 'receipts.id', 'appointment_payments.sale_id')
    .selectAll('appointments')
    .select([
      'users.id as user_id',
      'users.name',
      'users.contact_number as profile_number',
      'clients.proven_at',
      'treatments.name as treatment_name',
      'services.name as service_name',
      'appointment_payments.appointment_id as paid_appointment_id',
      'receipts.receipt_number as paid_receipt_number',
      'receipts.receipt_series as paid_receipt_series',
    ])
    .select(furtherServices.as('further'))
    .select([
      resourceName('appointments.practitioner_id').as('practitioner_name'),
      resourceColour('appointments.practitioner_id').as('practitioner_colour'),
    ])

export type AppointmentRow = Awaited<ReturnType<typeof appointmentById>> & {}

export const appointmentById = (tx: ReadTx, id: string) => rows(tx).where('appointments.id', '=', id).executeTakeFirst()

/** Returns the appointments with these ids, in the order of the ids. */
export async function appointmentsByIds(tx: ReadTx, ids: readonly string[]): Promise<AppointmentRow[]> {
  if (ids.length === 0) return []
  const place = new Map(ids.map((id, i) => [id, i]))
  const found = await rows(tx).where('appointments.id', 'in', ids).execute()
  return found.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}

type Days = {
  from: CivilDate
  to: CivilDate
  /**
   * Also selects visits that staff cancelled after this instant. Without this field, no cancelled visits are selected.
   */
  cancelledSince?: Date
  /** Selects only visits of which this practitioner does at least one service. */
  practitionerId?: string
}

/** Returns every appointment of a branch on the given business dates, in order of time. */
export const appointmentsBetween = (
  tx: ReadTx,
  branchId: string,
  { from, to, cancelledSince, practitionerId }: Days,
): Promise<AppointmentRow[]> =>
  rows(tx)
    .where('appointments.branch_id', '=', branchId)
    .$if(practitionerId !== undefined, (all) => all.where(isDoneBy(practitionerId!)))
    .where('appointments.starts_at', '>', afterMidnight(from))
    .where('appointments.starts_at', '<=', untilMidnight(to))
    .where(({ or, eb }) =>
      or([
        eb('appointments.status', '<>', 'cancelled'),
        ...(cancelledSince === undefined
          ? []
          : [sql<boolean>`(appointments.last_change ->> 'at')::timestamptz > ${cancelledSince}`]),
      ]),
    )
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()

export type AppointmentFilter = {
  /** Selects only visits of this branch. Without this field, visits of all branches are selected. */
  branchId?: string
  /** Selects only visits that are neither completed nor cancelled. */
  unfinished?: boolean
  id?: string | undefined
  status?: AppointmentStatus
  /** Selects visits that have one of these statuses. */
  statuses?: readonly AppointmentStatus[]
  /** Selects visits from this business date on, up to and including the date `to`. */
  from?: CivilDate | undefined
  to?: CivilDate | undefined
  dates?: readonly CivilDate[]
  /** Selects visits that were completed on this date. */
  doneOn?: CivilDate
  userId?: string | undefined
  clientId?: string | undefined
  unpaid?: boolean
  /** Selects visits of clients with these words in name or e-mail, or with this phone number in any format. */
  search?: string
}

function filtered(tx: ReadTx, filter: AppointmentFilter) {
  let found = tx.selectFrom('appointments')
  if (filter.branchId) found = found.where('branch_id', '=', filter.branchId)
  if (filter.unfinished) found = found.where(sql<boolean>`status not in ('completed', 'cancelled')`)
  if (filter.id) found = found.where('id', '=', filter.id)
  if (filter.status) found = found.where('status', '=', filter.status)
  if (filter.statuses) found = found.where('status', 'in', filter.statuses)
  if (filter.from) found = found.where('starts_at', '>', afterMidnight(filter.from))
  if (filter.to) found = found.where('starts_at', '<=', untilMidnight(filter.to))
  if (filter.dates) found = found.where('appointment_date', 'in', filter.dates)
  if (filter.doneOn)
    found = found
      .where('status', '=', 'completed')
      .where('done_at', '>=', afterMidnight(filter.doneOn))
      .where('done_at', '<', untilMidnight(filter.doneOn))
  if (filter.unpaid)
    found = found.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointment_payments')
            .select('sale_id')
            .whereRef('appointment_payments.appointment_id', '=', 'appointments.id'),
        ),
      ),
    )
  if (filter.clientId) found = found.where('client_id', '=', filter.clientId)
  const people = peopleOf(tx, filter)
  return people ? found.where('client_id', 'in', people) : found
}

function peopleOf(tx: ReadTx, { userId, search = '' }: AppointmentFilter) {
  if (userId === undefined && search === '') return undefined
  let people = tx.selectFrom('clients').select('clients.id')
  if (userId !== undefined) people = people.where('clients.person_id', '=', userId)
  if (search === '') return people
  return people.innerJoin('users', 'users.id', 'clients.person_id').where(matchesPersonSearch(search))
}

type AppointmentOrder =
  | 'soonest'
  | 'newest'
  | 'newest-done'
  | 'requested'
  | 'newest-requested'
  | 'client'
  | 'service'
  | { first: CivilDate }
  | { from: CivilDate }

const clientName = sql`(select lower(users.name) from clients join users on users.id = clients.person_id
  where clients.id = appointments.client_id)`
const serviceName = sql`(select lower(services.name) from services where services.id = appointments.service_id)`

function ordered(tx: ReadTx, filter: AppointmentFilter, order: AppointmentOrder) {
  const ids = filtered(tx, filter).select('id')
  if (order === 'requested') return ids.orderBy('created_at').orderBy('id')
  if (order === 'newest-requested') return ids.orderBy('created_at', 'desc').orderBy('id', 'desc')
  if (order === 'client') return ids.orderBy(clientName).orderBy('starts_at').orderBy('id')
  if (order === 'service') return ids.orderBy(serviceName).orderBy('starts_at').orderBy('id')
  if (order === 'soonest') return ids.orderBy('starts_at').orderBy('id')
  if (order === 'newest') return ids.orderBy('starts_at', 'desc').orderBy('id', 'desc')
  if (order === 'newest-done') return ids.orderBy('done_at', 'desc').orderBy('id', 'desc')
  // Unfinished visits of earlier days come last.
  if ('from' in order)
    return ids
      .orderBy(sql`appointment_date < ${order.from}`)
      .orderBy('starts_at')
      .orderBy('id')
  // The requested day comes first, from morning to night, then other days, latest first. In both groups clients who
  // have arrived come before those still expected.
  const isOther = sql<boolean>`appointment_date <> ${order.first}`
  const distance = sql`case when ${isOther} then -extract(epoch from starts_at) else extract(epoch from starts_at) end`
  const isExpected = sql<boolean>`arrived_at is null and status not in (${sql.join(OWED_STATUSES)})`
  return ids.orderBy(isOther).orderBy(isExpected).orderBy(distance).orderBy('id')
}

type Totals = Partial<Record<AppointmentStatus, number>>

const sumOf = (totals: Totals) => Object.values(totals).reduce((sum, total) => sum + total, 0)

/**
 * Returns one page of appointments, the total, and the number in each status regardless of the filter's status. Lists
 * are requested often, so page and counts are one statement to save a round trip: the first row carries the counts.
 * Only an empty page needs a second query.
 */
export async function appointmentsPage(
  tx: ReadTx,
  { status, ...others }: AppointmentFilter,
  order: AppointmentOrder,
  page: { page: number; per_page: number },
): Promise<{ rows: AppointmentRow[]; total: number; totals: Totals }> {
  const ids = ordered(tx, { ...others, ...(status && { status }) }, order)
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page)
  const places = sql<{ id: string; place: number }>`unnest(array(${ids})) with ordinality`
  const counts = sql<Totals>`(select json_object_agg(status, total) from (${byStatus(tx, others)}) counted)`
  const found = await rows(tx)
    .innerJoin(places.as<'page'>(sql`page(id, place)`), 'page.id', 'appointments.id')
    .select(sql<Totals | null>`case when page.place = 1 then ${counts} end`.as('totals'))
    .orderBy('page.place')
    .execute()
  const totals = found[0]?.totals ?? totalsOf(await countByStatus(tx, others))
  return { rows: found, total: status ? (totals[status] ?? 0) : sumOf(totals), totals }
}

const totalsOf = (counted: Awaited<ReturnType<typeof countByStatus>>): Totals =>
  Object.fromEntries(counted.map(({ status, total }) => [status, total]))

const byStatus = (tx: ReadTx, filter: AppointmentFilter) =>
  filtered(tx, filter)
    .select((count) => ['status', count.fn.countAll<number>().as('total')])
    .groupBy('status')

/** Returns the number of appointments in each status. A status that no appointment has is left out of the result. */
export const countByStatus = (tx: ReadTx, filter: AppointmentFilter) => byStatus(tx, filter).execute()

/** Counts appointments by business date, oldest first. Dates without appointments are left out of the result. */
export const countByDate = (tx: ReadTx, filter: AppointmentFilter) =>
  filtered(tx, filter)
    .select((count) => ['appointment_date', count.fn.countAll<number>().as('total')])
    .groupBy('appointment_date')
    .orderBy('appointment_date')
    .execute()

/** Counts the pending appointments of a branch. */
export const countRequests = async (tx: ReadTx, branchId: string): Promise<number> =>
  (
    await filtered(tx, { branchId, unfinished: true, statuses: ['pending'] })
      .select((count) => count.fn.countAll<number>().as('requests'))
      .executeTakeFirstOrThrow()
  ).requests

/** Returns the start times of some clients' visits from an instant on, without cancelled ones. */
export const startsOfClients = (tx: ReadTx, clientIds: readonly string[], from: Date) =>
  tx
    .selectFrom('appointments')
    .select(['client_id', 'starts_at'])
    .where(sql<boolean>`client_id = any(${clientIds}::uuid[])`)
    .where('starts_at', '>=', from)
    .where('status', '<>', 'cancelled')
    .execute()

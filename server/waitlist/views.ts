import { sql } from 'kysely'
import { matchesPersonSearch } from '#server/db/search-conditions.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { isVerified } from '#server/people/verified-contact.ts'
import { resourceName } from '#server/resources/public.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import { OPEN_WAITLIST_STATES, type DayPart, type WaitlistState } from '#shared/waitlist/requested-times.ts'

const columns = [
  'waitlist_entries.id',
  'waitlist_entries.branch_id',
  'waitlist_entries.client_id',
  'waitlist_entries.service_id',
  'waitlist_entries.practitioner_id',
  'waitlist_entries.first_date',
  'waitlist_entries.last_date',
  'waitlist_entries.created_at',
  'waitlist_entries.counts_since',
  'clients.last_visit',
  'users.id as user_id',
  'users.name',
  'users.email',
  'users.contact_number',
  'treatments.id as treatment_id',
  'treatments.name as treatment_name',
  'services.name as service_name',
  'services.duration_minutes',
  'waitlist_offers.id as offer_id',
  'waitlist_offers.hold_key',
  'waitlist_offers.appointment_date',
  'waitlist_offers.appointment_time',
  'waitlist_offers.practitioner_id as offer_practitioner_id',
  'waitlist_offers.made_at',
  'waitlist_offers.ends_at',
] as const

/** SQL that is true for a row of `services`, under the alias `requested`, if the waitlist entry is for this service. */
const isRequested = sql`requested.id = any(waitlist_entries.service_id || waitlist_entries.further_services)`

/** True when one of the services of a waitlist entry is no longer offered. */
export const isServiceGone = sql<boolean>`exists (
  select from services requested join treatments of_requested on of_requested.id = requested.treatment_id
  where ${isRequested} and (requested.deleted_at is not null or of_requested.deleted_at is not null))`

type RequestedService = { service_id: string; service_name: string; treatment_name: string; duration_minutes: number }

/** The services of a waitlist entry after its first one, in order. */
const furtherServices = sql<RequestedService[]>`(
  select coalesce(json_agg(json_build_object('service_id', further.id, 'service_name', further.name,
    'treatment_name', treatment.name, 'duration_minutes', further.duration_minutes) order by requested.position), '[]')
  from unnest(waitlist_entries.further_services) with ordinality requested (service_id, position)
    join services further on further.id = requested.service_id
    join treatments treatment on treatment.id = further.treatment_id)`

const rows = (tx: ReadTx) =>
  tx
    .selectFrom('waitlist_entries')
    .innerJoin('clients', 'clients.id', 'waitlist_entries.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .innerJoin('services', 'services.id', 'waitlist_entries.service_id')
    .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
    .leftJoin('waitlist_offers', (join) =>
      join.onRef('waitlist_offers.entry_id', '=', 'waitlist_entries.id').on('waitlist_offers.state', '=', 'open'),
    )
    .select(columns)
    .select([
      sql<DayPart[]>`waitlist_entries.day_parts`.as('day_parts'),
      sql<WaitlistState>`waitlist_entries.state`.as('state'),
      resourceName('waitlist_entries.practitioner_id').as('practitioner_name'),
      resourceName('waitlist_offers.practitioner_id').as('offer_practitioner_name'),
      sql<number>`(select count(*)::int from waitlist_offers made where made.entry_id = waitlist_entries.id)`.as(
        'offers_made',
      ),
      sql<number>`(select count(*)::int from waitlist_offers made where made.entry_id = waitlist_entries.id
        and made.state = 'lapsed' and made.made_at >= waitlist_entries.counts_since)`.as('unanswered'),
      furtherServices.as('further_services'),
      sql<boolean>`not ${isServiceGone}`.as('is_offered'),
      sql<boolean>`(select bool_and(requested.bookable_online) from services requested where ${isRequested})`.as(
        'bookable_online',
      ),
    ])

export type EntryRow = NonNullable<Awaited<ReturnType<typeof entryById>>>

export const entryById = (tx: ReadTx, id: string) => rows(tx).where('waitlist_entries.id', '=', id).executeTakeFirst()

export const entriesByIds = async (tx: ReadTx, ids: readonly string[]): Promise<EntryRow[]> =>
  ids.length === 0 ? [] : rows(tx).where('waitlist_entries.id', 'in', ids).execute()

/** A person's open waitlist entries: those with an offer first, then the longest waiting. */
export const openEntriesOf = (tx: ReadTx, userId: string): Promise<EntryRow[]> =>
  rows(tx)
    .where('users.id', '=', userId)
    .where('waitlist_entries.state', 'in', OPEN_WAITLIST_STATES)
    .orderBy('waitlist_offers.ends_at', (order) => order.asc().nullsLast())
    .orderBy('waitlist_entries.created_at')
    .orderBy('waitlist_entries.id')
    .execute()

type Filter = { branchId: string; search: string }

const filtered = (tx: ReadTx, { branchId, search }: Filter) => {
  const all = tx
    .selectFrom('waitlist_entries')
    .innerJoin('clients', 'clients.id', 'waitlist_entries.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .where('waitlist_entries.branch_id', '=', branchId)
  return search === '' ? all : all.where(matchesPersonSearch(search))
}

/** The number of waitlist entries in each state. */
export async function countByState(tx: ReadTx, filter: Filter): Promise<Partial<Record<WaitlistState, number>>> {
  const counted = await filtered(tx, filter)
    .select(({ fn }) => [sql<WaitlistState>`waitlist_entries.state`.as('state'), fn.countAll<number>().as('total')])
    .groupBy('waitlist_entries.state')
    .execute()
  return Object.fromEntries(counted.map(({ state, total }) => [state, total]))
}

/**
 * A page of waitlist entries: those with an offer first, because the offer ends soon; then waiting ones by age; then
 * closed ones, newest first.
 */
export async function entriesPage(
  tx: ReadTx,
  filter: Filter,
  state: WaitlistState | 'open',
  { page, per_page }: Pick<PageQuery, 'page' | 'per_page'>,
): Promise<EntryRow[]> {
  const states: readonly WaitlistState[] = state === 'open' ? OPEN_WAITLIST_STATES : [state]
  const isOpen = OPEN_WAITLIST_STATES.includes(states[0]!)
  const way = isOpen ? 'asc' : 'desc'
  const time = isOpen ? 'waitlist_entries.created_at' : 'waitlist_entries.updated_at'
  const ids = await filtered(tx, filter)
    .select('waitlist_entries.id')
    .where('waitlist_entries.state', 'in', states)
    .orderBy(sql`waitlist_entries.state = 'offered'`, 'desc')
    .orderBy(time, way)
    .orderBy('waitlist_entries.id', way)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const place = new Map(ids.map(({ id }, i) => [id, i]))
  return (await entriesByIds(tx, [...place.keys()])).sort((a, b) => place.get(a.id)! - place.get(b.id)!)
}

/** A client's open waitlist entries. */
export const openEntriesOfClient = (tx: ReadTx, clientId: string): Promise<EntryRow[]> =>
  rows(tx)
    .where('waitlist_entries.client_id', '=', clientId)
    .where('waitlist_entries.state', 'in', OPEN_WAITLIST_STATES)
    .execute()

/** The number of open waitlist entries of unknown clients: in total, and from one hashed IP address. */
export const countUnknownEntries = async (tx: ReadTx, addressHash: Buffer) =>
  tx
    .selectFrom('waitlist_entries')
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      sql<number>`count(*) filter (where address_hash = ${addressHash})::int`.as('from_address'),
    ])
    .where('address_hash', 'is not', null)
    .where('state', 'in', OPEN_WAITLIST_STATES)
    .executeTakeFirstOrThrow()

/** The fields of a waitlist entry without an offer that are needed to find a time for the client. */
export type WaitingEntry = {
  id: string
  branch_id: string
  service_id: string
  further_services: string[]
  practitioner_id: string | null
  first_date: string
  last_date: string
  day_parts: DayPart[]
  /**
   * Start times that are not offered, because they were free when the client joined the waitlist or were already
   * offered.
   */
  known: string[]
  /** The client's booked visits; an offered time must not overlap them. */
  visits: { from: string; to: string }[]
  /** True for an unknown client who already has the one visit they may have. */
  has_first_visit: boolean
  /** True for an unknown client, who is offered only times within the limit that all unknown clients share. */
  is_unknown: boolean
}

const waitingColumns = (now: Date) => sql<WaitingEntry>`
  waitlist_entries.id, waitlist_entries.branch_id, waitlist_entries.service_id,
  waitlist_entries.further_services, waitlist_entries.practitioner_id, waitlist_entries.first_date, waitlist_entries.last_date, waitlist_entries.day_parts,
  (select coalesce(json_agg(start), '[]') from (
    select unnest(waitlist_entries.passed_over) as start
    union all
    select starts_at from waitlist_offers
    where entry_id = waitlist_entries.id and made_at >= waitlist_entries.counts_since
  ) starts) as known,
  visits.spans as visits, clients.proven_at is null and not ${isVerified('clients.person_id')}
    and json_array_length(visits.spans) > 0 as has_first_visit, clients.proven_at is null as is_unknown
  from waitlist_entries join clients on clients.id = waitlist_entries.client_id,
  lateral (
    select coalesce(json_agg(json_build_object('from', starts_at, 'to', ends_at)), '[]') as spans from appointments
    where client_id = waitlist_entries.client_id and ends_at > ${now} and status not in ('completed', 'cancelled')
  ) visits
  where waitlist_entries.state = 'waiting'`

/** All waitlist entries that wait for an offer, the longest waiting first. */
export const waitingEntries = async (tx: ReadTx, now: Date): Promise<WaitingEntry[]> =>
  (
    await sql<WaitingEntry>`select ${waitingColumns(now)}
      order by waitlist_entries.created_at, waitlist_entries.id`.execute(tx)
  ).rows

/** Reads the waitlist entry with this id if it waits for an offer; otherwise undefined. */
export const waitingEntry = async (tx: ReadTx, id: string, now: Date): Promise<WaitingEntry | undefined> =>
  (await sql<WaitingEntry>`select ${waitingColumns(now)} and waitlist_entries.id = ${id}`.execute(tx)).rows[0]

/** True when a waitlist entry waits for an offer or has one; otherwise the offer job has nothing to do. */
export const hasOpenEntries = async (tx: ReadTx): Promise<boolean> =>
  (await tx
    .selectFrom('waitlist_entries')
    .select('id')
    .where('state', 'in', OPEN_WAITLIST_STATES)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The client of a visit; undefined when there is no visit with this id. */
export const clientOfVisit = (tx: ReadTx, appointmentId: string) =>
  tx.selectFrom('appointments').select('client_id').where('id', '=', appointmentId).executeTakeFirst()

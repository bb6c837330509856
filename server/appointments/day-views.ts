import { sql, type RawBuilder } from 'kysely'
import type { OpeningSpan } from '#server/clinic/opening-spans.ts'
import { rulesOf, spansOfWeek } from '#server/clinic/public.ts'
import { closedBetween, closedDatesOf, type ClosedRow } from '#server/closed-dates/public.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { ReadContext } from '#server/lib/context.ts'
import {
  boardResource,
  branchDays,
  chosenFor,
  occupationsOf,
  openingOn,
  photoAddress,
  resourcesOfBoard,
  resourcesOn,
  type BoardResourceRow,
  type Dates,
  type HoursVersions,
  type ResourceRow,
  type SlotViewer,
} from '#server/resources/public.ts'
import type { BookingRules, SelfServicePolicy, StartInterval } from '#shared/clinic/booking-rules.ts'
import { addDays, type CivilDate } from '#shared/lib/manila-time.ts'
import { chainDuration, chainWithPractitioner, type Chain } from '#shared/resources/free-chains.ts'
import { termsOf, USUAL_NEEDS, type BranchDay, type ServiceNeeds, type Terms } from '#shared/resources/free-starts.ts'

/** A branch's day for one caller, with flags for dates on which nobody can book, or only the clinic. */
export type BookableDay = BranchDay & {
  isDisabled: boolean
  isHoliday: boolean
  viewer: SlotViewer
  /** The versions of the resources' hours when the day was read; a booking fails if they have changed since. */
  hoursVersions: HoursVersions
}

/**
 * The context for reading days. `request` has the caller's slot reservation; it is missing when a job reads the days.
 */
export type DayContext = Pick<ReadContext, 'tx' | 'branchId' | 'now'> & {
  request?: Pick<ReadContext['request'], 'holdKey'>
}

/** The names of an offered service and its treatment, as the catalogue has them now. */
export type OfferedNames = { treatment_id: string; treatment_name: string; service_name: string }

/** The data of a visit's services that its free times depend on. Most visits have one service. */
export type RequestedServices = {
  /** The names of the first service and its treatment, or null when one of them is unknown or deleted. */
  names: OfferedNames | null
  /** The names of the services after the first and of their treatments. */
  further: (OfferedNames & { service_id: string })[]
  /** The resources and minutes that each service needs, in the order of the services. */
  chain: Chain
  /** The strictest booking terms of all services; a service without own terms has the clinic's. */
  terms: Terms
  /** The number of minutes between two possible starts of visits. */
  interval: StartInterval
  /** True when no service is unknown or deleted. */
  isOffered: boolean
  /** True when clients can book all of these services online. */
  isOnline: boolean
}

export type BookableDays = RequestedServices & {
  policy: SelfServicePolicy
  /** The requested dates in order. */
  dates: CivilDate[]
  on: (date: CivilDate) => BookableDay
  /** Returns the day without anybody’s slot reservations, which are known only in days read with `showsReserved`. */
  onWithoutReservations: (date: CivilDate) => BranchDay
  /** Everyone who can do all services that need a person, in display order. */
  practitioners: { id: string; name: string; title: string; photo: string | null }[]
}

type DaysRow = {
  rules: SelfServicePolicy & BookingRules
  opening: OpeningSpan[]
  closed: ClosedRow
  resources: ResourceRow[]
  service: ServiceRow | null
  further: ServiceRow[] | null
  minutes: number | null
}

/** A day of the branch, with the services that somebody wants to book or move on this day. */
export type DayOfVisit = BookableDay & RequestedServices & Pick<BookableDays, 'policy'>

/** A visit to be moved and the user who must own it; staff leave out `ofUser`. */
export type Moving = { id: string; ofUser?: string | undefined }

type DayOptions = { moving?: Moving | undefined; showsReserved?: boolean; further?: readonly string[] | undefined }

const withoutReservations = (row: ResourceRow): ResourceRow => {
  const reserved = new Set(row.reserved)
  return { ...row, slots: row.slots.filter((slot) => !reserved.has(slot)) }
}

/** Returns a SQL expression for the id of the visit to be moved. Its value is null when that user has no such visit. */
const movable = ({ id, ofUser }: Moving) => sql<string | null>`(
  select appointments.id from appointments join clients on clients.id = appointments.client_id
  where appointments.id = ${id} ${ofUser === undefined ? sql`` : sql`and clients.person_id = ${ofUser}`})`

const minutesColumn = (moving: Moving | undefined) =>
  moving === undefined
    ? sql<null>`null`
    : sql<number | null>`(
    select (extract(epoch from ends_at - starts_at) / 60)::int from appointments where id = ${movable(moving)})`

/**
 * Reads a branch's days in one statement. A visit that is being moved keeps its length, and its own slots count as
 * free.
 */
export async function readDays(
  { tx, branchId, now, request }: DayContext,
  { first, days }: Dates,
  serviceId?: string,
  { moving, showsReserved = false, further: ids }: DayOptions = {},
): Promise<BookableDays> {
  const last = addDays(first, days - 1)
  const viewer = { now, holdKey: request?.holdKey ?? null }
  const { rows } = await sql<DaysRow>`
    select ${rulesOf(branchId)} as rules, ${spansOfWeek(branchId)} as opening,
      ${closedBetween(branchId, first, last)} as closed,
      ${resourcesOn(branchId, { first, days }, { ...viewer, showsReserved }, { serviceId, further: furtherIds(ids, moving) }, moving && movable(moving))} as resources,
      ${serviceColumn(serviceId)} as service, ${furtherColumn(ids, moving)} as further, ${minutesColumn(moving)} as minutes`.execute(
    tx,
  )
  const { rules, opening, closed, resources, service, further, minutes } = rows[0]!
  const { disabled, holidays } = await closedDatesOf(closed, first, last)
  const dayOn = branchDays(opening, resources)
  const closedOn = (date: CivilDate) => ({ isDisabled: disabled.has(date), isHoliday: holidays.has(date) })
  const hoursVersions = new Map(resources.map(({ id, hours_version }) => [id, hours_version]))
  const services = requestedServices(service, further ?? [], {
    minutes,
    isWhole: (further?.length ?? 0) >= (ids?.length ?? 0),
    rules,
  })
  const doesAll = (id: string) => chainWithPractitioner(services.chain, id) !== null
  return {
    ...services,
    policy: { move_notice_hours: rules.move_notice_hours, cancel_notice_hours: rules.cancel_notice_hours },
    dates: Array.from({ length: days }, (_, i) => addDays(first, i)),
    on: (date) => ({ ...dayOn(date), ...closedOn(date), viewer, hoursVersions }),
    onWithoutReservations: branchDays(opening, resources.map(withoutReservations)),
    practitioners: resources
      .filter(({ id, kind }) => kind === 'practitioner' && doesAll(id))
      .map(({ id, name, title, photo_path }) => ({ id, name, title, photo: photoAddress(photo_path) })),
  }
}

/** Reads one day as `readDays` does. */
export async function readDay(
  context: DayContext,
  date: CivilDate,
  serviceId: string,
  further?: readonly string[],
): Promise<DayOfVisit> {
  const days = await readDays(context, { first: date, days: 1 }, serviceId, { further })
  return { ...days, ...days.on(date) }
}

export type ServiceRow = {
  id: string
  duration_minutes: number
  buffer_before_minutes: number
  buffer_after_minutes: number
  minimum_notice_minutes: number | null
  horizon_days: number | null
  bookable_online: boolean
  chosen: ServiceNeeds['chosen']
  is_deleted?: boolean
  names?: OfferedNames | null
}

/** Returns SQL that makes a JSON object of a row of `services`, with `minutes` as the length of the service. */
export const serviceRow = (serviceId: string | RawBuilder<unknown>, minutes: RawBuilder<unknown>) => sql`
  json_build_object('id', services.id, 'duration_minutes', ${minutes}, 'buffer_before_minutes', buffer_before_minutes,
      'buffer_after_minutes', buffer_after_minutes, 'minimum_notice_minutes', minimum_notice_minutes,
      'horizon_days', horizon_days, 'bookable_online', bookable_online, 'is_deleted', deleted_at is not null,
      'chosen', ${chosenFor(serviceId)},
      'names', (select json_build_object('treatment_id', treatments.id, 'treatment_name', treatments.name,
          'service_name', services.name)
        from treatments where treatments.id = services.treatment_id
          and treatments.deleted_at is null and services.deleted_at is null))`

/** An SQL column with the data of a service as JSON; null if no id is given. */
const serviceColumn = (serviceId: string | undefined) =>
  serviceId === undefined
    ? sql<null>`null`
    : sql<ServiceRow | null>`(
    select ${serviceRow(serviceId, sql`duration_minutes`)} from services where services.id = ${serviceId})`

/** Returns the ids of the services after the first: the requested services, or those of the visit to be moved. */
const furtherIds = (ids: readonly string[] | undefined, moving: Moving | undefined) =>
  moving !== undefined
    ? sql`select service_id from appointment_services where appointment_id = ${movable(moving)}`
    : ids?.length
      ? sql`select unnest(${ids}::uuid[])`
      : undefined

/** Returns the services after the first, in order, as one column. Services of an existing visit keep their length. */
function furtherColumn(ids: readonly string[] | undefined, moving: Moving | undefined) {
  if (moving === undefined && !ids?.length) return sql<null>`null`
  const named =
    moving === undefined
      ? sql`unnest(${ids}::uuid[]) with ordinality named (service_id, position)`
      : sql`appointment_services named`
  return sql<ServiceRow[] | null>`(
    select json_agg(${serviceRow(sql.ref('services.id'), moving === undefined ? sql`duration_minutes` : sql`named.minutes`)} order by named.position)
    from ${named} join services on services.id = named.service_id
    where ${moving === undefined ? sql`true` : sql`named.appointment_id = ${movable(moving)}`})`
}

export const needsOf = (row: ServiceRow): ServiceNeeds => ({
  duration: row.duration_minutes,
  bufferBefore: row.buffer_before_minutes,
  bufferAfter: row.buffer_after_minutes,
  chosen: row.chosen,
})

/**
 * Returns the requested services, or 30 minutes in any room if none is given. `minutes` is the length of a moved visit.
 */
function requestedServices(
  first: ServiceRow | null,
  further: ServiceRow[],
  { minutes, isWhole, rules }: { minutes: number | null; isWhole: boolean; rules: BookingRules },
): RequestedServices {
  const rows = [...(first ? [first] : []), ...further]
  const needs = first ? needsOf(first) : USUAL_NEEDS
  const others = further.map(needsOf)
  const duration = minutes === null ? needs.duration : minutes - chainDuration(others)
  return {
    names: first?.names ?? null,
    further: further.flatMap(({ id, names }) => (names ? { service_id: id, ...names } : [])),
    chain: [{ ...needs, duration }, ...others],
    terms: termsOf({ notice: rules.minimum_notice_minutes, horizonDays: rules.horizon_days }, rows),
    interval: rules.start_interval_minutes,
    isOffered: first !== null && isWhole && rows.every(({ is_deleted }) => !is_deleted),
    isOnline: first !== null && rows.every(({ bookable_online }) => bookable_online),
  }
}

export const isTreatmentOffered = async (tx: ReadTx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('treatments')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

type BoardRow = { rules: BookingRules; opening: OpeningSpan[]; closed: ClosedRow; resources: BoardResourceRow[] }

/** Reads what the day board shows of the branch on a date, in one statement. */
export async function readBoard(tx: ReadTx, branchId: string, date: CivilDate) {
  const { rows } = await sql<BoardRow>`
    select ${rulesOf(branchId)} as rules, ${spansOfWeek(branchId)} as opening, ${closedBetween(branchId, date, date)} as closed,
      ${resourcesOfBoard(branchId, date)} as resources`.execute(tx)
  const { rules, opening, closed, resources } = rows[0]!
  return {
    start_interval_minutes: rules.start_interval_minutes,
    opening: openingOn(opening, date),
    is_disabled: closed.disabled.includes(date),
    resources: resources.map((row) => boardResource(row, date)),
  }
}

type BoardVisitsRow = {
  occupations: { appointment_id: string; uses: { id: string; from: string; to: string }[] }[]
  services: (ServiceRow & { id: string })[]
}

/**
 * Reads in one statement which resources some visits occupy, and the lengths, buffers and possible resources of their
 * services.
 */
export async function readNeedsOf(
  tx: ReadTx,
  visits: readonly { id: string; service_id: string; further: readonly { service_id: string }[] | null }[],
) {
  const services = [
    ...new Set(visits.flatMap((visit) => [visit.service_id, ...(visit.further ?? []).map((one) => one.service_id)])),
  ]
  const { rows } = await sql<BoardVisitsRow>`
    select ${occupationsOf(visits.map(({ id }) => id))} as occupations,
      (select coalesce(json_agg(json_build_object('id', services.id, 'duration_minutes', duration_minutes,
        'buffer_before_minutes', buffer_before_minutes, 'buffer_after_minutes', buffer_after_minutes,
        'chosen', ${chosenFor(sql.ref('services.id'))})), '[]')
      from services where services.id = any(${services}::uuid[])) as services`.execute(tx)
  const { occupations, services: found } = rows[0]!
  return { occupations: new Map(occupations.map((one) => [one.appointment_id, one])), services: found }
}

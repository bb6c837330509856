import { sql } from 'kysely'
import type { OpeningSpan } from '#server/clinic/opening-spans.ts'
import { spansOfWeek } from '#server/clinic/service.ts'
import { closedBetween, closedDatesOf, type ClosedRow } from '#server/closed-dates/service.ts'
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
  type Looker,
  type ResourceRow,
  type SeenHours,
} from '#server/resources/service.ts'
import { addDays, type CivilDate } from '#shared/lib/manila-time.ts'
import { USUAL_NEEDS, type BranchDay, type ServiceNeeds, type Terms } from '#shared/resources/free-starts.ts'

/** A day of a branch as somebody sees it, and who may not book on it: nobody, or nobody without the clinic. */
export type BookableDay = BranchDay & {
  isDisabled: boolean
  isHoliday: boolean
  looker: Looker
  /** Whose hours they are: a booking takes nothing of a resource whose hours have changed since. */
  seen: SeenHours
}

/** Who asks for days; without a request it is the clinic itself, which holds nothing. */
export type Asker = Pick<ReadContext, 'tx' | 'branchId' | 'now'> & {
  request?: Pick<ReadContext['request'], 'holdKey'>
}

/** The names under which a service is offered now. */
export type OfferedNames = { treatment_id: string; treatment_name: string; service_name: string }

/** A service as far as its free times go. */
export type AskedService = {
  /** Null where the service or its treatment is unknown or deleted. */
  names: OfferedNames | null
  needs: ServiceNeeds
  terms: Terms
  /** Neither unknown nor deleted. */
  isOffered: boolean
  /** Clients book it by themselves. */
  isOnline: boolean
}

export type BookableDays = AskedService & {
  /** The dates that were asked for, one after the other. */
  dates: CivilDate[]
  on: (date: CivilDate) => BookableDay
  /** The same, as if nothing were held; where it was asked for. */
  onWithoutHolds: (date: CivilDate) => BranchDay
  /** Everyone who does the service, in their order. */
  practitioners: { id: string; name: string; title: string; photo: string | null }[]
}

type DaysRow = {
  opening: OpeningSpan[]
  closed: ClosedRow
  resources: ResourceRow[]
  service: ServiceRow | null
  minutes: number | null
}

/** A visit that is to be moved, and whose it must be; `ofUser` is left out for staff. */
export type Moving = { id: string; ofUser?: string | undefined }

type Besides = { moving?: Moving | undefined; showsHeld?: boolean }

const withoutHolds = (row: ResourceRow): ResourceRow => {
  const held = new Set(row.held)
  return { ...row, slots: row.slots.filter((slot) => !held.has(slot)) }
}

/** The id of the visit that is to be moved, as an expression; null when it is not there for that person. */
const movable = ({ id, ofUser }: Moving) => sql<string | null>`(
  select appointments.id from appointments join clients on clients.id = appointments.client_id
  where appointments.id = ${id} ${ofUser === undefined ? sql`` : sql`and clients.person_id = ${ofUser}`})`

const minutesColumn = (moving: Moving | undefined) =>
  moving === undefined
    ? sql<null>`null`
    : sql<number | null>`(
    select (extract(epoch from ends_at - starts_at) / 60)::int from appointments where id = ${movable(moving)})`

/**
 * The days of a branch in one statement: its hours, what is closed, its resources and what occupies them, and what a
 * service needs: the usual without one. A visit that is to be moved keeps its length, and what it occupies is free.
 */
export async function readDays(
  { tx, branchId, now, request }: Asker,
  { first, days }: Dates,
  serviceId?: string,
  { moving, showsHeld = false }: Besides = {},
): Promise<BookableDays> {
  const last = addDays(first, days - 1)
  const looker = { now, holdKey: request?.holdKey ?? null }
  const { rows } = await sql<DaysRow>`
    select ${spansOfWeek(branchId)} as opening, ${closedBetween(branchId, first, last)} as closed,
      ${resourcesOn(branchId, { first, days }, { ...looker, showsHeld }, serviceId, moving && movable(moving))} as resources,
      ${serviceColumn(serviceId)} as service, ${minutesColumn(moving)} as minutes`.execute(tx)
  const { opening, closed, resources, service, minutes } = rows[0]!
  const { disabled, holidays } = await closedDatesOf(closed, first, last)
  const dayOn = branchDays(opening, resources)
  const seen = new Map(resources.map(({ id, hours_version }) => [id, hours_version]))
  const usual = service ? askedService(service) : USUAL
  const asked = minutes === null ? usual : { ...usual, needs: { ...usual.needs, duration: minutes } }
  const chosen = new Set(asked.needs.chosen.map(({ id }) => id))
  return {
    ...asked,
    dates: Array.from({ length: days }, (_, i) => addDays(first, i)),
    on: (date) => ({ ...dayOn(date), isDisabled: disabled.has(date), isHoliday: holidays.has(date), looker, seen }),
    onWithoutHolds: branchDays(opening, resources.map(withoutHolds)),
    practitioners: resources
      .filter(({ id, kind }) => kind === 'practitioner' && chosen.has(id))
      .map(({ id, name, title, photo_path }) => ({ id, name, title, photo: photoAddress(photo_path) })),
  }
}

/** One day, as `readDays` reads it. */
export async function readDay(asker: Asker, date: CivilDate, serviceId?: string): Promise<BookableDay & AskedService> {
  const { on, ...asked } = await readDays(asker, { first: date, days: 1 }, serviceId)
  const { needs, terms, isOffered, isOnline, names } = asked
  return { ...on(date), needs, terms, isOffered, isOnline, names }
}

type ServiceRow = {
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

/** A service as one column of a statement; null without one. */
const serviceColumn = (serviceId: string | undefined) =>
  serviceId === undefined
    ? sql<null>`null`
    : sql<ServiceRow | null>`(
    select json_build_object('duration_minutes', duration_minutes, 'buffer_before_minutes', buffer_before_minutes,
      'buffer_after_minutes', buffer_after_minutes, 'minimum_notice_minutes', minimum_notice_minutes,
      'horizon_days', horizon_days, 'bookable_online', bookable_online, 'is_deleted', deleted_at is not null,
      'chosen', ${chosenFor(serviceId)},
      'names', (select json_build_object('treatment_id', treatments.id, 'treatment_name', treatments.name,
          'service_name', services.name)
        from treatments where treatments.id = services.treatment_id
          and treatments.deleted_at is null and services.deleted_at is null))
    from services where services.id = ${serviceId})`

const USUAL: AskedService = {
  needs: USUAL_NEEDS,
  terms: { notice: 0, horizonDays: null },
  isOffered: false,
  isOnline: false,
  names: null,
}

const askedService = (row: ServiceRow): AskedService => ({
  needs: {
    duration: row.duration_minutes,
    bufferBefore: row.buffer_before_minutes,
    bufferAfter: row.buffer_after_minutes,
    chosen: row.chosen,
  },
  terms: { notice: row.minimum_notice_minutes ?? 0, horizonDays: row.horizon_days },
  isOffered: !row.is_deleted,
  isOnline: row.bookable_online,
  names: row.names ?? null,
})

export const isTreatmentOffered = async (tx: ReadTx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('treatments')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

type BoardRow = { opening: OpeningSpan[]; closed: ClosedRow; resources: BoardResourceRow[] }

/** What the board of a date shows of the branch, in one statement. */
export async function readBoard(tx: ReadTx, branchId: string, date: CivilDate) {
  const { rows } = await sql<BoardRow>`
    select ${spansOfWeek(branchId)} as opening, ${closedBetween(branchId, date, date)} as closed,
      ${resourcesOfBoard(branchId, date)} as resources`.execute(tx)
  const { opening, closed, resources } = rows[0]!
  return {
    opening: openingOn(opening, date),
    is_disabled: closed.disabled.includes(date),
    resources: resources.map((row) => boardResource(row, date)),
  }
}

type BoardVisitsRow = {
  occupations: { appointment_id: string; resource_ids: string[]; from: string; to: string }[]
  services: (ServiceRow & { id: string })[]
}

/** What some visits occupy, and what their services need, in one statement. */
export async function readNeedsOf(tx: ReadTx, visits: readonly { id: string; service_id: string }[]) {
  const services = [...new Set(visits.map(({ service_id }) => service_id))]
  const { rows } = await sql<BoardVisitsRow>`
    select ${occupationsOf(visits.map(({ id }) => id))} as occupations,
      (select coalesce(json_agg(json_build_object('id', services.id, 'duration_minutes', duration_minutes,
        'buffer_before_minutes', buffer_before_minutes, 'buffer_after_minutes', buffer_after_minutes,
        'chosen', ${chosenFor(sql.ref('services.id'))})), '[]')
      from services where services.id = any(${services}::uuid[])) as services`.execute(tx)
  const { occupations, services: found } = rows[0]!
  return { occupations: new Map(occupations.map((one) => [one.appointment_id, one])), services: found }
}

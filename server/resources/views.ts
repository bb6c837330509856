import { sql, type NotNull, type RawBuilder } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { addDays, instantOf, type CivilDate } from '#shared/lib/manila-time.ts'
import type { ExceptionSpan, ResourceKind } from '#shared/resources/free-starts.ts'
import type { SlotViewer } from './queries.ts'

type Hours = [weekday: number, from: string, to: string]
type Exception = {
  date: CivilDate
  kind: ExceptionSpan['kind']
  starts_at: string | null
  ends_at: string | null
}

/**
 * An active resource with its data for some dates. A slot is the number of a quarter hour, counted since 1970; slots
 * are in ascending order.
 */
export type ResourceRow = {
  id: string
  kind: ResourceKind
  name: string
  /** A practitioner's job title. */
  title: string
  photo_path: string | null
  /** The number is raised by every change of the hours at which the resource takes visits. */
  hours_version: number
  /** Null when the resource follows the branch's hours. */
  week: Hours[] | null
  exceptions: Exception[]
  slots: number[]
  /** The part of `slots` that is only reserved by slot reservations; missing unless requested. */
  reserved?: number[]
  /** The part of `slots` that unknown clients occupy or have reserved; the caller's own reservation is in `own`. */
  unknown?: number[]
  own?: number[]
}

/** A range of business dates. */
export type Dates = { first: CivilDate; days: number }

/**
 * How many hours before and after a business date to read. A visit may begin at the midnight that ends the date, take
 * eight hours and have buffers.
 */
const HOURS_BEFORE = 4
const HOURS_AFTER = 37

/**
 * How many hours after a business date to read if visits may have several services. Such a visit may end on the next
 * day, and its buffer ends after the visit.
 */
const HOURS_AFTER_SEVERAL = 53

/** The services of a visit: the first one, and a subquery with the ids of the others. */
type RequestedServices = { serviceId: string | undefined; further?: RawBuilder<unknown> | undefined }

/**
 * SQL condition that selects every room, and the people and equipment that are assigned to one of the services. With
 * `all` there is no condition.
 */
const usedBy = (services: RequestedServices | 'all') => {
  if (services === 'all') return sql``
  const { serviceId, further } = services
  return serviceId === undefined
    ? sql`and kind = 'room'`
    : sql`and (kind = 'room' or exists (select from service_resources
        where resource_id = resources.id and (service_id = ${serviceId}
          ${further === undefined ? sql`` : sql`or service_id in (${further})`})))`
}

/**
 * SQL for the slots that unknown clients have: either those of the caller's own reservation (`own`), or those of all
 * other reservations and of unknown clients' visits (`others`).
 */
const unknownSlots = (inTime: RawBuilder<unknown>, { now, holdKey }: SlotViewer, whose: 'own' | 'others') => {
  const isOwn = holdKey ? sql`key = ${holdKey}` : sql`false`
  return sql`array(select (date_part('epoch', slot_at) / 900)::int from resource_slots where ${inTime}
    and (hold_id in (select id from holds where is_unknown and expires_at > ${now} and (${isOwn}) = ${whose === 'own'})
      ${whose === 'own' ? sql`` : sql`or appointment_id in (select id from appointments where lapses_at is not null)`})
    order by 1)`
}

/**
 * SQL for the slots of expired reservations and of the caller's own reservation, which count as free. There are few
 * such slots, so a subquery reads them, and the query of all slots can use an index.
 */
const freedReservations = ({ now, holdKey }: SlotViewer) => sql`(select resource_id, slot_at from resource_slots
  where hold_id is not null and (held_until <= ${now}
    ${holdKey ? sql`or hold_id = (select id from holds where key = ${holdKey})` : sql``}))`

type DayViewer = SlotViewer & { showsReserved?: boolean; showsUnknown?: boolean }

/**
 * SQL for further fields of a resource, each after a comma: reserved slots, and slots of unknown clients, if the caller
 * asks for them.
 */
const slotsListedSeparately = (inTime: RawBuilder<unknown>, viewer: DayViewer) => sql`
  ${
    viewer.showsReserved
      ? sql`, 'reserved', array(select (date_part('epoch', slot_at) / 900)::int from resource_slots
        where hold_id is not null and resource_id = resources.id and held_until > ${viewer.now})`
      : sql``
  }
  ${
    viewer.showsUnknown
      ? sql`, 'unknown', ${unknownSlots(inTime, viewer, 'others')}, 'own', ${unknownSlots(inTime, viewer, 'own')}`
      : sql``
  }`

/**
 * The active resources of a branch on some dates, in order, as one column of a statement: all rooms, and the other
 * resources that the services may use. Exceptions of the days before and after are included for hours past midnight.
 * The slots of the visit `moving` are excluded, because they will be released. `showsReserved` lists reserved slots
 * separately, `showsUnknown` those of unknown clients. The `limit` is as high as the number of quarter hours, so it
 * excludes no slot; without it PostgreSQL expects so many rows that it plans each call anew.
 */
export const resourcesOn = (
  branchId: string,
  { first, days }: Dates,
  viewer: DayViewer,
  services: RequestedServices | 'all',
  moving?: RawBuilder<string | null>,
) => {
  const midnight = instantOf(first, '00:00:00').getTime()
  const at = (hours: number) => new Date(midnight + hours * 3_600_000)
  const areSeveral = services === 'all' || services.further !== undefined
  const [from, to] = [-HOURS_BEFORE, (days - 1) * 24 + (areSeveral ? HOURS_AFTER_SEVERAL : HOURS_AFTER)]
  const inTime = sql`resource_id = resources.id and slot_at >= ${at(from)} and slot_at < ${at(to)}
    ${moving === undefined ? sql`` : sql`and appointment_id is distinct from ${moving}`}`
  return sql<ResourceRow[]>`(
    select coalesce(json_agg(json_build_object(
      'id', id,
      'kind', kind,
      'name', name,
      'title', title,
      'photo_path', photo_path,
      'hours_version', hours_version,
      'week', (select json_agg(json_build_array(weekday, opens_at, closes_at))
        from resource_hours where resource_id = resources.id),
      'exceptions', (select coalesce(json_agg(json_build_object('date', e.date, 'kind', e.kind, 'starts_at', e.starts_at,
          'ends_at', e.ends_at)), '[]')
        from resource_exceptions e where e.resource_id = resources.id
          and e.date between ${addDays(first, -1)} and ${addDays(first, days)}),
      'slots', array(
        (select (date_part('epoch', slot_at) / 900)::int from resource_slots
        where ${inTime} and (resource_id, slot_at) not in ${freedReservations(viewer)} limit ${(to - from) * 4})
        union select (date_part('epoch', slot_at) / 900)::int from overbooked_slots where ${inTime}
        order by 1)
      ${slotsListedSeparately(inTime, viewer)}
    ) order by position, id), '[]')
    from resources where branch_id = ${branchId} and is_active ${usedBy(services)})`
}

/** SQL for one column of a statement: the resources that are assigned to a service. */
export const chosenFor = (serviceId: string | RawBuilder<unknown>) =>
  sql<{ id: string; kind: ResourceKind }[]>`(
    select coalesce(json_agg(json_build_object('id', resources.id, 'kind', kind)), '[]')
    from service_resources join resources on resources.id = resource_id where service_id = ${serviceId})`

/** SQL: the colour of the resource whose id is in the given column; null without a resource. */
export const resourceColour = (column: string) =>
  sql<string | null>`(select colour from resources where resources.id = ${sql.ref(column)})`

/** SQL: the name of the resource whose id is in the given column; null without a resource. */
export const resourceName = (column: string) =>
  sql<string | null>`(select name from resources where resources.id = ${sql.ref(column)})`

/** A resource on the board; its occupied times come from the visits. */
export type BoardResourceRow = Omit<ResourceRow, 'slots' | 'exceptions' | 'hours_version'> & {
  colour: string | null
  is_active: boolean
  exceptions: (Exception & { entry_id: string; note: string; is_one_day: boolean })[]
}

/**
 * SQL for one column of a statement: the resources on the board of a date, in order. They are the active resources and
 * those that a visit of the date still occupies.
 */
export const resourcesOfBoard = (branchId: string, date: CivilDate) => {
  const [from, to] = [instantOf(date, '00:00:00'), instantOf(addDays(date, 1), '00:00:00')]
  const onDate = sql`resource_id = resources.id and slot_at between ${from} and ${to}
    and appointment_id is not null`
  return sql<BoardResourceRow[]>`(
    select coalesce(json_agg(json_build_object(
      'id', id, 'kind', kind, 'name', name, 'title', title, 'photo_path', photo_path, 'colour', colour,
      'is_active', is_active,
      'week', (select json_agg(json_build_array(weekday, opens_at, closes_at))
        from resource_hours where resource_id = resources.id),
      'exceptions', (select coalesce(json_agg(json_build_object('date', e.date, 'kind', e.kind, 'starts_at', e.starts_at,
          'ends_at', e.ends_at, 'entry_id', e.entry_id, 'note', e.note, 'is_one_day', not exists (
            select from resource_exceptions other where other.resource_id = e.resource_id
              and other.entry_id = e.entry_id and other.date <> e.date)) order by e.starts_at), '[]')
        from resource_exceptions e where e.resource_id = resources.id
          and e.date between ${addDays(date, -1)} and ${addDays(date, 1)})
    ) order by position, id), '[]')
    from resources where branch_id = ${branchId} and (is_active
      or exists (select from resource_slots where ${onDate}) or exists (select from overbooked_slots where ${onDate})))`
}

/**
 * SQL for one column of a statement: the times that visits occupy, by resource and time, with instants in JSON format.
 */
export const occupationsOf = (appointmentIds: readonly string[]) =>
  sql<{ appointment_id: string; uses: { id: string; from: string; to: string }[] }[]>`(
    select coalesce(json_agg(occupations), '[]') from (
      select appointment_id,
        json_agg(json_build_object('id', resource_id, 'from', since, 'to', until) order by resource_id, since) as uses
      from (
        select appointment_id, resource_id, min(slot_at) as since, max(slot_at) + interval '15 minutes' as until
        from (
          select *, slot_at - interval '15 minutes'
              * row_number() over (partition by appointment_id, resource_id order by slot_at) as island
          from (
            select appointment_id, resource_id, slot_at from resource_slots
            where appointment_id = any(${appointmentIds}::uuid[])
            union all
            select appointment_id, resource_id, slot_at from overbooked_slots
            where appointment_id = any(${appointmentIds}::uuid[])
          ) slots
        ) islands group by appointment_id, resource_id, island
      ) uses group by appointment_id) occupations)`

/** A branch's practitioners in order, with public fields only. */
export const practitionersOf = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('resources')
    .select(['id', 'name', 'title', 'photo_path'])
    .where('branch_id', '=', branchId)
    .where('kind', '=', 'practitioner')
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** The name of a resource; null for one that is unknown. */
export const resourceNameOf = async (tx: ReadTx, id: string): Promise<string | null> =>
  (await tx.selectFrom('resources').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null

/** All quarter hours of visits, including overbooked ones; without reservations. */
export const visitSlots = (tx: ReadTx) =>
  tx
    .selectFrom('resource_slots')
    .select(['resource_id', 'slot_at', 'appointment_id'])
    .where('appointment_id', 'is not', null)
    .$narrowType<{ appointment_id: NotNull }>()
    .unionAll(tx.selectFrom('overbooked_slots').select(['resource_id', 'slot_at', 'appointment_id']))

/** The room of each visit by the visit's id; several rooms are listed in order. */
export async function roomsOfVisits(tx: ReadTx, visitIds: readonly string[]): Promise<Map<string, string>> {
  if (visitIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom(visitSlots(tx).as('slots'))
    .innerJoin('resources', 'resources.id', 'slots.resource_id')
    .select(['slots.appointment_id', 'resources.name'])
    .distinct()
    .where('slots.appointment_id', 'in', visitIds)
    .where('resources.kind', '=', 'room')
    .orderBy('resources.name')
    .execute()
  const rooms = new Map<string, string>()
  for (const { appointment_id: id, name } of rows)
    rooms.set(id, [...(rooms.has(id) ? [rooms.get(id)] : []), name].join(', '))
  return rooms
}

/** The name and kind of an active practitioner or room, whose visits can be a calendar feed; null for others. */
export const feedResource = async (
  tx: ReadTx,
  id: string,
): Promise<{ name: string; kind: 'practitioner' | 'room' } | null> =>
  (await tx
    .selectFrom('resources')
    .select(['name', 'kind'])
    .where('id', '=', id)
    .where('kind', 'in', ['practitioner', 'room'])
    .where('is_active', '=', true)
    .$narrowType<{ kind: 'practitioner' | 'room' }>()
    .executeTakeFirst()) ?? null

/** For each of the visits that is in the room, the start and end of its time there, by the visit's id. */
export async function visitTimesInRoom(
  tx: ReadTx,
  roomId: string,
  visitIds: readonly string[],
): Promise<Map<string, { starts_at: Date; ends_at: Date }>> {
  if (visitIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom(visitSlots(tx).as('slots'))
    .select(({ fn }) => [
      'slots.appointment_id',
      fn.min('slots.slot_at').as('starts_at'),
      sql<Date>`max(slots.slot_at) + interval '15 minutes'`.as('ends_at'),
    ])
    .where('slots.resource_id', '=', roomId)
    .where('slots.appointment_id', 'in', visitIds)
    .groupBy('slots.appointment_id')
    .execute()
  return new Map(rows.map(({ appointment_id, ...times }) => [appointment_id, times]))
}

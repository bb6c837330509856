import { sql } from 'kysely'
import { instantOf, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'
import type { ResourceKind } from '#shared/resources/free-starts.ts'

type Times = [from: string, to: string]

/** An active resource as a statement answers it, with what is about one date. Slots are quarter hours since 1970, in order. */
export type ResourceRow = {
  id: string
  kind: ResourceKind
  /** Null: it has no hours of its own on any weekday. */
  week: Times[] | null
  exceptions: { kind: 'leave' | 'hours' | 'block'; starts_at: string | null; ends_at: string | null }[]
  slots: number[]
}

/** Slots around a business date: a visit may begin at the midnight that ends it and take eight hours, with buffers. */
const HOURS_BEFORE = 4
const HOURS_AFTER = 37

/** The active resources of a branch on a date, in their order, as one column of a statement. */
export const resourcesOn = (branchId: string, date: CivilDate) => {
  const midnight = instantOf(date, '00:00:00').getTime()
  const at = (hours: number) => new Date(midnight + hours * 3_600_000)
  return sql<ResourceRow[]>`(
    select coalesce(json_agg(json_build_object(
      'id', id,
      'kind', kind,
      'week', (select coalesce(json_agg(json_build_array(opens_at, closes_at)) filter (where weekday = ${weekdayOf(date)}), '[]')
        from resource_hours where resource_id = resources.id having count(*) > 0),
      'exceptions', (select coalesce(json_agg(json_build_object('kind', e.kind, 'starts_at', e.starts_at, 'ends_at', e.ends_at)), '[]')
        from resource_exceptions e where e.resource_id = resources.id and e.date = ${date}),
      'slots', array(select (date_part('epoch', slot_at) / 900)::int from resource_slots
        where resource_id = resources.id and slot_at >= ${at(-HOURS_BEFORE)} and slot_at < ${at(HOURS_AFTER)}
        order by slot_at)
    ) order by position, id), '[]')
    from resources where branch_id = ${branchId} and is_active)`
}

/** What a service may only be done by, in or with, as one column of a statement about services. */
export const chosenFor = (serviceId: string) =>
  sql<{ id: string; kind: ResourceKind }[]>`(
    select coalesce(json_agg(json_build_object('id', resources.id, 'kind', kind)), '[]')
    from service_resources join resources on resources.id = resource_id where service_id = ${serviceId})`

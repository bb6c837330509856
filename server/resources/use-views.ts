import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { addDays, instantOf, type CivilDate } from '#shared/lib/manila-time.ts'
import type { ResourceKind } from '#shared/resources/free-starts.ts'
import type { ResourceRow } from './views.ts'

type Dates = { branchId: string; from: CivilDate; to: CivilDate }

/** A person or room with the weekly hours and exceptions that decide when it can have visits. */
export type UsedResource = Pick<ResourceRow, 'id' | 'name' | 'week' | 'exceptions'> & {
  kind: Exclude<ResourceKind, 'device'>
  is_active: boolean
}

/** The people and rooms of a branch in order, inactive ones too, with their hours and exceptions around some dates. */
export async function peopleAndRooms(tx: ReadTx, { branchId, from, to }: Dates): Promise<UsedResource[]> {
  const { rows } = await sql<UsedResource>`select id, kind, name, is_active,
      (select json_agg(json_build_array(weekday, opens_at, closes_at))
        from resource_hours where resource_id = resources.id) as week,
      (select coalesce(json_agg(json_build_object('date', date, 'kind', kind, 'starts_at', starts_at,
          'ends_at', ends_at)), '[]')
        from resource_exceptions where resource_id = resources.id
          and date between ${addDays(from, -2)} and ${addDays(to, 1)}) as exceptions
    from resources where branch_id = ${branchId} and kind in ('practitioner', 'room')
    order by kind, position, id`.execute(tx)
  return rows
}

/** The names of all practitioners of a branch, inactive ones too. */
export const practitionerNames = async (tx: ReadTx, branchId: string): Promise<{ id: string; name: string }[]> =>
  (
    await sql<{ id: string; name: string }>`select id, name from resources
      where branch_id = ${branchId} and kind = 'practitioner' order by name, id`.execute(tx)
  ).rows

/** How many quarter hours of a resource visits occupy in one hour of the week. Hour 0 begins on Sunday at midnight. */
export type BookedHour = { resource_id: string; hour: number; quarters: number }

/**
 * Counts the occupied quarter hours of some dates, from midnight to midnight. A quarter hour with several visits counts
 * once. The statement counts all slots and subtracts the few that are only reserved, because PostgreSQL then reads the
 * index of the slots and no row of the table.
 */
export async function bookedHours(tx: ReadTx, { branchId, from, to }: Dates): Promise<BookedHour[]> {
  const [first, end] = [instantOf(from, '00:00:00'), instantOf(addDays(to, 1), '00:00:00')]
  const inTime = sql`slot_at >= ${first} and slot_at < ${end}`
  // Hours are counted from Sunday midnight in Manila (UTC+8). January 1, 1970 was a Thursday, so four days are added.
  const { rows } = await sql<BookedHour>`select resource_id, hour, sum(quarters)::int as quarters from (
      select resource_id, ((date_part('epoch', slot_at)::bigint / 3600 + 8 + 4 * 24) % 168)::int as hour,
        sum(amount) as quarters
      from (
        select resource_id, slot_at, 1 as amount from resource_slots where ${inTime}
        union all
        select resource_id, slot_at, -1 from resource_slots where ${inTime} and hold_id is not null
        union all
        select distinct resource_id, slot_at, 1 from overbooked_slots over where ${inTime} and not exists (
          select from resource_slots slots where slots.resource_id = over.resource_id
            and slots.slot_at = over.slot_at and appointment_id is not null)
      ) taken group by 1, 2
    ) counted
    where resource_id in (select id from resources where branch_id = ${branchId} and kind in ('practitioner', 'room'))
    group by 1, 2 having sum(quarters) > 0`.execute(tx)
  return rows
}

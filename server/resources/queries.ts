import { sql } from 'kysely'
import type { Tx } from '#server/db/pool.ts'

/** A visit, or a hold with its end. */
export type Occupant = { appointmentId: string } | { holdId: string; until: Date }

/** Who looks at what is occupied: holds that have expired at `now`, and the one with the looker's key, occupy nothing. */
export type Looker = { now: Date; holdKey: Buffer | null }

/** The versions of the hours that somebody has read, by resource: others are not occupied. */
export type SeenHours = ReadonlyMap<string, number>

export type Occupation = Looker & { resourceIds: readonly string[]; from: Date; to: Date; seen?: SeenHours | undefined }

/**
 * The wanted resources whose hours are still those that were read, and which nobody changes until the transaction ends;
 * waits for whoever is just changing them. The lock is the one that the foreign key of the slots takes anyway.
 */
const unchanged = ({ resourceIds, seen }: Occupation) => sql`
  unchanged as materialized (
    select resources.id from resources
    join unnest(${resourceIds}::uuid[], ${resourceIds.map((id) => seen?.get(id) ?? null)}::int[]) wanted (id, hours_version)
      on wanted.id = resources.id
    where wanted.hours_version is null or wanted.hours_version = resources.hours_version
    order by resources.id for key share of resources
  )`

/** The looker's own hold, as an expression. */
const ownHold = (holdKey: Buffer) => sql`(select id from holds where key = ${holdKey})`

/** What the own hold has besides what is wanted: it is given up in the same statement, in the same order. */
const restOfOwnHold = ({ resourceIds, from, to, now }: Occupation, holdKey: Buffer) => sql`
    union all
    select resource_id, slot_at, null, hold_id, ${now}::timestamptz from resource_slots
    where hold_id = ${ownHold(holdKey)}
      and not (resource_id = any(${resourceIds}::uuid[]) and slot_at >= ${from} and slot_at < ${to})`

/** A visit uses the own hold up. */
const spendOwnHold = ({ now }: Occupation, holdKey: Buffer) => sql`
  spent as (update holds set expires_at = ${now} where key = ${holdKey}),`

/**
 * Occupies resources quarter hour by quarter hour, in one statement and always in the same order, so that two who want
 * the same never wait for each other. What is held no longer, and what the caller holds, is taken over; waits for whoever
 * is just occupying it. Returns how many slots of each resource it got: fewer than were asked for when something is
 * occupied or its hours have changed, and then the caller has to go back.
 */
export async function insertSlots(
  tx: Tx,
  occupant: Occupant,
  occupation: Occupation,
): Promise<{ resource_id: string; got: number }[]> {
  const { from, to, now, holdKey } = occupation
  const visit = 'appointmentId' in occupant ? occupant.appointmentId : null
  const [hold, until] = 'holdId' in occupant ? [occupant.holdId, occupant.until] : [null, null]
  const { rows } = await sql<{ resource_id: string; got: number }>`with
  ${holdKey && visit !== null ? spendOwnHold(occupation, holdKey) : sql``}
  ${unchanged(occupation)},
  occupied as (
    insert into resource_slots (resource_id, slot_at, appointment_id, hold_id, held_until)
    select unchanged.id as resource_id, slot_at, ${visit}::uuid as appointment_id, ${hold}::uuid as hold_id,
      ${until}::timestamptz as held_until
    from unchanged,
      generate_series(${from}::timestamptz, ${to}::timestamptz - interval '15 minutes', interval '15 minutes') slot_at
    ${holdKey ? restOfOwnHold(occupation, holdKey) : sql``}
    order by resource_id, slot_at
    on conflict on constraint resource_slots__taken do update
      set appointment_id = excluded.appointment_id, hold_id = excluded.hold_id, held_until = excluded.held_until
      where resource_slots.held_until <= ${now}
        ${holdKey ? sql`or resource_slots.hold_id = ${ownHold(holdKey)}` : sql``}
    returning resource_id, held_until
  )
  select resource_id, count(*)::int as got from occupied
  where held_until is null or held_until > ${now}
  group by resource_id`.execute(tx)
  return rows
}

/**
 * Occupies what is free of some resources, in one statement and in the order of `insertSlots`; answers the quarter hours
 * that it did not get, and whether that is because the hours of the resource have changed.
 */
export async function insertFreeSlots(tx: Tx, appointmentId: string, occupation: Occupation) {
  const { resourceIds, from, to, now } = occupation
  const { rows } = await sql<{ resource_id: string; slot_at: Date; is_changed: boolean }>`
    with ${unchanged(occupation)}, wanted as (
      select resource_id, slot_at from unnest(${resourceIds}::uuid[]) resource_id,
        generate_series(${from}::timestamptz, ${to}::timestamptz - interval '15 minutes', interval '15 minutes') slot_at
      order by resource_id, slot_at
    ), inserted as (
      insert into resource_slots (resource_id, slot_at, appointment_id)
      select resource_id, slot_at, ${appointmentId}::uuid from wanted
      where resource_id in (select id from unchanged) order by resource_id, slot_at
      on conflict on constraint resource_slots__taken do update
        set appointment_id = excluded.appointment_id, hold_id = null, held_until = null
        where resource_slots.held_until <= ${now}
      returning resource_id, slot_at
    )
    select resource_id, slot_at, resource_id not in (select id from unchanged) as is_changed
    from wanted where (resource_id, slot_at) not in (select resource_id, slot_at from inserted)`.execute(tx)
  return rows
}

/** Quarter hours of a visit that others hold. */
export const insertOverbooked = (
  tx: Tx,
  appointmentId: string,
  rows: readonly { resource_id: string; slot_at: Date }[],
) =>
  tx
    .insertInto('overbooked_slots')
    .values(rows.map(({ resource_id, slot_at }) => ({ resource_id, slot_at, appointment_id: appointmentId })))
    .execute()

/** What a visit occupies now, and which of it over others; undefined when nothing. Resources in the order of their ids. */
export const occupationOf = async (tx: Tx, appointmentId: string) =>
  (
    await sql<{ resource_ids: string[]; over: string[]; from: Date; to: Date }>`
      select array_agg(distinct resource_id) as resource_ids, min(slot_at) as "from",
        max(slot_at) + interval '15 minutes' as "to",
        coalesce(array_agg(distinct resource_id) filter (where is_over), '{}') as "over"
      from (
        select resource_id, slot_at, false as is_over from resource_slots where appointment_id = ${appointmentId}
        union all
        select resource_id, slot_at, true from overbooked_slots where appointment_id = ${appointmentId}
      ) slots having count(*) > 0`.execute(tx)
  ).rows[0]

/** Both tables in one statement. */
export const deleteSlots = (tx: Tx, appointmentId: string) =>
  sql`with doubled as (delete from overbooked_slots where appointment_id = ${appointmentId})
    delete from resource_slots where appointment_id = ${appointmentId}`.execute(tx)

/** A point to which a transaction goes back when what follows fails; the transaction goes on. */
export const setSavepoint = (tx: Tx) => sql`savepoint resources`.execute(tx)
export const backToSavepoint = (tx: Tx) => sql`rollback to savepoint resources`.execute(tx)

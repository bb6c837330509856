import { sql } from 'kysely'
import type { Tx } from '#server/db/pool.ts'

export type Occupation = { appointmentId: string; resourceIds: readonly string[]; from: Date; to: Date }

/**
 * Occupies resources quarter hour by quarter hour, in one statement and always in the same order, so that two who want
 * the same never wait for each other. Fails on `resource_slots__taken` when any of it is occupied; waits for whoever is
 * just occupying it.
 */
export const insertSlots = (tx: Tx, { appointmentId, resourceIds, from, to }: Occupation) =>
  sql`insert into resource_slots (resource_id, slot_at, appointment_id)
    select resource_id, slot_at, ${appointmentId}::uuid
    from unnest(${resourceIds}::uuid[]) resource_id,
      generate_series(${from}::timestamptz, ${to}::timestamptz - interval '15 minutes', interval '15 minutes') slot_at
    order by resource_id, slot_at`.execute(tx)

/**
 * Occupies what is free of some resources, in one statement and in the order of `insertSlots`; answers the quarter hours
 * that others hold.
 */
export async function insertFreeSlots(tx: Tx, { appointmentId, resourceIds, from, to }: Occupation) {
  const { rows } = await sql<{ resource_id: string; slot_at: Date }>`
    with wanted as (
      select resource_id, slot_at from unnest(${resourceIds}::uuid[]) resource_id,
        generate_series(${from}::timestamptz, ${to}::timestamptz - interval '15 minutes', interval '15 minutes') slot_at
      order by resource_id, slot_at
    ), inserted as (
      insert into resource_slots (resource_id, slot_at, appointment_id)
      select resource_id, slot_at, ${appointmentId}::uuid from wanted order by resource_id, slot_at
      on conflict do nothing returning resource_id, slot_at
    )
    select resource_id, slot_at from wanted except select resource_id, slot_at from inserted`.execute(tx)
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

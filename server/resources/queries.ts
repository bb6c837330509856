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

/** What a visit occupies now; undefined when nothing. Resources in the order of their ids. */
export const occupationOf = (tx: Tx, appointmentId: string) =>
  tx
    .selectFrom('resource_slots')
    .select([
      sql<string[]>`array_agg(distinct resource_id)`.as('resource_ids'),
      sql<Date>`min(slot_at)`.as('from'),
      sql<Date>`max(slot_at) + interval '15 minutes'`.as('to'),
    ])
    .where('appointment_id', '=', appointmentId)
    .groupBy('appointment_id')
    .executeTakeFirst()

export const deleteSlots = (tx: Tx, appointmentId: string) =>
  tx.deleteFrom('resource_slots').where('appointment_id', '=', appointmentId).execute()

/** A point to which a transaction goes back when what follows fails; the transaction goes on. */
export const setSavepoint = (tx: Tx) => sql`savepoint resources`.execute(tx)
export const backToSavepoint = (tx: Tx) => sql`rollback to savepoint resources`.execute(tx)

import { sql } from 'kysely'
import { executeAhead } from '#server/db/pipeline.ts'
import type { Tx } from '#server/db/pool.ts'

/** What occupies slots: a visit, or a slot reservation with the time at which it expires. */
export type Occupant = { appointmentId: string } | { holdId: string; until: Date }

/** The caller who checks slots: reservations that have expired at `now`, and the caller's own, count as free. */
export type SlotViewer = { now: Date; holdKey: Buffer | null }

/**
 * For each resource the version of its hours that the caller has read. If the hours have changed since, the resource
 * cannot be reserved.
 */
export type HoursVersions = ReadonlyMap<string, number>

/** The use of a resource during a time span, in quarter hours. */
export type Use = { id: string; from: Date; to: Date }

/**
 * The slots to reserve. The caller must not pass overlapping uses of one resource: a statement that inserts the same
 * slot twice fails.
 */
export type Occupation = SlotViewer & { uses: readonly Use[]; hoursVersions?: HoursVersions | undefined }

/** Makes an SQL table of the uses: one row with resource, start and end for each. */
const rowsOf = (uses: readonly Use[]) => sql`unnest(${uses.map(({ id }) => id)}::uuid[],
  ${uses.map(({ from }) => from.toISOString())}::timestamptz[], ${uses.map(({ to }) => to.toISOString())}::timestamptz[])
  as used (resource_id, since, until)`

/** SQL that expands each use of `rowsOf` into its quarter hours. */
const quarterHours = sql`generate_series(since, until - interval '15 minutes', interval '15 minutes') slot_at`

/**
 * Locks the requested resources against changes of their hours until the transaction ends, and returns the resources
 * whose hours still have the version that the caller has read. Waits for changes in progress. Inserting the slots would
 * take the same lock anyway, for their foreign key.
 */
function unchanged({ uses, hoursVersions }: Occupation) {
  const ids = [...new Set(uses.map(({ id }) => id))]
  return sql`
  unchanged as materialized (
    select resources.id from resources
    join unnest(${ids}::uuid[], ${ids.map((id) => hoursVersions?.get(id) ?? null)}::int[]) wanted (id, hours_version)
      on wanted.id = resources.id
    where wanted.hours_version is null or wanted.hours_version = resources.hours_version
    order by resources.id for key share of resources
  )`
}

/** The id of the caller's own slot reservation, as a SQL expression. */
const ownReservation = (holdKey: Buffer) => sql`(select id from holds where key = ${holdKey})`

/**
 * SQL for the slots of the caller's reservation that the booking does not need. `insertSlots` releases them together
 * with reserving the others, so that it locks all slots in one order.
 */
const unusedSlotsOfReservation = ({ uses, now }: Occupation, holdKey: Buffer) => sql`
    union all
    select resource_id, slot_at, null, hold_id, ${now}::timestamptz from resource_slots
    where hold_id = ${ownReservation(holdKey)}
      and not exists (select from ${rowsOf(uses)} where used.resource_id = resource_slots.resource_id
        and slot_at >= since and slot_at < until)`

/** Ends the caller's reservation, because the visit takes its place. */
const endOwnReservation = ({ now }: Occupation, holdKey: Buffer) => sql`
  ended as (update holds set expires_at = ${now} where key = ${holdKey}),`

/**
 * Reserves resources by quarter hour in one statement, always in the same order, so that concurrent bookings cannot
 * deadlock. Takes over expired slots and those of the caller's own reservation; waits for running transactions. Returns
 * how many slots of each resource it got. If there are fewer than requested (taken, or hours changed), the caller must
 * roll back.
 */
export async function insertSlots(
  tx: Tx,
  occupant: Occupant,
  occupation: Occupation,
): Promise<{ resource_id: string; reserved: number }[]> {
  const { uses, now, holdKey } = occupation
  const visit = 'appointmentId' in occupant ? occupant.appointmentId : null
  const [hold, until] = 'holdId' in occupant ? [occupant.holdId, occupant.until] : [null, null]
  const { rows } = await sql<{ resource_id: string; reserved: number }>`with
  ${holdKey && visit !== null ? endOwnReservation(occupation, holdKey) : sql``}
  ${unchanged(occupation)},
  occupied as (
    insert into resource_slots (resource_id, slot_at, appointment_id, hold_id, held_until)
    select resource_id, slot_at, ${visit}::uuid as appointment_id, ${hold}::uuid as hold_id,
      ${until}::timestamptz as held_until
    from unchanged join ${rowsOf(uses)} on used.resource_id = unchanged.id, ${quarterHours}
    ${holdKey ? unusedSlotsOfReservation(occupation, holdKey) : sql``}
    order by resource_id, slot_at
    on conflict on constraint resource_slots__taken do update
      set appointment_id = excluded.appointment_id, hold_id = excluded.hold_id, held_until = excluded.held_until
      where resource_slots.held_until <= ${now}
        ${holdKey ? sql`or resource_slots.hold_id = ${ownReservation(holdKey)}` : sql``}
    returning resource_id, held_until
  )
  select resource_id, count(*)::int as reserved from occupied
  where held_until is null or held_until > ${now}
  group by resource_id`.execute(tx)
  return rows
}

/**
 * Reserves the free slots of some resources in one statement, in the same order as `insertSlots`. Returns the slots
 * that it could not reserve, each with `is_changed`: true if the reason is that the hours of the resource have changed.
 */
export async function insertFreeSlots(tx: Tx, appointmentId: string, occupation: Occupation) {
  const { uses, now } = occupation
  const { rows } = await sql<{ resource_id: string; slot_at: Date; is_changed: boolean }>`
    with ${unchanged(occupation)}, wanted as (
      select resource_id, slot_at from ${rowsOf(uses)}, ${quarterHours}
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

/** Inserts those slots of a visit that other visits already occupy. */
export const insertOverbooked = (
  tx: Tx,
  appointmentId: string,
  rows: readonly { resource_id: string; slot_at: Date }[],
) =>
  tx
    .insertInto('overbooked_slots')
    .values(rows.map(({ resource_id, slot_at }) => ({ resource_id, slot_at, appointment_id: appointmentId })))
    .execute()

/**
 * The resources that a visit occupies and which of them are overbooked, ordered by id and time; undefined when there
 * are none.
 */
export async function occupationOf(tx: Tx, appointmentId: string) {
  const { rows } = await sql<Use & { is_over: boolean }>`
    select resource_id as id, min(slot_at) as "from", max(slot_at) + interval '15 minutes' as "to", bool_or(is_over) as is_over
    from (
      select *, slot_at - interval '15 minutes' * row_number() over (partition by resource_id order by slot_at) as island
      from (
        select resource_id, slot_at, false as is_over from resource_slots where appointment_id = ${appointmentId}
        union all
        select resource_id, slot_at, true from overbooked_slots where appointment_id = ${appointmentId}
      ) slots
    ) islands
    group by resource_id, island order by resource_id, min(slot_at)`.execute(tx)
  if (rows.length === 0) return undefined
  return {
    uses: rows.map(({ id, from, to }) => ({ id, from, to })),
    over: [...new Set(rows.filter(({ is_over }) => is_over).map(({ id }) => id))],
  }
}

/** Deletes a visit's slots, including those in the table of overbooked slots. */
export const deleteSlots = (tx: Tx, appointmentId: string) =>
  sql`with doubled as (delete from overbooked_slots where appointment_id = ${appointmentId})
    delete from resource_slots where appointment_id = ${appointmentId}`.execute(tx)

/** A savepoint, so that a failed step can be rolled back without ending the transaction. */
export const setSavepoint = (tx: Tx) => executeAhead(tx, sql`savepoint resources`.compile(tx))
export const rollBackToSavepoint = (tx: Tx) => sql`rollback to savepoint resources`.execute(tx)

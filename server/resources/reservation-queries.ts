import { sql, type Insertable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Holds } from '#server/db/schema.ts'
import type { SlotViewer } from './queries.ts'

/** The key of the advisory lock that serializes slot reservations. */
const HOLDS_LOCK = 7_004

/** Serializes the making of slot reservations, so that the limits are counted exactly. */
export const lockReservations = (tx: Tx) => sql`select pg_advisory_xact_lock(${HOLDS_LOCK})`.execute(tx)

type Counted = { branchId: string; addressHash: Buffer; key: Buffer; now: Date }

/** How many slot reservations an IP address has, except the one with `key`. */
export const countReservationsFrom = async (
  tx: ReadTx,
  { branchId, addressHash, key, now }: Counted,
): Promise<number> =>
  (
    await tx
      .selectFrom('holds')
      .select((count) => count.fn.countAll<number>().as('total'))
      .where('branch_id', '=', branchId)
      .where('expires_at', '>', now)
      .where('address_hash', '=', addressHash)
      .where('key', '<>', key)
      .executeTakeFirstOrThrow()
  ).total

/**
 * Stores the slot reservation of a browser's key and locks the row until the transaction ends. If the requested time is
 * unchanged and the reservation has not expired, its expiry stays.
 */
export async function upsertReservation(
  tx: Tx,
  row: Insertable<Holds>,
  now: Date,
): Promise<{ id: string; expires_at: Date }> {
  const isSame = sql<boolean>`holds.expires_at > ${now} and holds.starts_at = excluded.starts_at
    and holds.service_id = excluded.service_id and holds.further_services = excluded.further_services
    and holds.practitioner_id is not distinct from excluded.practitioner_id`
  return tx
    .insertInto('holds')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        expires_at: sql<Date>`case when ${isSame} then holds.expires_at else excluded.expires_at end`,
        service_id: eb.ref('excluded.service_id'),
        further_services: eb.ref('excluded.further_services'),
        practitioner_id: eb.ref('excluded.practitioner_id'),
        starts_at: eb.ref('excluded.starts_at'),
        address_hash: eb.ref('excluded.address_hash'),
        is_unknown: eb.ref('excluded.is_unknown'),
      })),
    )
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** True if the slot reservation with the key `holdKey` begins at `startsAt`. */
export const isReservedBy = async (tx: ReadTx, { now, holdKey }: SlotViewer, startsAt: Date): Promise<boolean> =>
  holdKey !== null &&
  (await tx
    .selectFrom('holds')
    .select('id')
    .where('key', '=', holdKey)
    .where('starts_at', '=', startsAt)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined

/** Releases the reservation of a key. Locks its slots in the same order as bookings do, to avoid deadlocks. */
export const releaseReservation = (tx: Tx, key: Buffer, now: Date) =>
  sql`with ended as (update holds set expires_at = ${now} where key = ${key} and expires_at > ${now} returning id),
  slots as (
    select resource_id, slot_at from resource_slots where hold_id = (select id from ended)
    order by resource_id, slot_at for update
  )
  delete from resource_slots using slots
  where resource_slots.resource_id = slots.resource_id and resource_slots.slot_at = slots.slot_at`.execute(tx)

/**
 * Frees the slots of a key's reservation, whether or not it has expired. The row in `holds` stays until the clean-up
 * deletes it after its expiry. Locks the slots in the same order as bookings do.
 */
export const deleteReservedSlots = (tx: Tx, key: Buffer) =>
  sql`with slots as (
    select resource_id, slot_at from resource_slots where hold_id = (select id from holds where key = ${key})
    order by resource_id, slot_at for update
  )
  delete from resource_slots using slots
  where resource_slots.resource_id = slots.resource_id and resource_slots.slot_at = slots.slot_at`.execute(tx)

/** Deletes expired reservations; slots that another transaction is taking over are skipped. */
export async function deleteExpiredReservations(tx: Tx, now: Date): Promise<void> {
  await sql`delete from resource_slots where (resource_id, slot_at) in (
    select resource_id, slot_at from resource_slots where hold_id is not null and held_until <= ${now}
    order by resource_id, slot_at for update skip locked)`.execute(tx)
  await sql`delete from holds where expires_at <= ${now}
    and not exists (select from resource_slots where hold_id = holds.id)`.execute(tx)
}

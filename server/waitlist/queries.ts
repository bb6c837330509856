import { sql, type Insertable, type Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { WaitlistEntries, WaitlistOffers } from '#server/db/schema.ts'
import { retainedSince } from '#server/lib/retention.ts'
import { OPEN_WAITLIST_STATES, type WaitlistState } from '#shared/waitlist/requested-times.ts'
import { isServiceGone } from './views.ts'

/** The key of the advisory lock that serializes waitlist entries of unknown clients. */
const UNKNOWN_ENTRIES_LOCK = 7_005

/** Serializes new entries of unknown clients, so that their limits are counted exactly. */
export const lockUnknownEntries = (tx: Tx) => sql`select pg_advisory_xact_lock(${UNKNOWN_ENTRIES_LOCK})`.execute(tx)

export const insertEntry = (tx: Tx, row: Insertable<WaitlistEntries>) =>
  tx.insertInto('waitlist_entries').values(row).execute()

/** Locks a waitlist entry until the transaction ends, so that reads after it see the entry's current state. */
export const lockEntry = (tx: Tx, id: string) =>
  tx.selectFrom('waitlist_entries').select('state').where('id', '=', id).forUpdate().executeTakeFirst()

/** Updates a waitlist entry; a closed one loses the hashed IP address from which the client made it. */
export const updateEntry = (
  tx: Tx,
  id: string,
  { state, ...values }: Updateable<WaitlistEntries> & { state: WaitlistState; updated_at: Date },
) =>
  tx
    .updateTable('waitlist_entries')
    .set({ state, ...values, ...(!isOpen(state) && { address_hash: null }) })
    .where('id', '=', id)
    .execute()

const isOpen = (state: WaitlistState) => OPEN_WAITLIST_STATES.includes(state)

export const insertOffer = (tx: Tx, row: Insertable<WaitlistOffers>) =>
  tx.insertInto('waitlist_offers').values(row).execute()

export const endOffer = (tx: Tx, id: string, state: 'taken' | 'declined' | 'lapsed' | 'withdrawn', now: Date) =>
  tx.updateTable('waitlist_offers').set({ state, ended_at: now }).where('id', '=', id).execute()

/** Locks waitlist entries with an expired, unanswered offer; rows locked by another transaction are skipped. */
export const lockExpiredOffers = async (tx: Tx, now: Date, limit: number): Promise<string[]> =>
  (
    await tx
      .selectFrom('waitlist_offers')
      .innerJoin('waitlist_entries', 'waitlist_entries.id', 'waitlist_offers.entry_id')
      .select('waitlist_entries.id')
      .where('waitlist_offers.state', '=', 'open')
      .where('waitlist_offers.ends_at', '<=', now)
      .orderBy('waitlist_offers.ends_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
  ).map(({ id }) => id)

/** Locks waitlist entries whose days have passed or whose service is no longer offered; locked rows are skipped. */
export const lockEndedEntries = async (tx: Tx, today: string, limit: number): Promise<string[]> =>
  (
    await tx
      .selectFrom('waitlist_entries')
      .select('waitlist_entries.id')
      .where('waitlist_entries.state', '=', 'waiting')
      .where(({ or, eb }) => or([eb('waitlist_entries.last_date', '<', today), isServiceGone]))
      .limit(limit)
      .forUpdate('waitlist_entries')
      .skipLocked()
      .execute()
  ).map(({ id }) => id)

/** Deletes the hashed IP addresses from waitlist entries whose clients have become known. */
export const deleteAddressesOfKnownClients = (tx: Tx) =>
  sql`update waitlist_entries set address_hash = null from clients
    where clients.id = waitlist_entries.client_id and clients.proven_at is not null
      and waitlist_entries.address_hash is not null`.execute(tx)

/** The reserved times of a client's waitlist entries. */
export const openOffersOf = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('waitlist_offers')
    .innerJoin('waitlist_entries', 'waitlist_entries.id', 'waitlist_offers.entry_id')
    .select('waitlist_offers.hold_key')
    .where('waitlist_entries.client_id', '=', clientId)
    .where('waitlist_offers.state', '=', 'open')
    .execute()

/** Deletes waitlist entries that were closed long ago, with their offers. */
export const deleteOldEntries = (tx: Tx, now: Date) =>
  tx
    .deleteFrom('waitlist_entries')
    .where('state', 'not in', OPEN_WAITLIST_STATES)
    .where('updated_at', '<', retainedSince('waitlist', now))
    .execute()

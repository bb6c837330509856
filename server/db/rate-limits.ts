import { sql } from 'kysely'
import { retainedSince } from '#server/lib/retention.ts'
import type { ReadTx, Tx } from './pool.ts'

export type RateLimit = { tries: number; windowSeconds: number }

const windowStart = (now: Date, windowSeconds: number) => new Date(now.getTime() - windowSeconds * 1000)

/**
 * The latest time at which a window can have begun. A later one comes from a clock that was ahead, and would last until
 * that time. The clocks of several processes differ by less than a minute.
 */
const latestStart = (now: Date) => new Date(now.getTime() + 60_000)

/**
 * Counts a try of `key` and returns the number in the current window, including this one. All processes share the row;
 * an expired window starts again at 1.
 */
export async function countTry(tx: Tx, scope: string, key: string, limit: RateLimit, now: Date): Promise<number> {
  const isOver = sql<boolean>`(rate_windows.started_at <= ${windowStart(now, limit.windowSeconds)}
    or rate_windows.started_at > ${latestStart(now)})`
  const row = await tx
    .insertInto('rate_windows')
    .values({ scope, key, started_at: now, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key']).doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else rate_windows.count + 1 end`,
        started_at: sql<Date>`case when ${isOver} then ${now} else rate_windows.started_at end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/** True while the count of the current window exceeds the limit. */
export const exceedsLimit = async (
  tx: ReadTx,
  scope: string,
  key: string,
  limit: RateLimit,
  now: Date,
): Promise<boolean> =>
  (await tx
    .selectFrom('rate_windows')
    .select('count')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('started_at', '>', windowStart(now, limit.windowSeconds))
    .where('started_at', '<=', latestStart(now))
    .where('count', '>', limit.tries)
    .executeTakeFirst()) !== undefined

export const deleteTries = (tx: Tx, scope: string, key: string) =>
  tx.deleteFrom('rate_windows').where('scope', '=', scope).where('key', '=', key).execute()

/** Removes one try that should not count, such as a log-in with the right password. */
export const uncountTry = (tx: Tx, scope: string, key: string) =>
  tx
    .updateTable('rate_windows')
    .set({ count: sql<number>`greatest(count - 1, 0)` })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()

/** Deletes the counts of tries whose window ended long ago. */
export const deleteOldWindows = (tx: Tx, now: Date) =>
  tx.deleteFrom('rate_windows').where('started_at', '<', retainedSince('countedTries', now)).execute()

/** The first key of the advisory lock that serializes registrations from one IP address. */
const REGISTRATION_LOCK = 7_002

/**
 * Makes registrations from one IP address wait for each other, so that each is counted; the lock lasts until the
 * transaction ends.
 */
export const lockRegistrations = (tx: Tx, address: Buffer) =>
  sql`select pg_advisory_xact_lock(${REGISTRATION_LOCK}, ${address.readInt32BE(0)})`.execute(tx)

/**
 * The number of registrations tried from an IP address within the last `windowSeconds`, without those of clients who
 * have become known.
 */
export const countRegistrationTries = async (
  tx: ReadTx,
  address: Buffer,
  windowSeconds: number,
  now: Date,
): Promise<number> =>
  (
    await tx
      .selectFrom('registration_tries')
      .select((count) => count.fn.countAll<number>().as('tries'))
      .where('address_hash', '=', address)
      .where('tried_at', '>', windowStart(now, windowSeconds))
      .executeTakeFirstOrThrow()
  ).tries

export const insertRegistrationTry = (tx: Tx, row: { id: string; address_hash: Buffer; tried_at: Date }) =>
  tx.insertInto('registration_tries').values(row).execute()

/** Stores in a registration try which client it created, because the try is deleted when that client becomes known. */
export const setClientOfTry = (tx: Tx, id: string, clientId: string) =>
  tx.updateTable('registration_tries').set({ client_id: clientId }).where('id', '=', id).execute()

export const deleteTriesOfClient = (tx: Tx, clientId: string) =>
  tx.deleteFrom('registration_tries').where('client_id', '=', clientId).execute()

/** Deletes registration tries older than the window, with their hashed IP addresses. */
export const deleteOldRegistrationTries = (tx: Tx, windowSeconds: number, now: Date) =>
  tx.deleteFrom('registration_tries').where('tried_at', '<=', windowStart(now, windowSeconds)).execute()

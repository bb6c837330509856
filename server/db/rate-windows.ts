import { sql } from 'kysely'
import { keptSince } from '#server/lib/retention.ts'
import type { ReadTx, Tx } from './pool.ts'

export type RateLimit = { tries: number; windowSeconds: number }

/**
 * Counts a try of `key` and returns the number in the current window, including this one. All processes share the row;
 * an expired window starts again at 1.
 */
export async function countHit(tx: Tx, scope: string, key: string, limit: RateLimit, now: Date): Promise<number> {
  const start = new Date(now.getTime() - limit.windowSeconds * 1000)
  const row = await tx
    .insertInto('rate_windows')
    .values({ scope, key, started_at: now, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key']).doUpdateSet({
        count: sql<number>`case when rate_windows.started_at <= ${start} then 1 else rate_windows.count + 1 end`,
        started_at: sql<Date>`case when rate_windows.started_at <= ${start} then ${now} else rate_windows.started_at end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/** True while the count of the current window exceeds the limit. */
export const isBeyond = async (tx: ReadTx, scope: string, key: string, limit: RateLimit, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('rate_windows')
    .select('count')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('started_at', '>', new Date(now.getTime() - limit.windowSeconds * 1000))
    .where('count', '>', limit.tries)
    .executeTakeFirst()) !== undefined

export const forgetTries = (tx: Tx, scope: string, key: string) =>
  tx.deleteFrom('rate_windows').where('scope', '=', scope).where('key', '=', key).execute()

/** Removes one try that should not count, such as a log-in with the right password. */
export const refundHit = (tx: Tx, scope: string, key: string) =>
  tx
    .updateTable('rate_windows')
    .set({ count: sql<number>`greatest(count - 1, 0)` })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()

/** Deletes windows that ended long ago. */
export const sweepWindows = (tx: Tx, now: Date) =>
  tx.deleteFrom('rate_windows').where('started_at', '<', keptSince('countedTries', now)).execute()

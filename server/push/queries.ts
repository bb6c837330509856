import type { Insertable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { PushKeys, PushSubscriptions } from '#server/db/schema.ts'

export const keys = (tx: ReadTx) => tx.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()

/** True as soon as any device is to be told anything. */
export const anySubscription = async (tx: ReadTx): Promise<boolean> =>
  (await tx.selectFrom('push_subscriptions').select('id').limit(1).executeTakeFirst()) !== undefined

/** Keeps those that are there. */
export const insertKeys = (tx: Tx, row: Insertable<PushKeys>) =>
  tx
    .insertInto('push_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** One device for a session, and one session for a device: the newer one counts. */
export async function saveSubscription(tx: Tx, row: Insertable<PushSubscriptions>): Promise<void> {
  const { id: _, ...values } = row
  await deleteSubscription(tx, row.session_id, row.endpoint)
  await tx
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute()
}

/** Takes the device of a session away, unless it is `except`; false when there is none. */
export async function deleteSubscription(tx: Tx, sessionId: string, except = ''): Promise<boolean> {
  const gone = await tx
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .where('endpoint', '<>', except)
    .returning('id')
    .execute()
  return gone.length > 0
}

/** The same for a subscription as it was read; false when it is another by now. */
export async function deleteEndpoint(tx: Tx, id: string, endpoint: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('endpoint', '=', endpoint)
    .returning('id')
    .execute()
  return gone.length > 0
}

export const hasSubscription = async (tx: ReadTx, sessionId: string): Promise<boolean> =>
  (await tx.selectFrom('push_subscriptions').select('id').where('session_id', '=', sessionId).executeTakeFirst()) !==
  undefined

/** Every device whose session still runs, with its person. */
export const subscriptions = (tx: ReadTx, now: Date) =>
  tx
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'push_subscriptions.id',
      'push_subscriptions.endpoint',
      'push_subscriptions.p256dh',
      'push_subscriptions.auth',
      'users.id as user_id',
      'users.name',
      'users.role',
    ])
    .where('sessions.expires_at', '>', now)
    .where('users.closed_at', 'is', null)
    .execute()

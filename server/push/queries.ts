import type { Insertable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { PushKeys, PushSubscriptions } from '#server/db/schema.ts'

export const keys = (tx: ReadTx) => tx.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()

/** True when at least one device is subscribed. */
export const anySubscription = async (tx: ReadTx): Promise<boolean> =>
  (await tx.selectFrom('push_subscriptions').select('id').limit(1).executeTakeFirst()) !== undefined

/** Stores the clinic's push keys; does nothing when keys exist already. */
export const insertKeys = (tx: Tx, row: Insertable<PushKeys>) =>
  tx
    .insertInto('push_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Stores a subscription; it replaces an older one of the same session or device. */
export async function saveSubscription(tx: Tx, row: Insertable<PushSubscriptions>): Promise<void> {
  const { id: _, ...values } = row
  await deleteSubscription(tx, row.session_id, row.endpoint)
  await tx
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute()
}

/**
 * Deletes a session's subscription, unless its endpoint is `except`. Returns false if there was no subscription to
 * delete.
 */
export async function deleteSubscription(tx: Tx, sessionId: string, except = ''): Promise<boolean> {
  const gone = await tx
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .where('endpoint', '<>', except)
    .returning('id')
    .execute()
  return gone.length > 0
}

/** Deletes a subscription unless its URL has changed since it was read; false when it has changed. */
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

/** The subscription at a URL with its session and person. */
export const subscriptionAt = (tx: ReadTx, endpoint: string) =>
  tx
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'push_subscriptions.session_id', 'sessions.user_id'])
    .where('push_subscriptions.endpoint', '=', endpoint)
    .executeTakeFirst()

export const moveToSession = (tx: Tx, id: string, sessionId: string) =>
  tx.updateTable('push_subscriptions').set({ session_id: sessionId }).where('id', '=', id).execute()

/**
 * Sessions with a subscribed device, including expired ones, which are kept until a log-out on the device or the
 * account's deletion.
 */
export const sessionsOfDevices = async (tx: ReadTx): Promise<string[]> =>
  (await tx.selectFrom('push_subscriptions').select('session_id').execute()).map((row) => row.session_id)

/** The origins of the push services of all devices. */
export async function subscribedServices(tx: ReadTx): Promise<string[]> {
  const rows = await tx.selectFrom('push_subscriptions').select('endpoint').execute()
  return [...new Set(rows.map(({ endpoint }) => new URL(endpoint).origin))].sort()
}

/** Every subscribed device with its person. */
export const subscriptions = (tx: ReadTx) =>
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
    .where('users.closed_at', 'is', null)
    .execute()

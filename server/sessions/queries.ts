import { sql, type Insertable } from 'kysely'
import type { Database, ReadTx, Tx } from '#server/db/pool.ts'
import { firstOf, prepared } from '#server/db/prepared.ts'
import type { PendingLogIns, Sessions } from '#server/db/schema.ts'

export const insertSession = (tx: Tx, row: Insertable<Sessions>) => tx.insertInto('sessions').values(row).execute()

const runningSession = prepared((db, { tokenHash, now }: { tokenHash: Buffer; now: Date }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.role',
      'users.must_set_password',
      'sessions.id as session_id',
      'sessions.hand_over_id',
      'sessions.must_set_up_second_factor',
      'sessions.last_used_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.closed_at', 'is', null),
)

/**
 * The person of an active session; undefined when it has ended or expired, or the account was closed. It is one
 * statement, because it runs before each call.
 */
export const principalOfSession = (db: Database, tokenHash: Buffer, now: Date) =>
  firstOf(db, runningSession({ tokenHash, now }))

/** Stores when a session was used, unless a use after `since` is stored. */
export const saveUse = (tx: Tx, id: string, { now, since }: { now: Date; since: Date }) =>
  tx
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('last_used_at', '<=', since)
    .execute()

/** The sessions of a person, the last used one first. An expired one is kept while its device gets notifications. */
export const sessionsOf = (tx: ReadTx, userId: string, now: Date) =>
  tx
    .selectFrom('sessions')
    .leftJoin('push_subscriptions', 'push_subscriptions.session_id', 'sessions.id')
    .select(['sessions.id', 'device', 'last_used_at', 'expires_at'])
    .select((row) => row('push_subscriptions.id', 'is not', null).as('gets_notifications'))
    .where('user_id', '=', userId)
    .where((row) => row.or([row('expires_at', '>', now), row('push_subscriptions.id', 'is not', null)]))
    .orderBy('last_used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute()

export const deleteOwnSession = (tx: Tx, { id, userId }: { id: string; userId: string }) =>
  tx.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).returning('device').executeTakeFirst()

export async function deleteSessions(
  tx: Tx,
  where: { userId: string; except?: string | undefined },
): Promise<string[]> {
  let statement = tx.deleteFrom('sessions').where('user_id', '=', where.userId)
  if (where.except) statement = statement.where('id', '!=', where.except)
  const rows = await statement.returning('id').execute()
  return rows.map((row) => row.id)
}

/** Locks a session until the transaction ends; false when it has ended. */
export const lockSession = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('sessions').select('id').where('id', '=', id).forUpdate().executeTakeFirst()) !== undefined

export const setHandOver = (tx: Tx, id: string, hand_over_id: string | null) =>
  tx.updateTable('sessions').set({ hand_over_id }).where('id', '=', id).execute()

export const deleteSession = (tx: Tx, id: string) => tx.deleteFrom('sessions').where('id', '=', id).execute()

export function deleteExpired(tx: Tx, now: Date, except: readonly string[]) {
  const expired = tx.deleteFrom('sessions').where('expires_at', '<=', now)
  return (except.length === 0 ? expired : expired.where('id', 'not in', except)).execute()
}

/**
 * Restricts the sessions of these accounts to setting up a second factor, and gives all other sessions their full
 * rights. Returns the ids of the newly restricted sessions.
 */
export async function requireSetUpOf(tx: Tx, accountIds: readonly string[]): Promise<string[]> {
  const must = sql<boolean>`user_id = any(${accountIds}::uuid[])`
  const rows = await tx
    .updateTable('sessions')
    .set({ must_set_up_second_factor: must })
    .where(sql<boolean>`must_set_up_second_factor <> (${must})`)
    .returning(['id', 'must_set_up_second_factor'])
    .execute()
  return rows.filter((row) => row.must_set_up_second_factor).map(({ id }) => id)
}

export const passwordTimeOf = async (tx: Tx, id: string): Promise<Date | undefined> =>
  (await tx.selectFrom('sessions').select('password_at').where('id', '=', id).executeTakeFirst())?.password_at

export const savePasswordTime = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('sessions').set({ password_at: now }).where('id', '=', id).execute()

export const saveChallenge = (tx: Tx, id: string, { challenge, until }: { challenge: string; until: Date }) =>
  tx
    .updateTable('sessions')
    .set({ passkey_challenge: challenge, passkey_challenge_until: until })
    .where('id', '=', id)
    .execute()

/** Returns and deletes the challenge of a session. */
export async function takeChallenge(tx: Tx, id: string, now: Date): Promise<string | null> {
  const found = await tx
    .selectFrom('sessions')
    .select('passkey_challenge')
    .where('id', '=', id)
    .where('passkey_challenge_until', '>', now)
    .forUpdate()
    .executeTakeFirst()
  const none = { passkey_challenge: null, passkey_challenge_until: null }
  await tx.updateTable('sessions').set(none).where('id', '=', id).execute()
  return found?.passkey_challenge ?? null
}

export const insertPending = (tx: Tx, row: Insertable<PendingLogIns>) =>
  tx.insertInto('pending_log_ins').values(row).execute()

/** Counts a try of a pending log-in; false when it has expired or was tried too often. */
export const tryPending = async (tx: Tx, tokenHash: Buffer, most: number, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('pending_log_ins')
    .set({ tries: sql<number>`tries + 1` })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('tries', '<', most)
    .returning('account_id')
    .executeTakeFirst()) !== undefined

export const deletePending = (tx: Tx, where: { tokenHash: Buffer } | { accountId: string } | { until: Date }) => {
  const found = tx.deleteFrom('pending_log_ins')
  if ('tokenHash' in where) return found.where('token_hash', '=', where.tokenHash).execute()
  if ('until' in where) return found.where('expires_at', '<=', where.until).execute()
  return found.where('account_id', '=', where.accountId).execute()
}

export const findPending = (tx: Tx, tokenHash: Buffer, most: number, now: Date) =>
  tx
    .selectFrom('pending_log_ins')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('tries', '<', most)
    .executeTakeFirst()

export const savePendingChallenge = (tx: Tx, tokenHash: Buffer, passkey_challenge: string | null) =>
  tx.updateTable('pending_log_ins').set({ passkey_challenge }).where('token_hash', '=', tokenHash).execute()

/** Returns and deletes the challenge of a pending log-in. */
export async function takePendingChallenge(tx: Tx, tokenHash: Buffer): Promise<string | null> {
  const found = await tx
    .selectFrom('pending_log_ins')
    .select('passkey_challenge')
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
  await savePendingChallenge(tx, tokenHash, null)
  return found?.passkey_challenge ?? null
}

import type { Insertable } from 'kysely'
import type { Database, ReadTx, Tx } from '#server/db/pool.ts'
import { firstOf, prepared } from '#server/db/prepared.ts'
import type { ApiKeys } from '#server/db/schema.ts'

const keyWithCreator = prepared((db, { tokenHash }: { tokenHash: Buffer }) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.created_by')
    .select(['api_keys.id', 'api_keys.name', 'scopes', 'expires_at', 'last_used_at', 'revoked_at'])
    .select(['users.id as creator_id', 'users.email', 'users.role', 'users.must_set_password', 'users.closed_at'])
    .where('token_hash', '=', tokenHash),
)

/**
 * Finds a key together with the current state of the person who created it. It is one statement, because it runs before
 * each call.
 */
export const findKey = (db: Database, tokenHash: Buffer) => firstOf(db, keyWithCreator({ tokenHash }))
export type FoundKey = NonNullable<Awaited<ReturnType<typeof findKey>>>

/** Stores when a key was used, unless somebody has stored a use after `since`. */
export const saveUse = (tx: Tx, id: string, { now, since }: { now: Date; since: Date }) =>
  tx
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', since)]))
    .execute()

const keys = (tx: ReadTx) =>
  tx
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.created_by')
    .select(['api_keys.id', 'api_keys.name', 'scopes', 'api_keys.created_at', 'created_by_name'])
    .select(['expires_at', 'last_used_at', 'revoked_at', 'users.role', 'users.closed_at'])

export const listKeys = (tx: ReadTx) => keys(tx).orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id').execute()
export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number]

export const readKey = (tx: ReadTx, id: string) => keys(tx).where('api_keys.id', '=', id).executeTakeFirst()

export const insertKey = (tx: Tx, row: Insertable<ApiKeys>) => tx.insertInto('api_keys').values(row).execute()

/** Revokes a key. Returns false if the key does not exist or was revoked before. */
export const revokeKey = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

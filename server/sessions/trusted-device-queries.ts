import type { Insertable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { TrustedDevices } from '#server/db/schema.ts'

export const insertTrusted = (tx: Tx, row: Insertable<TrustedDevices>) =>
  tx.insertInto('trusted_devices').values(row).execute()

type Use = { accountId: string; tokenHash: Buffer; now: Date }

/** Stores the use of a trusted device; false if the browser is not trusted for this account. */
export const saveUse = async (tx: Tx, { accountId, tokenHash, now }: Use): Promise<boolean> =>
  (await tx
    .updateTable('trusted_devices')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const trustedOf = (tx: ReadTx, accountId: string, now: Date) =>
  tx
    .selectFrom('trusted_devices')
    .select(['id', 'device', 'last_used_at', 'expires_at', 'token_hash'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

type Which = { accountId: string; id?: string; exceptHash?: Buffer }

/** Deletes one trusted device of an account, or all of them except that with the hash `exceptHash`. */
export function deleteTrusted(tx: Tx, { accountId, id, exceptHash }: Which) {
  let statement = tx.deleteFrom('trusted_devices').where('account_id', '=', accountId)
  if (id !== undefined) statement = statement.where('id', '=', id)
  if (exceptHash !== undefined) statement = statement.where('token_hash', '!=', exceptHash)
  return statement.returning('device').execute()
}

export const deleteExpired = (tx: Tx, now: Date) =>
  tx.deleteFrom('trusted_devices').where('expires_at', '<=', now).execute()

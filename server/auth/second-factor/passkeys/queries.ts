import type { Insertable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Passkeys } from '#server/db/schema.ts'

/** Stores a passkey; false if it is stored already. */
export const insertPasskey = async (tx: Tx, row: Insertable<Passkeys>): Promise<boolean> =>
  (await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** The passkeys of an account, the oldest first. */
export const passkeysOf = (tx: ReadTx, accountId: string) =>
  tx
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Stores when a passkey was used, and the counter that the passkey sent. */
export const saveUse = (tx: Tx, id: string, { counter, now }: { counter: number; now: Date }) =>
  tx.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute()

/** Renames a passkey of an account and returns its earlier name; undefined if it does not exist. */
export async function renamePasskey(
  tx: Tx,
  { id, accountId, name }: { id: string; accountId: string; name: string },
): Promise<string | undefined> {
  const renamed = await tx
    .with('earlier', (query) =>
      query.selectFrom('passkeys').select('name').where('id', '=', id).where('account_id', '=', accountId),
    )
    .updateTable('passkeys')
    .from('earlier')
    .set({ name })
    .where('id', '=', id)
    .returning('earlier.name')
    .executeTakeFirst()
  return renamed?.name
}

/** Deletes one passkey of an account, or all of them; returns their names. */
export async function deletePasskeys(tx: Tx, where: { accountId: string; id?: string }): Promise<string[]> {
  const ofAccount = tx.deleteFrom('passkeys').where('account_id', '=', where.accountId)
  const found = where.id === undefined ? ofAccount : ofAccount.where('id', '=', where.id)
  return (await found.returning('name').execute()).map(({ name }) => name)
}

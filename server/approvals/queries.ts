import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ApprovalPins, Approvals } from '#server/db/schema.ts'

export const savePin = (tx: Tx, row: Insertable<ApprovalPins>) =>
  tx
    .insertInto('approval_pins')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ pin_hash: row.pin_hash, set_at: row.set_at }))
    .execute()

/** Deletes an account's approval PIN. Returns false if the account had none. */
export const deletePin = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx.deleteFrom('approval_pins').where('account_id', '=', accountId).executeTakeFirst()).numDeletedRows > 0n

export const insertApproval = (tx: Tx, row: Insertable<Approvals>) => tx.insertInto('approvals').values(row).execute()

import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { Deposits } from '#server/db/schema.ts'

/** Stores a deposit for which a client is asked; returns false if the visit has one already. */
export async function insertDeposit(tx: Tx, row: Insertable<Deposits>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('deposits')
    .values(row)
    .onConflict((conflict) => conflict.column('appointment_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

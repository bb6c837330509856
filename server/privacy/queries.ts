import type { Insertable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Consents } from '#server/db/schema.ts'

export const consentsOf = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('consents')
    .select(['purpose', 'version', 'given_at', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Writes the consent unless it stands already; true when it is new. */
export async function insertConsent(tx: Tx, row: Insertable<Consents>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('consents')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'purpose', 'version']).where('withdrawn_at', 'is', null).doNothing(),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const endConsents = (tx: Tx, userId: string, now: Date) =>
  tx
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .execute()

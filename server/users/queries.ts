import { sql, type Insertable, type Updateable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { ClosureRequests } from '#server/db/schema.ts'

/** The number of open requests to close an account. */
export async function countClosureRequests(tx: ReadTx): Promise<number> {
  const { count } = await tx
    .selectFrom('closure_requests')
    .select(sql<number>`count(*)`.as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return count
}

const openRequests = (tx: ReadTx) => tx.selectFrom('closure_requests').where('state', '=', 'open')

/** The people with an open request to close their account. */
export const idsWithOpenRequest = async (tx: ReadTx): Promise<string[]> =>
  (await openRequests(tx).select('user_id').execute()).map((row) => row.user_id)

/** The open requests of these people to close their accounts; a person has at most one. */
export const openRequestsOf = (tx: ReadTx, ids: readonly string[]) =>
  openRequests(tx)
    .select(['user_id', 'requested_at', 'reason'])
    .where(sql<boolean>`user_id = any(${ids}::uuid[])`)
    .execute()

/** The newest request of a person to close the account. */
export const latestClosureRequest = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('closure_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertClosureRequest = (tx: Tx, row: Insertable<ClosureRequests>) =>
  tx.insertInto('closure_requests').values(row).execute()

/** Ends a person's open request; false if there is none. */
export async function endClosureRequest(tx: Tx, userId: string, values: Updateable<ClosureRequests>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('closure_requests')
    .set(values)
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

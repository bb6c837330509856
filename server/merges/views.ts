import type { ReadTx } from '#server/db/pool.ts'

/** True while the person has an open request to close the account. */
export const hasOpenClosureRequest = async (tx: ReadTx, personId: string): Promise<boolean> =>
  (await tx
    .selectFrom('closure_requests')
    .select('id')
    .where('user_id', '=', personId)
    .where('state', '=', 'open')
    .executeTakeFirst()) !== undefined

import type { ReadTx } from '#server/db/pool.ts'

/** True while the person waits for the clinic to close their account. */
export const hasOpenClosureRequest = async (tx: ReadTx, personId: string): Promise<boolean> =>
  (await tx
    .selectFrom('closure_requests')
    .select('id')
    .where('user_id', '=', personId)
    .where('state', '=', 'open')
    .executeTakeFirst()) !== undefined

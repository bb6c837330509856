import type { ReadTx } from '#server/db/pool.ts'

/** The number of messages since an instant that could not be sent. */
export const countFailedMessages = async (tx: ReadTx, branchId: string, since: Date): Promise<number> =>
  (
    await tx
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('failed'))
      .where('branch_id', '=', branchId)
      .where('state', '=', 'failed')
      .where('created_at', '>=', since)
      .executeTakeFirstOrThrow()
  ).failed

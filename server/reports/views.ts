import type { ReadTx } from '#server/db/pool.ts'
import type { BooksCheck } from '#shared/reports/contract.ts'

const checks = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('book_checks')
    .where('branch_id', '=', branchId)
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** The last check of a branch. */
export const lastCheck = (tx: ReadTx, branchId: string) =>
  checks(tx, branchId).selectAll().$narrowType<Pick<BooksCheck, 'counts' | 'findings'>>().executeTakeFirst()

/** When the books were last checked by themselves. */
export const lastNightlyCheck = async (tx: ReadTx, branchId: string): Promise<Date | undefined> =>
  (await checks(tx, branchId).select('checked_at').where('checked_by', 'is', null).executeTakeFirst())?.checked_at

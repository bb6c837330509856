import type { ReadTx } from '#server/db/pool.ts'
import type { BooksCheck } from '#shared/reports/contract.ts'

/** The last check of a branch. */
export const lastCheck = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('book_checks')
    .selectAll()
    .where('branch_id', '=', branchId)
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<Pick<BooksCheck, 'counts' | 'findings'>>()
    .executeTakeFirst()

/** The names of a branch's terminals, including those no longer in use. */
export const terminalNames = (tx: ReadTx, branchId: string) =>
  tx.selectFrom('terminals').select(['id', 'name']).where('branch_id', '=', branchId).execute()

import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { inSnapshot, inTransaction } from '#server/db/transactions.ts'
import { isCheckDue, keepNightlyCheck, recountBooks } from '#server/reports/check-books.ts'
import type { Job } from './run-jobs.ts'

export type BookJobOptions = {
  db: Database
  /** Its connections have the patience that counting everything takes. */
  exportDb: Database
  clock: () => Date
  /** Into the log of the server, at the level of errors. */
  logError: (details: object, text: string) => void
}

/**
 * Checks the books each night, or as soon as the clinic's machine is on again: looked after every quarter of an hour, by one
 * process at a time.
 */
export function bookJobs({ db, exportDb, clock, logError }: BookJobOptions): {
  jobs: Record<string, Job>
  schedule: Record<string, string>
} {
  const branchId = MAIN_BRANCH_ID
  return {
    jobs: {
      'check-books': async () => {
        const now = clock()
        if (!(await inSnapshot(db, (tx) => isCheckDue(tx, branchId, now)))) return
        const result = await inSnapshot(exportDb, (tx) => recountBooks(tx, branchId))
        await keepNightlyCheck((work) => inTransaction(db, work), { branchId, now, result }, logError)
      },
    },
    schedule: { 'check-books': '*/15 * * * *' },
  }
}

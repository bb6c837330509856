import { storeRecordCheck } from '#server/charts/public.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { createDatabase, createPool, type Database } from '#server/db/pool.ts'
import { StartError } from '#server/db/embedded/start-error.ts'
import { inSnapshot, inTransaction } from '#server/db/transactions.ts'
import { checkRecords } from '#server/jobs/check-records.ts'
import { readEnv } from '#server/lib/env.ts'
import { runProgram } from '#server/run-program.ts'
import { openClinicDatabase } from './open-clinic-database.ts'

/**
 * Checks the signed forms and treatment notes, stores the result for the page Clinical Record, and returns it as a
 * sentence.
 */
async function check(db: Database): Promise<string> {
  if (!(await isMigrated(db)))
    throw new StartError('Start this version of Mutya once, so that it prepares its database.')
  const now = new Date()
  const result = await inSnapshot(db, (tx) => checkRecords(tx, MAIN_BRANCH_ID))
  await inTransaction(db, (tx) => storeRecordCheck(tx, MAIN_BRANCH_ID, now, result))
  const { forms, notes, findings } = result
  const sum = `Checked ${forms} signed forms and ${notes} signed treatment notes: ${findings.length} do not match.`
  const lines = findings.map(({ records, problem, id }) => `  ${records}: ${problem} ${id ?? ''}`.trimEnd())
  // The command fails if the check found something, so that scripts that run it notice the problem.
  if (findings.length > 0) throw new StartError([sum, ...lines].join('\n'))
  return sum
}

await runProgram(async () => {
  const database = await openClinicDatabase(readEnv())
  const db = createDatabase(createPool({ connectionString: database.appUrl, max: 1 }))
  try {
    console.log(await check(db))
  } finally {
    await db.destroy()
    await database.stop()
  }
})

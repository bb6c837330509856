import type { z } from 'zod'
import { addressOf } from '#server/announce.ts'
import { HANDED_MINUTES, issueResetLink, resetLinkOf } from '#server/auth/reset-links.ts'
import { applyRule } from '#server/auth/second-factor/apply-rule.ts'
import { removeFactor } from '#server/auth/second-factor/remove-factor.ts'
import { StartError } from '#server/db/embedded/start-error.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { savePendingEvents } from '#server/db/pending-events.ts'
import { createDatabase, createPool, type Database, type Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { readEnv, type Env } from '#server/lib/env.ts'
import { mergeEvents, type HubEvent } from '#server/lib/hub-event.ts'
import { newId } from '#server/lib/new-id.ts'
import { findPersonByEmail } from '#server/people/find-person.ts'
import { runProgram } from '#server/run-program.ts'
import { email as emailField } from '#shared/lib/fields.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { openClinicDatabase } from './open-clinic-database.ts'

const FACTOR_OPTION = '--second-factor'
const usage = `Say whose password: npm run reset-password -- EMAIL [${FACTOR_OPTION}]`

type Asked = { email: z.output<typeof emailField>; resetsFactor: boolean }

/** Returns the email address given on the command line, and whether the second factor is reset too. */
function readWords(words: string[]): Asked {
  const rest = words.filter((word) => word !== FACTOR_OPTION)
  const { data, error } = emailField.safeParse(rest[0])
  if (rest.length !== 1) throw new StartError(usage)
  if (data === undefined) throw new StartError(`${error?.issues[0]?.message ?? ''} ${usage}`.trim())
  return { email: data, resetsFactor: rest.length < words.length }
}

/**
 * Limits the open sessions of people who have no second factor although the clinic's rule requires one. The stored
 * events make the running app update the screens of these sessions.
 */
async function applyRuleToSessions(tx: Tx): Promise<void> {
  const events: HubEvent[] = []
  await applyRule({ tx, branchId: MAIN_BRANCH_ID, publish: (event) => void events.push(event) })
  await savePendingEvents(
    tx,
    mergeEvents(events).map((event) => ({ id: newId(), event: JSON.stringify(event) })),
  )
}

/** Removes the second factor of an account; returns the line for the terminal. */
async function resetFactor(tx: Tx, now: Date, { id, name }: { id: string; name: string }): Promise<string> {
  if (!(await removeFactor({ tx }, id))) return `  ${name} has no second factor.`
  await applyRuleToSessions(tx)
  await writeSystemLog(tx, now, { type: 'auth.second-factor.reset-by-operator', subjectId: id, parameters: { name } })
  return `  The second factor of ${name} was removed. The password alone is enough to log in.`
}

async function makeLink(db: Database, { email, resetsFactor }: Asked, env: Env): Promise<string[]> {
  if (!(await isMigrated(db)))
    throw new StartError('Start this version of Mutya once, so that it prepares its database.')
  const now = new Date()
  return inTransaction(db, async (tx) => {
    const account = await findPersonByEmail(tx, email)
    if (!account) throw new StartError(`No open account has the email ${email}.`)
    const { token, expiresAt } = await issueResetLink(tx, now, account.id, { minutes: HANDED_MINUTES })
    const parameters = { name: account.name }
    await writeSystemLog(tx, now, { type: 'auth.link.made-by-operator', subjectId: account.id, parameters })
    return [
      '',
      ...(resetsFactor ? [await resetFactor(tx, now, account), ''] : []),
      `  ${account.name} sets a new password here. The link works once, until ${formatInstant(expiresAt)}:`,
      '',
      `    ${resetLinkOf(token, addressOf(env, { port: env.port }))}`,
      '',
    ]
  })
}

await runProgram(async () => {
  const asked = readWords(process.argv.slice(2))
  const env = readEnv()
  const database = await openClinicDatabase(env)
  const db = createDatabase(createPool({ connectionString: database.appUrl, max: 1 }))
  try {
    console.log((await makeLink(db, asked, env)).join('\n'))
  } finally {
    await db.destroy()
    await database.stop()
  }
})

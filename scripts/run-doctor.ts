import path from 'node:path'
import { printLines } from '#server/announce.ts'
import { backupStores } from '#server/backup/copy-backups.ts'
import { StartError } from '#server/db/embedded/start-error.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { readEnv, type Env } from '#server/lib/env.ts'
import { isProxyNotTrusted } from '#server/lib/http/untrusted-proxy.ts'
import { secretBox } from '#server/lib/secret-box.ts'
import { smtpMailer } from '#server/messages/transport/mailer.ts'
import { runProgram } from '#server/run-program.ts'
import { checkSystem, readFacts, type SystemFacts, type SystemOptions } from '#server/system/check-system.ts'
import { systemMessages as s } from '#shared/system/messages.ts'
import { openClinicDatabase } from './open-clinic-database.ts'

const now = () => new Date()

const optionsOf = (env: Env): SystemOptions => ({
  dataDir: path.resolve(env.dataDir),
  backupDir: env.backupDir && path.resolve(env.backupDir),
  backupCopies: { stores: backupStores(env, now), isEncrypted: env.backupPassphrase !== undefined },
  publicUrl: env.publicUrl,
  proxyNotTrusted: isProxyNotTrusted(env),
  mailer: env.mail && smtpMailer(env.mail),
  secrets: secretBox(path.resolve(env.dataDir, 'secret.key')),
})

/**
 * Returns what the checks need from the database, or a sentence that says why the database cannot be used. Checks that
 * need no database run in both cases.
 */
async function factsOf(env: Env, options: SystemOptions): Promise<SystemFacts | string> {
  try {
    const database = await openClinicDatabase(env)
    const db = createDatabase(createPool({ connectionString: database.appUrl, max: 1 }))
    try {
      if (!(await isMigrated(db))) return s.notMigrated
      return await inSnapshot(db, (tx) => readFacts(tx, MAIN_BRANCH_ID, options, now))
    } finally {
      await db.destroy()
      await database.stop()
    }
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}

const marks = { ok: '✓', warning: '!', problem: '✗' }

/** `npm run doctor` ends with exit code 1 if something needs action, so that scripts that run it notice the problem. */
await runProgram(async () => {
  const env = readEnv()
  const options = optionsOf(env)
  const checks = await checkSystem(options, await factsOf(env, options), now)
  printLines(...checks.map(({ name, state, text }) => `${marks[state]} ${s.names[name]}: ${text}`))
  if (checks.some(({ state }) => state === 'problem')) process.exit(1)
})

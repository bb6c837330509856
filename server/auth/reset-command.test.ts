import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { usedDataFolder } from '#server/db/embedded/scratch-cluster-fixture.ts'
import { runningEmbedded, startEmbedded } from '#server/db/embedded/start-embedded.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, type Database } from '#server/db/pool.ts'
import { createTestDatabase, createTestPool } from '#server/test/database.ts'
import { createUser } from '#server/test/factories.ts'
import { startMain } from '#server/test/start-main.ts'
import { logEntries } from '#server/test/log-entries.ts'

/** Runs the reset-password command until it exits. */
async function run(env: Record<string, string>, ...words: string[]): Promise<{ code: number; output: string }> {
  const command = path.join(inject('programs'), 'run-reset-password.js')
  const child = spawn(process.execPath, [command, ...words], {
    env: { PATH: '/usr/bin:/bin', PORT: '3103', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

const openDb = (appUrl: string) => createDatabase(createTestPool({ connectionString: appUrl, max: 2 }))
const owner = (db: Database) => createUser(db, 'admin', { name: 'Isabel Cruz', email: 'isabel@example.ph' })
const linkIn = (output: string) => /^ {4}(http:\/\/127\.0\.0\.1:3103\/reset-password)#([\w-]{43})$/m.exec(output)
const logs = async (db: Database) =>
  (await logEntries(db)).map(({ action, type, user_name }) => ({ action, type, user_name }))
/** True if the account still has a second factor and recovery codes after the work. */
async function hasFactorAfter(db: Database, account_id: string, work: () => Promise<unknown>): Promise<boolean> {
  const [made_at, code_hash] = [new Date(), Buffer.from('hash')]
  const secret = { account_id, secret: 'encrypted', made_at, confirmed_at: made_at }
  await db
    .insertInto('totp_secrets')
    .values(secret)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ account_id, code_hash, made_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await work()
  const left = await Promise.all(
    (['totp_secrets', 'recovery_codes'] as const).map((table) => db.selectFrom(table).select('account_id').execute()),
  )
  expect(left[0]!.length).toBe(left[1]!.length)
  return left[0]!.length > 0
}

const logged = {
  action: 'Made a one-time link for Isabel Cruz with the command of the operator',
  type: 'system',
  user_name: 'System',
}

test('while the app runs, the reset command prints a password link that the app accepts', async () => {
  const folder = await usedDataFolder()
  const main = startMain({ DATA_DIR: folder })
  const address = await main.address
  const db = openDb(runningEmbedded({ dataDir: folder })!.appUrl)
  onTestFinished(() => db.destroy())
  await owner(db)
  const { code, output } = await run({ DATA_DIR: folder }, 'Isabel@example.ph ')
  expect([code, output]).toEqual([0, expect.stringMatching(linkPattern)])
  const body = JSON.stringify({ token: linkIn(output)![2], password: 'tricycle-mango-92' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(new URL('/api/reset-password', address), { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  expect((await logs(db))[0]).toEqual(logged)
})
const linkPattern = /Isabel Cruz sets a new password here\. The link works once, until/

test('while the app does not run, the reset command starts the database and stops it again', async () => {
  const folder = await usedDataFolder()
  const first = await startEmbedded({ dataDir: folder, log: { info: () => {}, warn: () => {}, error: () => {} } })
  await migrate(first)
  const db = openDb(first.appUrl)
  await owner(db)
  await db.destroy()
  await first.stop()
  const { code, output } = await run({ DATA_DIR: folder }, 'isabel@example.ph')
  expect([code, linkIn(output)?.[1]]).toEqual([0, 'http://127.0.0.1:3103/reset-password'])
  expect(fs.existsSync(path.join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('with a database server the reset command prints a full URL, resets a second factor only on request, and rejects a missing email or closed account', async () => {
  const database = await createTestDatabase()
  const db = openDb(database.appUrl)
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const user = await owner(db)
  const env = { DATABASE_URL: database.appUrl, PUBLIC_URL: 'https://clinic.example.ph' }
  expect((await run(env, 'isabel@example.ph')).output).toMatch(
    /https:\/\/clinic\.example\.ph\/reset-password#[\w-]{43}/,
  )
  expect(await hasFactorAfter(db, user.id, () => run(env, 'isabel@example.ph'))).toBe(true)
  await db.insertInto('log_in_rules').values({ branch_id: MAIN_BRANCH_ID, second_factor_for: 'admins' }).execute()
  const reset = { ...logged, action: 'Reset the two-step log-in of Isabel Cruz with the command of the operator' }
  expect(await hasFactorAfter(db, user.id, () => run(env, '--second-factor', 'isabel@example.ph'))).toBe(false)
  // The command applies the second-factor rule to open sessions too, and the running app ends their event streams.
  const [session] = await db.selectFrom('sessions').selectAll().execute()
  expect(session!.must_set_up_second_factor).toBe(true)
  expect(
    (await db.selectFrom('pending_events').selectAll().execute()).map(({ event }) => JSON.parse(event) as object),
  ).toEqual([{ name: 'SessionsEnded', session_ids: [session!.id] }])
  const unknown = await run(env, 'nobody@example.ph')
  expect([unknown.code, unknown.output.trim()]).toEqual([1, 'No open account has the email nobody@example.ph.'])
  await db.updateTable('people').set({ email: null, closed_at: new Date() }).where('id', '=', user.id).execute()
  const closed = await run(env, 'isabel@example.ph')
  expect([closed.code, closed.output.trim()]).toEqual([1, 'No open account has the email isabel@example.ph.'])
  for (const words of [[], ['isabel'], ['isabel@example.ph', 'liza@example.ph']]) {
    const { code, output } = await run(env, ...words)
    expect([code, output]).toEqual([1, expect.stringContaining('npm run reset-password -- EMAIL')])
    expect(output).not.toMatch(/^ +at /m)
  }
  expect((await logs(db)).map(({ action }) => action).sort()).toEqual(
    [logged, logged, logged, reset].map(({ action }) => action).sort(),
  )
})

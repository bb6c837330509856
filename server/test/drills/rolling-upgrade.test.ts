import { execFile } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { rowsOf, temporaryFolder } from '#server/backup/backup-fixture.ts'
import { ask } from '#server/db/embedded/scratch-cluster-fixture.ts'
import { knownMigrations } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { drillSize, isDrillNamed, recordFigure } from '../../../scripts/test/drill-form.ts'
import { createEmptyDatabase, createTestPool, type TestDatabase } from '../database.ts'
import { readKeptDumps, restoreDump } from '../kept-dumps.ts'
import { TEST_NOW } from '../server.ts'
import { startMain, type Program } from '../start-main.ts'
import { buildEarlierVersion } from './earlier-version.ts'
import { findLost, readRecords } from './load-records.ts'
import { startUpgradeLoad, type LoadRecords, type Target } from './upgrade-load.ts'

const PHASE_MS = drillSize('seconds of each phase', 3) * 1_000
const run = promisify(execFile)

/** The environment of a process on a database, whose clock is that of the sample clinic. */
const environmentOf = ({ appUrl, ownerUrl }: TestDatabase, folder: string) => ({
  DATABASE_URL: appUrl,
  DATABASE_ADMIN_URL: ownerUrl,
  DATA_DIR: folder,
  TRUSTED_PROXY: 'loopback',
  NODE_OPTIONS: `--import ${path.resolve('e2e/support/follow-test-clock.mjs')}`,
  CLOCK_OFFSET_MS: String(TEST_NOW.getTime() - Date.now()),
})

type Started = { target: Target; program: Program }

async function startTarget(name: Target['name'], env: Record<string, string>, programs?: string): Promise<Started> {
  const program = startMain(env, undefined, programs)
  const failed = program.exited.then(() => Promise.reject(new Error(program.output())))
  return { program, target: { name, address: await Promise.race([program.address, failed]) } }
}

type Stage = 'the old version alone' | 'both versions' | 'the new version alone'

/** Upgrades two old processes to two new ones under load; returns the load, and how many answers each stage had. */
async function upgradeUnderLoad(records: LoadRecords, old: readonly Started[], startNew: () => Promise<Started>) {
  const load = startUpgradeLoad(
    records,
    old.map(({ target }) => target),
  )
  const counts = new Map<Stage, number>()
  const stage = async (name: Stage) => {
    const before = load.answers.length
    await wait(PHASE_MS)
    counts.set(name, load.answers.length - before)
  }
  await stage('the old version alone')
  // The first new process migrates while the old ones serve.
  const updated = [await startNew(), await startNew()]
  await load.setTargets([...old, ...updated].map(({ target }) => target))
  await stage('both versions')
  await load.setTargets(updated.map(({ target }) => target))
  for (const { program } of old) {
    program.process.kill('SIGTERM')
    expect(await program.exited).toBe(0)
  }
  await stage('the new version alone')
  await load.stop()
  return { load, counts, updated }
}

/** Renames a column under load, which real migrations never do; returns how many requests failed. */
async function failuresOfRename(records: LoadRecords, targets: readonly Target[], ownerUrl: string): Promise<number> {
  const load = startUpgradeLoad(records, targets)
  await ask(ownerUrl, 'alter table services rename column duration_minutes to length_minutes')
  await wait(PHASE_MS)
  await ask(ownerUrl, 'alter table services rename column length_minutes to duration_minutes')
  await load.stop()
  return load.failed().length
}

/**
 * Starts two processes of the earlier version that wrote the newest kept dump, on a database restored from this dump.
 */
async function openEarlierClinic() {
  const dump = readKeptDumps().at(-1)!
  const programs = buildEarlierVersion(dump.commit)
  const database = await restoreDump(dump)
  onTestFinished(() => database.drop())
  const env = environmentOf(database, temporaryFolder())
  const startOld = () => startTarget('old', env, programs)
  const old = [await startOld(), await startOld()]
  return { dump, programs, database, env, old }
}

/** Runs a command of the earlier version, which must succeed. */
const runEarlier = (programs: string, name: string, args: string[], env: Record<string, string>) =>
  run(process.execPath, [path.join(programs, `${name}.js`), ...args], { env: { PATH: '/usr/bin:/bin', ...env } })

test.runIf(isDrillNamed('rolling-upgrade'))(
  'processes of the old and new version serve together during an upgrade without a failed request, and the backup made before restores the old version',
  async () => {
    const { dump, programs, database, env, old } = await openEarlierClinic()
    const backup = path.join(temporaryFolder(), 'before.tar.gz')
    await runEarlier(programs, 'run-backup', [backup], env)
    const before = await rowsOf(database.ownerUrl)
    const records = await readRecords(database.ownerUrl, '2026-11-21')

    const { load, counts, updated } = await upgradeUnderLoad(records, old, () => startTarget('new', env))
    const known = await knownMigrations()
    const migrations = known.length - known.indexOf(dump.migration) - 1
    recordFigure({ what: 'commit of the old version, and migrations after it', value: `${dump.commit}, ${migrations}` })
    for (const [stage, count] of counts) recordFigure({ what: `answers while ${stage} served`, value: count })
    const failed = load.failed()
    recordFigure({ what: 'failed requests', value: failed.length, goal: '0', isMissed: failed.length > 0 })
    const slowest = Math.round(Math.max(...load.answers.map(({ ms }) => ms)))
    recordFigure({ what: 'slowest answer', value: `${slowest} ms` })
    const kinds = new Set(failed.map(({ target, task, status, text }) => `${target} ${task} ${status} ${text}`))
    // The log of the processes names the cause of a failed request.
    const logged = failed.length > 0 ? [...old, ...updated].map(({ program }) => program.output()).join('\n') : ''
    expect([...kinds].slice(0, 10), logged).toEqual([])
    expect(Math.min(...counts.values())).toBeGreaterThan(0)
    const lost = await findLost(database.ownerUrl, load)
    const confirmed = load.sales.length + load.bookings.length
    recordFigure({ what: 'changes that were confirmed and lost', value: `${lost.length} of ${confirmed}`, goal: '0' })
    expect(lost).toEqual([])
    const db = createDatabase(createTestPool({ connectionString: database.appUrl, max: 1 }))
    expect(await checkBooks(db)).toMatchObject(balanced)
    await db.destroy()

    const planted = await failuresOfRename(
      records,
      updated.map(({ target }) => target),
      database.ownerUrl,
    )
    recordFigure({
      what: 'failed requests of the old version after a column was renamed on purpose',
      value: planted,
      goal: '> 0',
    })
    expect(planted).toBeGreaterThan(0)

    const home = await createEmptyDatabase()
    onTestFinished(() => home.drop())
    const back = environmentOf(home, temporaryFolder())
    await runEarlier(programs, 'run-restore', [backup], back)
    const after = await rowsOf(home.ownerUrl)
    // The tables of the history log are not compared, because the restore itself is logged.
    const different = [...before].filter(
      ([table, rows]) => !table.startsWith('event') && JSON.stringify(after.get(table)) !== JSON.stringify(rows),
    )
    recordFigure({
      what: 'tables that differ after the old version was brought back with the backup',
      value: different.length,
      goal: '0',
    })
    expect(different.map(([table]) => table)).toEqual([])
    const again = await startTarget('old', back, programs)
    expect((await fetch(new URL('/readyz', again.target.address))).status).toBe(200)
  },
)

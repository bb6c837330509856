import { expect, test } from 'vitest'
import { drillSize, recordFigure } from '../scripts/test/drill-form.ts'
import { isAlive } from './db/embedded/processes.ts'
import { ask, queryUntilAnswered } from './db/embedded/scratch-cluster-fixture.ts'
import { balanced, checkBooks } from './sales/books/books-fixture.ts'
import { countHalfBooked, openBusyClinic, type BusyClinic, type Load } from './test/busy-clinic.ts'
import { postgresPid } from './test/start-main.ts'

const APP_KILLS = drillSize('kills of the app', 1)
const DATABASE_KILLS = drillSize('kills of the database', 1)
/** The visits for one round, more than a simulated person can book before the server is killed. */
const VISITS_OF_A_ROUND = 64

/** Expects that the books balance, nothing is half written, and every acknowledged change can be read. */
async function expectWhole(clinic: BusyClinic, load: Load) {
  expect(await clinic.findLostChanges(load)).toEqual([])
  expect(await checkBooks(clinic.db)).toMatchObject(balanced)
  expect(await countHalfBooked(clinic.db)).toBe(0)
}

/** Expects that the only errors were "busy, try again", without internal details. */
function expectOnlyBusy(clinic: BusyClinic, { responses }: Load) {
  const others = responses.filter(({ status }) => status !== 201)
  expect(others.length).toBeGreaterThan(0)
  for (const { status, retryAfter, text } of others) {
    // A failed expectation prints the program's log, because only the log contains the cause of an error.
    expect([status, retryAfter], clinic.program().output()).toEqual([503, '2'])
    expect(text).toBe('{"message":"The system is busy right now. Please try again in a moment.","code":"unavailable"}')
  }
}

const killDatabase = (clinic: BusyClinic) => process.kill(postgresPid(clinic.folder), 'SIGKILL')

test('an app killed while it sells and books loses nothing that it has confirmed, and repeating a sale with its idempotency key creates no second sale', async () => {
  const clinic = await openBusyClinic()
  let [sold, booked] = [0, 0]
  for (let round = 0; round < APP_KILLS; round++) {
    const load = clinic.startLoad(round * VISITS_OF_A_ROUND)
    await load.acknowledged(40)
    clinic.program().process.kill('SIGKILL')
    await clinic.program().exited
    await load.stop()
    await clinic.restart()
    await expectWhole(clinic, load)
    expect(load.unanswered.size).toBeGreaterThan(0)
    for (const [key, body] of load.unanswered) {
      const { data } = await clinic.sell(key, body)
      expect((await clinic.sell(key, body)).data).toEqual(data)
    }
    sold += load.sales.size + load.unanswered.size
    booked += load.bookings.size
    expect(await checkBooks(clinic.db)).toMatchObject({ ...balanced, sales: sold })
  }
  recordFigure({ what: 'kills of the app under load', value: APP_KILLS })
  recordFigure({
    what: 'changes that were confirmed before a kill of the app and lost',
    value: `0 of ${sold + booked}`,
    goal: '0',
  })
})

/** Returns the process ids of the app's database server and of the server's connections. */
async function databasePids(clinic: BusyClinic): Promise<number[]> {
  const pids = await ask(clinic.appUrl, `select string_agg(pid::text, ' ') from pg_stat_activity`)
  return [postgresPid(clinic.folder), ...(pids ?? '').split(' ').map(Number)]
}

test('a database that freezes or is killed under load causes only 503 answers, and afterwards the app continues to sell', async () => {
  const clinic = await openBusyClinic()
  const load = clinic.startLoad()
  await load.acknowledged(30)
  const all = await databasePids(clinic)
  const signal = (name: NodeJS.Signals) => {
    for (const pid of all) if (isAlive(pid)) process.kill(pid, name)
  }
  signal('SIGSTOP')
  const ready = await fetch(new URL('/readyz', clinic.address()))
  await load.refused(8)
  signal('SIGCONT')
  await load.acknowledged(30)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'degraded' }])

  let slowestMs = 0
  for (let round = 0; round < DATABASE_KILLS; round++) {
    const before = postgresPid(clinic.folder)
    killDatabase(clinic)
    await queryUntilAnswered(clinic.appUrl, 'select 1')
    const backAt = performance.now()
    expect(postgresPid(clinic.folder)).not.toBe(before)
    await load.acknowledged(1)
    slowestMs = Math.max(slowestMs, performance.now() - backAt)
    await load.acknowledged(20)
  }
  await load.stop()
  expect(clinic.program().process.exitCode).toBeNull()
  expectOnlyBusy(clinic, load)
  await expectWhole(clinic, load)
  const count = await ask(clinic.appUrl, `select count(*) from pg_stat_activity where usename = 'mutya_app'`)
  // The app's pool has twenty connections, one connection listens for events, two belong to this test, and one runs
  // this query.
  expect(Number(count)).toBeLessThanOrEqual(24)
  recordFigure({ what: 'kills of the database under load', value: DATABASE_KILLS })
  recordFigure({
    what: 'changes that were confirmed and lost',
    value: `0 of ${load.sales.size + load.bookings.size}`,
    goal: '0',
  })
  const busy = load.responses.filter(({ status }) => status === 503).length
  recordFigure({
    what: 'answers with 503 and Retry-After; answers with other errors',
    value: `${busy}, 0`,
    goal: 'others: 0',
  })
  const slowest = `${Math.round(slowestMs)} ms`
  recordFigure({
    what: 'slowest first write after the database was back',
    value: slowest,
    goal: '≤ 1000 ms',
    isMissed: slowestMs > 1_000,
  })
})

test('the check for lost data detects commits that were confirmed before they were on disk', async () => {
  const clinic = await openBusyClinic()
  await ask(clinic.superuserUrl, 'alter system set synchronous_commit = off')
  await ask(clinic.superuserUrl, `alter system set wal_writer_delay = '10s'`)
  await ask(clinic.superuserUrl, 'select pg_reload_conf()')
  const load = clinic.startLoad()
  await load.acknowledged(40)
  killDatabase(clinic)
  await load.stop()
  await queryUntilAnswered(clinic.appUrl, 'select 1')
  expect((await clinic.findLostChanges(load)).length).toBeGreaterThan(0)
})

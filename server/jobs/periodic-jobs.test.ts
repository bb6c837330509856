import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder, withClient } from '#server/backup/backup-fixture.ts'
import { folderStore } from '#server/backup/backup-stores.ts'
import { isBackupFileName } from '#server/backup/manifest.ts'
import { failingJobs } from '#server/db/job-runs.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { JOB_NAMES, type JobName } from '#shared/lib/job-names.ts'
import { jobProcess, jobsOfServer, type Process } from './job-fixture.ts'
import { lastScheduledTime, type PeriodicJob, type Schedule } from './periodic-jobs.ts'
import { drillSize, recordFigure } from '../../scripts/test/drill-form.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())
beforeEach(async () => void (await server.db.deleteFrom('job_runs').execute()))

const at = (instant: string) => {
  server.clock.now = new Date(`${instant}+08:00`)
}
const later = (minutes: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000)
}
const hourly: Schedule = { everyMinutes: 60 }
/** Creates a job that counts its runs. */
function counted(name: JobName, schedule: Schedule, run: PeriodicJob['run'] = async () => undefined) {
  const done: Date[] = []
  const job: PeriodicJob = {
    name,
    schedule,
    run: async (now, closing) => {
      done.push(now)
      await run(now, closing)
    },
  }
  return { job, done }
}
const fail = (problem: object = {}) => Object.assign(new Error('Maria Santos'), problem)
const runOf = (name: JobName) =>
  server.db.selectFrom('job_runs').selectAll().where('name', '=', name).executeTakeFirst()

test.each<[Schedule, string, string]>([
  [{ everyMinutes: 1 }, '2026-11-21T09:00:59', '2026-11-21T09:00:00'],
  [hourly, '2026-11-21T09:59:59', '2026-11-21T09:00:00'],
  [{ dailyAt: '02:00:00' }, '2026-11-21T01:59:59', '2026-11-20T02:00:00'],
  [{ dailyAt: '02:00:00' }, '2026-11-21T02:00:00', '2026-11-21T02:00:00'],
  [{ dailyAt: '00:00:00' }, '2026-03-01T00:00:00', '2026-03-01T00:00:00'],
  [{ weeklyOn: 0, at: '03:00:00' }, '2026-11-22T02:59:59', '2026-11-15T03:00:00'],
  [{ weeklyOn: 0, at: '03:00:00' }, '2026-11-22T03:00:00', '2026-11-22T03:00:00'],
  [{ weeklyOn: 0, at: '03:00:00' }, '2026-11-28T23:00:00', '2026-11-22T03:00:00'],
])('for a job with the schedule %j, at %s in Manila, the last scheduled time is %s', (schedule, now, expected) => {
  expect(lastScheduledTime(schedule, new Date(`${now}+08:00`))).toEqual(new Date(`${expected}+08:00`))
})

test('a job runs once for each scheduled time, and one missed while nothing ran is caught up once', async () => {
  const daily = counted('check-books', { dailyAt: '02:00:00' })
  const often = counted('clean-up', hourly)
  const { runDueJobs } = jobProcess(server, [daily.job, often.job])
  at('2026-11-21T09:10:00')
  await runDueJobs()
  await runDueJobs()
  at('2026-11-21T10:00:00')
  await runDueJobs()
  // The machine was off for three days. Each job runs only once for all the times that it missed.
  at('2026-11-24T01:00:00')
  await runDueJobs()
  at('2026-11-24T02:00:00')
  await runDueJobs()
  const times = (done: Date[]) => done.map((each) => each.toISOString())
  expect(times(daily.done)).toEqual([
    '2026-11-21T01:10:00.000Z',
    '2026-11-23T17:00:00.000Z',
    '2026-11-23T18:00:00.000Z',
  ])
  expect(times(often.done)).toEqual([
    '2026-11-21T01:10:00.000Z',
    '2026-11-21T02:00:00.000Z',
    '2026-11-23T17:00:00.000Z',
    '2026-11-23T18:00:00.000Z',
  ])
})

test('a clock that was months ahead does not postpone a job for months', async () => {
  const { job, done } = counted('check-books', { dailyAt: '02:00:00' })
  const { runDueJobs } = jobProcess(server, [job])
  at('2027-03-21T09:00:00')
  await runDueJobs()
  at('2026-11-21T09:00:00')
  await runDueJobs()
  expect(done).toHaveLength(2)
})

test('an hourly job is not postponed by a clock that was eight hours ahead; one hour of difference has no effect', async () => {
  const { job, done } = counted('clean-up', hourly)
  const { runDueJobs } = jobProcess(server, [job])
  at('2026-11-21T17:00:00')
  await runDueJobs()
  at('2026-11-21T16:59:59')
  await runDueJobs()
  expect(done).toHaveLength(1)
  at('2026-11-21T09:00:00')
  await runDueJobs()
  expect(done).toHaveLength(2)
})

test('a failing job does not stop others, is tried three times, and is reported with its error code only', async () => {
  const broken = counted('clean-up', hourly, () => Promise.reject(fail({ code: 'ENOSPC' })))
  const sound = counted('check-books', hourly)
  const { runDueJobs, warnings } = jobProcess(server, [broken.job, sound.job])
  at('2026-11-21T09:00:00')
  await runDueJobs()
  expect(sound.done).toHaveLength(1)
  expect(warnings).toEqual(['the job clean-up failed: ENOSPC'])
  expect(await runOf('clean-up')).toMatchObject({ failures: 1, problem: 'ENOSPC', done_at: null })
  for (let minute = 0; minute < 50; minute++) {
    later(1)
    await runDueJobs()
  }
  expect([broken.done.length, sound.done.length]).toEqual([3, 1])
  at('2026-11-21T10:00:00')
  await runDueJobs()
  expect([broken.done.length, sound.done.length]).toEqual([4, 2])
})

test('a job that fails three times in a row is shown on the dashboard and in the metrics until it succeeds', async () => {
  const admin = await createUser(server.db, 'admin')
  const shownFailures = async () => (await server.as(admin.token)(dashboardContract.monthlySales, {})).failing_jobs
  const metrics = async () => (await server.app.inject({ url: '/metrics', headers: { host: 'localhost' } })).body
  let isBroken = true
  const { job } = counted('daily-backup', hourly, () => (isBroken ? Promise.reject(fail()) : Promise.resolve()))
  const { runDueJobs } = jobProcess(server, [job])
  at('2026-11-21T09:00:00')
  await runDueJobs()
  later(5)
  await runDueJobs()
  expect(await shownFailures()).toEqual([])
  later(5)
  await runDueJobs()
  expect(await shownFailures()).toEqual(['daily-backup'])
  expect(await metrics()).toContain('\nmutya_job_failures{job="daily-backup"} 3\n')
  isBroken = false
  at('2026-11-21T10:00:00')
  await runDueJobs()
  later(1)
  expect(await shownFailures()).toEqual([])
  expect(await metrics()).toContain('\nmutya_job_failures{job="daily-backup"} 0\n')
  expect(await metrics()).toContain('\nmutya_job_last_success_age_seconds{job="daily-backup"} 60\n')
})

test('a job whose process dies can be run by another process at once, and the run counts as a failure', async () => {
  const hung = counted(
    'clean-up',
    hourly,
    (_, closing) => new Promise((resolve) => closing.addEventListener('abort', resolve)),
  )
  const dying = jobProcess(server, [hung.job])
  at('2026-11-21T09:00:00')
  const running = dying.runDueJobs()
  await expect.poll(async () => (await runOf('clean-up'))?.problem).toBe('interrupted')
  const next = counted('clean-up', hourly)
  const other = jobProcess(server, [next.job])
  later(60)
  await other.runDueJobs()
  expect(next.done).toEqual([])
  // Closes the connections of a process that dies, which releases its locks.
  await withClient(server.database.adminUrl, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`),
  )
  await expect.poll(async () => (await other.runDueJobs(), next.done.length)).toBe(1)
  dying.stop()
  await running
})

test('two processes run each job once for each scheduled time', async () => {
  const counts = new Map<JobName, number>()
  const jobs = jobsOfServer(server, { backup: undefined }).map(({ name, schedule }) =>
    counted(name, schedule, async () => void counts.set(name, (counts.get(name) ?? 0) + 1)),
  )
  const both = [0, 1].map(() =>
    jobProcess(
      server,
      jobs.map(({ job }) => job),
    ),
  )
  const minutes = drillSize('minutes of two job runners', 30)
  at('2026-11-21T01:45:00')
  const times = new Map(jobs.map(({ job }) => [job.name, new Set<number>()]))
  for (let minute = 0; minute < minutes; minute++) {
    await Promise.all(both.map(({ runDueJobs }) => runDueJobs()))
    for (const { job } of jobs) times.get(job.name)!.add(lastScheduledTime(job.schedule, server.clock.now).getTime())
    later(1)
  }
  const expected = [...times].map(([name, each]) => [name, each.size])
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(expected))
  // The check of the books also runs for the previous night, in which no process ran.
  expect(counts.get('check-books')).toBeGreaterThan(1)
  for (const { done } of jobs) expect(new Set(done.map((each) => each.getTime())).size).toBe(done.length)
  expect(both.flatMap(({ warnings }) => warnings)).toEqual([])
  const runs = [...counts.values()].reduce((sum, count) => sum + count, 0)
  recordFigure({ what: 'runs of jobs, each once at its time', value: runs })
})

test('the process runs every job of the clinic without failure, and each has a readable name', async () => {
  const [folder, copies] = [temporaryFolder(), temporaryFolder()]
  const { uploadsDir, database } = server
  const stores = [folderStore(copies)]
  const backup = { ownerUrl: database.ownerUrl, uploadsDir, folder, stores, keep: 3, hour: 4 }
  const { runDueJobs, warnings } = jobProcess(server, jobsOfServer(server, { backup }))
  at('2026-11-21T09:00:00')
  await runDueJobs()
  expect(warnings).toEqual([])
  const runs = await server.db.selectFrom('job_runs').select(['name', 'failures']).execute()
  expect(runs.map(({ name }) => name).sort()).toEqual([...JOB_NAMES].sort())
  expect(runs.every(({ failures }) => failures === 0)).toBe(true)
  expect(await readdir(copies)).toEqual(await readdir(folder))
})

describe('the daily backup as a job', () => {
  const withBackups = () => {
    const folder = path.join(temporaryFolder(), 'backups')
    const backup = {
      ownerUrl: server.database.ownerUrl,
      uploadsDir: server.uploadsDir,
      folder,
      stores: [],
      keep: 3,
      hour: 4,
    }
    const jobs = jobsOfServer(server, { backup }).filter(({ name }) => name === 'daily-backup')
    const files = async () => (await readdir(folder).catch(() => [])).filter(isBackupFileName).sort()
    return { jobs, files, folder }
  }

  test('a backup is made once a day by one of two processes, from the configured hour in Manila on', async () => {
    const { jobs, files } = withBackups()
    const both: Process[] = [0, 1].map(() => jobProcess(server, jobs))
    const runDueJobs = () => Promise.all(both.map((each) => each.runDueJobs()))
    at('2026-11-21T04:00:00')
    await runDueJobs()
    at('2026-11-21T04:01:00')
    await runDueJobs()
    at('2026-11-22T00:30:00')
    await runDueJobs()
    at('2026-11-22T09:12:13')
    await runDueJobs()
    at('2026-11-22T23:59:59')
    await runDueJobs()
    expect(await files()).toEqual(['mutya-backup-2026-11-21-040000.tar.gz', 'mutya-backup-2026-11-22-091213.tar.gz'])
    expect(both.flatMap(({ warnings }) => warnings)).toEqual([])
  })

  test('a backup interrupted by stopping the process leaves no file, and is made after the next start', async () => {
    const { jobs, files, folder } = withBackups()
    const stopped = jobProcess(server, jobs)
    at('2026-11-21T04:00:00')
    // A lock delays the backup, so that it is stopped in the middle.
    await withClient(server.database.ownerUrl, async (client) => {
      await client.query('begin; lock table users in access exclusive mode')
      const running = stopped.runDueJobs()
      await expect.poll(async () => (await readdir(folder).catch(() => [])).length).toBe(1)
      stopped.stop()
      await client.query('rollback')
      await running
    })
    expect(await readdir(folder)).toEqual([])
    expect(stopped.warnings).toEqual([])
    const opened = jobProcess(server, jobs)
    at('2026-11-21T04:06:00')
    await opened.runDueJobs()
    expect(await files()).toEqual(['mutya-backup-2026-11-21-040600.tar.gz'])
  })
})

test('the failure of a job that no longer exists is not reported any more after a week', async () => {
  const old = counted('daily-backup', hourly, () => Promise.reject(fail()))
  const process = jobProcess(server, [old.job])
  at('2026-11-21T09:00:00')
  for (let n = 0; n < 3; n++) {
    await process.runDueJobs()
    later(60)
  }
  expect(await inSnapshot(server.db, failingJobs)).toEqual(['daily-backup'])
  later(8 * 24 * 60)
  await jobProcess(
    server,
    jobsOfServer(server).filter(({ name }) => name === 'clean-up'),
  ).runDueJobs()
  expect(await inSnapshot(server.db, failingJobs)).toEqual([])
})

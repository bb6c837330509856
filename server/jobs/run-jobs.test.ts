import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { withClient } from '#server/backup/backup-fixture.ts'
import { type Pool } from '#server/db/pool.ts'
import { createTestDatabase, createTestPool } from '#server/test/database.ts'
import { runJobs } from './run-jobs.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
/** The test's own connections, which still work while the connections of the jobs are rejected. */
let own: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  own = createTestPool({ connectionString: database.appUrl, max: 1 })
})
afterAll(async () => {
  await own.end()
  await database.drop()
})

test.each([
  ['done', () => undefined],
  ['failed', () => Promise.reject(new Error('no'))],
])(
  'if the database is unavailable when a job has %s, the next job still runs once the database is back',
  async (_, end) => {
    const pool = createTestPool({ connectionString: database.appUrl, max: 6 })
    const connect = pool.connect.bind(pool)
    let refused = 0
    let done = 0
    const next = async () => void (done += 1)
    const work = async () => {
      // To record the result of the job, the job runner opens new connections; the test refuses them.
      Object.assign(pool, {
        connect: () => {
          refused += 1
          if (refused === 3) Object.assign(pool, { connect })
          return Promise.reject(new Error('timeout exceeded when trying to connect'))
        },
      })
      await end()
    }
    const jobs = runJobs({
      clock: () => new Date(),
      pool,
      jobs: { work, next },
      eachMinute: async () => undefined,
      restartMs: 50,
      atOnce: 1,
      warn: () => undefined,
    })
    onTestFinished(async () => {
      await jobs.stop()
      await pool.end()
    })
    await own.query(`select graphile_worker.add_job('work', '{}'::json, max_attempts := 1)`)
    await expect.poll(() => refused).toBe(3)
    await own.query(`select graphile_worker.add_job('next', '{}'::json)`)
    await expect.poll(() => done).toBe(1)
  },
)

test('a job that runs every minute continues after the clock was months ahead', async () => {
  // Simulates an older server version, which left an entry in the timetable of the job library.
  await withClient(database.ownerUrl, (client) =>
    client.query(`insert into graphile_worker._private_known_crontabs values ('each-minute', now(), now() + interval '4 months')
      on conflict (identifier) do update set last_execution = excluded.last_execution`),
  )
  const pool = createTestPool({ connectionString: database.appUrl, max: 6 })
  let minutes = 0
  const jobs = runJobs({
    clock: () => new Date(),
    pool,
    jobs: {},
    eachMinute: async () => void (minutes += 1),
    minuteMs: 200,
    atOnce: 1,
    warn: () => undefined,
  })
  onTestFinished(async () => {
    await jobs.stop()
    await pool.end()
  })
  await expect.poll(() => minutes).toBeGreaterThan(2)
})

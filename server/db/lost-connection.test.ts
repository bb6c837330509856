import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, createTestPool, type TestDatabase } from '#server/test/database.ts'
import { startSilentProxy } from '#server/test/silent-proxy.ts'
import { MAIN_BRANCH_ID } from './main-branch.ts'
import { isDatabaseAway } from './is-database-away.ts'
import { createDatabase, createPool } from './pool.ts'
import { inSnapshot, inTransaction } from './transactions.ts'

let home: TestDatabase
beforeAll(async () => void (home = await createTestDatabase()))
afterAll(() => home.drop())

/** A pool of one connection; `lost` collects its connection errors. */
function open({ statementMs = 2_000, connectionString = home.appUrl } = {}) {
  const lost: string[] = []
  const onError = (error: Error) => void lost.push(error.message)
  const pool = createTestPool({ connectionString, max: 1, statementMs, onError })
  const db = createDatabase(pool)
  onTestFinished(() => db.destroy())
  const backend = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
  return { db, lost, backend }
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error: unknown) => error as Error,
  )

test('a connection lost between two statements fails only its request, and the process continues', async () => {
  const { db, backend } = open()
  const admin = createDatabase(createTestPool({ connectionString: home.adminUrl, max: 1 }))
  onTestFinished(() => admin.destroy())
  const failure = await failureOf(
    inTransaction(db, async (tx) => {
      const { pid } = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]!
      await sql`select pg_terminate_backend(${pid})`.execute(admin)
      await wait(50)
      await sql`select 1`.execute(tx)
    }),
  )
  expect(isDatabaseAway(failure)).toBe(true)
  expect(await backend()).toBeGreaterThan(0)
})

test('when the database stops answering, a statement fails after its timeout, and later requests use a new connection', async () => {
  const proxy = await startSilentProxy(home.appUrl)
  onTestFinished(() => proxy.close())
  const { db, backend } = open({ connectionString: proxy.url })
  const pid = await backend()
  proxy.silence()
  const failure = await failureOf(inTransaction(db, (tx) => sql`select 1`.execute(tx)))
  expect(isDatabaseAway(failure)).toBe(true)
  expect(await backend()).not.toBe(pid)
})

test('a transaction that takes too long in total is rolled back, even if each of its statements is short enough', async () => {
  const { db, backend } = open()
  const pid = await backend()
  const ran: number[] = []
  const failure = await failureOf(
    inTransaction(db, async (tx) => {
      for (let i = 0; i < 20; i++) {
        await tx
          .insertInto('resources')
          .values({ id: crypto.randomUUID(), branch_id: MAIN_BRANCH_ID, kind: 'room', name: `slow ${i}`, position: 9 })
          .execute()
        await sql`select pg_sleep(0.5)`.execute(tx)
        ran.push(i)
      }
    }),
  )
  // `open` allows two seconds per statement and four per transaction; the twenty statements would take ten seconds.
  expect(isDatabaseAway(failure)).toBe(true)
  expect(ran.length).toBeGreaterThan(0)
  expect(ran.length).toBeLessThan(20)
  expect(await backend()).not.toBe(pid)
  expect(await db.selectFrom('resources').select('name').where('position', '=', 9).execute()).toEqual([])
})

test('the time limit of a transaction begins anew with each transaction', async () => {
  // A transaction may take five seconds; the transactions of this test together take longer.
  const { db } = open({ statementMs: 3_000 })
  for (let i = 0; i < 3; i++) {
    await inTransaction(db, (tx) => sql`select pg_sleep(0.9)`.execute(tx))
    await inSnapshot(db, (tx) => sql`select pg_sleep(0.9)`.execute(tx))
    await sql`select pg_sleep(0.1)`.execute(db)
  }
})

test('waiting for a connection, a statement or a whole transaction ends with an error within five seconds', () => {
  const pool = createPool({ connectionString: home.appUrl })
  onTestFinished(() => pool.end())
  const { statementMs, transactionMs } = pool.driver
  expect(Math.max(pool.options.connectionTimeoutMillis ?? Infinity, statementMs, transactionMs)).toBeLessThanOrEqual(
    5_000,
  )
})

test.each(['EPIPE', 'ECONNRESET', 'EHOSTUNREACH', 'EMFILE'])(
  'the connection error %s is treated as an unavailable database',
  (code) => {
    expect(isDatabaseAway(Object.assign(new Error(`write ${code}`), { code }))).toBe(true)
  },
)

test('a programming error is not treated as an unavailable database', () => {
  expect(isDatabaseAway(new TypeError('x is not a function'))).toBe(false)
})

test('a new connection that the database closes before its first use counts as lost, and is not used again', async () => {
  const pool = createTestPool({ connectionString: home.appUrl, max: 1 })
  const db = createDatabase(pool)
  onTestFinished(() => db.destroy())
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  Object.assign(pool, {
    connect: async () => {
      Object.assign(pool, { connect })
      const client = await connect()
      // The error that a stopping server sends shortly before it closes the connection.
      const end = new pg.DatabaseError('terminating connection', 0, 'error')
      client.connection.emit('errorMessage', Object.assign(end, { severity: 'FATAL', code: '57P01' }))
      return client
    },
  })
  const failure = await failureOf(sql`select 1`.execute(db))
  expect(isDatabaseAway(failure)).toBe(true)
  expect((await sql<{ n: number }>`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
})

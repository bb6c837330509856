import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimKey } from '#server/db/idempotency.ts'
import { countTry, insertRegistrationTry } from '#server/db/rate-limits.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { withClient } from '#server/backup/backup-fixture.ts'
import { recordRun } from '#server/backup/runs.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { addToQueue, createCatalogue, createSession, createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { cleanUp } from './clean-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const daysLater = (days: number) => new Date(server.clock.now.getTime() + days * 86_400_000)

async function counts() {
  const { db } = server
  const count = async (table: 'sessions' | 'rate_windows' | 'idempotency_keys') =>
    (await db.selectFrom(table).selectAll().execute()).length
  return [await count('sessions'), await count('rate_windows'), await count('idempotency_keys')]
}

test('the clean-up removes expired records and keeps valid ones', async () => {
  const { db, clock } = server
  const user = await createUser(db, 'cashier')
  await createSession(db, user.id, daysLater(1))
  await inTransaction(db, (tx) => countTry(tx, 'log-in', 'somebody', { tries: 3, windowSeconds: 900 }, clock.now))
  const call = { key: crypto.randomUUID(), userId: user.id, methodAndPath: 'POST /api/transactions', received: {} }
  await inTransaction(db, (tx) => claimKey(tx, { ...call, now: clock.now }))
  await cleanUp(db, clock.now, server.uploadsDir)
  expect(await counts()).toEqual([2, 1, 1])
  await cleanUp(db, daysLater(2), server.uploadsDir)
  expect(await counts()).toEqual([1, 0, 1])
  await cleanUp(db, daysLater(31), server.uploadsDir)
  expect(await counts()).toEqual([1, 0, 0])
})

test('an hour after a registration attempt all data about it is deleted, including the IP address', async () => {
  const { db, clock } = server
  const tried = { id: crypto.randomUUID(), address_hash: Buffer.alloc(32), tried_at: clock.now }
  await inTransaction(db, (tx) => insertRegistrationTry(tx, tried))
  const kept = async () => (await db.selectFrom('registration_tries').selectAll().execute()).length
  await cleanUp(db, new Date(clock.now.getTime() + 3_599_000), server.uploadsDir)
  expect(await kept()).toBe(1)
  await cleanUp(db, new Date(clock.now.getTime() + 3_600_000), server.uploadsDir)
  expect(await kept()).toBe(0)
})

test('finished messages and waitlist entries are deleted after half a year, records of backup runs after a year', async () => {
  const { db, clock } = server
  const now = clock.now
  const client = await createUser(db, 'client')
  const { serviceId } = await createCatalogue(db)
  const message = { branch_id: MAIN_BRANCH_ID, occasion: 'test', channel: 'email', subject_id: client.id, send_at: now }
  const times = { created_at: now, updated_at: now }
  const states = ['skipped', 'failed', 'queued']
  await db
    .insertInto('messages')
    .values(
      states.map((state, version) => ({
        ...message,
        ...times,
        id: crypto.randomUUID(),
        state,
        version,
        reason: state === 'queued' ? null : 'off',
      })),
    )
    .execute()
  const wish = {
    branch_id: MAIN_BRANCH_ID,
    client_id: client.clientId!,
    service_id: serviceId,
    first_date: '2026-11-22',
    last_date: '2026-11-23',
    day_parts: ['morning'],
    counts_since: now,
    created_by: client.id,
    ...times,
  }
  await db
    .insertInto('waitlist_entries')
    .values(['waiting', 'expired', 'withdrawn'].map((state) => ({ ...wish, id: crypto.randomUUID(), state })))
    .execute()
  await addToQueue(db, client, serviceId, '2026-11-21')
  await inTransaction(db, (tx) => recordRun(tx, now, { scheduled: true, fileName: 'x', bytes: 1 }))
  const kept = async () => [
    (await db.selectFrom('messages').select('state').execute()).map(({ state }) => state),
    (await db.selectFrom('waitlist_entries').select('state').execute()).map(({ state }) => state),
    (await db.selectFrom('backup_runs').select('id').execute()).length,
    (await db.selectFrom('walk_ins').select('id').execute()).length,
  ]
  const all = await kept()
  await cleanUp(db, daysLater(183), server.uploadsDir)
  expect(await kept()).toEqual(all)
  await cleanUp(db, daysLater(184), server.uploadsDir)
  expect(await kept()).toEqual([['queued'], ['waiting'], 1, 0])
  await cleanUp(db, daysLater(367), server.uploadsDir)
  expect(await kept()).toEqual([['queued'], ['waiting'], 0, 0])
})

test('a job that failed and is not tried again is deleted after a week', async () => {
  const { database, appDb, uploadsDir } = server
  await withClient(database.ownerUrl, async (owner) => {
    await owner.query(`select graphile_worker.add_job('gone', '{}'::json, max_attempts := 1)`)
    await owner.query(`select graphile_worker.add_job('waits', '{}'::json)`)
    await owner.query(`update graphile_worker._private_jobs set attempts = 1`)
    const left = async () =>
      (await owner.query(`select task_identifier from graphile_worker.jobs`)).rows.map((row) => row.task_identifier)
    const now = Date.now()
    await cleanUp(appDb, new Date(now + 6 * 86_400_000), uploadsDir)
    expect(await left()).toEqual(['gone', 'waits'])
    await cleanUp(appDb, new Date(now + 8 * 86_400_000), uploadsDir)
    expect(await left()).toEqual(['waits'])
  })
})

test('a part of the clean-up that fails is reported, and the other parts still run', async () => {
  const { db, appDb, clock, database, uploadsDir } = server
  const user = await createUser(db, 'cashier')
  const call = { key: crypto.randomUUID(), userId: user.id, methodAndPath: 'POST /api/transactions', received: {} }
  await inTransaction(db, (tx) => claimKey(tx, { ...call, now: clock.now }))
  await withClient(database.ownerUrl, async (owner) => {
    await owner.query('alter table sessions rename to elsewhere')
    await expect(cleanUp(appDb, daysLater(31), uploadsDir)).rejects.toMatchObject({ code: '42P01' })
    await owner.query('alter table elsewhere rename to sessions')
  })
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([])
})

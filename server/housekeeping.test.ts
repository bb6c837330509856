import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimKey } from './db/idempotency.ts'
import { countHit } from './db/rate-windows.ts'
import { insertHit } from './db/registration-tries.ts'
import { inTransaction } from './db/transactions.ts'
import { keepHouse } from './housekeeping.ts'
import { createSession, createUser } from './test/factories.ts'
import { startTestServer, type TestServer } from './test/server.ts'

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

test('what has run out is removed, what still counts stays', async () => {
  const { db, clock } = server
  const user = await createUser(db, 'cashier')
  await createSession(db, user.id, daysLater(1))
  await inTransaction(db, (tx) => countHit(tx, 'log-in', 'somebody', { tries: 3, windowSeconds: 900 }, clock.now))
  const call = { key: crypto.randomUUID(), userId: user.id, methodAndPath: 'POST /api/transactions', body: {} }
  await inTransaction(db, (tx) => claimKey(tx, { ...call, now: clock.now }))
  await keepHouse(db, clock.now, server.uploadsDir)
  expect(await counts()).toEqual([2, 1, 1])
  await keepHouse(db, daysLater(2), server.uploadsDir)
  expect(await counts()).toEqual([1, 0, 1])
  await keepHouse(db, daysLater(31), server.uploadsDir)
  expect(await counts()).toEqual([1, 0, 0])
})

test('of a try to register nothing is kept after an hour, its address included', async () => {
  const { db, clock } = server
  const tried = { id: crypto.randomUUID(), address_hash: Buffer.alloc(32), tried_at: clock.now }
  await inTransaction(db, (tx) => insertHit(tx, tried))
  const kept = async () => (await db.selectFrom('registration_tries').selectAll().execute()).length
  await keepHouse(db, new Date(clock.now.getTime() + 3_599_000), server.uploadsDir)
  expect(await kept()).toBe(1)
  await keepHouse(db, new Date(clock.now.getTime() + 3_600_000), server.uploadsDir)
  expect(await kept()).toBe(0)
})

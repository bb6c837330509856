import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { createCatalogue, createUser, MAIN_ROOM_ID, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { cleanUp } from './clean-up.ts'

const DAY_MS = 86_400_000
let server: TestServer
let now: Date
let people: TestUser[]
beforeAll(async () => {
  server = await startTestServer()
  now = server.clock.now
  people = await Promise.all([1, 2].map(() => createUser(server.db, 'client')))
})
afterAll(() => server.close())

/** Two times at which a row expires: one that has been reached, and one a second later. */
const ends = () => ({ goes: now, stays: new Date(now.getTime() + 1000) })

/** Makes two rows with the function: one that expires now, and one that expires a second later. */
const rowsOf = <Row>(make: (end: Date, index: 0 | 1) => Row): [goes: Row, stays: Row] => [
  make(ends().goes, 0),
  make(ends().stays, 1),
]
const hash = () => randomBytes(32)

test('the clean-up deletes an expired session and keeps one that expires in a second', async () => {
  const rows = rowsOf((expires_at, n) => ({
    id: randomUUID(),
    user_id: people[n]!.id,
    token_hash: hash(),
    created_at: now,
    last_used_at: now,
    password_at: now,
    expires_at,
  }))
  await server.db.insertInto('sessions').values(rows).execute()
  await cleanUp(server.appDb, now, server.uploadsDir)
  const ids = rows.map(({ id }) => id)
  expect(await server.db.selectFrom('sessions').select('id').where('id', 'in', ids).execute()).toEqual([{ id: ids[1] }])
})

test('the clean-up deletes an answer stored under an idempotency key after thirty days, and keeps a newer one', async () => {
  const rows = rowsOf((end, n) => ({
    key: randomUUID(),
    user_id: people[n]!.id,
    method_and_path: 'POST /api/transactions',
    body_hash: hash(),
    status: 201,
    answer: '{}',
    // A stored response is kept up to exactly 30 days, so an outdated one must be a millisecond older.
    created_at: new Date(end.getTime() - 30 * DAY_MS - 1),
  }))
  await server.db.insertInto('idempotency_keys').values(rows).execute()
  await cleanUp(server.appDb, now, server.uploadsDir)
  expect(await server.db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: rows[1].key }])
})

test('the clean-up deletes expired log-in links and codes, and keeps valid ones', async () => {
  const { db } = server
  const times = (expires_at: Date) => ({ created_at: new Date(now.getTime() - 1000), expires_at })
  const resets = rowsOf((end, n) => ({ user_id: people[n]!.id, token_hash: hash(), ...times(end) }))
  const mails = rowsOf((end, n) => ({ person_id: people[n]!.id, token_hash: hash(), ...times(end) }))
  const codes = rowsOf((end, n) => ({ person_id: people[n]!.id, code_hash: hash(), ...times(end) }))
  await db.insertInto('reset_links').values(resets).execute()
  await db.insertInto('email_links').values(mails).execute()
  await db.insertInto('phone_codes').values(codes).execute()
  await cleanUp(server.appDb, now, server.uploadsDir)
  const { id } = people[1]!
  expect(await db.selectFrom('reset_links').select('user_id').execute()).toEqual([{ user_id: id }])
  expect(await db.selectFrom('email_links').select('person_id').execute()).toEqual([{ person_id: id }])
  expect(await db.selectFrom('phone_codes').select('person_id').execute()).toEqual([{ person_id: id }])
})

test('the clean-up deletes an expired reservation with its slots, and keeps an active one', async () => {
  const { db } = server
  const { serviceId: service_id } = await createCatalogue(db)
  const holds = rowsOf((expires_at, n) => ({
    id: randomUUID(),
    key: hash(),
    branch_id: MAIN_BRANCH_ID,
    service_id,
    practitioner_id: null,
    address_hash: hash(),
    starts_at: new Date(now.getTime() + (n + 1) * DAY_MS),
    expires_at,
  }))
  const slots = holds.map(({ id, starts_at, expires_at }) => ({
    resource_id: MAIN_ROOM_ID,
    slot_at: starts_at,
    appointment_id: null,
    hold_id: id,
    held_until: expires_at,
  }))
  await db.insertInto('holds').values(holds).execute()
  await db.insertInto('resource_slots').values(slots).execute()
  await cleanUp(server.appDb, now, server.uploadsDir)
  expect(await db.selectFrom('holds').select('id').execute()).toEqual([{ id: holds[1].id }])
  expect(await db.selectFrom('resource_slots').select('hold_id').execute()).toEqual([{ hold_id: holds[1].id }])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../scripts/demo/load-demo.ts'
import { recount } from '#server/cash/recount.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  expect(await loadDemo(server.db, server.clock.now, { isBusy: true, hasCash: true })).toBe(true)
}, 60_000)
afterAll(() => server.close())

test('the sample clinic has shifts with small differences and a reading for each day but today', async () => {
  const shifts = await server.db.selectFrom('shifts').selectAll().orderBy('opened_at').execute()
  expect(shifts).toHaveLength(13)
  expect(shifts.filter(({ closed_at }) => closed_at === null).map(({ business_date }) => business_date)).toEqual([
    '2026-11-21',
  ])
  const off = shifts.filter((one) => one.closed_at !== null && one.counted_centavos !== one.expected_centavos)
  expect(off.length).toBeGreaterThan(3)
  const { is_on } = await server.db.selectFrom('cash_settings').select('is_on').executeTakeFirstOrThrow()
  expect(is_on).toBe(true)
})

test('its shifts and readings are what its documents come to', async () => {
  expect(await inSnapshot(server.db, (tx) => recount(tx, MAIN_BRANCH_ID))).toEqual({
    shifts: 12,
    readings: 12,
    findings: [],
  })
  const stray = await server.db
    .selectFrom('documents')
    .select('id')
    .where('business_date', '>', '2026-11-18')
    .where('shift_id', 'is', null)
    .execute()
  expect(stray).toEqual([])
})

test('no event and no time of its shifts lies ahead', async () => {
  const now = server.clock.now
  const ahead = await server.db
    .selectFrom('events')
    .select('id')
    .where('type', 'like', 'cash.%')
    .where('happened_at', '>', now)
    .execute()
  const opened = await server.db.selectFrom('shifts').select('id').where('opened_at', '>', now).execute()
  expect([ahead, opened]).toEqual([[], []])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { countTry, exceedsLimit } from './rate-limits.ts'
import { inTransaction } from './transactions.ts'

const LIMIT = { tries: 2, windowSeconds: 3600 }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const count = (now: Date) => inTransaction(server.appDb, (tx) => countTry(tx, 'test', 'one', LIMIT, now))
const exceeds = (now: Date) => inTransaction(server.appDb, (tx) => exceedsLimit(tx, 'test', 'one', LIMIT, now))

test('tries are counted in a window, which begins anew when it is over', async () => {
  const [ten, later, nextHour] = ['10:00', '10:59', '11:00'].map((time) => new Date(`2026-11-21T${time}:00+08:00`))
  expect([await count(ten!), await count(later!), await count(later!)]).toEqual([1, 2, 3])
  expect([await exceeds(later!), await exceeds(nextHour!)]).toEqual([true, false])
  expect(await count(nextHour!)).toBe(1)
})

test('a window that began while the clock was a year ahead ends once the clock is right again', async () => {
  const [ahead, right] = [new Date('2027-11-21T10:00:00+08:00'), new Date('2026-11-21T12:00:00+08:00')]
  for (let n = 1; n <= 3; n++) await count(ahead)
  expect(await exceeds(ahead)).toBe(true)
  expect(await exceeds(right)).toBe(false)
  expect(await count(right)).toBe(1)
})

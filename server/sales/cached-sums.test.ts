import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSnapshot } from '#server/db/transactions.ts'
import { cachedSums } from './list-sales.ts'
import { openTill, type Till } from './till-fixture.ts'
import { sumsOf } from './views.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.server.close())

/** Returns a computation of sums that counts its calls. With `failsOnce`, its first call fails. */
function counted({ failsOnce = false } = {}) {
  let times = 0
  const sums = cachedSums(async (tx, filter) => {
    times += 1
    if (failsOnce && times === 1) throw new Error('too late')
    return sumsOf(tx, filter)
  })
  const ask = (search = '') => inSnapshot(till.server.appDb, (tx) => sums(tx, { search }))
  return { ask, times: () => times }
}

test('eight simultaneous requests for sales totals share one calculation, which is repeated after the next sale', async () => {
  const { ask, times } = counted()
  await till.send(till.order([till.peel()]))
  const all = await Promise.all(Array.from({ length: 8 }, () => ask()))
  expect(all.map(({ total_centavos }) => total_centavos)).toEqual(Array.from({ length: 8 }, () => 150_000))
  expect(times()).toBe(1)
  await till.send(till.order([till.peel()]))
  expect((await ask()).total_centavos).toBe(300_000)
  expect(times()).toBe(2)
})

test('a failed calculation of sales totals is repeated, and totals of a search are never cached', async () => {
  const { ask, times } = counted({ failsOnce: true })
  await expect(ask()).rejects.toThrow('too late')
  await ask()
  expect(times()).toBe(2)
  await ask('peel')
  await ask('peel')
  expect(times()).toBe(4)
})

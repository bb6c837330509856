import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { inSnapshot } from '#server/db/transactions.ts'
import { openMergeClinic } from '#server/merges/merge-fixture.ts'
import { salesContract } from '#shared/sales/contract.ts'
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

test('the number of customers is right at once after two of them were merged, and after the undo', async () => {
  const clinic = await openMergeClinic()
  onTestFinished(() => clinic.server.close())
  const [kept, twin] = [await clinic.newClient('Maria Santos'), await clinic.newClient('Ma. Santos')]
  await clinic.buy(kept)
  await clinic.buy(twin)
  const customers = async () => (await clinic.admin(salesContract.list, { querystring: {} })).summary.active_customers
  expect(await customers()).toBe(2)
  await clinic.merge(kept, twin)
  expect(await customers()).toBe(1)
  await clinic.undo(kept)
  expect(await customers()).toBe(2)
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

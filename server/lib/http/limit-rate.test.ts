import { expect, test } from 'vitest'
import { createDelayQueue, TokenBuckets } from './limit-rate.ts'

test('a burst of requests is allowed, the next one gets a waiting time, and with every second more are allowed', () => {
  const buckets = new TokenBuckets({ perSecond: 0.5, burst: 3 })
  expect([1, 2, 3, 4].map(() => buckets.take('a', 0))).toEqual([0, 0, 0, 2])
  expect(buckets.take('b', 0)).toBe(0)
  expect(buckets.take('a', 1_000)).toBe(1)
  expect([buckets.take('a', 2_000), buckets.take('a', 2_000)]).toEqual([0, 2])
  expect([1, 2, 3, 4].map(() => buckets.take('a', 3_600_000))).toEqual([0, 0, 0, 2])
})

test('requests from a million IP addresses do not fill the memory, and the limit of an active address is still applied', () => {
  const buckets = new TokenBuckets({ perSecond: 0.001, burst: 1 }, 100)
  expect(buckets.take('here', 0)).toBe(0)
  for (let i = 0; i < 1_000_000; i++) {
    buckets.take(`address ${i}`, i / 1_000)
    if (i % 50 === 0) buckets.take('here', i / 1_000)
  }
  expect(buckets.size).toBe(100)
  expect(buckets.take('here', 1_000)).toBeGreaterThan(0)
})

const delayLimits = { everyMs: 40, waitingPerKey: 3, waiting: 5 }

test('requests of one sender run in order, each after a pause', async () => {
  const waitInQueue = createDelayQueue(delayLimits)
  const startedAt = performance.now()
  const passed: { who: number; after: number }[] = []
  await Promise.all(
    [0, 1, 2].map(async (who) => {
      expect(await waitInQueue('one address')).toBe(true)
      passed.push({ who, after: performance.now() - startedAt })
    }),
  )
  expect(passed.map(({ who }) => who)).toEqual([0, 1, 2])
  for (const { who, after } of passed) expect(after).toBeGreaterThanOrEqual((who + 1) * delayLimits.everyMs - 2)
})

test('a full queue rejects a request at once, and accepts one again when a waiting request has run', async () => {
  const waitInQueue = createDelayQueue(delayLimits)
  const queue = Promise.all([1, 2, 3].map(() => waitInQueue('a')))
  expect(await waitInQueue('a')).toBe(false)
  expect(await queue).toEqual([true, true, true])
  expect(await waitInQueue('a')).toBe(true)
})

test('the number of requests that wait in the queues of all senders is limited', async () => {
  const waitInQueue = createDelayQueue(delayLimits)
  const queues = Promise.all(['a', 'a', 'a', 'b', 'b'].map(waitInQueue))
  expect(await waitInQueue('c')).toBe(false)
  expect(await queues).toEqual([true, true, true, true, true])
  expect(await waitInQueue('c')).toBe(true)
})

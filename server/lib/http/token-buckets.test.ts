import { expect, test } from 'vitest'
import { TokenBuckets } from './token-buckets.ts'

test('a burst is allowed, the next request gets a waiting time, and every second adds allowance', () => {
  const buckets = new TokenBuckets({ perSecond: 0.5, burst: 3 })
  expect([1, 2, 3, 4].map(() => buckets.take('a', 0))).toEqual([0, 0, 0, 2])
  expect(buckets.take('b', 0)).toBe(0)
  expect(buckets.take('a', 1_000)).toBe(1)
  expect([buckets.take('a', 2_000), buckets.take('a', 2_000)]).toEqual([0, 2])
  expect([1, 2, 3, 4].map(() => buckets.take('a', 3_600_000))).toEqual([0, 0, 0, 2])
})

test('a million addresses do not fill the memory, and active ones are remembered', () => {
  const buckets = new TokenBuckets({ perSecond: 0.001, burst: 1 }, 100)
  expect(buckets.take('here', 0)).toBe(0)
  for (let i = 0; i < 1_000_000; i++) {
    buckets.take(`address ${i}`, i / 1_000)
    if (i % 50 === 0) buckets.take('here', i / 1_000)
  }
  expect(buckets.size).toBe(100)
  expect(buckets.take('here', 1_000)).toBeGreaterThan(0)
})

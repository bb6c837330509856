import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

const limits = { everyMs: 40, waitingPerKey: 3, waiting: 5 }

test('requests with one key run in order, each after a pause', async () => {
  const takeTurn = takeTurns(limits)
  const startedAt = performance.now()
  const passed: { who: number; after: number }[] = []
  await Promise.all(
    [0, 1, 2].map(async (who) => {
      expect(await takeTurn('one address')).toBe(true)
      passed.push({ who, after: performance.now() - startedAt })
    }),
  )
  expect(passed.map(({ who }) => who)).toEqual([0, 1, 2])
  for (const { who, after } of passed) expect(after).toBeGreaterThanOrEqual((who + 1) * limits.everyMs - 2)
})

test('a full queue rejects at once and accepts again when one has run', async () => {
  const takeTurn = takeTurns(limits)
  const line = Promise.all([1, 2, 3].map(() => takeTurn('a')))
  expect(await takeTurn('a')).toBe(false)
  expect(await line).toEqual([true, true, true])
  expect(await takeTurn('a')).toBe(true)
})

test('all queues together have a limit', async () => {
  const takeTurn = takeTurns(limits)
  const lines = Promise.all(['a', 'a', 'a', 'b', 'b'].map(takeTurn))
  expect(await takeTurn('c')).toBe(false)
  expect(await lines).toEqual([true, true, true, true, true])
  expect(await takeTurn('c')).toBe(true)
})

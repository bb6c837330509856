import { expect, onTestFinished, test, vi } from 'vitest'
import { FairQueue, QueueFullError, QueueTimeoutError } from './limit-concurrency.ts'

const usualQueue = { atOnce: () => 2, maxWaiting: 100, maxWaitingPerKey: 50, waitMs: 60_000 }

/** Makes a queue, work that the test ends with `endOne`, and a list of the keys whose work has begun. */
function openQueue(options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const queue = new FairQueue({ ...usualQueue, ...options })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const send = (key: string) =>
    queue.run(key, () => {
      begun.push(key)
      return new Promise<void>((resolve) => void ends.push(resolve))
    })
  const endOne = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  // Ends all work, because queued work would be rejected a minute later, during another file's tests.
  onTestFinished(async () => {
    while (ends.length > 0) await endOne()
  })
  return { queue, begun, send, endOne }
}

test('senders take turns, so that a new sender does not wait behind another sender’s many requests', async () => {
  const { begun, send, endOne } = openQueue()
  for (let i = 0; i < 20; i++) void send('flood')
  void send('visitor')
  void send('other')
  expect(begun).toEqual(['flood', 'flood'])
  for (let i = 0; i < 4; i++) await endOne()
  expect(begun.slice(2)).toEqual(['flood', 'visitor', 'other', 'flood'])
})

test('the fair queue limits the waiting requests of each sender and of all together', async () => {
  const { queue, send } = openQueue({ maxWaitingPerKey: 3, maxWaiting: 5 })
  const flood = Array.from({ length: 5 }, () => send('flood'))
  await expect(send('flood')).rejects.toBeInstanceOf(QueueFullError)
  void send('a')
  void send('b')
  await expect(send('c')).rejects.toBeInstanceOf(QueueFullError)
  expect([queue.waiting, flood.length]).toEqual([5, 5])
})

test('a request that waits too long in the fair queue is rejected and leaves it', async () => {
  const { queue, begun, send, endOne } = openQueue({ waitMs: 20, atOnce: () => 1 })
  void send('a')
  await expect(send('b')).rejects.toBeInstanceOf(QueueTimeoutError)
  expect(queue.waiting).toBe(0)
  await endOne()
  void send('c')
  expect(begun).toEqual(['a', 'c'])
})

test('after a request failed the fair queue runs the next one, and a higher limit lets more requests run at once', async () => {
  let room = 1
  const { queue, begun, send, endOne } = openQueue({ atOnce: () => room })
  const failing = queue.run('a', () => Promise.reject(new Error('broken')))
  void send('b')
  void send('c')
  await expect(failing).rejects.toThrow('broken')
  expect(begun).toEqual(['b'])
  room = 2
  queue.admit()
  await endOne()
  expect(begun).toEqual(['b', 'c'])
})

test('a call in the fair queue keeps its place for the pause after its end, also if it failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => void vi.restoreAllMocks())
  const { queue, begun, send } = openQueue({ atOnce: () => 1, pauseMs: (tookMs) => tookMs * 7 })
  const failing = queue.run('a', () => {
    now += 10
    return Promise.reject(new Error('broken'))
  })
  void send('b')
  await expect(failing).rejects.toThrow('broken')
  await vi.advanceTimersByTimeAsync(69)
  expect(begun).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['b'])
})

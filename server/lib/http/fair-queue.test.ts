import { expect, onTestFinished, test, vi } from 'vitest'
import { CallerGoneError, FairQueue, QueueFullError, QueueTimeoutError } from './fair-queue.ts'

const usualQueue = { atOnce: () => 2, maxWaiting: 100, maxWaitingPerAddress: 50 }

type Call = { session?: string; waitMs?: number; isGone?: () => boolean }
const callerOf = (address: string, { session = 'one', waitMs = 60_000, isGone = () => false }: Call = {}) => ({
  sender: { address, session },
  deadline: performance.now() + waitMs,
  isGone,
})

/** Makes a queue, work that the test ends with `endOne`, and a list of the addresses whose work has begun. */
function openQueue(options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const queue = new FairQueue({ ...usualQueue, ...options })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const send = (address: string, call?: Call) =>
    queue.run(callerOf(address, call), () => {
      begun.push(call?.session ?? address)
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

test('in a full queue, the newest request of the longest queue is refused, and senders with shorter queues wait', async () => {
  const { queue, begun, send, endOne } = openQueue({ maxWaitingPerAddress: 3, maxWaiting: 5 })
  const flood = Array.from({ length: 5 }, () => send('flood'))
  await expect(send('flood')).rejects.toBeInstanceOf(QueueFullError)
  void send('a')
  void send('b')
  expect(queue.waiting).toBe(5)
  void send('c')
  await expect(flood[4]).rejects.toBeInstanceOf(QueueFullError)
  void send('d')
  await expect(flood[3]).rejects.toBeInstanceOf(QueueFullError)
  // Now each queue has one request, so a sixth request is refused.
  await expect(send('a')).rejects.toBeInstanceOf(QueueFullError)
  expect(queue.waiting).toBe(5)
  for (let i = 0; i < 5; i++) await endOne()
  expect(begun.slice(2)).toEqual(['flood', 'a', 'b', 'c', 'd'])
})

test('the limit of an address counts all its sessions, and a session that floods displaces only its own requests', async () => {
  const { queue, begun, send, endOne } = openQueue({ maxWaitingPerAddress: 4, maxWaiting: 8 })
  const flood = Array.from({ length: 6 }, () => send('wi-fi', { session: 'flood' }))
  void send('wi-fi', { session: 'ana' })
  void send('wi-fi', { session: 'bea' })
  await expect(flood[5]).rejects.toBeInstanceOf(QueueFullError)
  await expect(flood[4]).rejects.toBeInstanceOf(QueueFullError)
  await expect(send('wi-fi', { session: 'flood' })).rejects.toBeInstanceOf(QueueFullError)
  expect(queue.waiting).toBe(4)
  void send('home', { session: 'cara' })
  for (let i = 0; i < 5; i++) await endOne()
  expect(begun.slice(2)).toEqual(['flood', 'cara', 'ana', 'bea', 'flood'])
})

test('a request that waits too long in the fair queue is rejected and leaves it', async () => {
  const { queue, begun, send, endOne } = openQueue({ atOnce: () => 1 })
  void send('a')
  await expect(send('b', { waitMs: 20 })).rejects.toBeInstanceOf(QueueTimeoutError)
  expect(queue.waiting).toBe(0)
  await endOne()
  void send('c')
  expect(begun).toEqual(['a', 'c'])
})

test('after a request failed the fair queue runs the next one, and a higher limit lets more requests run at once', async () => {
  let room = 1
  const { queue, begun, send, endOne } = openQueue({ atOnce: () => room })
  const failing = queue.run(callerOf('a'), () => Promise.reject(new Error('broken')))
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
  const failing = queue.run(callerOf('a'), () => {
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

test('the work of a caller who has disconnected while waiting is dropped when its turn comes', async () => {
  const { queue, begun, send, endOne } = openQueue({ atOnce: () => 1 })
  let hasGone = false
  void send('first')
  const gone = send('gone', { isGone: () => hasGone })
  void send('last')
  hasGone = true
  await Promise.all([endOne(), expect(gone).rejects.toBeInstanceOf(CallerGoneError)])
  expect([begun, queue.waiting]).toEqual([['first', 'last'], 0])
})

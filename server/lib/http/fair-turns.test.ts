import { expect, onTestFinished, test } from 'vitest'
import { FairTurns, NoTurn } from './fair-turns.ts'

const usual = { atOnce: () => 2, mostWaiting: 100, mostWaitingPerKey: 50, waitMs: 60_000 }

/** Work that ends on command, and a list of what has started. */
function bench(options: Partial<ConstructorParameters<typeof FairTurns>[0]> = {}) {
  const turns = new FairTurns({ ...usual, ...options })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const send = (key: string) =>
    turns.run(key, () => {
      begun.push(key)
      return new Promise<void>((resolve) => void ends.push(resolve))
    })
  const endOne = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  // Ends all work, because what still waits would be rejected a minute later, during another file's tests.
  onTestFinished(async () => {
    while (ends.length > 0) await endOne()
  })
  return { turns, begun, send, endOne }
}

test('a sender of many requests waits behind its own, so a newcomer is next', async () => {
  const { begun, send, endOne } = bench()
  for (let i = 0; i < 20; i++) void send('flood')
  void send('visitor')
  void send('other')
  expect(begun).toEqual(['flood', 'flood'])
  for (let i = 0; i < 4; i++) await endOne()
  expect(begun.slice(2)).toEqual(['flood', 'visitor', 'other', 'flood'])
})

test('the queue has a limit for each sender and in total', async () => {
  const { turns, send } = bench({ mostWaitingPerKey: 3, mostWaiting: 5 })
  const flood = Array.from({ length: 5 }, () => send('flood'))
  await expect(send('flood')).rejects.toBeInstanceOf(NoTurn)
  void send('a')
  void send('b')
  await expect(send('c')).rejects.toBeInstanceOf(NoTurn)
  expect([turns.waiting, flood.length]).toEqual([5, 5])
})

test('a request that waits too long is rejected and leaves the queue', async () => {
  const { turns, begun, send, endOne } = bench({ waitMs: 20, atOnce: () => 1 })
  void send('a')
  await expect(send('b')).rejects.toBeInstanceOf(NoTurn)
  expect(turns.waiting).toBe(0)
  await endOne()
  void send('c')
  expect(begun).toEqual(['a', 'c'])
})

test('failed work frees its place, and more runs when the limit grows', async () => {
  let room = 1
  const { turns, begun, send, endOne } = bench({ atOnce: () => room })
  const failing = turns.run('a', () => Promise.reject(new Error('broken')))
  void send('b')
  void send('c')
  await expect(failing).rejects.toThrow('broken')
  expect(begun).toEqual(['b'])
  room = 2
  turns.admit()
  await endOne()
  expect(begun).toEqual(['b', 'c'])
})

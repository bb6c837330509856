import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RequestCoalescer, ResponseCache } from './response-cache.ts'

const NOW = new Date('2026-11-20T10:00:00.000+08:00')
const after = (ms: number) => new Date(NOW.getTime() + ms)

/** A cache over data whose state the test sets; `reads` counts how often it was read. */
function cacheOver(sizeOf: (answer: number) => number = () => 1) {
  const data = { state: 'one', reads: 0, fails: false }
  const cache = new ResponseCache<number>(() => Promise.resolve(data.state), sizeOf)
  const read = () => {
    data.reads += 1
    return data.fails ? Promise.reject(new Error('no answer')) : Promise.resolve(data.reads)
  }
  const ask = async (question = 'a', now = NOW) => cache.getOrRead(question, await cache.cacheVersion(now), read)
  return { data, ask }
}

test('a cached answer is reused as long as nothing is committed', async () => {
  const { data, ask } = cacheOver()
  expect([await ask(), await ask(), await ask('b'), await ask('b')]).toEqual([1, 1, 2, 2])
  data.state = 'two'
  expect([await ask(), await ask()]).toEqual([3, 3])
})

test('a cached answer is reused for one second, then computed again', async () => {
  const { ask } = cacheOver()
  expect([await ask('a', after(0)), await ask('a', after(999)), await ask('a', after(1_000))]).toEqual([1, 1, 2])
})

test('a request for an answer that is just being computed shares this answer', async () => {
  const { data, ask } = cacheOver()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(data.reads).toBe(1)
})

test('a failure is not cached: each request that waited for it, and later ones, compute the answer again', async () => {
  const { data, ask } = cacheOver()
  data.fails = true
  const all = await Promise.allSettled([ask(), ask(), ask()])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(data.reads).toBe(3)
  data.fails = false
  expect(await ask()).toBe(4)
})

test('the answers cached within one second have at most 16 million characters', async () => {
  const { ask } = cacheOver(() => 8_000_000)
  expect([await ask('a'), await ask('b'), await ask('a'), await ask('b'), await ask('b')]).toEqual([1, 2, 1, 3, 4])
  expect(await ask('a', after(1_000))).toBe(5)
  expect(await ask('a', after(1_000))).toBe(5)
})

test('an answer whose computation started before a change is not used for requests after the change', async () => {
  let state = 'one'
  const cache = new ResponseCache<string>(
    () => Promise.resolve(state),
    () => 1,
  )
  let finish = (_: string) => {}
  const slow = cache.getOrRead(
    'a',
    await cache.cacheVersion(NOW),
    () => new Promise<string>((resolve) => (finish = resolve)),
  )
  state = 'two'
  const later = cache.getOrRead('a', await cache.cacheVersion(NOW), () => Promise.resolve('new'))
  finish('old')
  expect([await slow, await later]).toEqual(['old', 'new'])
})

/** Work that ends on command and counts how often it was started. */
function controlledWork() {
  const ends: { answer: (value: number) => void; fail: (error: Error) => void }[] = []
  return {
    begun: () => ends.length,
    work: () => new Promise<number>((answer, fail) => ends.push({ answer, fail })),
    end: (n: number) => ends[n]!.answer(n),
    fail: (n: number) => ends[n]!.fail(new Error(`the answer ${n} failed`)),
  }
}

test('requests that arrive while an answer is computed share the next answer, which is computed once', async () => {
  const { work, begun, end } = controlledWork()
  const coalescer = new RequestCoalescer<number>()
  const [first, second, third] = [coalescer.run('a', work), coalescer.run('a', work), coalescer.run('a', work)]
  expect(begun()).toBe(1)
  end(0)
  expect(await first).toBe(0)
  await nextTurn()
  expect(begun()).toBe(2)
  const fourth = coalescer.run('a', work)
  end(1)
  expect(await Promise.all([second, third])).toEqual([1, 1])
  await nextTurn()
  expect(begun()).toBe(3)
  end(2)
  expect(await fourth).toBe(2)
  await nextTurn()
  const later = coalescer.run('a', work)
  expect(begun()).toBe(4)
  end(3)
  expect(await later).toBe(3)
})

test('requests for different answers do not wait for each other', async () => {
  const { work, begun, end } = controlledWork()
  const coalescer = new RequestCoalescer<number>()
  const answers = [coalescer.run('a', work), coalescer.run('b', work)]
  expect(begun()).toBe(2)
  end(0)
  end(1)
  expect(await Promise.all(answers)).toEqual([0, 1])
})

test('when computing an answer fails, one request is rejected, and each waiting request gets its own computation', async () => {
  const { work, begun, end, fail } = controlledWork()
  const coalescer = new RequestCoalescer<number>()
  const [first, second, third] = [coalescer.run('a', work), coalescer.run('a', work), coalescer.run('a', work)]
  const rejection = expect(first).rejects.toThrow('the answer 0 failed')
  fail(0)
  await rejection
  await nextTurn()
  expect(begun()).toBe(2)
  const secondTold = expect(second).rejects.toThrow('the answer 1 failed')
  fail(1)
  await secondTold
  await nextTurn()
  expect(begun()).toBe(3)
  end(2)
  expect(await third).toBe(2)
})

import { expect, test } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

const NOW = new Date('2026-11-20T10:00:00.000+08:00')
const after = (ms: number) => new Date(NOW.getTime() + ms)

/** A cache over data whose state the test sets; `reads` counts how often it was read. */
function answersOver(sizeOf: (answer: number) => number = () => 1) {
  const data = { state: 'one', reads: 0, fails: false }
  const kept = new KeptAnswers<number>(() => Promise.resolve(data.state), sizeOf)
  const read = () => {
    data.reads += 1
    return data.fails ? Promise.reject(new Error('no answer')) : Promise.resolve(data.reads)
  }
  const ask = async (question = 'a', now = NOW) => kept.ask(question, await kept.momentAt(now), read)
  return { data, ask }
}

test('a cached answer is reused as long as nothing is committed', async () => {
  const { data, ask } = answersOver()
  expect([await ask(), await ask(), await ask('b'), await ask('b')]).toEqual([1, 1, 2, 2])
  data.state = 'two'
  expect([await ask(), await ask()]).toEqual([3, 3])
})

test('an answer from another second is read again', async () => {
  const { ask } = answersOver()
  expect([await ask('a', after(0)), await ask('a', after(999)), await ask('a', after(1_000))]).toEqual([1, 1, 2])
})

test('a simultaneous request shares an answer in progress', async () => {
  const { data, ask } = answersOver()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(data.reads).toBe(1)
})

test('a failure is not cached: requests that shared it, and later ones, read again', async () => {
  const { data, ask } = answersOver()
  data.fails = true
  const all = await Promise.allSettled([ask(), ask(), ask()])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(data.reads).toBe(3)
  data.fails = false
  expect(await ask()).toBe(4)
})

test('the cache of a second contains at most 16 million characters', async () => {
  const { ask } = answersOver(() => 8_000_000)
  expect([await ask('a'), await ask('b'), await ask('a'), await ask('b'), await ask('b')]).toEqual([1, 2, 1, 3, 4])
  expect(await ask('a', after(1_000))).toBe(5)
  expect(await ask('a', after(1_000))).toBe(5)
})

test('an answer that started before a change is not used for requests after it', async () => {
  let state = 'one'
  const kept = new KeptAnswers<string>(
    () => Promise.resolve(state),
    () => 1,
  )
  let land = (_: string) => {}
  const slow = kept.ask('a', await kept.momentAt(NOW), () => new Promise<string>((resolve) => (land = resolve)))
  state = 'two'
  const later = kept.ask('a', await kept.momentAt(NOW), () => Promise.resolve('new'))
  land('old')
  expect([await slow, await later]).toEqual(['old', 'new'])
})

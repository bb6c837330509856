import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SharedAnswers } from './shared-answers.ts'

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

test('requests during an answer in progress share the next one, which is started once', async () => {
  const { work, begun, end } = controlledWork()
  const shared = new SharedAnswers<number>()
  const [first, second, third] = [shared.ask('a', work), shared.ask('a', work), shared.ask('a', work)]
  expect(begun()).toBe(1)
  end(0)
  expect(await first).toBe(0)
  await turn()
  expect(begun()).toBe(2)
  const fourth = shared.ask('a', work)
  end(1)
  expect(await Promise.all([second, third])).toEqual([1, 1])
  await turn()
  expect(begun()).toBe(3)
  end(2)
  expect(await fourth).toBe(2)
  await turn()
  const later = shared.ask('a', work)
  expect(begun()).toBe(4)
  end(3)
  expect(await later).toBe(3)
})

test('different requests do not wait for each other', async () => {
  const { work, begun, end } = controlledWork()
  const shared = new SharedAnswers<number>()
  const answers = [shared.ask('a', work), shared.ask('b', work)]
  expect(begun()).toBe(2)
  end(0)
  end(1)
  expect(await Promise.all(answers)).toEqual([0, 1])
})

test('a failure goes to one request, and the others run alone', async () => {
  const { work, begun, end, fail } = controlledWork()
  const shared = new SharedAnswers<number>()
  const [first, second, third] = [shared.ask('a', work), shared.ask('a', work), shared.ask('a', work)]
  const told = expect(first).rejects.toThrow('the answer 0 failed')
  fail(0)
  await told
  await turn()
  expect(begun()).toBe(2)
  const secondTold = expect(second).rejects.toThrow('the answer 1 failed')
  fail(1)
  await secondTold
  await turn()
  expect(begun()).toBe(3)
  end(2)
  expect(await third).toBe(2)
})

import { expect, test } from 'vitest'
import { runUntilAborted } from './http-client.ts'

/** Ends like a browser's `fetch` that throws the same error for every abort. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const stop = () => reject(new DOMException('stopped', 'AbortError'))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  })

test('work that a signal ends throws the reason of that signal', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const running = runUntilAborted([first.signal, second.signal], untilAborted)
  const late = new DOMException('late', 'TimeoutError')
  second.abort(late)
  await expect(running).rejects.toBe(late)
})

test('work begins aborted when a signal was aborted before', async () => {
  await expect(runUntilAborted([AbortSignal.abort('left')], untilAborted)).rejects.toBe('left')
})

test('work that ends by itself keeps its answer or its error', async () => {
  const { signal } = new AbortController()
  expect(await runUntilAborted([signal], () => Promise.resolve(1))).toBe(1)
  await expect(runUntilAborted([signal], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('neither outlives the other: a signal that aborts later reaches no work that has ended', async () => {
  const controller = new AbortController()
  let seen: AbortSignal | undefined
  await runUntilAborted([controller.signal], (signal) => {
    seen = signal
    return Promise.resolve()
  })
  controller.abort()
  expect(seen?.aborted).toBe(false)
})

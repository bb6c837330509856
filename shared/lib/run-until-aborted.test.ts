import { expect, test } from 'vitest'
import { runUntilAborted } from './http-client.ts'

/** Rejects with the same `AbortError` for every reason of an abort, as `fetch` does in some browsers. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const stop = () => reject(new DOMException('stopped', 'AbortError'))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  })

test('aborted work throws the reason that its abort signal contains', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const running = runUntilAborted([first.signal, second.signal], untilAborted)
  const late = new DOMException('late', 'TimeoutError')
  second.abort(late)
  await expect(running).rejects.toBe(late)
})

test('work that is started when a signal is already aborted gets an aborted signal', async () => {
  await expect(runUntilAborted([AbortSignal.abort('left')], untilAborted)).rejects.toBe('left')
})

test('work that is not aborted returns its own result or error', async () => {
  const { signal } = new AbortController()
  expect(await runUntilAborted([signal], () => Promise.resolve(1))).toBe(1)
  await expect(runUntilAborted([signal], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('a signal aborted later does not affect finished work, and no listener remains', async () => {
  const controller = new AbortController()
  let seen: AbortSignal | undefined
  await runUntilAborted([controller.signal], (signal) => {
    seen = signal
    return Promise.resolve()
  })
  controller.abort()
  expect(seen?.aborted).toBe(false)
})

import { setTimeout as wait } from 'node:timers/promises'

/** What nobody waits for must not fill the memory. */
const MOST_WAITING = 500

/** Work that begins when an answer is on its way, so that the time of the answer tells nothing about it. */
export type AfterAnswer = {
  /** `onError` is told what the work threw, or that too much is waiting. */
  later: (work: () => Promise<void>, onError: (error: unknown) => void) => void
  /** Waits a moment for what runs. */
  close: () => Promise<void>
}

export function createAfterAnswer(): AfterAnswer {
  const running = new Set<Promise<void>>()
  return {
    later: (work, onError) => {
      if (running.size >= MOST_WAITING) return onError(new Error('too much is waiting'))
      const done: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(onError)
        .finally(() => running.delete(done))
      running.add(done)
    },
    close: async () => {
      await Promise.race([Promise.allSettled(running), wait(500)])
    },
  }
}

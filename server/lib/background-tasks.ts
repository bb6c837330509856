import { setTimeout as wait } from 'node:timers/promises'

/** The number of background tasks that may wait; it is limited, so that they cannot fill the memory. */
const MAX_WAITING = 500

/** Runs work after the response was sent, so that the response time reveals nothing about it. */
export type BackgroundTasks = {
  /** `onError` receives the error of a failed task, or an error when too many tasks are waiting. */
  run: (work: () => Promise<void>, onError: (error: unknown) => void) => void
  /** Waits a short time for tasks that are still running, before the process ends. */
  close: () => Promise<void>
}

export function createBackgroundTasks(): BackgroundTasks {
  const running = new Set<Promise<void>>()
  return {
    run: (work, onError) => {
      if (running.size >= MAX_WAITING) return onError(new Error('too much is waiting'))
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

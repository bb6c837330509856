import { setTimeout as wait } from 'node:timers/promises'

export type TurnLimits = {
  /** Milliseconds between two runs of one key; also the shortest wait. */
  everyMs: number
  /** How many may wait per key. */
  waitingPerKey: number
  /** How many may wait in total. */
  waiting: number
}

type Line = { waiting: number; nextAt: number }

/**
 * Lets callers of the same key pass one after the other. Resolves to true when the caller may continue, and at once to
 * false when the queue is full. Each process has its own queues.
 */
export function takeTurns({ everyMs, waitingPerKey, waiting: most }: TurnLimits): (key: string) => Promise<boolean> {
  const lines = new Map<string, Line>()
  let waiting = 0
  return async (key) => {
    const now = performance.now()
    const line = lines.get(key) ?? { waiting: 0, nextAt: now }
    if (line.waiting >= waitingPerKey || waiting >= most) return false
    line.nextAt += everyMs
    line.waiting++
    waiting++
    lines.set(key, line)
    await wait(line.nextAt - now)
    waiting--
    line.waiting--
    if (line.waiting === 0) lines.delete(key)
    return true
  }
}

import { setTimeout as wait } from 'node:timers/promises'

export type TurnLimits = {
  /** Milliseconds between two turns of one key; also the least that anybody waits. */
  everyMs: number
  /** How many may wait for one key. */
  waitingPerKey: number
  /** How many may wait altogether. */
  waiting: number
}

type Line = { waiting: number; nextAt: number }

/**
 * Lets those who come with the same key pass one after the other. The answer is true when it is one's turn, and false at
 * once when the line is full. Each process has lines of its own.
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

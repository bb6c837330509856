import { setTimeout as wait } from 'node:timers/promises'
import type { RegistrationLimits } from '#server/lib/http/limits.ts'

/** How many milliseconds a registration waits when `earlier` others came from its address. */
export const waitAfter = (earlier: number, limits: RegistrationLimits): number =>
  earlier < limits.atOnce ? 0 : Math.min(limits.longestWaitMs, (earlier - limits.atOnce + 1) * limits.stepMs)

/** A place in the waiting room; `leave` may be called more than once. */
export type WaitingPlace = { wait: (ms: number) => Promise<void>; leave: () => void }

/**
 * Limits how many registrations wait in this process, per address and in total. Waiting holds no database connection.
 */
export function createWaitingRoom({ waitersPerAddress, waiters }: RegistrationLimits) {
  const waiting = new Map<string, number>()
  let all = 0
  const count = (address: string, by: 1 | -1) => {
    all += by
    const left = (waiting.get(address) ?? 0) + by
    if (left === 0) waiting.delete(address)
    else waiting.set(address, left)
  }
  /** Returns null when no place is left. */
  return function enter(address: string): WaitingPlace | null {
    if (all >= waiters || (waiting.get(address) ?? 0) >= waitersPerAddress) return null
    count(address, 1)
    let isThere = true
    const leave = () => {
      if (isThere) count(address, -1)
      isThere = false
    }
    return { wait: (ms) => wait(ms, undefined, { ref: false }), leave }
  }
}
export type EnterWaitingRoom = ReturnType<typeof createWaitingRoom>

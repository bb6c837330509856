import { setTimeout as wait } from 'node:timers/promises'
import type { RegistrationLimits } from '#server/lib/http/limits.ts'

/** How long the registration waits that comes after `earlier` others of its address, in milliseconds. */
export const waitAfter = (earlier: number, limits: RegistrationLimits): number =>
  earlier < limits.atOnce ? 0 : Math.min(limits.longestWaitMs, (earlier - limits.atOnce + 1) * limits.stepMs)

/** A place among those who wait; `leave` may be called more than once. */
export type WaitingPlace = { wait: (ms: number) => Promise<void>; leave: () => void }

/** Those who wait in this process: so many of one address, so many in all. They hold nothing but their place. */
export function createWaitingRoom({ waitersPerAddress, waiters }: RegistrationLimits) {
  const waiting = new Map<string, number>()
  let all = 0
  const count = (address: string, by: 1 | -1) => {
    all += by
    const left = (waiting.get(address) ?? 0) + by
    if (left === 0) waiting.delete(address)
    else waiting.set(address, left)
  }
  /** Null when there is no place left. */
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

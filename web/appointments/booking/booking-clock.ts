import { useSyncExternalStore } from 'react'
import { SLOT_MINUTES } from '#shared/clinic/opening-hours.ts'
import { now } from '#web/lib/use-now.ts'

const SLOT_MS = SLOT_MINUTES * 60_000
const LOOK_EVERY_MS = 1_000

function everySecond(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

const halfHour = () => Math.floor(now().getTime() / SLOT_MS)

/**
 * The instant at which the present half hour began; null until the page is awake. Slots begin, and days change in
 * Manila, only at such instants, so the page is drawn anew then and not every second.
 */
export function useHalfHour(): Date | null {
  const count = useSyncExternalStore(everySecond, halfHour, () => null)
  return count === null ? null : new Date(count * SLOT_MS)
}

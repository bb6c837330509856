import { useSyncExternalStore } from 'react'
import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'

/** The page's one clock. Components get the time from here, pure functions as an argument. */
export const now = (): Date => new Date()

function everySecond(changed: () => void): () => void {
  const timer = setInterval(changed, 1000)
  return () => clearInterval(timer)
}
const second = () => Math.floor(now().getTime() / 1000)

/** The present instant, once a second. */
export const useNow = (): Date => new Date(useSyncExternalStore(everySecond, second, second) * 1000)

const today = () => manilaDate(now())

/** The date in Manila; draws anew at Manila's midnight, not every second. */
export const useToday = (): CivilDate => useSyncExternalStore(everySecond, today, today)

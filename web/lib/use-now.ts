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

const minute = () => Math.floor(now().getTime() / 60_000)

/** The beginning of the present minute; draws anew once a minute. */
export const useMinute = (): Date => new Date(useSyncExternalStore(everySecond, minute, minute) * 60_000)

const today = () => manilaDate(now())

/** The date in Manila; draws anew at Manila's midnight, not every second. */
export const useToday = (): CivilDate => useSyncExternalStore(everySecond, today, today)

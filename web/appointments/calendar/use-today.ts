import { useSyncExternalStore } from 'react'
import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { now } from '#web/lib/use-now.ts'

function everySecond(changed: () => void): () => void {
  const timer = setInterval(changed, 1000)
  return () => clearInterval(timer)
}
const today = () => manilaDate(now())

/** The date in Manila; draws anew at Manila's midnight, not every second. */
export const useToday = (): CivilDate => useSyncExternalStore(everySecond, today, today)

import { useSyncExternalStore } from 'react'
import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'

/** The only clock of the page. Components get the time from here, pure functions as an argument. */
export const now = (): Date => new Date()

/** A clock value shared by all components: it is read once a second, and they render only when it changes. */
function clockOf<Value extends number | string>(read: () => Value): () => Value {
  const readers = new Set<() => void>()
  let known: Value
  let timer: ReturnType<typeof setInterval>
  const look = () => {
    const value = read()
    if (value === known) return
    known = value
    for (const changed of readers) changed()
  }
  const subscribe = (changed: () => void) => {
    if (readers.size === 0) {
      known = read()
      timer = setInterval(look, 1000)
    }
    readers.add(changed)
    return () => {
      readers.delete(changed)
      if (readers.size === 0) clearInterval(timer)
    }
  }
  return () => useSyncExternalStore(subscribe, read, read)
}

const useSecond = clockOf(() => Math.floor(now().getTime() / 1000))
const useMinuteNumber = clockOf(() => Math.floor(now().getTime() / 60_000))

/** The current instant, updated every second. */
export const useNow = (): Date => new Date(useSecond() * 1000)

/** The start of the current minute; renders once a minute. */
export const useMinute = (): Date => new Date(useMinuteNumber() * 60_000)

/** The date in Manila; renders at Manila's midnight. */
export const useToday: () => CivilDate = clockOf(() => manilaDate(now()))

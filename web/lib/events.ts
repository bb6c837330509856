import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { EventStream, type Arrival, type LiveState } from './event-stream.ts'

const NAME = 'mutya.live-news'
/** Milliseconds in which several events cause one reload. */
const DEBOUNCE_MS = 1_000

/**
 * Combines calls within `ms` of the first into one at the end of that time, so that a constant flow still gets through.
 */
export function throttle(work: () => void, ms: number): (() => void) & { cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const call = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      work()
    }, ms)
  }
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return Object.assign(call, { cancel })
}

type Work = (signal: AbortSignal) => Promise<void>

/** Web Locks need https; on plain http (a tablet in the clinic's network) each visible tab opens its own stream. */
async function runWhileVisible(leaving: AbortSignal, work: Work): Promise<void> {
  while (!leaving.aborted) {
    const turn = new AbortController()
    const end = () => turn.abort()
    const onVisibility = () => document.visibilityState === 'hidden' && end()
    leaving.addEventListener('abort', end)
    document.addEventListener('visibilitychange', onVisibility)
    if (document.visibilityState === 'visible') await work(turn.signal)
    document.removeEventListener('visibilitychange', onVisibility)
    leaving.removeEventListener('abort', end)
    if (!leaving.aborted) await nextVisible(leaving)
  }
}

const nextVisible = (leaving: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' && !leaving.aborted) return
      document.removeEventListener('visibilitychange', look)
      leaving.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    leaving.addEventListener('abort', look)
    look()
  })

async function runInOneTab(leaving: AbortSignal, work: Work): Promise<void> {
  // Typed as always present, but missing on plain http.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return runWhileVisible(leaving, work)
  try {
    await locks.request(NAME, { signal: leaving }, () => work(leaving))
  } catch (error) {
    if (!leaving.aborted) throw error
  }
}

const eventStream = new EventStream({
  openStream: () => new EventSource(liveContract.events.url),
  openChannel: () => new BroadcastChannel(NAME),
  runInOneTab,
})

const noop = () => undefined
const subscribeState = (changed: () => void) => eventStream.subscribe({ onEvent: noop, onState: changed })

/** Calls `onArrivals` for every event with arrivals. Only on staff screens. */
export function useArrivals(onArrivals: (arrivals: readonly Arrival[]) => void): void {
  const onEvent = useEffectEvent((arrivals: readonly Arrival[]) => {
    if (arrivals.length > 0) onArrivals(arrivals)
  })
  useEffect(() => eventStream.subscribe({ onEvent: (arrivals) => onEvent(arrivals), onState: noop }), [])
}

/**
 * Calls `reload` at most once a second after appointments changed anywhere, and after a reconnect. Returns the
 * connection's state. Only on staff screens.
 */
export function useEventStream(reload: () => void): LiveState {
  const onEvent = useEffectEvent(reload)
  useEffect(() => {
    const reloadSoon = throttle(() => onEvent(), DEBOUNCE_MS)
    const stop = eventStream.subscribe({ onEvent: reloadSoon, onState: noop })
    return () => {
      stop()
      reloadSoon.cancel()
    }
  }, [])
  return useSyncExternalStore(subscribeState, () => eventStream.state)
}

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { outdateLiveReads } from './query.ts'

/**
 * One event stream per browser. HTTP/1.1 allows six connections per host, which six tabs with a stream would use up.
 * The tab with the lock opens the stream and forwards events; when it closes, another tab takes over.
 */
export type LiveState = 'connecting' | 'open' | 'lost'

/** What clients can do with an appointment that staff should hear of: request, cancel or move it. */
const ARRIVALS = ['requested', 'cancelled', 'moved'] as const

/** An appointment that a client requested, cancelled or moved. */
export type Arrival = { id: string; what: (typeof ARRIVALS)[number] }

type LiveListener = {
  /**
   * Called after a booking, a move or the closing of a date, and after an outage that may have hidden one. Staff also
   * receive the new requests, cancellations and moves by clients.
   */
  onEvent: (arrivals: readonly Arrival[]) => void
  onState: (state: LiveState) => void
}

type Message =
  | { kind: 'news'; arrivals?: readonly Arrival[] }
  | { kind: 'state'; state: LiveState }
  | { kind: 'who-listens' }

const isArrival = (value: Partial<Arrival> | null): value is Arrival =>
  typeof value?.id === 'string' && ARRIVALS.some((what) => what === value.what)

/** The arrivals in an event; other server versions may send other data. */
function arrivalsIn(data: string): Arrival[] {
  const { arrivals } = JSON.parse(data) as { arrivals?: unknown }
  return Array.isArray(arrivals) ? arrivals.filter(isArrival) : []
}

type Stream = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>
type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & {
  addEventListener: (name: 'message', listener: (event: MessageEvent) => void) => void
}

export type EventStreamOptions = {
  openStream: () => Stream
  openChannel: () => Channel
  /** Runs `work` in one tab at a time until its signal aborts; ends when `leaving` aborts. */
  runInOneTab: (leaving: AbortSignal, work: (signal: AbortSignal) => Promise<void>) => Promise<void>
}

const CLOSED = 2
/** The delay after a refused stream (session ended, server busy), doubled each time up to a minute. */
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 60_000
/**
 * If the event stream opens later than this after the page has loaded its data, events may have been missed in between,
 * so that the data is loaded again.
 */
const LATE_MS = 1_000

/** Distributes the stream's events to this tab's listeners; it is connected while it has listeners. */
export class EventStream {
  readonly #options: EventStreamOptions
  readonly #listeners = new Set<LiveListener>()
  #state: LiveState = 'connecting'
  #channel: Channel | undefined
  #leaving: AbortController | undefined
  #leads = false
  #joinedAt = 0
  /** True once a stream was open: events may have been missed before the next one opens. */
  #hasHeard = false

  constructor(options: EventStreamOptions) {
    this.#options = options
  }

  get state(): LiveState {
    return this.#state
  }

  /** Returns a function that unsubscribes. */
  subscribe(listener: LiveListener): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#join()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#leave()
    }
  }

  #join(): void {
    this.#hasHeard = false
    this.#joinedAt = performance.now()
    this.#become('connecting')
    const leaving = new AbortController()
    this.#leaving = leaving
    this.#channel = this.#options.openChannel()
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data))
    this.#channel.postMessage({ kind: 'who-listens' } satisfies Message)
    void this.#options.runInOneTab(leaving.signal, (signal) => this.#lead(signal))
  }

  #leave(): void {
    this.#leaving?.abort()
    this.#channel?.close()
    this.#channel = undefined
  }

  #receive(message: Message): void {
    if (message.kind === 'who-listens') {
      if (this.#leads) this.#channel?.postMessage({ kind: 'state', state: this.#state } satisfies Message)
    } else if (message.kind === 'state') this.#become(message.state)
    else this.#notify(message.arrivals ?? [])
  }

  #become(state: LiveState): void {
    if (state === 'open') this.#hasHeard = true
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener.onState(state)
  }

  #notify(arrivals: readonly Arrival[]): void {
    for (const listener of this.#listeners) listener.onEvent(arrivals)
  }

  /** Sends a message to all tabs of this browser, including this one. */
  #notifyAll(message: Message): void {
    this.#channel?.postMessage(message)
    this.#receive(message)
  }

  async #lead(signal: AbortSignal): Promise<void> {
    this.#leads = true
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const wasOpen = await this.#listen(signal)
      if (wasOpen) wait = FIRST_WAIT_MS
      await pause(wait, signal)
    }
    this.#leads = false
  }

  /**
   * Resolves when the browser stops reconnecting (after short outages it reconnects itself); true if the stream had
   * been open.
   */
  #listen(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const stream = this.#options.openStream()
      let wasOpen = false
      const done = () => {
        signal.removeEventListener('abort', done)
        stream.close()
        resolve(wasOpen)
      }
      signal.addEventListener('abort', done)
      stream.addEventListener('open', () => {
        wasOpen = true
        const missedSome = this.#hasHeard || performance.now() - this.#joinedAt > LATE_MS
        this.#notifyAll({ kind: 'state', state: 'open' })
        if (missedSome) this.#notifyAll({ kind: 'news' })
      })
      stream.addEventListener('AppointmentBooked', ({ data }: MessageEvent<string>) =>
        this.#notifyAll({ kind: 'news', arrivals: arrivalsIn(data) }),
      )
      stream.addEventListener('error', () => {
        this.#notifyAll({ kind: 'state', state: 'lost' })
        if (stream.readyState === CLOSED) done()
      })
    })
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, signal.aborted ? 0 : ms)
    signal.addEventListener('abort', end)
  })

const LOCK_NAME = 'mutya.live-news'
/** Events that arrive within this many milliseconds cause only one reload. */
const RELOAD_PAUSE_MS = 1_000

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
  // In TypeScript's types Web Locks are always present, but browsers lack them on plain http.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return runWhileVisible(leaving, work)
  try {
    await locks.request(LOCK_NAME, { signal: leaving }, () => work(leaving))
  } catch (error) {
    if (!leaving.aborted) throw error
  }
}

const eventStream = new EventStream({
  openStream: () => new EventSource(liveContract.events.url),
  openChannel: () => new BroadcastChannel(LOCK_NAME),
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
    const reloadSoon = throttle(() => onEvent(), RELOAD_PAUSE_MS)
    const onNews = () => {
      outdateLiveReads()
      reloadSoon()
    }
    const stop = eventStream.subscribe({ onEvent: onNews, onState: noop })
    return () => {
      stop()
      reloadSoon.cancel()
    }
  }, [])
  return useSyncExternalStore(subscribeState, () => eventStream.state)
}

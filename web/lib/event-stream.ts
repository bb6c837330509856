/**
 * One event stream for the whole browser. HTTP/1.1 gives a page six connections: six tabs that each hold a stream would
 * leave none for the till. The tab that holds the lock opens the stream and passes on what it hears; when that tab goes,
 * the next one takes over.
 */
export type LiveState = 'connecting' | 'open' | 'lost'

/** What a client may have done. */
const ARRIVALS = ['requested', 'cancelled', 'moved'] as const

/** A visit that somebody else has booked and that waits for an answer, or that its client has cancelled or moved. */
export type Arrival = { id: string; what: (typeof ARRIVALS)[number] }

type LiveListener = {
  /** Something was booked, moved or closed, or may have been while nobody was listening; with what staff should see. */
  onEvent: (arrivals: readonly Arrival[]) => void
  onState: (state: LiveState) => void
}

type Message =
  { kind: 'news'; arrivals?: readonly Arrival[] } | { kind: 'state'; state: LiveState } | { kind: 'who-listens' }

const isArrival = (value: Partial<Arrival> | null): value is Arrival =>
  typeof value?.id === 'string' && ARRIVALS.some((what) => what === value.what)

/** What an event tells besides that it happened; another version of the server may say other things. */
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
  /** Runs `work` in one tab at a time, until its own signal is aborted; ends when `leaving` is. */
  alone: (leaving: AbortSignal, work: (signal: AbortSignal) => Promise<void>) => Promise<void>
}

const CLOSED = 2
/** A refused stream (log-in ended, server busy) is tried again after this long, each time twice as long up to a minute. */
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 60_000
/** A page reads at once when it comes up. Where the stream opens later than this, something may have happened in between. */
const LATE_MS = 1_000

/** Hands the news of the one stream to the listeners of this tab; connected while there is a listener. */
export class EventStream {
  readonly #options: EventStreamOptions
  readonly #listeners = new Set<LiveListener>()
  #state: LiveState = 'connecting'
  #channel: Channel | undefined
  #leaving: AbortController | undefined
  #leads = false
  #joinedAt = 0
  /** What happened between two streams was heard by nobody. */
  #hasHeard = false

  constructor(options: EventStreamOptions) {
    this.#options = options
  }

  get state(): LiveState {
    return this.#state
  }

  /** Returns the way to stop. */
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
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#hear(data))
    this.#channel.postMessage({ kind: 'who-listens' } satisfies Message)
    void this.#options.alone(leaving.signal, (signal) => this.#lead(signal))
  }

  #leave(): void {
    this.#leaving?.abort()
    this.#channel?.close()
    this.#channel = undefined
  }

  #hear(message: Message): void {
    if (message.kind === 'who-listens') {
      if (this.#leads) this.#channel?.postMessage({ kind: 'state', state: this.#state } satisfies Message)
    } else if (message.kind === 'state') this.#become(message.state)
    else this.#tell(message.arrivals ?? [])
  }

  #become(state: LiveState): void {
    if (state === 'open') this.#hasHeard = true
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener.onState(state)
  }

  #tell(arrivals: readonly Arrival[]): void {
    for (const listener of this.#listeners) listener.onEvent(arrivals)
  }

  /** For all tabs, this one included. */
  #notifyAll(message: Message): void {
    this.#channel?.postMessage(message)
    this.#hear(message)
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

  /** Resolves when the browser gives the stream up (it mends short losses itself); true when it had been open. */
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

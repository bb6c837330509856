import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle, EventStream, type Arrival, type EventStreamOptions, type LiveState } from './event-stream.ts'

/** A stand-in for the browser: its event streams, the channel between tabs, and the lock. */
class Browser {
  streams: FakeStream[] = []
  #channels = new Set<FakeChannel>()
  #queue: Promise<void> = Promise.resolve()

  get openStreams(): FakeStream[] {
    return this.streams.filter((stream) => stream.readyState !== 2)
  }

  options(): EventStreamOptions {
    return {
      openStream: () => {
        const stream = new FakeStream()
        this.streams.push(stream)
        return stream
      },
      openChannel: () => {
        const channel = new FakeChannel((from, data) => {
          for (const other of this.#channels) if (other !== from) other.receive({ data } as MessageEvent)
        })
        this.#channels.add(channel)
        channel.close = () => this.#channels.delete(channel)
        return channel
      },
      runInOneTab: (signal, work) => {
        const turn = this.#queue.then(() => (signal.aborted ? undefined : work(signal)))
        this.#queue = turn
        return turn
      },
    }
  }
}

class FakeChannel {
  receive: (event: MessageEvent) => void = () => undefined
  close: () => void = () => undefined
  readonly #send: (from: FakeChannel, data: unknown) => void
  constructor(send: (from: FakeChannel, data: unknown) => void) {
    this.#send = send
  }
  addEventListener(_: 'message', listener: (event: MessageEvent) => void): void {
    this.receive = listener
  }
  postMessage(data: unknown): void {
    this.#send(this, data)
  }
}

class FakeStream {
  readyState = 0
  #listeners: [string, (event: MessageEvent) => void][] = []
  addEventListener(name: string, listener: unknown): void {
    this.#listeners.push([name, listener as (event: MessageEvent) => void])
  }
  emit(name: string, data = '{}'): void {
    if (name === 'open') this.readyState = 1
    for (const [wanted, listener] of this.#listeners) if (wanted === name) listener({ data } as MessageEvent)
  }
  /** The server refuses the stream, so the browser stops retrying. */
  refuse(): void {
    this.readyState = 2
    this.emit('error')
  }
  close(): void {
    this.readyState = 2
  }
}

type Tab = { news: number; arrivals: Arrival[]; states: LiveState[]; live: EventStream; close: () => void }

function openTab(browser: Browser): Tab {
  const live = new EventStream(browser.options())
  const tab: Tab = { news: 0, arrivals: [], states: [], live, close: () => undefined }
  const onEvent = (arrivals: readonly Arrival[]) => {
    tab.news++
    tab.arrivals.push(...arrivals)
  }
  tab.close = live.subscribe({ onEvent, onState: (state) => tab.states.push(state) })
  return tab
}

const settle = () => vi.advanceTimersByTimeAsync(0)

let browser: Browser
beforeEach(() => {
  vi.useFakeTimers()
  browser = new Browser()
})
afterEach(() => vi.useRealTimers())

test('six tabs share one event stream, and each gets every event once', async () => {
  const tabs = Array.from({ length: 6 }, () => openTab(browser))
  await settle()
  expect(browser.openStreams).toHaveLength(1)
  browser.streams[0]!.emit('open')
  browser.streams[0]!.emit('AppointmentBooked')
  expect(tabs.map((tab) => tab.news)).toEqual([1, 1, 1, 1, 1, 1])
  expect(tabs.map((tab) => tab.live.state)).toEqual(Array(6).fill('open'))
})

test('every tab gets the ids of new or changed visits; unknown fields of another server version are ignored', async () => {
  const tabs = [openTab(browser), openTab(browser)]
  await settle()
  const arrivals = [
    { id: 'a', what: 'requested' },
    { id: 'b', what: 'cancelled' },
    { id: 'c', what: 'moved' },
  ]
  const stream = browser.streams[0]!
  stream.emit('AppointmentBooked', JSON.stringify({ arrivals: [...arrivals, { id: 'd', what: 'sold' }, null] }))
  stream.emit('AppointmentBooked', JSON.stringify({ arrivals: 'none' }))
  expect(tabs.map((tab) => [tab.news, tab.arrivals])).toEqual([
    [2, arrivals],
    [2, arrivals],
  ])
})

test('the first connection to the event stream reloads nothing, because the page was just loaded', async () => {
  const tab = openTab(browser)
  await settle()
  browser.streams[0]!.emit('open')
  expect(tab.news).toBe(0)
})

test('a late first connection to the event stream reloads the page’s data, which may have changed', async () => {
  const tab = openTab(browser)
  await vi.advanceTimersByTimeAsync(3_000)
  browser.streams[0]!.emit('open')
  expect(tab.news).toBe(1)
})

test('when the tab with the event stream closes, another tab opens one and reloads what it missed', async () => {
  const [first, second] = [openTab(browser), openTab(browser)]
  await settle()
  browser.streams[0]!.emit('open')
  first.close()
  await settle()
  expect(browser.openStreams).toHaveLength(1)
  browser.openStreams[0]!.emit('open')
  expect([first.news, second.news]).toEqual([0, 1])
})

test('a tab opened later gets the state of the shared event stream', async () => {
  openTab(browser)
  await settle()
  browser.streams[0]!.emit('open')
  const late = openTab(browser)
  expect(late.live.state).toBe('open')
})

test('a short disconnection of the event stream is shown, the browser reconnects, and the page’s data is reloaded', async () => {
  const tab = openTab(browser)
  await settle()
  const stream = browser.streams[0]!
  stream.emit('open')
  stream.emit('error')
  expect([tab.live.state, tab.news]).toEqual(['lost', 0])
  stream.emit('open')
  expect([tab.live.state, tab.news]).toEqual(['open', 1])
  expect(browser.streams).toHaveLength(1)
})

test('a rejected event stream is retried after 5, 10, 20, 40 and then every 60 seconds, without a message', async () => {
  openTab(browser)
  await settle()
  const waits: number[] = []
  for (let i = 0; i < 6; i++) {
    const opened = browser.streams.length
    browser.streams.at(-1)!.refuse()
    let seconds = 0
    while (browser.streams.length === opened) {
      await vi.advanceTimersByTimeAsync(1_000)
      seconds++
    }
    waits.push(seconds)
  }
  expect(waits).toEqual([5, 10, 20, 40, 60, 60])
})

test('after fifty disconnections there is one event stream, and each reconnection has reloaded the page’s data', async () => {
  const tab = openTab(browser)
  await settle()
  for (let i = 0; i < 50; i++) {
    browser.streams.at(-1)!.emit('open')
    browser.streams.at(-1)!.refuse()
    await vi.advanceTimersByTimeAsync(5_000)
  }
  browser.streams.at(-1)!.emit('open')
  expect(tab.news).toBe(50)
  expect(browser.openStreams).toHaveLength(1)
})

test('without listeners for events a tab closes the event stream and does not reopen it', async () => {
  const tab = openTab(browser)
  await settle()
  tab.close()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(browser.openStreams).toHaveLength(0)
  expect(browser.streams).toHaveLength(1)
})

test('a thousand events reload the data at most once a second, and the last event is not ignored', () => {
  let reloads = 0
  const reload = throttle(() => reloads++, 1_000)
  for (let i = 0; i < 1_000; i++) {
    reload()
    vi.advanceTimersByTime(10)
  }
  expect(reloads).toBeGreaterThanOrEqual(9)
  expect(reloads).toBeLessThanOrEqual(10)
  const before = reloads
  reload()
  vi.advanceTimersByTime(1_000)
  expect(reloads).toBe(before + 1)
  reload()
  reload.cancel()
  vi.advanceTimersByTime(5_000)
  expect(reloads).toBe(before + 1)
})

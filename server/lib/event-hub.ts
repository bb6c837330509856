import { setTimeout as wait } from 'node:timers/promises'
import { NamedClient } from '#server/db/named-client.ts'
import type { HubEvent } from './context.ts'

type Listener = (event: HubEvent) => void
type Warn = (error: unknown, text: string) => void

const CHANNEL = 'mutya_events'
/** Notifications leave at most this often, gathered: a burst of bookings is one message. */
const GATHER_MS = 100
/** A notification carries less than 8,000 bytes: this many ids of sessions fit. */
const SESSIONS_AT_ONCE = 150
/** A line that was cut without a word (a router that forgot it, a frozen machine) is noticed by asking. */
const defaultPulse = { everyMs: 15_000, answerMs: 4_000 }

/** Many bookings within one gathering are one piece of news; ended sessions are put together, as many as fit. */
function gathered(events: HubEvent[]): HubEvent[] {
  const news: HubEvent[] = events.some((event) => event.name === 'AppointmentBooked')
    ? [{ name: 'AppointmentBooked' }]
    : []
  const ended = events.flatMap((event) => (event.name === 'SessionsEnded' ? event.session_ids : []))
  for (let first = 0; first < ended.length; first += SESSIONS_AT_ONCE)
    news.push({ name: 'SessionsEnded', session_ids: ended.slice(first, first + SESSIONS_AT_ONCE) })
  return news
}

/**
 * Carries events to every screen of every process: after a commit they go out by NOTIFY on a connection of their own,
 * and come in by one LISTEN connection, which is opened again when the database was away.
 */
export class EventHub {
  readonly #url: string
  readonly #warn: Warn
  readonly #pulse: typeof defaultPulse
  readonly #listeners = new Set<Listener>()
  #waiting: HubEvent[] = []
  #timer: NodeJS.Timeout | undefined
  #client: NamedClient | undefined
  #asking: NodeJS.Timeout | undefined
  #lastAnswer: Promise<unknown> = Promise.resolve()
  #stopped = false

  constructor(url: string, warn: Warn, pulse = defaultPulse) {
    this.#url = url
    this.#warn = warn
    this.#pulse = pulse
  }

  /** Opens the connection; resolves when events arrive. Keeps trying for as long as the process runs. */
  async start(): Promise<void> {
    for (let attempt = 0; !this.#stopped; attempt++) {
      try {
        return await this.#connect()
      } catch (error) {
        this.#warn(error, 'the event connection is not open yet')
        await wait(Math.min(100 * 2 ** attempt, 2_000))
      }
    }
  }

  async #connect(): Promise<void> {
    const { everyMs, answerMs } = this.#pulse
    const client = new NamedClient({ connectionString: this.#url, keepAlive: true, query_timeout: answerMs })
    client.on('error', (error) => this.#warn(error, 'the event connection was lost'))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload }) => this.#deliver(JSON.parse(payload ?? '[]') as HubEvent[]))
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    this.#client = client
    // Unanswered, the connection is closed and opened anew.
    const ask = () => this.#ask(client, 'select 1').catch(() => undefined)
    this.#asking = setInterval(() => void ask(), everyMs).unref()
  }

  #lost(client: NamedClient): void {
    if (this.#client !== client) return
    clearInterval(this.#asking)
    if (this.#stopped) return
    this.#client = undefined
    // Whatever was told meanwhile was missed: screens read again once the connection is back.
    void this.start().then(() => this.#deliver([{ name: 'AppointmentBooked' }]))
  }

  #deliver(events: HubEvent[]): void {
    for (const event of events) for (const listener of this.#listeners) listener(event)
  }

  /** One statement after the other: a connection takes one at a time. */
  #ask(client: NamedClient, text: string, values?: unknown[]): Promise<unknown> {
    const answer = this.#lastAnswer.then(() => client.query(text, values))
    this.#lastAnswer = answer.catch(() => undefined)
    return answer
  }

  /** Tells all processes, this one included, within the gathering time. */
  publish(events: HubEvent[]): void {
    this.#waiting.push(...events)
    this.#timer ??= setTimeout(() => void this.#send(), GATHER_MS)
  }

  async #send(): Promise<void> {
    this.#timer = undefined
    const events = gathered(this.#waiting)
    this.#waiting = []
    try {
      if (!this.#client) throw new Error('no event connection')
      const messages = events.map((event) => JSON.stringify([event]))
      await this.#ask(this.#client, 'select pg_notify($1, message) from unnest($2::text[]) message', [
        CHANNEL,
        messages,
      ])
    } catch (error) {
      this.#warn(error, 'events could not be passed to other processes')
      this.#deliver(events)
    }
  }

  /** Returns the way to stop listening. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get listenerCount(): number {
    return this.#listeners.size
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    clearInterval(this.#asking)
    await this.#client?.end()
  }
}

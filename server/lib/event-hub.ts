import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { Client } from '#server/db/driver.ts'
import { announceEvents, announceOrphanedEvents, waitingEvents } from '#server/db/pending-events.ts'
import { mergeEvents, readEvents, type HubEvent } from './hub-event.ts'
import { throttle } from '#server/lib/log-errors.ts'

type Listener = (event: HubEvent) => void
type Warn = (error: unknown, text: string) => void

const CHANNEL = 'mutya_events'
/** Notifications are sent at most this often, so that a burst of bookings is one message. */
const GATHER_MS = 100
/**
 * How often the connection polls for events that a dead process has left. The response to a poll also proves that the
 * connection works; a connection that broke silently (a router, a frozen machine) gives no response.
 */
const defaultPulse = { everyMs: 1_000, answerMs: 4_000 }
const WARN_EVERY_MS = 60_000

/**
 * Carries events to every screen of every process. After a commit they are sent by NOTIFY on one connection and
 * received on one LISTEN connection, which reconnects after an outage.
 */
export class EventHub {
  readonly #url: string
  readonly #warn: Warn
  readonly #pulse: typeof defaultPulse
  readonly #listeners = new Set<Listener>()
  readonly #warnOfPulse = throttle(WARN_EVERY_MS)
  readonly #warnOfUnknown = throttle(WARN_EVERY_MS)
  readonly #warnOfListener = throttle(WARN_EVERY_MS)
  #waiting: HubEvent[] = []
  #waitingIds: string[] = []
  #timer: NodeJS.Timeout | undefined
  #client: Client | undefined
  #pulseTimer: NodeJS.Timeout | undefined
  /**
   * The ids of unannounced events at the last poll. A running process announces its events before the next poll, so
   * events that two polls find were left by a dead process.
   */
  #seenWaiting = new Set<string>()
  #lastAnswer: Promise<unknown> = Promise.resolve()
  #stopped = false

  constructor(url: string, warn: Warn, pulse = defaultPulse) {
    this.#url = url
    this.#warn = warn
    this.#pulse = pulse
  }

  /** Connects, and tries again until the process ends. Resolves as soon as the hub listens. */
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
    const client = new Client({
      connectionString: this.#url,
      application_name: 'mutya events',
      keepAlive: true,
      query_timeout: answerMs,
    })
    client.on('error', (error) => this.#warn(error, 'the event connection was lost'))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload }) => this.#receive(payload))
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    this.#client = client
    this.#pulseLater(client, everyMs)
  }

  #pulseLater(client: Client, ms: number): void {
    // If a poll gets no response, the connection is closed and opened again.
    const warn = (error: unknown) =>
      this.#warnOfPulse(() => this.#warn(error, 'events that other processes have left could not be read'))
    const pulse = () => this.#announceLeft(client).catch(warn)
    const again = () => client === this.#client && !this.#stopped && this.#pulseLater(client, ms)
    this.#pulseTimer = setTimeout(() => void pulse().then(again), ms).unref()
  }

  /**
   * Announces committed events that two polls have found, because the process that committed them died before it could.
   */
  async #announceLeft(client: Client): Promise<void> {
    const { rows } = await this.#ask(client, waitingEvents)
    const left = rows.map(({ id }) => id).filter((id) => this.#seenWaiting.has(id))
    this.#seenWaiting = new Set(rows.map(({ id }) => id))
    if (left.length) await this.#ask(client, announceOrphanedEvents, [CHANNEL, left])
  }

  #lost(client: Client): void {
    if (this.#client !== client) return
    clearTimeout(this.#pulseTimer)
    if (this.#stopped) return
    this.#client = undefined
    // Events sent meanwhile were missed, so tell all screens to reload once connected.
    void this.start().then(() => this.#deliver([{ name: 'AppointmentBooked' }]))
  }

  #receive(payload: string | undefined): void {
    const { events, ignored } = readEvents(payload)
    if (ignored)
      this.#warnOfUnknown((skipped) =>
        this.#warn(
          new Error(`${skipped} more since the last line`),
          'an event that this version does not know was ignored',
        ),
      )
    this.#deliver(events)
  }

  #deliver(events: HubEvent[]): void {
    for (const event of events) for (const listener of this.#listeners) this.#tell(listener, event)
  }

  #tell(listener: Listener, event: HubEvent): void {
    try {
      listener(event)
    } catch (error) {
      this.#warnOfListener(() => this.#warn(error, 'an event listener failed'))
    }
  }

  /** Runs one statement after the other, because the connection takes one at a time. */
  #ask(client: Client, text: string, values?: unknown[]): Promise<pg.QueryResult<{ id: string }>> {
    const answer = this.#lastAnswer.then(() => client.query<{ id: string }>(text, values))
    this.#lastAnswer = answer.catch(() => undefined)
    return answer
  }

  /**
   * Announces events to all processes, including this one, within the gathering time. `pendingIds` are their stored
   * rows, deleted with the announcement.
   */
  publish(events: HubEvent[], pendingIds: string[] = []): void {
    this.#waiting.push(...events)
    this.#waitingIds.push(...pendingIds)
    this.#timer ??= setTimeout(() => void this.#send(), GATHER_MS)
  }

  async #send(): Promise<void> {
    this.#timer = undefined
    const [events, ids] = [mergeEvents(this.#waiting), this.#waitingIds]
    this.#waiting = []
    this.#waitingIds = []
    try {
      if (!this.#client) throw new Error('no event connection')
      const messages = events.map((event) => JSON.stringify([event]))
      await this.#ask(this.#client, announceEvents, [CHANNEL, messages, ids])
    } catch (error) {
      this.#warn(error, 'events could not be passed to other processes')
      this.#deliver(events)
    }
  }

  /** Returns a function that unsubscribes. */
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
    clearTimeout(this.#pulseTimer)
    await this.#client?.end()
  }
}

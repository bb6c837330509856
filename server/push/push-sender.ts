import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/db/pool.ts'
import { inRead, inSnapshot, inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import type { Arrival, HubEvent } from '#server/lib/hub-event.ts'
import { deliver } from './deliver.ts'
import { noticesOf, type Device, type Notice } from './notices.ts'
import * as queries from './queries.ts'

type SenderOptions = {
  db: Database
  clock: () => Date
  /** A contact of the clinic for push services: an `https:` or `mailto:` address. */
  contact: string
  /** Logs short lines without the device's URL, which is a secret. */
  warn: (line: string) => void
}

/** The number of concurrent requests. */
const AT_ONCE = 4
/** Pause between two batches of arrivals, so that many bookings share one query. */
const REST_MS = 200
/** Limits the queue, so that a push service that hangs cannot fill the memory; further notifications are dropped. */
const MOST_WAITING = 400

const isGone = (status: number) => status === 404 || status === 410

/** Sends push notifications in the background, a few at once. The process that committed the change sends them. */
export class PushSender {
  readonly #options: SenderOptions
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #waiting: Notice[] = []
  #arrived: Arrival[] = []
  #isLooking = false
  #sending = 0

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Notifies all devices of a committed change. Returns at once and never throws. */
  announce(events: readonly HubEvent[]): void {
    const arrivals = events.flatMap((event) => (event.name === 'AppointmentBooked' ? (event.arrivals ?? []) : []))
    if (arrivals.length === 0 || this.#closing.signal.aborted) return
    this.#arrived.push(...arrivals)
    if (!this.#isLooking) this.#keep(this.#look())
  }

  /** Processes queued arrivals until there are none. */
  async #look(): Promise<void> {
    this.#isLooking = true
    try {
      while (this.#arrived.length > 0) {
        const arrivals = this.#arrived
        this.#arrived = []
        await this.#gather(arrivals).catch((error: unknown) => this.#warnOf(error, 'any device'))
        await wait(REST_MS, undefined, { signal: this.#closing.signal, ref: false })
      }
    } finally {
      this.#isLooking = false
    }
  }

  async #gather(arrivals: readonly Arrival[]): Promise<void> {
    const { db, warn } = this.#options
    // Most clinics have no subscribed device and need no further queries.
    if (!(await inRead(db, queries.anySubscription))) return
    const notices = await inSnapshot(db, (tx) => noticesOf(tx, arrivals))
    const room = Math.max(0, MOST_WAITING - this.#waiting.length)
    if (notices.length > room) warn(`${notices.length - room} notifications were not sent: too many are waiting`)
    this.#waiting.push(...notices.slice(0, room))
    for (let free = Math.min(AT_ONCE - this.#sending, this.#waiting.length); free > 0; free--)
      this.#keep(this.#sendWaiting())
  }

  async #sendWaiting(): Promise<void> {
    this.#sending++
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#send(next)
    this.#sending--
  }

  async #send(notice: Notice): Promise<void> {
    const { contact, warn } = this.#options
    const { host } = new URL(notice.device.endpoint)
    try {
      const status = await deliver(notice, contact, this.#closing.signal)
      if (isGone(status)) await this.#forget(notice.device)
      else if (status < 200 || status > 299) warn(`a notification was refused by ${host} with ${status}`)
    } catch (error) {
      this.#warnOf(error, host)
    }
  }

  async #forget({ id, endpoint, user_id, name }: Device): Promise<void> {
    const { db, clock } = this.#options
    await inTransaction(db, async (tx) => {
      if (await queries.deleteEndpoint(tx, id, endpoint))
        await writeSystemLog(tx, clock(), { type: 'push.device.gone', subjectId: user_id, parameters: { name } })
    })
  }

  /** An error's message may contain the device's secret URL, so only its name and code are logged. */
  #warnOf(error: unknown, where: string): void {
    if (this.#closing.signal.aborted) return
    const { name, cause } = error as Error & { cause?: { code?: string } }
    this.#options.warn(`a notification was not sent to ${where}: ${cause?.code ?? name}`)
  }

  #keep(work: Promise<void>): void {
    const done: Promise<void> = work
      .catch((error: unknown) => this.#warnOf(error, 'any device'))
      .finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  /** Aborts running requests. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#waiting.length = 0
    await Promise.race([Promise.allSettled(this.#running), wait(500)])
  }
}

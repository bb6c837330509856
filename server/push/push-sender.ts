import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/db/pool.ts'
import { inRead, inSnapshot, inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import type { Arrival, HubEvent } from '#server/lib/hub-event.ts'
import { notificationsOf, type Device, type PushNotification } from './notifications.ts'
import * as queries from './queries.ts'

const ANSWER_MS = 10_000
const RETRY_MS = 1_000
/**
 * A device that is offline for longer than this gets no notification, because staff have seen the change on a screen by
 * then.
 */
const TTL_SECONDS = 3_600

const isTransient = (status: number) => status === 429 || status >= 500

/** Sends an encrypted message to the push service; returns its status. */
async function post(
  { device, keys, payload }: PushNotification,
  contact: string,
  closing: AbortSignal,
): Promise<number> {
  const { endpoint, p256dh, auth } = device
  const options = {
    vapidDetails: { subject: contact, publicKey: keys.public_key, privateKey: keys.private_key },
    TTL: TTL_SECONDS,
    urgency: 'high',
  } as const
  const subscription = { endpoint, keys: { p256dh, auth } }
  // The library's own request has no total timeout and buffers the whole response, so fetch is used.
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(payload), options)
  const { 'Content-Length': _, ...sent } = headers as Record<string, string>
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: sent,
    body: new Uint8Array(body),
    // Redirects are not followed, because a push service must not direct us to another address.
    redirect: 'manual',
    signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_MS)]),
  })
  await response.body?.cancel()
  return response.status
}

/**
 * Sends a push notification and retries once when the push service is busy; returns the last status. Throws when there
 * is no response within ten seconds. `contact` is the sender's `https:` or `mailto:` address.
 */
async function sendWithRetry(notification: PushNotification, contact: string, closing: AbortSignal): Promise<number> {
  const status = await post(notification, contact, closing)
  if (!isTransient(status)) return status
  await wait(RETRY_MS, undefined, { signal: closing })
  return post(notification, contact, closing)
}

type SenderOptions = {
  db: Database
  clock: () => Date
  /** A contact of the clinic for push services: an `https:` or `mailto:` address. */
  contact: string
  /** Logs short lines without the device's URL, which is a secret. */
  warn: (line: string) => void
}

/** How many requests to push services run at the same time. */
const AT_ONCE = 4
/**
 * The pause between two batches of clients' bookings, cancellations and moves, so that many of them share one query.
 */
const REST_MS = 200
/** Limits the queue, so that a push service that hangs cannot fill the memory; further notifications are dropped. */
const MAX_WAITING = 400

const isSubscriptionGone = (status: number) => status === 404 || status === 410

/** Sends push notifications in the background, a few at once. The process that committed the change sends them. */
export class PushSender {
  readonly #options: SenderOptions
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #waiting: PushNotification[] = []
  #arrived: Arrival[] = []
  #isProcessing = false
  #sending = 0

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Notifies all devices of a committed change. Returns at once and never throws. */
  announce(events: readonly HubEvent[]): void {
    const arrivals = events.flatMap((event) => (event.name === 'AppointmentBooked' ? (event.arrivals ?? []) : []))
    if (arrivals.length === 0 || this.#closing.signal.aborted) return
    this.#arrived.push(...arrivals)
    if (!this.#isProcessing) this.#track(this.#processArrivals())
  }

  /** Turns queued bookings, cancellations and moves into notifications until none are left. */
  async #processArrivals(): Promise<void> {
    this.#isProcessing = true
    try {
      while (this.#arrived.length > 0) {
        const arrivals = this.#arrived
        this.#arrived = []
        await this.#queueNotifications(arrivals).catch((error: unknown) => this.#warnOf(error, 'any device'))
        await wait(REST_MS, undefined, { signal: this.#closing.signal, ref: false })
      }
    } finally {
      this.#isProcessing = false
    }
  }

  async #queueNotifications(arrivals: readonly Arrival[]): Promise<void> {
    const { db, warn } = this.#options
    // Most clinics have no subscribed device and need no further queries.
    if (!(await inRead(db, queries.anySubscription))) return
    const notifications = await inSnapshot(db, (tx) => notificationsOf(tx, arrivals))
    const room = Math.max(0, MAX_WAITING - this.#waiting.length)
    if (notifications.length > room)
      warn(`${notifications.length - room} notifications were not sent: too many are waiting`)
    this.#waiting.push(...notifications.slice(0, room))
    for (let free = Math.min(AT_ONCE - this.#sending, this.#waiting.length); free > 0; free--)
      this.#track(this.#sendWaiting())
  }

  async #sendWaiting(): Promise<void> {
    this.#sending++
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#send(next)
    this.#sending--
  }

  async #send(notification: PushNotification): Promise<void> {
    const { contact, warn } = this.#options
    const { host } = new URL(notification.device.endpoint)
    try {
      const status = await sendWithRetry(notification, contact, this.#closing.signal)
      if (isSubscriptionGone(status)) await this.#deleteDevice(notification.device)
      else if (status < 200 || status > 299) warn(`a notification was refused by ${host} with ${status}`)
    } catch (error) {
      this.#warnOf(error, host)
    }
  }

  async #deleteDevice({ id, endpoint, user_id, name }: Device): Promise<void> {
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

  #track(work: Promise<void>): void {
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

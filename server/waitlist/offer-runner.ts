import { setTimeout as wait } from 'node:timers/promises'
import type { BookableDays } from '#server/appointments/public.ts'
import type { Database, ReadTx } from '#server/db/pool.ts'
import { inRead, inSnapshot, inTransaction } from '#server/db/transactions.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import type { WaitlistLimits } from '#server/lib/http/limits.ts'
import type { Channels } from '#shared/messages/message-types.ts'
import { isNight } from '#shared/messages/sending-time.ts'
import { findStartsToOffer, readRequestedDays, type FittingStart } from './fitting-starts.ts'
import { CLOSED_AT_ONCE, expireEntries, expireOffers, makeOffer } from './make-offer.ts'
import * as views from './views.ts'

type Options = {
  db: Database
  clock: () => Date
  limits: WaitlistLimits
  /** The ways to send messages; none by default. */
  channels?: Channels | undefined
  /** Sends events to the screens of all processes. */
  publish: (events: HubEvent[]) => void
  warn: (error: unknown, text: string) => void
}

const isSlotTaken = (error: unknown) => error instanceof AppError && error.code === 'slot_taken'

/** Waitlist entries with the same key wait for the same services at the same branch. */
const servicesKey = ({ branch_id, service_id, further_services }: views.WaitingEntry) =>
  [branch_id, service_id, ...further_services].join(' ')

/**
 * Caches the bookable days of waitlist entries, which are read once for all entries of the same services; `clear`
 * empties the cache after a reservation.
 */
class DaysCache {
  readonly #entries: readonly views.WaitingEntry[]
  readonly #cache = new Map<string, BookableDays | null>()

  constructor(entries: readonly views.WaitingEntry[]) {
    this.#entries = entries
  }

  async of(tx: ReadTx, now: Date, entry: views.WaitingEntry): Promise<BookableDays | null> {
    const key = servicesKey(entry)
    const cached = this.#cache.get(key)
    if (cached !== undefined) return cached
    const same = this.#entries.filter((other) => servicesKey(other) === key)
    const [first_date] = same.map((other) => other.first_date).sort()
    const last_date = same
      .map((other) => other.last_date)
      .sort()
      .at(-1)!
    const request = { ...entry, first_date: first_date!, last_date, practitioner_id: null }
    const days = await readRequestedDays({ tx, branchId: entry.branch_id, now }, request)
    this.#cache.set(key, days)
    return days
  }

  clear(): void {
    this.#cache.clear()
  }
}

/**
 * Offers the first of some starts that is still free. If two processes offer the same time at once, one of them fails
 * and tries the next start of its list.
 */
async function offerOneOf(options: Options, id: string, starts: readonly FittingStart[]): Promise<boolean> {
  const { db, clock } = options
  // Only the first three of the times are tried, because more than two of them are rarely taken meanwhile.
  for (const start of starts.slice(0, 3)) {
    const made = await inTransaction(db, (tx) => makeOffer(tx, clock(), id, start, options)).catch((error: unknown) => {
      if (isSlotTaken(error)) return false
      throw error
    })
    if (made) return true
  }
  return false
}

async function closeExpired({ db, clock, limits }: Options): Promise<number> {
  let all = 0
  for (const end of [expireOffers, expireEntries])
    for (let ended = CLOSED_AT_ONCE; ended === CLOSED_AT_ONCE; all += ended)
      ended = await inTransaction(db, (tx) => end(tx, clock(), limits))
  return all
}

/**
 * Expires unanswered offers and then offers each free time to the longest waiting waitlist entry that the time suits.
 * Every offer is checked again in its own transaction, so two processes may run this at once. Nothing is offered at
 * night, because an offer of half an hour would pass unread. Returns the number of offers.
 */
export async function offerFreeTimes(options: Options): Promise<number> {
  const { db, clock, limits, publish, warn } = options
  if (!(await inRead(db, views.hasOpenEntries))) return 0
  const ended = await closeExpired(options)
  const entries = isNight(clock()) ? [] : await inSnapshot(db, (tx) => views.waitingEntries(tx, clock()))
  const days = new DaysCache(entries)
  let made = 0
  for (const entry of entries) {
    try {
      const now = clock()
      const read = await inSnapshot(db, (tx) => days.of(tx, now, entry))
      const starts = read ? findStartsToOffer(entry, read, now, limits.offerMinutes) : []
      if (starts.length === 0) continue
      if (await offerOneOf(options, entry.id, starts)) made++
      days.clear()
    } catch (error) {
      // A failure must not keep the next entries from getting an offer.
      warn(error, 'a time could not be offered to an entry of the waitlist')
    }
  }
  if (ended + made > 0) publish([{ name: 'AppointmentBooked' }])
  return made
}

/** Pause between two runs, so that many changes share one run. */
const REST_MS = 1_000

/** Offers freed times in the background, soon after each change that may have freed one. */
export class OfferRunner {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #endedAt = 0
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Schedules a run after a committed change. Returns at once and never throws. */
  announce(events: readonly HubEvent[]): void {
    if (events.some(({ name }) => name === 'AppointmentBooked' || name === 'TimesFreed')) this.#wake()
  }

  #wake(): void {
    if (this.#isClosed || this.#timer) return
    const restsFor = Math.max(0, this.#endedAt + REST_MS - performance.now())
    this.#timer = setTimeout(() => void this.#run(), restsFor)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    // Changes that are announced during a run of the offer job are handled by the next run.
    await this.#running
    this.#timer = undefined
    if (this.#isClosed) return
    this.#running = offerFreeTimes(this.#options)
      .then(
        () => undefined,
        (error: unknown) => {
          if (!this.#isClosed) this.#options.warn(error, 'freed times could not be offered')
        },
      )
      .finally(() => {
        this.#endedAt = performance.now()
        this.#running = undefined
      })
    await this.#running
  }

  /**
   * Waits briefly for a running offer job. Freed times that are not offered by then wait for the offer job that runs
   * every minute.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.race([this.#running, wait(500, undefined, { ref: false })])
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { BookableDays } from '#server/appointments/public.ts'
import type { Database, ReadTx } from '#server/db/pool.ts'
import { inRead, inSnapshot, inTransaction } from '#server/db/transactions.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import type { WaitlistLimits } from '#server/lib/http/limits.ts'
import type { Channels } from '#shared/messages/message-types.ts'
import { isNight } from '#shared/messages/sending-time.ts'
import { momentsToOffer, readWishDays, type Moment } from './fitting-moments.ts'
import { ENDED_AT_ONCE, expireEntries, lapseOffers, makeOffer } from './make-offer.ts'
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

const isLost = (error: unknown) => error instanceof AppError && error.code === 'slot_taken'

/** Entries with the same key wait for the same services at the same branch. */
const servicesKey = ({ branch_id, service_id, further_services }: views.Waiting) =>
  [branch_id, service_id, ...further_services].join(' ')

/** The days of entries, read once for all entries of the same services; `forget` clears them after a reservation. */
class WishDays {
  readonly #entries: readonly views.Waiting[]
  readonly #kept = new Map<string, BookableDays | null>()

  constructor(entries: readonly views.Waiting[]) {
    this.#entries = entries
  }

  async of(tx: ReadTx, now: Date, entry: views.Waiting): Promise<BookableDays | null> {
    const key = servicesKey(entry)
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const same = this.#entries.filter((other) => servicesKey(other) === key)
    const [first_date] = same.map((other) => other.first_date).sort()
    const last_date = same
      .map((other) => other.last_date)
      .sort()
      .at(-1)!
    const wish = { ...entry, first_date: first_date!, last_date, practitioner_id: null }
    const days = await readWishDays({ tx, branchId: entry.branch_id, now }, wish)
    this.#kept.set(key, days)
    return days
  }

  forget(): void {
    this.#kept.clear()
  }
}

/** If two processes offer the same time at once, one fails and tries the next time. */
async function offerFirst(options: Options, id: string, moments: readonly Moment[]): Promise<boolean> {
  const { db, clock } = options
  // Only a few tries, because usually not more of the times are taken meanwhile.
  for (const moment of moments.slice(0, 3)) {
    const made = await inTransaction(db, (tx) => makeOffer(tx, clock(), id, moment, options)).catch(
      (error: unknown) => {
        if (isLost(error)) return false
        throw error
      },
    )
    if (made) return true
  }
  return false
}

async function endWhatIsOver({ db, clock, limits }: Options): Promise<number> {
  let all = 0
  for (const end of [lapseOffers, expireEntries])
    for (let ended = ENDED_AT_ONCE; ended === ENDED_AT_ONCE; all += ended)
      ended = await inTransaction(db, (tx) => end(tx, clock(), limits))
  return all
}

/**
 * Expires unanswered offers and then offers each free time to the longest waiting entry that it suits. Every offer is
 * checked again in its own transaction, so two processes may run this at once. Nothing is offered at night, because an
 * offer of half an hour would pass unread. Returns the number of offers.
 */
export async function offerFreeTimes(options: Options): Promise<number> {
  const { db, clock, limits, publish, warn } = options
  if (!(await inRead(db, views.anyOpen))) return 0
  const ended = await endWhatIsOver(options)
  const entries = isNight(clock()) ? [] : await inSnapshot(db, (tx) => views.waitingEntries(tx, clock()))
  const days = new WishDays(entries)
  let made = 0
  for (const entry of entries) {
    try {
      const now = clock()
      const read = await inSnapshot(db, (tx) => days.of(tx, now, entry))
      const moments = read ? momentsToOffer(entry, read, now, limits.offerMinutes) : []
      if (moments.length === 0) continue
      if (await offerFirst(options, entry.id, moments)) made++
      days.forget()
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
    // Changes that come during a run are handled by the next one.
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

  /** Waits briefly for a running offer; the minute job does the rest. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.race([this.#running, wait(500, undefined, { ref: false })])
  }
}

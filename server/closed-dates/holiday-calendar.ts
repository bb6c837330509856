import { z } from 'zod'
import type { DetachedContext } from '#server/lib/context.ts'
import type { Holiday } from '#shared/closed-dates/contract.ts'
import { civilDate } from '#shared/lib/fields.ts'
import { EMBEDDED_SOURCE, embeddedHolidays } from './embedded-holidays.ts'
import * as queries from './queries.ts'

const TIMEOUT_MS = 3_000

const responseSchema = z.array(z.object({ date: civilDate, localName: z.string().trim().min(1).max(200) })).max(400)

/**
 * Requests a year from a Nager.Date-compatible service (`{url}/api/v3/PublicHolidays/{year}/PH`). Throws when it does
 * not answer within three seconds, sends something else or no holiday, or redirects to another host.
 */
async function fetchHolidays(serviceUrl: string, year: number): Promise<Holiday[]> {
  const address = `${serviceUrl.replace(/\/+$/, '')}/api/v3/PublicHolidays/${year}/PH`
  const response = await fetch(address, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`The holiday service answered ${response.status}.`)
  const days = responseSchema.parse(await response.json()).filter((day) => day.date.startsWith(`${year}-`))
  if (days.length === 0) throw new Error('The holiday service knows no holiday of that year.')
  return days
}

/**
 * The holidays of a year that came from the holiday service are used for a week before they are requested again. After
 * a failure the service is not called again for ten minutes.
 */
const MAX_AGE_MS = 7 * 86_400_000
const RETRY_AFTER_MS = 10 * 60_000

type StoredYear = { source: string; fetched_at: Date } | undefined

/**
 * Reads a year's holidays from the database. Missing or old ones are loaded from the configured service, else from the
 * embedded calendar. No connection is used while waiting for the service, and concurrent callers share one request.
 */
export class HolidayCalendar {
  readonly #serviceUrl: string | undefined
  readonly #loading = new Map<number, Promise<void>>()
  readonly #failedAt = new Map<number, number>()

  constructor(serviceUrl: string | undefined) {
    this.#serviceUrl = serviceUrl
  }

  /** The public holidays of a year that the clinic has not opened for bookings. */
  async ofYear(context: DetachedContext, year: number): Promise<Holiday[]> {
    if (!this.#isCurrent(await this.#readStored(context, year), year, context.now)) await this.#loadOnce(context, year)
    return context.inTransaction(({ tx, branchId }) => queries.holidaysOfYear(tx, branchId, year))
  }

  #readStored(context: DetachedContext, year: number): Promise<StoredYear> {
    return context.inTransaction(({ tx }) => queries.sourceOfYear(tx, year))
  }

  #isCurrent(stored: StoredYear, year: number, now: Date): boolean {
    if (!stored) return false
    if (!this.#serviceUrl) return stored.source === EMBEDDED_SOURCE
    const failedAt = this.#failedAt.get(year)
    if (failedAt !== undefined && now.getTime() - failedAt < RETRY_AFTER_MS) return true
    return stored.source === this.#serviceUrl && now.getTime() - stored.fetched_at.getTime() < MAX_AGE_MS
  }

  #loadOnce(context: DetachedContext, year: number): Promise<void> {
    const loading = this.#loading.get(year) ?? this.#loadYear(context, year).finally(() => this.#loading.delete(year))
    this.#loading.set(year, loading)
    return loading
  }

  async #loadYear(context: DetachedContext, year: number): Promise<void> {
    // Another request may have loaded the year since the first check.
    const stored = await this.#readStored(context, year)
    if (this.#isCurrent(stored, year, context.now)) return
    const fetched = this.#serviceUrl ? await this.#fetchOrWarn(context, this.#serviceUrl, year) : undefined
    // If the service did not answer, an older response of it is used instead of the embedded calendar.
    if (!fetched && stored && stored.source === this.#serviceUrl) return
    const days = fetched ?? (await embeddedHolidays(year))
    const source = fetched && this.#serviceUrl ? this.#serviceUrl : EMBEDDED_SOURCE
    await context.inTransaction(({ tx, now }) => queries.replaceYear(tx, year, days, { source, fetched_at: now }))
  }

  async #fetchOrWarn(context: DetachedContext, url: string, year: number): Promise<Holiday[] | undefined> {
    try {
      const days = await fetchHolidays(url, year)
      this.#failedAt.delete(year)
      return days
    } catch (error) {
      this.#failedAt.set(year, context.now.getTime())
      context.log.warn({ err: error, year }, 'the holiday service did not answer; the embedded calendar is used')
      return undefined
    }
  }
}

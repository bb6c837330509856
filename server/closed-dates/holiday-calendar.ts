import type { DetachedContext } from '#server/lib/context.ts'
import type { Holiday } from '#shared/closed-dates/contract.ts'
import { EMBEDDED_SOURCE, embeddedHolidays } from './embedded-holidays.ts'
import { fetchHolidays } from './holiday-service.ts'
import * as queries from './queries.ts'

/** A year from the service is fresh for a week; after a failure the service is not asked again for ten minutes. */
const BELIEVED_MS = 7 * 86_400_000
const LEFT_ALONE_MS = 10 * 60_000

type Kept = { source: string; fetched_at: Date } | undefined

/**
 * Reads a year's holidays from the database. Missing or old ones are loaded from the configured service, else from the
 * embedded calendar. No connection is used while waiting for the service, and concurrent callers share one request.
 */
export class HolidayCalendar {
  readonly #serviceUrl: string | undefined
  readonly #underWay = new Map<number, Promise<void>>()
  readonly #failedAt = new Map<number, number>()

  constructor(serviceUrl: string | undefined) {
    this.#serviceUrl = serviceUrl
  }

  /** Public holidays that the clinic has not opened. */
  async ofYear(context: DetachedContext, year: number): Promise<Holiday[]> {
    if (!this.#isFresh(await this.#kept(context, year), year, context.now)) await this.#bring(context, year)
    return context.inTransaction(({ tx, branchId }) => queries.holidaysOfYear(tx, branchId, year))
  }

  #kept(context: DetachedContext, year: number): Promise<Kept> {
    return context.inTransaction(({ tx }) => queries.sourceOfYear(tx, year))
  }

  #isFresh(kept: Kept, year: number, now: Date): boolean {
    if (!kept) return false
    if (!this.#serviceUrl) return kept.source === EMBEDDED_SOURCE
    const failedAt = this.#failedAt.get(year)
    if (failedAt !== undefined && now.getTime() - failedAt < LEFT_ALONE_MS) return true
    return kept.source === this.#serviceUrl && now.getTime() - kept.fetched_at.getTime() < BELIEVED_MS
  }

  #bring(context: DetachedContext, year: number): Promise<void> {
    const bringing = this.#underWay.get(year) ?? this.#load(context, year).finally(() => this.#underWay.delete(year))
    this.#underWay.set(year, bringing)
    return bringing
  }

  async #load(context: DetachedContext, year: number): Promise<void> {
    // Another request may have loaded the year since the first check.
    const kept = await this.#kept(context, year)
    if (this.#isFresh(kept, year, context.now)) return
    const fetched = this.#serviceUrl ? await this.#ask(context, this.#serviceUrl, year) : undefined
    // An older response of the configured service is better than the embedded calendar.
    if (!fetched && kept && kept.source === this.#serviceUrl) return
    const days = fetched ?? (await embeddedHolidays(year))
    const source = fetched && this.#serviceUrl ? this.#serviceUrl : EMBEDDED_SOURCE
    await context.inTransaction(({ tx, now }) => queries.replaceYear(tx, year, days, { source, fetched_at: now }))
  }

  async #ask(context: DetachedContext, url: string, year: number): Promise<Holiday[] | undefined> {
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

import { sql } from 'kysely'
import type { OpeningSpan } from '#server/clinic/opening-spans.ts'
import { spansOfWeek } from '#server/clinic/public.ts'
import { closedBetween, closedDatesOf, type ClosedRow } from '#server/closed-dates/public.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { openingOn, resourceOn, type UsedResource } from '#server/resources/public.ts'
import { addDays, dayNumber, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { mergeSpans, subtractSpans, type Span } from '#shared/resources/free-starts.ts'
import { rowsOf, type ReportRange } from '#server/reports/report-views.ts'

const DAY = 24 * 60
/** The hours of a week; hour 0 begins on Sunday at midnight. */
export const WEEK_HOURS = 7 * 24

/**
 * A date with the times at which the clinic is open. Reports also read the date before their range, because its hours
 * may end after midnight.
 */
type OpeningDay = { date: CivilDate; opening: Span[] }

/** Reads when the clinic is open on each date; on closed dates and public holidays it is not. */
export async function readOpening(tx: ReadTx, { branchId, from, to }: Omit<ReportRange, 'now'>): Promise<OpeningDay[]> {
  const first = addDays(from, -1)
  const [row] = await rowsOf(
    tx,
    sql<{ week: OpeningSpan[]; closed: ClosedRow }>`select ${spansOfWeek(branchId)} as week,
      ${closedBetween(branchId, first, to)} as closed`,
  )
  const { week, closed } = row!
  const { disabled, holidays } = await closedDatesOf(closed, first, to)
  return Array.from({ length: dayNumber(to) - dayNumber(first) + 1 }, (_, n) => addDays(first, n)).map((date) => ({
    date,
    opening: disabled.has(date) || holidays.has(date) ? [] : mergeSpans(openingOn(week, date)),
  }))
}

/** Returns the parts of `spans` that are also in `others`. */
const within = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  subtractSpans(spans, subtractSpans([{ from: -DAY, to: 4 * DAY }], others))

/** Adds the minutes of a date's spans to the hours of the week, without those before `from` and after `to`. */
function addMinutes(minutes: number[], date: CivilDate, spans: readonly Span[], { from, to }: ReportRange): void {
  const first = (dayNumber(from) - dayNumber(date)) * DAY
  const end = (dayNumber(to) + 1 - dayNumber(date)) * DAY
  const begin = weekdayOf(date) * 24
  for (const span of spans)
    for (let at = Math.max(span.from, first); at < Math.min(span.to, end);) {
      const next = Math.min((Math.floor(at / 60) + 1) * 60, span.to, end)
      const hour = (begin + Math.floor(at / 60)) % WEEK_HOURS
      minutes[hour] = (minutes[hour] ?? 0) + next - at
      at = next
    }
}

const newWeek = () => Array.from({ length: WEEK_HOURS }, () => 0)

/** The minutes of each hour of the week in which the clinic is open. */
export function openMinutes(days: readonly OpeningDay[], range: ReportRange): number[] {
  const minutes = newWeek()
  for (const { date, opening } of days) addMinutes(minutes, date, opening, range)
  return minutes
}

/** The minutes of each hour of the week in which a person or room can be booked. */
export function openMinutesOf(resource: UsedResource, days: readonly OpeningDay[], range: ReportRange): number[] {
  const minutes = newWeek()
  const on = resourceOn({ ...resource, slots: [] })
  for (const { date, opening } of days) {
    if (opening.length === 0) continue
    const { hours, busy } = on(date)
    const spans = hours === null ? opening : within(opening, hours)
    addMinutes(minutes, date, busy.length === 0 ? spans : subtractSpans(spans, mergeSpans(busy)), range)
  }
  return minutes
}

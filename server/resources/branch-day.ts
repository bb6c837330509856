import type { OpeningSpan } from '#server/clinic/opening-spans.ts'
import { dayNumber, type CivilDate } from '#shared/lib/manila-time.ts'
import { without, type BranchDay, type ResourceDay, type Span } from '#shared/resources/free-starts.ts'
import type { ResourceRow } from './views.ts'

const DAY = 24 * 60
const QUARTER = 15
/** Quarter hours that Manila is ahead of UTC. */
const AHEAD = (8 * 60) / QUARTER
const ALL_DAY: Span = { from: 0, to: 2 * DAY }

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Local times as minutes; what ends at or before its beginning ends on the following day. */
export function spanOfTimes(from: string, to: string): Span {
  const [begins, ends] = [minuteOf(from), minuteOf(to)]
  return { from: begins, to: ends <= begins ? ends + DAY : ends }
}

const spanOfException = ({ starts_at, ends_at }: ResourceRow['exceptions'][number]): Span =>
  starts_at === null || ends_at === null ? ALL_DAY : spanOfTimes(starts_at, ends_at)

function hoursOf({ week, exceptions }: ResourceRow): Span[] | null {
  const other = exceptions.filter(({ kind }) => kind === 'hours')
  const leave = exceptions.filter(({ kind }) => kind === 'leave').map(spanOfException)
  const own = other.length > 0 ? other.map(spanOfException) : (week?.map(([from, to]) => spanOfTimes(from, to)) ?? null)
  if (leave.length === 0) return own
  return without(own ?? [ALL_DAY], leave)
}

/** The slots, which are in order, as spans: neighbours together. */
function spansOfSlots(slots: readonly number[], date: CivilDate): Span[] {
  const midnight = dayNumber(date) * (DAY / QUARTER) - AHEAD
  const spans: Span[] = []
  for (const slot of slots) {
    const from = (slot - midnight) * QUARTER
    const last = spans.at(-1)
    if (last?.to === from) last.to = from + QUARTER
    else spans.push({ from, to: from + QUARTER })
  }
  return spans
}

const resourceDay = (row: ResourceRow, date: CivilDate): ResourceDay => ({
  id: row.id,
  kind: row.kind,
  hours: hoursOf(row),
  busy: [
    ...spansOfSlots(row.slots, date),
    ...row.exceptions.filter(({ kind }) => kind === 'block').map(spanOfException),
  ],
})

/** The day of a branch as the rule of free times knows it, from the rows of the database. */
export const branchDay = (
  date: CivilDate,
  opening: readonly OpeningSpan[],
  rows: readonly ResourceRow[],
): BranchDay => ({
  opening: opening.filter(({ is_open }) => is_open).map(({ opens_at, closes_at }) => spanOfTimes(opens_at, closes_at)),
  resources: rows.map((row) => resourceDay(row, date)),
})

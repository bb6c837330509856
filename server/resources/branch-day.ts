import type { OpeningSpan } from '#server/clinic/opening-spans.ts'
import { dayNumber, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'
import {
  ALL_DAY,
  workingHours,
  type BranchDay,
  type ExceptionSpan,
  type ResourceDay,
  type Span,
} from '#shared/resources/free-starts.ts'
import { spanOfTimes } from '#shared/resources/hours.ts'
import { photoAddress } from './present-resource.ts'
import type { BoardResourceRow, ResourceRow } from './views.ts'

/** What of a resource decides when it is free. */
type ResourceTimes = Omit<ResourceRow, 'title' | 'photo_path' | 'hours_version'>

const DAY = 24 * 60
const QUARTER = 15
/** A visit of several services may end with the day after its own; its buffer goes beyond. */
const LONGEST_BUFFER = 240
/** Quarter hours that Manila is ahead of UTC. */
const AHEAD = (8 * 60) / QUARTER

/** An exception in minutes of `date`, which may be the day after or before its own. */
function exceptionSpan({ kind, date: own, starts_at, ends_at }: ResourceRow['exceptions'][number], date: CivilDate) {
  const span = starts_at === null || ends_at === null ? ALL_DAY : spanOfTimes(starts_at, ends_at)
  const shift = (dayNumber(own) - dayNumber(date)) * DAY
  return { kind, from: span.from + shift, to: span.to + shift } satisfies ExceptionSpan
}

/** The slots, which are in order, as spans in minutes since 1970: neighbours together. */
function spansOfSlots(slots: readonly number[]): Span[] {
  const spans: Span[] = []
  for (const slot of slots) {
    const from = slot * QUARTER
    const last = spans.at(-1)
    if (last?.to === from) last.to = from + QUARTER
    else spans.push({ from, to: from + QUARTER })
  }
  return spans
}

/** How much of a date, from its midnight to the next, spans cover, in minutes. */
const loadOf = (spans: readonly Span[]) =>
  spans.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, DAY) - Math.max(from, 0)), 0)

/** A resource on any of the dates that were asked for. What is a day away from a date meets none of its visits. */
export function resourceOn(row: ResourceTimes): (date: CivilDate) => ResourceDay {
  const visits = spansOfSlots(row.slots)
  return (date) => {
    const midnight = (dayNumber(date) * (DAY / QUARTER) - AHEAD) * QUARTER
    const taken = visits
      .filter(({ from, to }) => to > midnight - DAY && from < midnight + 2 * DAY + LONGEST_BUFFER)
      .map(({ from, to }) => ({ from: from - midnight, to: to - midnight }))
    const exceptions = row.exceptions.map((one) => exceptionSpan(one, date))
    const ofDate = exceptions.filter((_, i) => row.exceptions[i]!.date === date)
    const week = row.week?.filter(([weekday]) => weekday === weekdayOf(date)) ?? null
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      hours: workingHours(week && week.map(([, from, to]) => spanOfTimes(from, to)), ofDate),
      // A block of the night before or after is in the way as well.
      busy: [...taken, ...exceptions.filter(({ kind }) => kind === 'block')],
      load: loadOf(taken),
    }
  }
}

/** A resource on the board of a date, with what is different then: the notes of blocks, and of nothing else. */
export function boardResource(row: BoardResourceRow, date: CivilDate) {
  const { photo_path, exceptions, ...shown } = row
  const { hours } = resourceOn({ ...row, slots: [] })(date)
  return {
    ...shown,
    photo: photoAddress(photo_path),
    hours: hours && [...hours],
    entries: exceptions
      .map((one) => ({
        ...exceptionSpan(one, date),
        id: one.entry_id,
        note: one.kind === 'block' ? one.note : '',
        is_one_day: one.is_one_day,
        isOfDate: one.date === date,
      }))
      // A block of the night before or after is in the way as well.
      .filter(({ isOfDate, kind, to }) => isOfDate || (kind === 'block' && to > 0)),
  }
}

/** When a branch is open on a date, from the spans of its week. */
export const openingOn = (week: readonly OpeningSpan[], date: CivilDate): Span[] =>
  week
    .filter(({ is_open, weekday }) => is_open && weekday === weekdayOf(date))
    .map(({ opens_at, closes_at }) => spanOfTimes(opens_at, closes_at))

/**
 * The days of a branch as the rule of free times knows them, from the rows of the database. `opening` has the spans of the
 * week.
 */
export function branchDays(
  opening: readonly OpeningSpan[],
  rows: readonly ResourceTimes[],
): (date: CivilDate) => BranchDay {
  const resources = rows.map(resourceOn)
  return (date) => ({
    opening: openingOn(opening, date),
    resources: resources.map((on) => on(date)),
  })
}

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
import { photoAddress } from './read-resources.ts'
import type { BoardResourceRow, ResourceRow } from './views.ts'

/** The fields of a resource that decide when it is free. */
type ResourceTimes = Omit<ResourceRow, 'title' | 'photo_path' | 'hours_version'>

const DAY = 24 * 60
const QUARTER = 15
/**
 * The longest possible buffer of a visit, in minutes. A visit of several services may end on the next day, and its
 * buffer ends later still.
 */
const LONGEST_BUFFER = 240
/** The offset of Manila from UTC, in quarter hours. */
const AHEAD = (8 * 60) / QUARTER

/**
 * Returns the hours of an exception in minutes after midnight of `date`; the exception may be of the day before or
 * after.
 */
function exceptionSpan({ kind, date: own, starts_at, ends_at }: ResourceRow['exceptions'][number], date: CivilDate) {
  const span = starts_at === null || ends_at === null ? ALL_DAY : spanOfTimes(starts_at, ends_at)
  const shift = (dayNumber(own) - dayNumber(date)) * DAY
  return { kind, from: span.from + shift, to: span.to + shift } satisfies ExceptionSpan
}

/** Merges sorted slots into spans of minutes since 1970. */
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

/** How many minutes of a date, from midnight to midnight, are within the spans. */
const loadOf = (spans: readonly Span[]) =>
  spans.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, DAY) - Math.max(from, 0)), 0)

/**
 * Returns a function that gives the resource's day for a date. Besides the exceptions of the date itself, only those of
 * the day before and the day after can reach into the date.
 */
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
      // Includes blocks of the days before and after, because they may reach into this date.
      busy: [...taken, ...exceptions.filter(({ kind }) => kind === 'block')],
      load: loadOf(taken),
    }
  }
}

/** A resource on the board of a date with its exceptions; the note is shown only for blocks. */
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
      // Includes blocks of the days before and after, because they may reach into this date.
      .filter(({ isOfDate, kind, to }) => isOfDate || (kind === 'block' && to > 0)),
  }
}

/** When a branch is open on a date, according to its weekly hours. */
export const openingOn = (week: readonly OpeningSpan[], date: CivilDate): Span[] =>
  week
    .filter(({ is_open, weekday }) => is_open && weekday === weekdayOf(date))
    .map(({ opens_at, closes_at }) => spanOfTimes(opens_at, closes_at))

/**
 * Converts database rows into the days of a branch, from which free times are computed. `opening` has the opening hours
 * of the whole week.
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

import type { CivilTime } from '#shared/lib/manila-time.ts'
import type { Span } from './free-starts.ts'

const DAY = 24 * 60
/** The latest end of working hours in minutes: a night shift may last until 4 AM of the next day. */
const LATEST_END = DAY + 4 * 60

const minuteOf = (time: CivilTime) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Converts two local times to minutes of the date; an end that is not later than the start is on the next day. */
export function spanOfTimes(from: CivilTime, to: CivilTime): Span {
  const [begins, ends] = [minuteOf(from), minuteOf(to)]
  return { from: begins, to: ends <= begins ? ends + DAY : ends }
}

/** A span of working hours on a weekday (0 = Sunday … 6 = Saturday), in local times. */
export type WeekSpan = { weekday: number; opens_at: CivilTime; closes_at: CivilTime }

/** True when the end is after the start; a night shift may end at up to 4 AM. */
export const isInOrder = (from: CivilTime, to: CivilTime): boolean => spanOfTimes(from, to).to <= LATEST_END

/** True when no two spans of a weekday overlap. */
export const areApart = (week: readonly WeekSpan[]): boolean =>
  week.every((one, index) =>
    week.slice(index + 1).every((other) => {
      if (one.weekday !== other.weekday) return true
      const [a, b] = [spanOfTimes(one.opens_at, one.closes_at), spanOfTimes(other.opens_at, other.closes_at)]
      return a.to <= b.from || b.to <= a.from
    }),
  )

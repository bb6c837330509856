import { minuteOfDate } from '#shared/appointments/slots.ts'
import { dayNumber, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'

export type FreeTime = { date: CivilDate; time: CivilTime }

type Days = readonly { date: CivilDate; starts: readonly { time: CivilTime }[] }[]

const DAY = 24 * 60
const minutesOf = ({ date, time }: FreeTime) => dayNumber(date) * DAY + minuteOfDate(time)

/** Every free time of some days without those in `taken`, which is newer and only for `date`. */
const freeTimes = (days: Days, date: CivilDate, taken: ReadonlySet<CivilTime>): FreeTime[] =>
  days.flatMap((day) =>
    day.starts
      .map(({ time }) => ({ date: day.date, time }))
      .filter((each) => day.date !== date || !taken.has(each.time)),
  )

const HOW_MANY = 3

/** The three free times nearest to a lost one, in order; on the same day if it has three. */
export function nearestTimes(lost: FreeTime, days: Days, taken: ReadonlySet<CivilTime>): FreeTime[] {
  const distance = (each: FreeTime) =>
    Math.abs(minutesOf(each) - minutesOf(lost)) + (each.date === lost.date ? 0 : 100 * DAY)
  return freeTimes(days, lost.date, taken)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, HOW_MANY)
    .toSorted((a, b) => minutesOf(a) - minutesOf(b))
}

/** The first free time after a date; null when the loaded days have none. */
export const firstFreeAfter = (date: CivilDate, days: Days): FreeTime | null =>
  freeTimes(days, date, new Set()).find((each) => each.date > date) ?? null

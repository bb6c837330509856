import { minuteOfDate, SLOT_MINUTES, SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import type { Span } from '#shared/resources/free-starts.ts'

/** Which of the lanes beside one another something stands in. */
type Laned<Item> = { item: Item; lane: number; lanes: number }

/** Puts what overlaps into lanes beside one another; all others have the width of the column. By their begin. */
export function lanesOf<Item extends Span>(items: readonly Item[]): Laned<Item>[] {
  const placed: Laned<Item>[] = []
  /** What overlaps, and for each lane from when on it is free. */
  let group: Laned<Item>[] = []
  let freeFrom: number[] = []
  const endGroup = () => {
    for (const each of group) each.lanes = freeFrom.length
    placed.push(...group)
    group = []
    freeFrom = []
  }
  for (const item of items.toSorted((a, b) => a.from - b.from)) {
    if (freeFrom.every((free) => free <= item.from)) endGroup()
    const found = freeFrom.findIndex((free) => free <= item.from)
    const lane = found === -1 ? freeFrom.length : found
    freeFrom[lane] = item.to
    group.push({ item, lane, lanes: 1 })
  }
  endGroup()
  return placed
}

type Timed = Pick<CalendarAppointment, 'appointment_time' | 'duration_minutes'>

/** So many quarter hours are a slot of the calendar. */
export const QUARTERS = 2
const QUARTER = SLOT_MINUTES / QUARTERS
/** How many quarter hours a day of the calendar has. */
export const DAY_QUARTERS = SLOT_TIMES.length * QUARTERS
const OPENS = minuteOfDate(SLOT_TIMES[0]!)

/** Where a visit stands among the quarter hours of its day: the first, how many, and which of the lanes beside one another. */
export type Placed<Visit> = { visit: Visit; slot: number; span: number; lane: number; lanes: number }

/** Places visits so that none lies over another. A visit takes all that it touches, at least a half hour to be read in, and ends with the grid. */
export function placeInLanes<Visit extends Timed>(visits: readonly Visit[]): Placed<Visit>[] {
  const spans = visits.map((visit) => {
    const from = (minuteOfDate(visit.appointment_time) - OPENS) / QUARTER
    const quarters = Math.max(Math.ceil(visit.duration_minutes / QUARTER), QUARTERS)
    return { visit, from, to: Math.min(from + quarters, DAY_QUARTERS) }
  })
  return lanesOf(spans).map(({ item: { visit, from, to }, ...lane }) => ({
    visit,
    slot: from,
    span: to - from,
    ...lane,
  }))
}

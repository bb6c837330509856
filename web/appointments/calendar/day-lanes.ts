import { minuteOfDate, SLOT_MINUTES, SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import type { Span } from '#shared/resources/free-starts.ts'

/** An item with the number of its lane, and how many lanes it shares the width with. */
type LaneItem<Item> = { item: Item; lane: number; lanes: number }

/**
 * Puts overlapping items into parallel lanes; items without overlap have the full width. The result is sorted by start.
 */
export function assignLanes<Item extends Span>(items: readonly Item[]): LaneItem<Item>[] {
  const laneItems: LaneItem<Item>[] = []
  /** The group of overlapping items that is being filled; `freeFrom` is when each of its lanes becomes free. */
  let group: LaneItem<Item>[] = []
  let freeFrom: number[] = []
  const endGroup = () => {
    for (const each of group) each.lanes = freeFrom.length
    laneItems.push(...group)
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
  return laneItems
}

type Timed = Pick<CalendarAppointment, 'appointment_time' | 'duration_minutes'>

/** The number of quarter hours in a calendar slot. */
export const QUARTERS = 2
const QUARTER = SLOT_MINUTES / QUARTERS
/** How many quarter hours a day of the calendar has. */
export const DAY_QUARTERS = SLOT_TIMES.length * QUARTERS
const OPENS = minuteOfDate(SLOT_TIMES[0]!)

/** The position of a visit in its day: first quarter hour, length, and lane. */
export type LanePosition<Visit> = { visit: Visit; slot: number; span: number; lane: number; lanes: number }

/**
 * Places visits side by side where they overlap. A visit is shown at least 30 minutes long, and is cut off at the end of
 * the grid.
 */
export function placeInLanes<Visit extends Timed>(visits: readonly Visit[]): LanePosition<Visit>[] {
  const spans = visits.map((visit) => {
    const from = (minuteOfDate(visit.appointment_time) - OPENS) / QUARTER
    const quarters = Math.max(Math.ceil(visit.duration_minutes / QUARTER), QUARTERS)
    return { visit, from, to: Math.min(from + quarters, DAY_QUARTERS) }
  })
  return assignLanes(spans).map(({ item: { visit, from, to }, ...lane }) => ({
    visit,
    slot: from,
    span: to - from,
    ...lane,
  }))
}

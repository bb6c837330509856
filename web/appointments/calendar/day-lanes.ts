import { SLOT_MINUTES, SLOT_TIMES, slotNumber } from '#shared/clinic/opening-hours.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'

type Timed = Pick<CalendarAppointment, 'appointment_time' | 'duration_minutes'>

/** Where a visit stands among the half hours of its day: the first, how many, and which of the lanes beside one another. */
export type Placed<Visit> = { visit: Visit; slot: number; span: number; lane: number; lanes: number }

/**
 * Places visits so that none lies over another: those that overlap share the width of the day, all others have it alone.
 * A visit takes all half hours that it touches, and ends with the grid.
 */
export function placeInLanes<Visit extends Timed>(visits: readonly Visit[]): Placed<Visit>[] {
  const placed: Placed<Visit>[] = []
  /** The visits that overlap, and for each lane the half hour from which on it is free. */
  let group: Placed<Visit>[] = []
  let freeFrom: number[] = []
  const endGroup = () => {
    for (const each of group) each.lanes = freeFrom.length
    placed.push(...group)
    group = []
    freeFrom = []
  }
  const inOrder = visits.map((visit) => ({ visit, slot: slotNumber(visit.appointment_time) }))
  for (const { visit, slot } of inOrder.sort((a, b) => a.slot - b.slot)) {
    if (freeFrom.every((free) => free <= slot)) endGroup()
    const span = Math.min(Math.ceil(visit.duration_minutes / SLOT_MINUTES), SLOT_TIMES.length - slot)
    const found = freeFrom.findIndex((free) => free <= slot)
    const lane = found === -1 ? freeFrom.length : found
    freeFrom[lane] = slot + span
    group.push({ visit, slot, span, lane, lanes: 1 })
  }
  endGroup()
  return placed
}

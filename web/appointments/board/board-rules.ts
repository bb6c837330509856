import type { BoardDay, BoardVisit } from '#shared/appointments/board-contract.ts'
import { boardMessages as s } from '#shared/appointments/calendar-messages.ts'
import { partOfPerson } from '#shared/appointments/part-of-visit.ts'
import { hasBegun, minuteOfDate } from '#shared/appointments/slots.ts'
import { canTransition } from '#shared/appointments/status.ts'
import type { StartInterval } from '#shared/clinic/booking-rules.ts'
import { startsEvery, timeOfMinute } from '#shared/clinic/opening-hours.ts'
import { formatTime } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import {
  chainDuration,
  chainWithPractitioner,
  chainWithRoom,
  isChainWithinOpening,
  leastTakenPlan,
  type Chain,
} from '#shared/resources/free-chains.ts'
import {
  mergeSpans,
  subtractSpans,
  type BranchDay,
  type Conflict,
  type ServiceNeeds,
  type Span,
} from '#shared/resources/free-starts.ts'

export const BOARD_MODES = ['person', 'room'] as const
export type BoardMode = (typeof BOARD_MODES)[number]

type BoardResource = BoardDay['resources'][number]

/** The id of the column for visits without a practitioner or room. */
export const UNASSIGNED = 'unassigned'

export type BoardColumn = {
  /** The resource's id, or `UNASSIGNED`. */
  id: string
  resource: BoardResource | null
  visits: BoardVisit[]
}

const KIND = { person: 'practitioner', room: 'room' } as const

/** Whether columns are practitioners or rooms. In a clinic without practitioners they are always rooms. */
export const modeFor = ({ resources }: BoardDay, wanted: string): BoardMode =>
  wanted === 'room' || !resources.some(({ kind }) => kind === 'practitioner') ? 'room' : 'person'

/** The practitioners of a visit in the order of its services. Each is listed once. */
const peopleIn = ({ practitioner_id, further_services }: BoardVisit): string[] => [
  ...new Set([practitioner_id, ...further_services.map((one) => one.practitioner_id)].flatMap((id) => id ?? [])),
]

/** The columns of the day board in the branch's order, after one for unassigned visits if there are any. */
export function columnsOf(day: BoardDay, mode: BoardMode): BoardColumn[] {
  const columns = day.resources
    .filter(({ kind }) => kind === KIND[mode])
    .map((resource): BoardColumn => ({ id: resource.id, resource, visits: [] }))
  const byId = new Map(columns.map((column) => [column.id, column]))
  const left: BoardColumn = { id: UNASSIGNED, resource: null, visits: [] }
  for (const visit of day.visits) {
    const ids = mode === 'person' ? peopleIn(visit) : visit.resource_ids
    const own = ids.flatMap((id) => byId.get(id) ?? [])
    // A visit of several services is in the column of each of its practitioners or rooms, and any other visit in one.
    const places = own.length === 0 ? [left] : visit.further_services.length > 0 ? own : own.slice(0, 1)
    for (const { visits } of places) visits.push(visit)
  }
  return left.visits.length > 0 ? [left, ...columns] : columns
}

/**
 * The column that a phone shows first: the first one with an unfinished visit, otherwise the first with any visit,
 * otherwise that of a practitioner or room that is available on the day.
 */
export const firstColumn = (columns: readonly BoardColumn[]): BoardColumn | undefined =>
  columns.find(({ visits }) => visits.some(({ status }) => status !== 'completed')) ??
  columns.find(({ visits }) => visits.length > 0) ??
  columns.find(({ resource }) => resource?.is_active && resource.hours?.length !== 0) ??
  columns[0]

/** When a visit begins and ends, in minutes of its date. */
export const spanOf = ({
  appointment_time,
  duration_minutes,
}: Pick<BoardVisit, 'appointment_time' | 'duration_minutes'>): Span => {
  const from = minuteOfDate(appointment_time)
  return { from, to: from + duration_minutes }
}

/**
 * Returns the visit as one column of the day board draws it. If several practitioners treat the client in turn, it has
 * the time and service of this column's practitioner.
 */
export function visitInColumn(visit: BoardVisit, columnId: string): BoardVisit {
  const part = partOfPerson(visit, columnId)
  return part ? { ...visit, ...part } : visit
}

/**
 * The time at which the day board shows a visit in a column: the whole visit or, if practitioners treat the client one
 * after the other, the part of this practitioner. `occupied` also contains the buffers.
 */
export function timeInColumn(visit: BoardVisit, columnId: string): Span & { occupied: Span | null } {
  const part = partOfPerson(visit, columnId)
  const begins = spanOf(visit).from + (part?.starts_after ?? 0)
  const place = { from: begins, to: begins + (part ?? visit).duration_minutes }
  const uses = visit.uses?.filter(({ resource_id }) => resource_id === columnId) ?? []
  if (uses.length === 0) return { ...place, occupied: part ? null : visit.occupied }
  const occupied = { from: Math.min(...uses.map(({ from }) => from)), to: Math.max(...uses.map(({ to }) => to)) }
  // A room performs no service itself, so its column shows the visit while the room is used.
  if (part) return { ...place, occupied }
  return { from: Math.max(place.from, occupied.from), to: Math.min(place.to, occupied.to), occupied }
}

/** The times in which a visit occupies a resource, with buffers. */
const busyIn = ({ uses, occupied, resource_ids }: BoardVisit, id: string): Span[] => {
  if (uses) return uses.filter(({ resource_id }) => resource_id === id)
  return occupied && resource_ids.includes(id) ? [occupied] : []
}

const HOUR = 60

/** The hours that the day board shows: those of the branch and of every visit, rounded to whole hours. */
export function axisOf({ opening, visits, start_interval_minutes: every }: BoardDay): Axis {
  const spans = [...opening, ...visits.map(spanOf)]
  if (spans.length === 0) return { from: 8 * HOUR, to: 18 * HOUR, every }
  return {
    from: Math.floor(Math.min(...spans.map(({ from }) => from)) / HOUR) * HOUR,
    to: Math.ceil(Math.max(...spans.map(({ to }) => to)) / HOUR) * HOUR,
    every,
  }
}

/** The parts of the time axis in which the practitioner or room of a column does not work. */
export const closedSpans = ({ opening }: BoardDay, resource: BoardResource | null, axis: Span): Span[] => {
  const open = mergeSpans(opening)
  if (!resource?.hours) return subtractSpans([axis], open)
  // A column is closed outside the hours of the branch and outside the hours of its practitioner or room.
  return mergeSpans([...subtractSpans([axis], open), ...subtractSpans([axis], resource.hours)])
}

export { timeOfMinute as timeOf } from '#shared/clinic/opening-hours.ts'

/** The hours that the day board shows, and the interval of start times. */
export type Axis = Span & { every: StartInterval }

const startsOn = ({ from, to, every }: Axis): number[] =>
  startsEvery(every).flatMap(({ minute }) => (minute >= from && minute < to ? [minute] : []))

/** The start time that is nearest to a minute: one of the regular start times, or that of an existing visit. */
export const nearestStart = (minute: number, axis: Axis, visitStarts: readonly number[] = []): number => {
  const starts = [...visitStarts, ...startsOn(axis)]
  return starts.reduce(
    (best, start) => (Math.abs(start - minute) < Math.abs(best - minute) ? start : best),
    starts[0] ?? axis.from,
  )
}

/** The next start time after a minute (`by` is 1) or before it (`by` is -1); the minute itself if there is none. */
export const startBeside = (minute: number, by: 1 | -1, axis: Axis): number =>
  (by === 1 ? startsOn(axis).find((start) => start > minute) : startsOn(axis).findLast((start) => start < minute)) ??
  minute

/** The latest start time at or before a minute. */
export const startBefore = (minute: number, axis: Axis): number => {
  const starts = startsOn(axis)
  return starts.findLast((start) => start <= minute) ?? starts[0] ?? axis.from
}

/** Where a dragged visit would go: the column, and the start in minutes of the date. */
export type DropTarget = { columnId: string; start: number }

/** Why a visit cannot be dropped. `over` lists the people, rooms and devices that staff may overbook instead. */
export type DropConflict = { text: string; over: Conflict[] }

function needsOf(day: BoardDay, visit: BoardVisit): Chain {
  const needs = (serviceId: string, duration: number): ServiceNeeds => {
    const service = day.services.find(({ id }) => id === serviceId)
    return {
      duration,
      bufferBefore: service?.buffer_before ?? 0,
      bufferAfter: service?.buffer_after ?? 0,
      chosen: service?.chosen ?? [],
    }
  }
  const further = visit.further_services.map((one) => needs(one.service_id, one.duration_minutes))
  return [needs(visit.service_id, visit.duration_minutes - chainDuration(further)), ...further]
}

/**
 * The practitioner and room that a visit must have once it is dropped. Without a room in the result, the room may
 * change.
 */
export const requestedResources = (visit: BoardVisit, columnId: string, mode: BoardMode) => {
  const people = peopleIn(visit)
  // A visit with several practitioners keeps all of them when it is dropped on the column of one of them.
  const isTheirs = people.length > 1 && people.includes(columnId)
  if (mode === 'person') return columnId === UNASSIGNED || isTheirs ? {} : { practitioner_id: columnId }
  const staysThere = visit.uses !== undefined && visit.resource_ids.includes(columnId)
  return {
    ...(people.length === 1 && { practitioner_id: people[0]! }),
    ...(columnId !== UNASSIGNED && !staysThere && { room_id: columnId }),
  }
}

/**
 * Converts the day board's data to the input of the function that finds free times. The times that the visit `except`
 * occupies count as free.
 */
function branchDay({ opening, resources, visits }: BoardDay, except: BoardVisit): BranchDay {
  const busyOf = new Map(
    resources.map(({ id, entries }) => [
      id,
      entries.filter(({ kind }) => kind === 'block').map(({ from, to }): Span => ({ from, to })),
    ]),
  )
  for (const visit of visits)
    if (visit.id !== except.id) for (const id of visit.resource_ids) busyOf.get(id)?.push(...busyIn(visit, id))
  return {
    opening,
    resources: resources
      .filter(({ is_active }) => is_active)
      .map(({ id, kind, name, hours }) => ({ id, kind, name, hours, busy: busyOf.get(id) ?? [] })),
  }
}

const overlaps = (one: Span, other: Span) => one.from < other.to && other.from < one.to

/** Describes why a person, room or device is not free: whose visit, block or leave it is, and until when. */
function conflictText(
  { resources, visits }: BoardDay,
  visit: BoardVisit,
  { id, name, why, until }: Conflict,
  around: Span,
): string {
  const at = (minute: number) => formatTime(timeOfMinute(minute))
  const entries = resources.find((one) => one.id === id)?.entries.filter((entry) => overlaps(entry, around)) ?? []
  const [other] = visits
    .filter((one) => one.id !== visit.id)
    .flatMap((one) =>
      busyIn(one, id).flatMap((busy) => (overlaps(busy, around) ? [{ name: one.name, to: busy.to }] : [])),
    )
  if (why === 'busy' && other) return s.takenBy(name, other.name, at(other.to))
  if (why === 'busy') return s.blockedUntil(name, at(until ?? around.to))
  const leave = entries.find((entry) => entry.kind === 'leave')
  if (leave && leave.to < 24 * HOUR) return s.leaveUntil(name, at(leave.to))
  return until === null ? s.away(name) : s.awayUntil(name, at(until))
}

/**
 * The practitioners, rooms and devices that a visit needs if it is dropped on this column, or a sentence that says why
 * it cannot be there.
 */
function neededIn(day: BoardDay, visit: BoardVisit, columnId: string, mode: BoardMode): Chain | string {
  const needs = needsOf(day, visit)
  const name = day.resources.find(({ id }) => id === columnId)?.name ?? ''
  if (mode === 'person' && columnId === UNASSIGNED)
    return needs.some(({ chosen }) => chosen.some(({ kind }) => kind === 'practitioner')) ? s.needsPerson : needs
  const requested: { practitioner_id?: string; room_id?: string } = requestedResources(visit, columnId, mode)
  const withPerson = chainWithPractitioner(needs, requested.practitioner_id)
  if (withPerson === null)
    return s.notTheirs(mode === 'person' ? name : (visit.practitioner_name ?? ''), servicesOf(visit))
  return chainWithRoom(withPerson, requested.room_id) ?? s.notThere(name, servicesOf(visit))
}

const cannotOverbook = (text: string): DropConflict => ({ text, over: [] })

/** A conflict that nobody can overbook, as a sentence: status, past start, closed day, or the client's other visits. */
function hardConflict(day: BoardDay, visit: BoardVisit, start: number, now: Date): string | undefined {
  if (!canTransition(visit.status, 'resched')) return s.cannotMove
  if (hasBegun(day.date, timeOfMinute(start), now)) return s.past
  if (day.is_disabled) return s.closed
  const span = { from: start, to: start + visit.duration_minutes }
  const own = day.visits.find(
    (one) =>
      one.client_id === visit.client_id &&
      one.id !== visit.id &&
      one.status !== 'completed' &&
      overlaps(spanOf(one), span),
  )
  return own && s.clientBusy(visit.name, formatTime(own.appointment_time))
}

/** Why a visit cannot be dropped at a target; null if it can. Applies the server's rule to the displayed data. */
export function conflictAt(
  day: BoardDay,
  visit: BoardVisit,
  { columnId, start }: DropTarget,
  { mode, now }: { mode: BoardMode; now: Date },
): DropConflict | null {
  const hard = hardConflict(day, visit, start, now)
  if (hard !== undefined) return cannotOverbook(hard)
  const needs = neededIn(day, visit, columnId, mode)
  if (typeof needs === 'string') return cannotOverbook(needs)
  if (!isChainWithinOpening(day.opening, needs, start)) return cannotOverbook(s.outside)
  const least = leastTakenPlan(branchDay(day, visit), needs, start)
  if (least === null) return cannotOverbook(s.missing)
  if (least.taken.length === 0) return null
  const around = (id: string) => least.plan.find((use) => use.id === id)!
  return { text: least.taken.map((one) => conflictText(day, visit, one, around(one.id))).join(' '), over: least.taken }
}

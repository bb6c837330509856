import type { StartInterval } from '#shared/clinic/booking-rules.ts'
import { startsEvery, type Start } from '#shared/clinic/opening-hours.ts'

/**
 * Minutes after the midnight at which a business date begins; `to` is exclusive. Times after the next midnight are
 * above 1,440.
 */
export type Span = { from: number; to: number }

export const RESOURCE_KINDS = ['practitioner', 'room', 'device'] as const
export type ResourceKind = (typeof RESOURCE_KINDS)[number]

/** A practitioner, room or device on one date. */
export type ResourceDay = {
  id: string
  kind: ResourceKind
  /** The working hours of the resource; null if it works whenever the branch is open. */
  hours: readonly Span[] | null
  /** The spans in which the resource is busy: visits with their buffers, and blocks. */
  busy: readonly Span[]
  /** The occupied minutes of the date. Of two free resources, the one with fewer minutes gets the next visit. */
  load?: number
  name?: string
}

/** An exception on a date: other hours, leave, or a block. */
export type ExceptionSpan = Span & { kind: 'leave' | 'hours' | 'block' }

/** A branch on one date: its opening hours, and its active resources in display order. */
export type BranchDay = { opening: readonly Span[]; resources: readonly ResourceDay[] }

/** The time and resources that a service needs. */
export type ServiceNeeds = {
  duration: number
  bufferBefore: number
  bufferAfter: number
  /**
   * The resources that the service can use: any of the practitioners, any of the rooms and all of the devices. If
   * empty, any room.
   */
  chosen: readonly { id: string; kind: ResourceKind }[]
}

/** The time and resources of a visit without a service: half an hour in any room. */
export const USUAL_NEEDS: ServiceNeeds = { duration: 30, bufferBefore: 0, bufferAfter: 0, chosen: [] }

/** The needs of a service when a given practitioner does it; null when that person does not do the service. */
export function withPractitioner(needs: ServiceNeeds, practitionerId: string | undefined): ServiceNeeds | null {
  if (practitionerId === undefined) return needs
  const chosen = needs.chosen.filter(({ id, kind }) => kind !== 'practitioner' || id === practitionerId)
  return chosen.some(({ kind }) => kind === 'practitioner') ? { ...needs, chosen } : null
}

/** The needs of a service when it is done in a given room; null when the service is not done there. */
export function withRoom(needs: ServiceNeeds, roomId: string | undefined): ServiceNeeds | null {
  if (roomId === undefined) return needs
  const rooms = needs.chosen.filter(({ kind }) => kind === 'room')
  if (rooms.length > 0 && !rooms.some(({ id }) => id === roomId)) return null
  const others = needs.chosen.filter(({ kind }) => kind !== 'room')
  return { ...needs, chosen: [...others, { id: roomId, kind: 'room' }] }
}

/** How soon (minutes before the start) and how far ahead (days) clients may book. */
export type Terms = { notice: number; horizonDays: number | null }

/** Terms for staff, who are bound by no notice or horizon. */
export const UNBOUND: Terms = { notice: 0, horizonDays: null }

/** The booking terms of a service; a null means that the clinic's term applies. */
type OwnTerms = { minimum_notice_minutes: number | null; horizon_days: number | null }

/** The strictest booking terms of several services. Without a service, the clinic's terms. */
export function termsOf(clinic: Terms, services: readonly OwnTerms[]): Terms {
  if (services.length === 0) return clinic
  const horizons = services.flatMap(({ horizon_days }) => horizon_days ?? clinic.horizonDays ?? [])
  return {
    notice: Math.max(...services.map(({ minimum_notice_minutes }) => minimum_notice_minutes ?? clinic.notice)),
    horizonDays: horizons.length > 0 ? Math.min(...horizons) : null,
  }
}

/**
 * The present relative to a date: how many days ahead the date is, and the current minute counted from its midnight.
 */
export type Present = { daysAhead: number; minute: number }

/** True when a visit at `start` is within notice and horizon. */
export const isInTime = ({ notice, horizonDays }: Terms, { daysAhead, minute }: Present, start: number): boolean =>
  start > minute + notice && (horizonDays === null || daysAhead <= horizonDays)

/** The start times of a date within notice and horizon. */
export const startsInTime = (interval: StartInterval, terms: Terms, present: Present): Start[] =>
  startsEvery(interval).filter(({ minute }) => isInTime(terms, present, minute))

/** Sorts spans and merges those that overlap or touch. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}

/**
 * True when one of `spans` contains the span. Merge touching spans first, because a span across two of them is not
 * found.
 */
export const containsSpan = (spans: readonly Span[], { from, to }: Span) =>
  spans.some((span) => span.from <= from && to <= span.to)
const overlapsSpan = (spans: readonly Span[], { from, to }: Span) =>
  spans.some((span) => span.from < to && from < span.to)

/** Returns the parts of `spans` that `taken` does not cover. */
export const subtractSpans = (spans: readonly Span[], taken: readonly Span[]): Span[] =>
  taken.reduce<Span[]>(
    (left, cut) =>
      left.flatMap((span) =>
        overlapsSpan([span], cut)
          ? [
              { from: span.from, to: cut.from },
              { from: cut.to, to: span.to },
            ].filter(({ from, to }) => from < to)
          : [span],
      ),
    [...spans],
  )

/** A business date and the whole day after it, in minutes. */
export const ALL_DAY: Span = { from: 0, to: 2 * 24 * 60 }

/**
 * A resource's hours on a date: special hours replace the weekday's, and leave is subtracted. Null means the branch's
 * hours.
 */
export function workingHours(week: readonly Span[] | null, exceptions: readonly ExceptionSpan[]): Span[] | null {
  const other = exceptions.filter(({ kind }) => kind === 'hours')
  const leave = exceptions.filter(({ kind }) => kind === 'leave')
  const hours = other.length > 0 ? other : week
  if (leave.length === 0) return hours && mergeSpans(hours)
  return subtractSpans(hours === null ? [ALL_DAY] : mergeSpans(hours), leave)
}

/** The span that a visit at `start` occupies, with its buffers. */
export const occupiedSpan = ({ duration, bufferBefore, bufferAfter }: ServiceNeeds, start: number): Span => ({
  from: start - bufferBefore,
  to: start + duration + bufferAfter,
})

/** True when a resource (whose hours are merged) works during the whole visit and is not busy in the occupied span. */
export const isAvailable = (
  { hours, busy }: Pick<ResourceDay, 'hours' | 'busy'>,
  visit: Span,
  occupies: Span,
): boolean => (hours === null || containsSpan(hours, visit)) && !overlapsSpan(busy, occupies)

/**
 * The resources that a visit can use on a day: any of the rooms, any of the practitioners (null if none is needed), and
 * all of the devices.
 */
export type Choice = {
  opening: Span[]
  rooms: ResourceDay[]
  practitioners: ResourceDay[] | null
  devices: ResourceDay[]
}

const withJoinedHours = (resource: ResourceDay): ResourceDay => ({
  ...resource,
  hours: resource.hours && mergeSpans(resource.hours),
})

/** Sorts resources by the occupied minutes of the date, then by name. */
const byLoad = (a: ResourceDay, b: ResourceDay) =>
  (a.load ?? 0) - (b.load ?? 0) || (a.name ?? '').localeCompare(b.name ?? '', 'en')

/** Returns the resources that a service can choose from on a day; null when a required device does not exist. */
export function choiceOf({ opening, resources }: BranchDay, { chosen }: ServiceNeeds): Choice | null {
  const idsOf = (kind: ResourceKind) => new Set(chosen.filter((one) => one.kind === kind).map(({ id }) => id))
  const [practitioners, rooms, devices] = RESOURCE_KINDS.map(idsOf) as [Set<string>, Set<string>, Set<string>]
  const among = (ids: Set<string>) => resources.filter(({ id }) => ids.has(id)).map(withJoinedHours)
  const anyRoom = () => resources.filter(({ kind }) => kind === 'room').map(withJoinedHours)
  const neededDevices = among(devices)
  if (neededDevices.length < devices.size) return null
  return {
    opening: mergeSpans(opening),
    rooms: rooms.size === 0 ? anyRoom() : among(rooms),
    practitioners: practitioners.size === 0 ? null : among(practitioners).toSorted(byLoad),
    devices: neededDevices,
  }
}

/** The free practitioners and rooms for a visit at `start`; null when no visit can begin then. */
function freeAt(choice: Choice, needs: ServiceNeeds, start: number) {
  const visit = { from: start, to: start + needs.duration }
  const around = occupiedSpan(needs, start)
  const isFree = (resource: ResourceDay) => isAvailable(resource, visit, around)
  if (!containsSpan(choice.opening, visit) || !choice.devices.every(isFree) || !choice.rooms.some(isFree)) return null
  const practitioners = choice.practitioners && choice.practitioners.filter(isFree)
  return practitioners?.length === 0 ? null : { practitioners, rooms: () => choice.rooms.filter(isFree) }
}

/**
 * The possible sets of resources for a visit at `start`: the least loaded practitioner first, then alphabetically, each
 * with the rooms in the branch's order. Empty when the branch is closed or a required resource is not free.
 */
export function resourceSets(day: BranchDay, needs: ServiceNeeds, start: number): string[][] {
  const choice = choiceOf(day, needs)
  const free = choice && freeAt(choice, needs, start)
  if (!choice || !free) return []
  const devices = choice.devices.map(({ id }) => id)
  const rooms = free.rooms().map(({ id }) => [...devices, id])
  return free.practitioners === null ? rooms : free.practitioners.flatMap(({ id }) => rooms.map((set) => [...set, id]))
}

/**
 * A possible start with the free practitioners, least loaded first. The list is empty if the service needs no
 * practitioner.
 */
export type FreeStart = { start: number; practitioners: string[] }

/** Returns those of `starts` at which a visit can begin, with the practitioners who are free at each. */
export function freeStartsWithPeople(day: BranchDay, needs: ServiceNeeds, starts: readonly number[]): FreeStart[] {
  const choice = choiceOf(day, needs)
  if (choice === null) return []
  return starts.flatMap((start) => {
    const free = freeAt(choice, needs, start)
    return free ? [{ start, practitioners: free.practitioners?.map(({ id }) => id) ?? [] }] : []
  })
}

/** Returns those of `starts` at which a visit can begin. */
export const freeStarts = (day: BranchDay, needs: ServiceNeeds, starts: readonly number[]): number[] =>
  freeStartsWithPeople(day, needs, starts).map(({ start }) => start)

/**
 * A required resource that is not available. `until` is the minute at which it is free again; null if it is not free
 * again on this date.
 */
export type Conflict = { id: string; kind: ResourceKind; name: string; why: 'busy' | 'away'; until: number | null }

/** Why a resource is not available for a visit; null when it is. */
export function conflictOf(
  { id, kind, name = '', hours, busy }: ResourceDay,
  visit: Span,
  around: Span,
): Conflict | null {
  const met = mergeSpans(busy).filter((span) => overlapsSpan([span], around))
  if (met.length > 0) return { id, kind, name, why: 'busy', until: met.at(-1)!.to }
  if (hours === null || containsSpan(hours, visit)) return null
  return { id, kind, name, why: 'away', until: hours.find(({ from }) => from > visit.from)?.from ?? null }
}

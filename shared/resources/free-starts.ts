import type { StartInterval } from '#shared/clinic/booking-rules.ts'
import { startsEvery, type Start } from '#shared/clinic/opening-hours.ts'

/** Minutes after the midnight with which a business date begins; `to` is not included. A night goes beyond 1,440. */
export type Span = { from: number; to: number }

export const RESOURCE_KINDS = ['practitioner', 'room', 'device'] as const
export type ResourceKind = (typeof RESOURCE_KINDS)[number]

/** A practitioner, room or device on one date. */
export type ResourceDay = {
  id: string
  kind: ResourceKind
  /** When it works; null: whenever the branch is open. */
  hours: readonly Span[] | null
  /** What occupies it: visits with their buffers, and blocks. */
  busy: readonly Span[]
  /** Minutes of the date that visits occupy: of two who are free, the one with less has the next visit. */
  load?: number
  name?: string
}

/** What is different for a resource on a date: other hours, leave, or a block that keeps it busy. */
export type ExceptionSpan = Span & { kind: 'leave' | 'hours' | 'block' }

/** A branch on one date: when it is open, and its active resources in their order. */
export type BranchDay = { opening: readonly Span[]; resources: readonly ResourceDay[] }

/** What a service needs, in minutes and resources. */
export type ServiceNeeds = {
  duration: number
  bufferBefore: number
  bufferAfter: number
  /** Any of the practitioners, any of the rooms, all of the devices; nothing chosen means any room alone. */
  chosen: readonly { id: string; kind: ResourceKind }[]
}

/** What is asked for where no service is named: half an hour in any room. */
export const USUAL_NEEDS: ServiceNeeds = { duration: 30, bufferBefore: 0, bufferAfter: 0, chosen: [] }

/** What a visit with one of the practitioners needs; null when that person does not do the service. */
export function withPractitioner(needs: ServiceNeeds, practitionerId: string | undefined): ServiceNeeds | null {
  if (practitionerId === undefined) return needs
  const chosen = needs.chosen.filter(({ id, kind }) => kind !== 'practitioner' || id === practitionerId)
  return chosen.some(({ kind }) => kind === 'practitioner') ? { ...needs, chosen } : null
}

/** What a visit in one of the rooms needs; null when its service is not done there. */
export function withRoom(needs: ServiceNeeds, roomId: string | undefined): ServiceNeeds | null {
  if (roomId === undefined) return needs
  const rooms = needs.chosen.filter(({ kind }) => kind === 'room')
  if (rooms.length > 0 && !rooms.some(({ id }) => id === roomId)) return null
  const others = needs.chosen.filter(({ kind }) => kind !== 'room')
  return { ...needs, chosen: [...others, { id: roomId, kind: 'room' }] }
}

/** How soon and how far ahead people may book by themselves: minutes before the start, days from today. */
export type Terms = { notice: number; horizonDays: number | null }

/** Terms for staff, who are bound by no notice or horizon. */
export const UNBOUND: Terms = { notice: 0, horizonDays: null }

/** What a service has of its own; null: as the clinic. */
type OwnTerms = { minimum_notice_minutes: number | null; horizon_days: number | null }

/** The terms of a visit of some services: the strictest of each. Without a service, those of the clinic. */
export function termsOf(clinic: Terms, services: readonly OwnTerms[]): Terms {
  if (services.length === 0) return clinic
  const horizons = services.flatMap(({ horizon_days }) => horizon_days ?? clinic.horizonDays ?? [])
  return {
    notice: Math.max(...services.map(({ minimum_notice_minutes }) => minimum_notice_minutes ?? clinic.notice)),
    horizonDays: horizons.length > 0 ? Math.min(...horizons) : null,
  }
}

/** Where a date stands to the present: how many days ahead it is, and the present in minutes after its midnight. */
export type Present = { daysAhead: number; minute: number }

/** True when a visit at `start` is neither too soon nor too far ahead to be booked without the clinic. */
export const isInTime = ({ notice, horizonDays }: Terms, { daysAhead, minute }: Present, start: number): boolean =>
  start > minute + notice && (horizonDays === null || daysAhead <= horizonDays)

/** When visits may begin on a date for who books by the terms: neither too soon nor too far ahead. */
export const startsInTime = (interval: StartInterval, terms: Terms, present: Present): Start[] =>
  startsEvery(interval).filter(({ minute }) => isInTime(terms, present, minute))

/** Spans in their order, those that meet or touch made one. */
export function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}

/** `spans` are joined: what lies in two of them that touch lies in one. */
export const holds = (spans: readonly Span[], { from, to }: Span) =>
  spans.some((span) => span.from <= from && to <= span.to)
const meets = (spans: readonly Span[], { from, to }: Span) => spans.some((span) => span.from < to && from < span.to)

/** `spans` without what `taken` covers. */
export const without = (spans: readonly Span[], taken: readonly Span[]): Span[] =>
  taken.reduce<Span[]>(
    (left, cut) =>
      left.flatMap((span) =>
        meets([span], cut)
          ? [
              { from: span.from, to: cut.from },
              { from: cut.to, to: span.to },
            ].filter(({ from, to }) => from < to)
          : [span],
      ),
    [...spans],
  )

/** A whole business date, with the night that follows it. */
export const ALL_DAY: Span = { from: 0, to: 2 * 24 * 60 }

/**
 * When a resource works on a date: other hours take the place of the weekday's, leave is taken off them. Null: whenever the
 * branch is open.
 */
export function workingHours(week: readonly Span[] | null, exceptions: readonly ExceptionSpan[]): Span[] | null {
  const other = exceptions.filter(({ kind }) => kind === 'hours')
  const leave = exceptions.filter(({ kind }) => kind === 'leave')
  const hours = other.length > 0 ? other : week
  if (leave.length === 0) return hours && joined(hours)
  return without(hours === null ? [ALL_DAY] : joined(hours), leave)
}

/** True when a visit that begins at `start` is over by closing; a buffer may go beyond. */
export const isWithinOpening = (opening: readonly Span[], { duration }: ServiceNeeds, start: number): boolean =>
  holds(joined(opening), { from: start, to: start + duration })

/** What a visit occupies, its buffers included. */
export const occupied = ({ duration, bufferBefore, bufferAfter }: ServiceNeeds, start: number): Span => ({
  from: start - bufferBefore,
  to: start + duration + bufferAfter,
})

/** True when a resource, whose hours are joined, works all through a visit, and nothing keeps it busy in what it occupies. */
export const isThere = ({ hours, busy }: Pick<ResourceDay, 'hours' | 'busy'>, visit: Span, occupies: Span): boolean =>
  (hours === null || holds(hours, visit)) && !meets(busy, occupies)

/** What a visit may have of a day: a room, one of the practitioners (null: it needs none), and all of the devices. */
export type Choice = {
  opening: Span[]
  rooms: ResourceDay[]
  practitioners: ResourceDay[] | null
  devices: ResourceDay[]
}

const withJoinedHours = (resource: ResourceDay): ResourceDay => ({
  ...resource,
  hours: resource.hours && joined(resource.hours),
})

/** The least loaded first, then by the alphabet. */
const byLoad = (a: ResourceDay, b: ResourceDay) =>
  (a.load ?? 0) - (b.load ?? 0) || (a.name ?? '').localeCompare(b.name ?? '', 'en')

/** Null when a device is not there. */
export function choiceOf({ opening, resources }: BranchDay, { chosen }: ServiceNeeds): Choice | null {
  const idsOf = (kind: ResourceKind) => new Set(chosen.filter((one) => one.kind === kind).map(({ id }) => id))
  const [practitioners, rooms, devices] = RESOURCE_KINDS.map(idsOf) as [Set<string>, Set<string>, Set<string>]
  const among = (ids: Set<string>) => resources.filter(({ id }) => ids.has(id)).map(withJoinedHours)
  const anyRoom = () => resources.filter(({ kind }) => kind === 'room').map(withJoinedHours)
  const neededDevices = among(devices)
  if (neededDevices.length < devices.size) return null
  return {
    opening: joined(opening),
    rooms: rooms.size === 0 ? anyRoom() : among(rooms),
    practitioners: practitioners.size === 0 ? null : among(practitioners).toSorted(byLoad),
    devices: neededDevices,
  }
}

/** Who and which rooms are free for a visit at `start`; null when it cannot begin then. */
function freeAt(choice: Choice, needs: ServiceNeeds, start: number) {
  const visit = { from: start, to: start + needs.duration }
  const around = occupied(needs, start)
  const isFree = (resource: ResourceDay) => isThere(resource, visit, around)
  if (!holds(choice.opening, visit) || !choice.devices.every(isFree) || !choice.rooms.some(isFree)) return null
  const practitioners = choice.practitioners && choice.practitioners.filter(isFree)
  return practitioners?.length === 0 ? null : { practitioners, rooms: () => choice.rooms.filter(isFree) }
}

/**
 * The sets of resources that a visit at `start` can have: with the least loaded practitioner first, then by the alphabet,
 * and each with the rooms in the order of the branch. None when the branch is closed or something that is needed is not free.
 */
export function resourceSets(day: BranchDay, needs: ServiceNeeds, start: number): string[][] {
  const choice = choiceOf(day, needs)
  const free = choice && freeAt(choice, needs, start)
  if (!choice || !free) return []
  const devices = choice.devices.map(({ id }) => id)
  const rooms = free.rooms().map(({ id }) => [...devices, id])
  return free.practitioners === null ? rooms : free.practitioners.flatMap(({ id }) => rooms.map((set) => [...set, id]))
}

/** A start at which a visit can begin, and which practitioners are free then, the least loaded first; none are needed: empty. */
export type FreeStart = { start: number; practitioners: string[] }

/** Those of `starts` at which a visit can begin, with who is free. */
export function freeStartsWithPeople(day: BranchDay, needs: ServiceNeeds, starts: readonly number[]): FreeStart[] {
  const choice = choiceOf(day, needs)
  if (choice === null) return []
  return starts.flatMap((start) => {
    const free = freeAt(choice, needs, start)
    return free ? [{ start, practitioners: free.practitioners?.map(({ id }) => id) ?? [] }] : []
  })
}

/** Those of `starts` at which a visit can begin. */
export const freeStarts = (day: BranchDay, needs: ServiceNeeds, starts: readonly number[]): number[] =>
  freeStartsWithPeople(day, needs, starts).map(({ start }) => start)

/** Something that a visit needs and cannot have. `until`: from which minute on it is there again; null: not on this date. */
export type Conflict = { id: string; kind: ResourceKind; name: string; why: 'busy' | 'away'; until: number | null }

/** Why a resource is not there for a visit; null when it is. */
export function conflictOf(
  { id, kind, name = '', hours, busy }: ResourceDay,
  visit: Span,
  around: Span,
): Conflict | null {
  const met = joined(busy).filter((span) => meets([span], around))
  if (met.length > 0) return { id, kind, name, why: 'busy', until: met.at(-1)!.to }
  if (hours === null || holds(hours, visit)) return null
  return { id, kind, name, why: 'away', until: hours.find(({ from }) => from > visit.from)?.from ?? null }
}

/**
 * The resources for a visit at `start` of which as few as possible are taken, and what of them is: what staff would have to
 * book over. Null where the branch is closed then, or nobody and nothing of a kind that is needed is there at all.
 */
export function leastTaken(
  day: BranchDay,
  needs: ServiceNeeds,
  start: number,
): { set: string[]; taken: Conflict[] } | null {
  const choice = choiceOf(day, needs)
  const visit = { from: start, to: start + needs.duration }
  if (choice === null || !holds(choice.opening, visit)) return null
  const around = occupied(needs, start)
  const oneOf = (resources: readonly ResourceDay[]) =>
    resources.find((resource) => isThere(resource, visit, around)) ?? resources[0]
  const chosen = [
    ...choice.devices,
    oneOf(choice.rooms),
    ...(choice.practitioners === null ? [] : [oneOf(choice.practitioners)]),
  ]
  const set = chosen.filter((resource) => resource !== undefined)
  if (set.length < chosen.length) return null
  return {
    set: set.map(({ id }) => id),
    taken: set.map((resource) => conflictOf(resource, visit, around)).filter((conflict) => conflict !== null),
  }
}

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
}

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

const holds = (spans: readonly Span[], { from, to }: Span) => spans.some((span) => span.from <= from && to <= span.to)
const meets = (spans: readonly Span[], { from, to }: Span) => spans.some((span) => span.from < to && from < span.to)

/** True when a visit that begins at `start` is over by closing; a buffer may go beyond. */
export const isWithinOpening = (opening: readonly Span[], { duration }: ServiceNeeds, start: number): boolean =>
  holds(opening, { from: start, to: start + duration })

/** What a visit occupies, its buffers included. */
export const occupied = ({ duration, bufferBefore, bufferAfter }: ServiceNeeds, start: number): Span => ({
  from: start - bufferBefore,
  to: start + duration + bufferAfter,
})

function isFree({ hours, busy }: ResourceDay, needs: ServiceNeeds, start: number): boolean {
  const works = hours === null || holds(hours, { from: start, to: start + needs.duration })
  return works && !meets(busy, occupied(needs, start))
}

/** What a visit may have of a day: one out of each list, and all of the devices. Null when a device is not there. */
type Choice = { oneOf: ResourceDay[][]; devices: ResourceDay[] }

function choiceOf({ resources }: BranchDay, { chosen }: ServiceNeeds): Choice | null {
  const idsOf = (kind: ResourceKind) => chosen.filter((one) => one.kind === kind).map(({ id }) => id)
  const [practitioners, rooms, devices] = RESOURCE_KINDS.map(idsOf) as [string[], string[], string[]]
  const among = (ids: string[]) => resources.filter(({ id }) => ids.includes(id))
  const anyRoom = resources.filter(({ kind }) => kind === 'room')
  if (among(devices).length < devices.length) return null
  return {
    oneOf: [rooms.length === 0 ? anyRoom : among(rooms), ...(practitioners.length === 0 ? [] : [among(practitioners)])],
    devices: among(devices),
  }
}

function canBegin(day: BranchDay, needs: ServiceNeeds, choice: Choice | null, start: number): choice is Choice {
  const isFreeThen = (resource: ResourceDay) => isFree(resource, needs, start)
  return (
    choice !== null &&
    isWithinOpening(day.opening, needs, start) &&
    choice.devices.every(isFreeThen) &&
    choice.oneOf.every((resources) => resources.some(isFreeThen))
  )
}

/**
 * The sets of resources that a visit at `start` can have, the first in the order of the branch first; none when the
 * branch is closed or something that is needed is not free.
 */
export function resourceSets(day: BranchDay, needs: ServiceNeeds, start: number): string[][] {
  const choice = choiceOf(day, needs)
  if (!canBegin(day, needs, choice, start)) return []
  return choice.oneOf.reduce(
    (sets, resources) =>
      resources.filter((one) => isFree(one, needs, start)).flatMap(({ id }) => sets.map((set) => [...set, id])),
    [choice.devices.map(({ id }) => id)],
  )
}

/** Those of `starts` at which a visit can begin. */
export function freeStarts(day: BranchDay, needs: ServiceNeeds, starts: readonly number[]): number[] {
  const choice = choiceOf(day, needs)
  return starts.filter((start) => canBegin(day, needs, choice, start))
}

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

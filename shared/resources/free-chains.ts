import {
  choiceOf,
  conflictOf,
  freeStartsWithPeople,
  containsSpan,
  isAvailable,
  mergeSpans,
  withPractitioner,
  withRoom,
  type BranchDay,
  type Choice,
  type Conflict,
  type FreeStart,
  type ResourceDay,
  type ServiceNeeds,
  type Span,
} from './free-starts.ts'

/**
 * The needs of a visit's services in order; each begins when the one before ends. A single service is a chain of one
 * (`free-starts.ts`).
 */
export type Chain = readonly ServiceNeeds[]

/** The span in which a visit occupies a resource, and the indexes of the services that need it. */
type Use = Span & { id: string; parts: number[] }

/** The resources of a visit. A resource that is needed twice, with a break in between, has two uses. */
export type Plan = Use[]

export const chainDuration = (chain: Chain): number => chain.reduce((sum, { duration }) => sum + duration, 0)

/** True when a visit that begins at `start` ends by closing time; its buffer may end later. */
export const isChainWithinOpening = (opening: readonly Span[], chain: Chain, start: number): boolean =>
  containsSpan(mergeSpans(opening), { from: start, to: start + chainDuration(chain) })

const needsSomebody = ({ chosen }: ServiceNeeds) => chosen.some(({ kind }) => kind === 'practitioner')

/** The needs of a visit in which one practitioner does everything that needs a person; null when that is impossible. */
export function chainWithPractitioner(chain: Chain, practitionerId: string | undefined): Chain | null {
  if (practitionerId === undefined) return chain
  if (!chain.some(needsSomebody)) return null
  const parts = chain.map((needs) => (needsSomebody(needs) ? withPractitioner(needs, practitionerId) : needs))
  return parts.every((part) => part !== null) ? parts : null
}

/**
 * The needs of a visit with a given person for each service; a null in `people` means anyone. Returns null when a
 * person does not do their service. For a service that needs no person, the entry in `people` is ignored.
 */
export function chainWithPeople(chain: Chain, people: readonly (string | null)[]): Chain | null {
  const parts = chain.map((needs, i) =>
    needsSomebody(needs) ? withPractitioner(needs, people[i] ?? undefined) : needs,
  )
  return parts.every((part) => part !== null) ? parts : null
}

/** The needs of a visit in one room; null when one of its services is not done there. */
export function chainWithRoom(chain: Chain, roomId: string | undefined): Chain | null {
  const parts = chain.map((needs) => withRoom(needs, roomId))
  return parts.every((part) => part !== null) ? parts : null
}

/** One service of a visit with its span. */
type Part = { needs: ServiceNeeds; visit: Span }

function partsFrom(chain: Chain, start: number): Part[] {
  let from = start
  return chain.map((needs) => {
    const visit = { from, to: from + needs.duration }
    from = visit.to
    return { needs, visit }
  })
}

/**
 * The span that a service of a visit occupies, with its buffers. There is no buffer on a side on which the same
 * resource does the neighbouring service.
 */
const around = ({ needs, visit }: Part, staysBefore: boolean, staysAfter: boolean): Span => ({
  from: visit.from - (staysBefore ? 0 : needs.bufferBefore),
  to: visit.to + (staysAfter ? 0 : needs.bufferAfter),
})

/**
 * For one kind of resource (rooms or practitioners): the resources that each service can use, preferred first; null for
 * a service that needs none.
 */
type Options = readonly (readonly ResourceDay[] | null)[]
/** For one kind of resource: the resource that each service uses; undefined for a service that needs none. */
type Assignment = (ResourceDay | undefined)[]

/**
 * True when the resource of service number `at` is free; between two services of the same resource there is no buffer.
 */
function isFreeIn(parts: readonly Part[], assigned: Assignment, at: number): boolean {
  const resource = assigned[at]
  if (resource === undefined) return true
  const part = parts[at]!
  const stays = (neighbour: number) => assigned[neighbour]?.id === resource.id
  return isAvailable(resource, part.visit, around(part, stays(at - 1), stays(at + 1)))
}

/** Assignments with one resource for all services that need this kind. */
function* assignmentsOfOne(parts: readonly Part[], options: Options): Generator<Assignment> {
  const needed = options.filter((each) => each !== null)
  if (needed.length === 0) return yield parts.map(() => undefined)
  for (const resource of needed[0]!) {
    if (!needed.every((each) => each.some(({ id }) => id === resource.id))) continue
    const assigned = options.map((each) => (each === null ? undefined : resource))
    if (parts.every((_, at) => isFreeIn(parts, assigned, at))) yield assigned
  }
}

/** Assignments with several resources, those with few changes first. Dead ends are remembered and not tried again. */
function* assignmentsOfSeveral(parts: readonly Part[], options: Options): Generator<Assignment> {
  const deadEnds = new Set<string>()
  function* from(assigned: Assignment): Generator<Assignment> {
    const at = assigned.length
    if (at === parts.length) {
      if (isFreeIn(parts, assigned, at - 1)) yield assigned
      return
    }
    const last = assigned[at - 1]
    const stays = options[at]?.find(({ id }) => id === last?.id)
    const others = (options[at] ?? []).filter((one) => one !== stays)
    for (const one of options[at] === null ? [undefined] : stays ? [stays, ...others] : others)
      yield* next(assigned, one)
  }
  function* next(assigned: Assignment, one: ResourceDay | undefined): Generator<Assignment> {
    const at = assigned.length
    const longer = [...assigned, one]
    // The resource of the previous service is checked only now, because it needs a buffer only if this service has
    // another resource.
    if (at > 0 && !isFreeIn(parts, longer, at - 1)) return
    const state = [at, one?.id, assigned[at - 1]?.id === one?.id].join(' ')
    if (deadEnds.has(state)) return
    let found = false
    for (const whole of from(longer)) {
      found = true
      yield whole
    }
    if (!found) deadEnds.add(state)
  }
  const isSame = (assigned: Assignment) => new Set(assigned.flatMap((one) => one?.id ?? [])).size < 2
  for (const assigned of from([])) if (!isSame(assigned)) yield assigned
}

/**
 * The maximum number of assignments of several resources that are tried. More than one is needed, in case other
 * bookings have taken the first ones.
 */
const MAX_MIXED_ASSIGNMENTS = 12

/** The possible assignments for one kind of resource; those with the same resource for all services come first. */
function* possibleAssignments(parts: readonly Part[], options: Options): Generator<Assignment> {
  yield* assignmentsOfOne(parts, options)
  if (options.filter((each) => each !== null).length < 2) return
  let left = MAX_MIXED_ASSIGNMENTS
  for (const assigned of assignmentsOfSeveral(parts, options)) {
    yield assigned
    if (--left === 0) return
  }
}

type Offer = { parts: Part[]; choices: Choice[]; practitioners: Options; rooms: Options }

/** The candidates for a visit at `start`; null when it would end after closing or a device is not free. */
function offerAt({ opening, ...day }: BranchDay, chain: Chain, start: number): Offer | null {
  const parts = partsFrom(chain, start)
  const found = chain.map((needs) => choiceOf({ opening, ...day }, needs))
  if (!found.every((choice) => choice !== null) || !isChainWithinOpening(opening, chain, start)) return null
  return {
    parts,
    choices: found,
    practitioners: found.map(({ practitioners }) => practitioners),
    rooms: found.map(({ rooms }) => rooms),
  }
}

const areDevicesFree = ({ parts, choices }: Offer): boolean =>
  [...new Set(choices.flatMap(({ devices }) => devices.map(({ id }) => id)))].every((id) => {
    const assigned = choices.map(({ devices }) => devices.find((device) => device.id === id))
    return parts.every((_, at) => isFreeIn(parts, assigned, at))
  })

/**
 * Makes a visit's plan (which resource it uses when) from an assignment. Services in a row with the same resource share
 * one use.
 */
function planOf({ parts, choices }: Pick<Offer, 'parts' | 'choices'>, ...assigned: Assignment[]): Plan {
  const sets = parts.map((_, at) => [...choices[at]!.devices, ...assigned.flatMap((each) => each[at] ?? [])])
  const plan: Plan = []
  sets.forEach((set, at) => {
    for (const { id } of set) {
      const stays = (neighbour: number) => sets[neighbour]?.some((one) => one.id === id) ?? false
      const span = around(parts[at]!, stays(at - 1), stays(at + 1))
      const last = plan.findLast((use) => use.id === id)
      if (last === undefined || last.to < span.from) plan.push({ id, ...span, parts: [at] })
      else Object.assign(last, { to: Math.max(last.to, span.to), parts: [...last.parts, at] })
    }
  })
  return plan
}

/**
 * The ways to have a visit at `start`, each with its resources, in this order: one practitioner before several, least
 * loaded first, then alphabetically; each with one room before several, in the branch's order. Empty when no visit can
 * begin then.
 */
export function chainPlans(day: BranchDay, chain: Chain, start: number): Plan[] {
  const offer = offerAt(day, chain, start)
  if (offer === null || !areDevicesFree(offer)) return []
  const rooms = [...possibleAssignments(offer.parts, offer.rooms)]
  return [...possibleAssignments(offer.parts, offer.practitioners)].flatMap((people) =>
    rooms.map((inRooms) => planOf(offer, inRooms, people)),
  )
}

const isFirst = <T>(all: Generator<T>): boolean => !all.next().done

/**
 * Returns those of `starts` at which a visit can begin, with the practitioners who are free for all of it. Their list
 * is empty at a start at which several people must share the visit.
 */
export function freeChainStarts(day: BranchDay, chain: Chain, starts: readonly number[]): FreeStart[] {
  if (chain.length === 1) return freeStartsWithPeople(day, chain[0]!, starts)
  return starts.flatMap((start) => {
    const offer = offerAt(day, chain, start)
    if (offer === null || !areDevicesFree(offer) || !isFirst(possibleAssignments(offer.parts, offer.rooms))) return []
    const whole = [...assignmentsOfOne(offer.parts, offer.practitioners)]
    if (whole.length === 0 && !isFirst(assignmentsOfSeveral(offer.parts, offer.practitioners))) return []
    return { start, practitioners: whole.flatMap((each) => each.find((one) => one !== undefined)?.id ?? []) }
  })
}

/**
 * For one kind of resource, chooses a free resource for each service, or else a taken one. The previous service's
 * resource continues where possible.
 */
function leastTakenOf(parts: readonly Part[], options: Options): (ResourceDay | undefined)[] | null {
  const [whole] = assignmentsOfOne(parts, options)
  if (whole) return whole
  const assigned: Assignment = []
  for (const [at, each] of options.entries()) {
    const isFree = (one: ResourceDay) => isAvailable(one, parts[at]!.visit, around(parts[at]!, false, false))
    if (each?.length === 0) return null
    assigned.push(each?.find(isFree) ?? each?.find(({ id }) => id === assigned.at(-1)?.id) ?? each?.[0])
  }
  return assigned
}

/**
 * Resources for a visit at `start` with few conflicts, and those conflicts, which staff could overbook. Null when the
 * branch is closed or has no resource of a required kind.
 */
export function leastTakenPlan(day: BranchDay, chain: Chain, start: number): { plan: Plan; taken: Conflict[] } | null {
  const offer = offerAt(day, chain, start)
  const rooms = offer && leastTakenOf(offer.parts, offer.rooms)
  const people = offer && leastTakenOf(offer.parts, offer.practitioners)
  if (!offer || !rooms || !people) return null
  const plan = planOf(offer, rooms, people)
  const known = new Map(
    [...offer.choices.flatMap(({ devices }) => devices), ...rooms, ...people].flatMap((one) =>
      one ? [[one.id, one]] : [],
    ),
  )
  const taken = plan.flatMap(({ id, from, to, parts }) => {
    const visit = { from: offer.parts[parts[0]!]!.visit.from, to: offer.parts[parts.at(-1)!]!.visit.to }
    return conflictOf(known.get(id)!, visit, { from, to }) ?? []
  })
  return { plan, taken: taken.filter(({ id }, i) => taken.findIndex((one) => one.id === id) === i) }
}

import {
  choiceOf,
  conflictOf,
  freeStartsWithPeople,
  holds,
  isThere,
  joined,
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
 * What the services of a visit need, one after the other: each begins when the one before it ends. A chain of one is a
 * service as `free-starts.ts` knows it.
 */
export type Chain = readonly ServiceNeeds[]

/** What a visit occupies of a resource, and for which of its services, counted from 0. */
type Use = Span & { id: string; parts: number[] }

/** The resources that a visit can have. A resource that it needs twice with a break between has two uses. */
export type Plan = Use[]

export const chainDuration = (chain: Chain): number => chain.reduce((sum, { duration }) => sum + duration, 0)

/** True when a visit that begins at `start` is over by closing; a buffer may go beyond. */
export const isChainWithinOpening = (opening: readonly Span[], chain: Chain, start: number): boolean =>
  holds(joined(opening), { from: start, to: start + chainDuration(chain) })

const needsSomebody = ({ chosen }: ServiceNeeds) => chosen.some(({ kind }) => kind === 'practitioner')

/**
 * What a visit needs of which one practitioner does all that needs somebody; null when that person does not, or nothing of
 * it needs anybody.
 */
export function chainWithPractitioner(chain: Chain, practitionerId: string | undefined): Chain | null {
  if (practitionerId === undefined) return chain
  if (!chain.some(needsSomebody)) return null
  const parts = chain.map((needs) => (needsSomebody(needs) ? withPractitioner(needs, practitionerId) : needs))
  return parts.includes(null) ? null : (parts as ServiceNeeds[])
}

/**
 * What a visit needs when each service is done by the person named for it, or by anyone where null is named. Null when
 * a named person does not do the service. A service that needs nobody ignores its name.
 */
export function chainWithPeople(chain: Chain, people: readonly (string | null)[]): Chain | null {
  const parts = chain.map((needs, i) =>
    needsSomebody(needs) ? withPractitioner(needs, people[i] ?? undefined) : needs,
  )
  return parts.includes(null) ? null : (parts as ServiceNeeds[])
}

/** What a visit needs that is in one room; null when one of its services is not done there. */
export function chainWithRoom(chain: Chain, roomId: string | undefined): Chain | null {
  const parts = chain.map((needs) => withRoom(needs, roomId))
  return parts.includes(null) ? null : (parts as ServiceNeeds[])
}

/** One service of a visit, from when to when. */
type Part = { needs: ServiceNeeds; visit: Span }

function partsFrom(chain: Chain, start: number): Part[] {
  let from = start
  return chain.map((needs) => {
    const visit = { from, to: from + needs.duration }
    from = visit.to
    return { needs, visit }
  })
}

/** What a service occupies: its buffers matter only towards a service that has another resource, or none. */
const around = ({ needs, visit }: Part, staysBefore: boolean, staysAfter: boolean): Span => ({
  from: visit.from - (staysBefore ? 0 : needs.bufferBefore),
  to: visit.to + (staysAfter ? 0 : needs.bufferAfter),
})

/** Of one kind, what each service may have, what is preferred first; null where it needs nothing of the kind. */
type Options = readonly (readonly ResourceDay[] | null)[]
/** What each service has of the kind; undefined where it needs nothing. */
type Assignment = (ResourceDay | undefined)[]

/** True when the resource of a service is there, among the resources of the services around it. */
function isFreeIn(parts: readonly Part[], assigned: Assignment, at: number): boolean {
  const resource = assigned[at]
  if (resource === undefined) return true
  const part = parts[at]!
  const stays = (neighbour: number) => assigned[neighbour]?.id === resource.id
  return isThere(resource, part.visit, around(part, stays(at - 1), stays(at + 1)))
}

/** One resource for all services that need one of the kind. */
function* sameForAll(parts: readonly Part[], options: Options): Generator<Assignment> {
  const needed = options.filter((each) => each !== null)
  if (needed.length === 0) return yield parts.map(() => undefined)
  for (const resource of needed[0]!) {
    if (!needed.every((each) => each.some(({ id }) => id === resource.id))) continue
    const assigned = options.map((each) => (each === null ? undefined : resource))
    if (parts.every((_, at) => isFreeIn(parts, assigned, at))) yield assigned
  }
}

/** Several resources, as few changes as can be had first. What leads nowhere is not tried twice. */
function* severalInTurn(parts: readonly Part[], options: Options): Generator<Assignment> {
  const leadsNowhere = new Set<string>()
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
    // Whether a resource is free depends on the one that comes after it.
    if (at > 0 && !isFreeIn(parts, longer, at - 1)) return
    const state = [at, one?.id, assigned[at - 1]?.id === one?.id].join(' ')
    if (leadsNowhere.has(state)) return
    let found = false
    for (const whole of from(longer)) {
      found = true
      yield whole
    }
    if (!found) leadsNowhere.add(state)
  }
  const isSame = (assigned: Assignment) => new Set(assigned.flatMap((one) => one?.id ?? [])).size < 2
  for (const assigned of from([])) if (!isSame(assigned)) yield assigned
}

/** Where several have to do a visit in turn, so many ways are tried when others book at the same time. */
const MOST_WAYS = 12

/** The ways in which the services can have resources of one kind: one for all of them first. */
function* ways(parts: readonly Part[], options: Options): Generator<Assignment> {
  yield* sameForAll(parts, options)
  if (options.filter((each) => each !== null).length < 2) return
  let left = MOST_WAYS
  for (const assigned of severalInTurn(parts, options)) {
    yield assigned
    if (--left === 0) return
  }
}

type Offer = { parts: Part[]; choices: Choice[]; practitioners: Options; rooms: Options }

/** What a visit at `start` may have; null when it would not be over by closing, or a device is not there. */
function offerAt({ opening, ...day }: BranchDay, chain: Chain, start: number): Offer | null {
  const parts = partsFrom(chain, start)
  const choices = chain.map((needs) => choiceOf({ opening, ...day }, needs))
  if (choices.includes(null) || !isChainWithinOpening(opening, chain, start)) return null
  const found = choices as Choice[]
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

/** What a visit occupies of the resources that its services have; of one that stays, all in one. */
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
 * What a visit at `start` can have: one practitioner for all of it before several in turn, the least loaded first and then
 * by the alphabet; and each with one room before several, in the order of the branch. None when it cannot begin then.
 */
export function chainPlans(day: BranchDay, chain: Chain, start: number): Plan[] {
  const offer = offerAt(day, chain, start)
  if (offer === null || !areDevicesFree(offer)) return []
  const rooms = [...ways(offer.parts, offer.rooms)]
  return [...ways(offer.parts, offer.practitioners)].flatMap((people) =>
    rooms.map((inRooms) => planOf(offer, inRooms, people)),
  )
}

const isFirst = <T>(all: Generator<T>): boolean => !all.next().done

/**
 * Those of `starts` at which a visit can begin, with the practitioners who are free for all of it that needs somebody. None
 * are named where several have to do it in turn.
 */
export function freeChainStarts(day: BranchDay, chain: Chain, starts: readonly number[]): FreeStart[] {
  if (chain.length === 1) return freeStartsWithPeople(day, chain[0]!, starts)
  return starts.flatMap((start) => {
    const offer = offerAt(day, chain, start)
    if (offer === null || !areDevicesFree(offer) || !isFirst(ways(offer.parts, offer.rooms))) return []
    const whole = [...sameForAll(offer.parts, offer.practitioners)]
    if (whole.length === 0 && !isFirst(severalInTurn(offer.parts, offer.practitioners))) return []
    return { start, practitioners: whole.flatMap((each) => each.find((one) => one !== undefined)?.id ?? []) }
  })
}

/** Of one kind, what is free for each service, else what is there; who has the service before goes on where that is possible. */
function leastTakenOf(parts: readonly Part[], options: Options): (ResourceDay | undefined)[] | null {
  const [whole] = sameForAll(parts, options)
  if (whole) return whole
  const assigned: Assignment = []
  for (const [at, each] of options.entries()) {
    const isFree = (one: ResourceDay) => isThere(one, parts[at]!.visit, around(parts[at]!, false, false))
    if (each?.length === 0) return null
    assigned.push(each?.find(isFree) ?? each?.find(({ id }) => id === assigned.at(-1)?.id) ?? each?.[0])
  }
  return assigned
}

/**
 * The plan of a visit at `start` of which little is taken, and what of it is: what staff would have to book over. Null where
 * the branch is closed then, or nobody and nothing of a kind that is needed is there at all.
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

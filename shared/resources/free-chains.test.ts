import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chainPlans,
  chainWithPeople,
  chainWithPractitioner,
  chainWithRoom,
  freeChainStarts,
  isChainWithinOpening,
  leastTakenPlan,
  type Chain,
} from './free-chains.ts'
import {
  freeStartsWithPeople,
  occupiedSpan,
  RESOURCE_KINDS,
  resourceSets,
  USUAL_NEEDS,
  type BranchDay,
  type ResourceDay,
  type ResourceKind,
  type ServiceNeeds,
  type Span,
} from './free-starts.ts'
import { drillSize, recordFigure } from '../../scripts/test/drill-form.ts'

const QUARTER = 15
const LAST = 16 * 60
const CLINICS = drillSize('clinics', 800)
const everyQuarter = Array.from({ length: LAST / QUARTER }, (_, i) => i * QUARTER)

const span = fc
  .tuple(fc.integer({ min: 0, max: LAST / QUARTER }), fc.integer({ min: 1, max: 12 }))
  .map(([from, length]): Span => ({ from: from * QUARTER, to: (from + length) * QUARTER }))
const longSpan = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 8, max: 60 }))
  .map(([from, length]): Span => ({ from: from * QUARTER, to: (from + length) * QUARTER }))
const resource = (id: string) =>
  fc.record({
    id: fc.constant(id),
    kind: fc.constantFrom(...RESOURCE_KINDS),
    hours: fc.option(fc.array(longSpan, { minLength: 1, maxLength: 2 })),
    busy: fc.array(span, { maxLength: 3 }),
    load: fc.integer({ min: 0, max: 2 }).map((n) => n * 60),
    name: fc.constantFrom('Ana', 'Bea', 'Cora'),
  })
const day: fc.Arbitrary<BranchDay> = fc.record({
  opening: fc.array(longSpan, { minLength: 1, maxLength: 2 }),
  resources: fc.tuple(...['a', 'b', 'c', 'd', 'e', 'f'].map(resource)),
})
const quarters = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * QUARTER)
const needsOf = (of: BranchDay): fc.Arbitrary<ServiceNeeds> =>
  fc.record({
    duration: quarters(1, 5),
    bufferBefore: quarters(0, 3),
    bufferAfter: quarters(0, 3),
    chosen: fc
      .subarray(of.resources.map(({ id, kind }) => ({ id, kind })))
      .filter((chosen) => chosen.filter(({ kind }) => kind === 'device').length < 2),
  })
const clinic = day.chain((of) =>
  fc.record({ of: fc.constant(of), chain: fc.array(needsOf(of), { minLength: 1, maxLength: 3 }) }),
)

const covers = (all: readonly Span[], at: number) => all.some(({ from, to }) => from <= at && at < to)
const between = ({ from, to }: Span) => Array.from({ length: (to - from) / QUARTER }, (_, i) => from + i * QUARTER)

/** All combinations of one item of each list. */
const everyWay = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>((ways, list) => ways.flatMap((way) => list.map((one) => [...way, one])), [[]])

/** The span of each service of a visit that begins at `start`. */
function visitsOf(chain: Chain, start: number): Span[] {
  let from = start
  return chain.map(({ duration }) => ({ from, to: (from += duration) }))
}

/**
 * Returns the quarter hours in which a resource must work for its services of a visit, and those in which it must not
 * be busy, which include the buffers.
 */
function wantedOf(chain: Chain, start: number, isNeeded: (part: number) => boolean) {
  const visits = visitsOf(chain, start)
  const at = chain.map((_, part) => part).filter(isNeeded)
  return {
    works: at.flatMap((part) => between(visits[part]!)),
    keeps: at.flatMap((part) =>
      between({
        from: visits[part]!.from - (at.includes(part - 1) ? 0 : chain[part]!.bufferBefore),
        to: visits[part]!.to + (at.includes(part + 1) ? 0 : chain[part]!.bufferAfter),
      }),
    ),
  }
}

type One = ResourceDay | undefined

/** True when each resource works during its services and is not busy around them. */
const canBe = (chain: Chain, start: number, way: readonly One[]): boolean =>
  [...new Set(way)].every((one) => {
    if (one === undefined) return true
    const { works, keeps } = wantedOf(chain, start, (part) => way[part] === one)
    return works.every((at) => one.hours === null || covers(one.hours, at)) && !keeps.some((at) => covers(one.busy, at))
  })

const named = (of: BranchDay, needs: ServiceNeeds, kind: ResourceKind) =>
  of.resources.filter(({ id }) => needs.chosen.some((one) => one.id === id && one.kind === kind))

/**
 * Finds all ways to have the visit by counting quarter hours. This is slow, but simple enough to be obviously right.
 */
function waysByCounting(of: BranchDay, chain: Chain, start: number) {
  if (!visitsOf(chain, start).every((visit) => between(visit).every((at) => covers(of.opening, at)))) return null
  const devices = of.resources.filter(({ kind }) => kind === 'device')
  for (const device of devices) {
    const way = chain.map((needs) => (named(of, needs, 'device').includes(device) ? device : undefined))
    if (!canBe(chain, start, way)) return null
  }
  const rooms = everyWay<One>(
    chain.map((needs) => {
      const chosen = named(of, needs, 'room')
      return chosen.length > 0 ? chosen : of.resources.filter(({ kind }) => kind === 'room')
    }),
  ).filter((way) => canBe(chain, start, way))
  const people = everyWay<One>(
    chain.map((needs) => {
      const chosen = named(of, needs, 'practitioner')
      return chosen.length > 0 ? chosen : [undefined]
    }),
  ).filter((way) => canBe(chain, start, way))
  return rooms.length > 0 && people.length > 0 ? { rooms, people } : null
}

test('a visit of several services can start exactly when one combination of people and rooms is free in every quarter hour', () => {
  fc.assert(
    fc.property(clinic, ({ of, chain }) => {
      const free = freeChainStarts(of, chain, everyQuarter)
      const counted = everyQuarter.flatMap((start) => {
        const ways = waysByCounting(of, chain, start)
        if (ways === null) return []
        // `freeChainStarts` reports a person as free at a start only if they do every service that needs a person.
        const whole = ways.people.map((way) => new Set(way.filter((one) => one !== undefined)))
        const ids = whole.filter(({ size }) => size === 1).map((one) => [...one][0]!.id)
        return [`${start} ${[...new Set(ids)].toSorted().join()}`]
      })
      const found = free.map(({ start, practitioners }) => `${start} ${practitioners.toSorted().join()}`)
      if (String(found) !== String(counted)) expect(found).toEqual(counted)
    }),
    { numRuns: CLINICS },
  )
  recordFigure({
    what: 'clinics with visits of several services, without a difference',
    value: CLINICS,
    goal: String(CLINICS),
  })
})

test('each combination of people and rooms offered for several services can be booked, and those with a single practitioner or room come first', () => {
  fc.assert(
    fc.property(clinic, fc.constantFrom(...everyQuarter), ({ of, chain }, start) => {
      const ways = waysByCounting(of, chain, start)
      const plans = chainPlans(of, chain, start)
      expect(plans.length > 0).toBe(ways !== null)
      const wayOf = (plan: (typeof plans)[number], kind: ResourceKind) =>
        chain.map((_, part) =>
          of.resources.find(
            (one) => one.kind === kind && plan.some(({ id, parts }) => id === one.id && parts.includes(part)),
          ),
        )
      for (const plan of plans) {
        const of1 = (way: readonly One[]) => way.map((one) => one?.id).join()
        expect(ways!.rooms.map(of1)).toContain(of1(wayOf(plan, 'room')))
        expect(ways!.people.map(of1)).toContain(of1(wayOf(plan, 'practitioner')))
        for (const { id, from, to } of plan)
          expect(
            of.resources.find((one) => one.id === id)!.busy.filter((busy) => busy.from < to && from < busy.to),
          ).toEqual([])
      }
      for (const kind of ['room', 'practitioner'] as const) {
        const all = (kind === 'room' ? ways?.rooms : ways?.people) ?? []
        const count = (way: readonly One[]) => new Set(way.filter((one) => one !== undefined)).size
        const least = Math.min(...all.map(count))
        if (plans[0] && least < 2) expect(count(wayOf(plans[0], kind))).toBe(least)
      }
    }),
    { numRuns: 300 },
  )
})

test('for a visit of one service, the calculation for several services gives the same free times as that for one service', () => {
  fc.assert(
    fc.property(clinic, fc.constantFrom(...everyQuarter), ({ of, chain }, start) => {
      const [needs] = chain as [ServiceNeeds]
      const around = occupiedSpan(needs, start)
      expect(freeChainStarts(of, [needs], [start])).toEqual(freeStartsWithPeople(of, needs, [start]))
      expect(chainPlans(of, [needs], start)).toEqual(
        resourceSets(of, needs, start).map((set) => set.map((id) => ({ id, ...around, parts: [0] }))),
      )
    }),
    { numRuns: 800 },
  )
})

test('for an occupied time staff see which practitioners, rooms and devices are occupied; for a free time the list is empty', () => {
  fc.assert(
    fc.property(clinic, fc.constantFrom(...everyQuarter), ({ of, chain }, start) => {
      const least = leastTakenPlan(of, chain, start)
      const [first] = chainPlans(of, chain, start)
      if (first && chain.length === 1) expect(least).toEqual({ plan: first, taken: [] })
      for (const { id } of least?.taken ?? []) expect(least!.plan.map((use) => use.id)).toContain(id)
    }),
    { numRuns: 150 },
  )
})

const openTillSix = { opening: [{ from: 480, to: 1080 }] }
const room = (id: string, busy: Span[] = []): ResourceDay => ({ id, kind: 'room', hours: null, busy })
const person = (id: string, busy: Span[] = []): ResourceDay => ({
  id,
  kind: 'practitioner',
  hours: null,
  busy,
  name: id,
})
const by = (...ids: string[]): ServiceNeeds => ({
  ...USUAL_NEEDS,
  chosen: ids.map((id) => ({ id, kind: 'practitioner' as const })),
})

test('a visit that would end after closing is not offered, even if each of its services alone would fit', () => {
  const of = { ...openTillSix, resources: [room('r')] }
  const chain = [
    { ...USUAL_NEEDS, duration: 60 },
    { ...USUAL_NEEDS, duration: 45 },
  ]
  expect(freeChainStarts(of, chain, [960, 975, 990, 1005]).map(({ start }) => start)).toEqual([960, 975])
  expect(isChainWithinOpening(of.opening, chain, 975)).toBe(true)
  expect(isChainWithinOpening(of.opening, chain, 990)).toBe(false)
})

test('a practitioner who offers both services of a visit does both; otherwise two practitioners do them one after the other', () => {
  const of = { ...openTillSix, resources: [room('r'), person('Ana'), person('Bea')] }
  expect(freeChainStarts(of, [by('Ana'), by('Ana', 'Bea')], [600])).toEqual([{ start: 600, practitioners: ['Ana'] }])
  expect(freeChainStarts(of, [by('Ana'), by('Bea')], [600])).toEqual([{ start: 600, practitioners: [] }])
  expect(chainPlans(of, [by('Ana'), by('Bea')], 600)[0]).toEqual([
    { id: 'r', from: 600, to: 660, parts: [0, 1] },
    { id: 'Ana', from: 600, to: 630, parts: [0] },
    { id: 'Bea', from: 630, to: 660, parts: [1] },
  ])
})

test('a room needs no buffer between two services of one client; if the services are in two rooms, each has its buffers', () => {
  const ready = { ...USUAL_NEEDS, bufferBefore: 15, bufferAfter: 15 }
  const inRoom = (id: string): ServiceNeeds => ({ ...ready, chosen: [{ id, kind: 'room' }] })
  const of = { ...openTillSix, resources: [room('r'), room('s')] }
  expect(chainPlans(of, [inRoom('r'), inRoom('r')], 600)).toEqual([[{ id: 'r', from: 585, to: 675, parts: [0, 1] }]])
  expect(chainPlans(of, [inRoom('r'), inRoom('s')], 600)).toEqual([
    [
      { id: 'r', from: 585, to: 645, parts: [0] },
      { id: 's', from: 615, to: 675, parts: [1] },
    ],
  ])
})

test('a chosen practitioner does every service that needs a practitioner, and a chosen room is used for all services', () => {
  const chain = [by('Ana', 'Bea'), USUAL_NEEDS, by('Ana')]
  expect(chainWithPractitioner(chain, undefined)).toBe(chain)
  expect(chainWithPractitioner(chain, 'Ana')).toEqual([by('Ana'), USUAL_NEEDS, by('Ana')])
  expect(chainWithPractitioner(chain, 'Bea')).toBeNull()
  expect(chainWithPractitioner([USUAL_NEEDS], 'Ana')).toBeNull()
  expect(chainWithRoom(chain, 'r')?.every(({ chosen }) => chosen.some(({ id }) => id === 'r'))).toBe(true)
  expect(chainWithRoom([{ ...USUAL_NEEDS, chosen: [{ id: 's', kind: 'room' }] }], 'r')).toBeNull()
})

test('for each service of a visit a practitioner can be chosen, who must perform it; for a service that needs no practitioner the choice is ignored', () => {
  const chain = [by('Ana', 'Bea'), USUAL_NEEDS, by('Ana')]
  expect(chainWithPeople(chain, ['Bea', 'Bea', null])).toEqual([by('Bea'), USUAL_NEEDS, by('Ana')])
  expect(chainWithPeople(chain, [])).toEqual(chain)
  expect(chainWithPeople(chain, [null, null, 'Bea'])).toBeNull()
})

test('if no practitioner does all services of a visit, each practitioner does as many services in a row as possible', () => {
  const of = { ...openTillSix, resources: [room('r'), person('Ana'), person('Bea')] }
  expect(chainPlans(of, [by('Bea'), by('Ana', 'Bea'), by('Ana')], 600)[0]).toEqual([
    { id: 'r', from: 600, to: 690, parts: [0, 1, 2] },
    { id: 'Bea', from: 600, to: 660, parts: [0, 1] },
    { id: 'Ana', from: 660, to: 690, parts: [2] },
  ])
})

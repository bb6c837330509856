import fc from 'fast-check'
import { expect, test } from 'vitest'
import { START_INTERVALS } from '#shared/clinic/booking-rules.ts'
import {
  freeStarts,
  freeStartsWithPeople,
  RESOURCE_KINDS,
  resourceSets,
  startsInTime,
  termsOf,
  subtractSpans,
  withPractitioner,
  workingHours,
  type BranchDay,
  type ExceptionSpan,
  type ServiceNeeds,
  type Span,
} from './free-starts.ts'
import { drillSize, recordFigure } from '../../scripts/test/drill-form.ts'

const QUARTER = 15
const LAST = 26 * 60
const CLINICS = drillSize('clinics', 2_500)

const span = fc
  .tuple(fc.integer({ min: 0, max: LAST / QUARTER }), fc.integer({ min: 1, max: 40 }))
  .map(([from, length]): Span => ({ from: from * QUARTER, to: (from + length) * QUARTER }))
const spans = fc.array(span, { maxLength: 4 })
const exception = fc
  .tuple(span, fc.constantFrom('leave', 'hours', 'block' as const))
  .map(([of, kind]): ExceptionSpan => ({ ...of, kind }))
/** A resource as stored: weekly hours, exceptions of the date, and visits. */
const resource = (id: string) =>
  fc.record({
    id: fc.constant(id),
    kind: fc.constantFrom(...RESOURCE_KINDS),
    week: fc.option(spans),
    exceptions: fc.array(exception, { maxLength: 3 }),
    visits: spans,
    load: fc.integer({ min: 0, max: 2 }).map((n) => n * 60),
    name: fc.constantFrom('Ana', 'Bea', 'Cora'),
  })
type Kept = typeof resource extends (id: string) => fc.Arbitrary<infer R> ? R : never
const onDate = ({ week, exceptions, visits, ...one }: Kept) => ({
  ...one,
  hours: workingHours(week, exceptions),
  busy: [...visits, ...exceptions.filter(({ kind }) => kind === 'block')],
})
const day = fc
  .record({
    opening: fc.array(span, { minLength: 1, maxLength: 3 }),
    kept: fc.tuple(...['a', 'b', 'c', 'd', 'e'].map(resource)),
  })
  .map(({ opening, kept }) => ({ opening, kept, resources: kept.map(onDate) }))
/** Makes a day with a service that needs some of the resources of the day, and sometimes also a deleted one. */
const clinic = day.chain((made) =>
  fc.record({
    day: fc.constant(made),
    needs: fc.record({
      duration: fc.integer({ min: 1, max: 12 }).map((n) => n * QUARTER),
      bufferBefore: fc.integer({ min: 0, max: 3 }).map((n) => n * QUARTER),
      bufferAfter: fc.integer({ min: 0, max: 3 }).map((n) => n * QUARTER),
      chosen: fc
        .subarray([...made.resources.map(({ id, kind }) => ({ id, kind })), { id: 'gone', kind: 'room' as const }])
        .filter((chosen) => chosen.length < 4),
    }),
  }),
)

type Clinic = BranchDay & { kept: readonly Kept[] }

const covers = (all: readonly Span[], at: number) => all.some(({ from, to }) => from <= at && at < to)

/** True for a quarter hour in which a resource works, computed directly from the definition of exceptions. */
function worksAt({ week, exceptions }: Kept, at: number): boolean {
  const ofKind = (kind: ExceptionSpan['kind']) => exceptions.filter((one) => one.kind === kind)
  const other = ofKind('hours')
  const isThere = other.length > 0 ? covers(other, at) : week === null || covers(week, at)
  return isThere && !covers(ofKind('leave'), at)
}

/**
 * Returns the ids of the free resources by counting quarter hours. This is slow, but simple enough to be obviously
 * right.
 */
function freeByCounting({ opening, kept }: Clinic, needs: ServiceNeeds, start: number): Set<string> {
  const quarters = (from: number, to: number) =>
    Array.from({ length: (to - from) / QUARTER }, (_, i) => from + i * QUARTER)
  const visit = quarters(start, start + needs.duration)
  const around = quarters(start - needs.bufferBefore, start + needs.duration + needs.bufferAfter)
  if (!visit.every((at) => covers(opening, at))) return new Set()
  const isBusy = ({ visits, exceptions }: Kept, at: number) =>
    covers(visits, at) ||
    covers(
      exceptions.filter(({ kind }) => kind === 'block'),
      at,
    )
  const free = kept.filter((one) => visit.every((at) => worksAt(one, at)) && !around.some((at) => isBusy(one, at)))
  return new Set(free.map(({ id }) => id))
}

function isFreeByCounting(of: Clinic, needs: ServiceNeeds, start: number): boolean {
  const free = freeByCounting(of, needs, start)
  const rooms = needs.chosen.filter(({ kind }) => kind === 'room')
  const people = needs.chosen.filter(({ kind }) => kind === 'practitioner')
  return (
    (rooms.length > 0 ? rooms : of.kept.filter(({ kind }) => kind === 'room')).some(({ id }) => free.has(id)) &&
    (people.length === 0 || people.some(({ id }) => free.has(id))) &&
    needs.chosen.filter(({ kind }) => kind === 'device').every(({ id }) => free.has(id))
  )
}

const everyQuarter = Array.from({ length: LAST / QUARTER }, (_, i) => i * QUARTER)

/** Booking rules of a clinic and its services, and the time of the request. */
const asking = fc.record({
  interval: fc.constantFrom(...START_INTERVALS),
  notice: fc.integer({ min: 0, max: 6 }).map((n) => n * 60),
  horizonDays: fc.option(fc.integer({ min: 1, max: 5 })),
  services: fc.array(
    fc.record({
      minimum_notice_minutes: fc.option(fc.integer({ min: 0, max: 6 }).map((n) => n * 60)),
      horizon_days: fc.option(fc.integer({ min: 1, max: 5 })),
    }),
    { maxLength: 3 },
  ),
  daysAhead: fc.integer({ min: 0, max: 6 }),
  minute: fc.integer({ min: -300, max: 1_500 }),
})

/**
 * True when a start can be offered, computed directly from the settings' definition: on the grid of start times, and
 * within the notice and horizon of each service.
 */
function isOfferedByCounting({
  interval,
  services,
  ...asked
}: typeof asking extends fc.Arbitrary<infer A> ? A : never) {
  const own = { minimum_notice_minutes: null, horizon_days: null }
  return (start: number) =>
    start >= 8 * 60 &&
    start <= 24 * 60 &&
    start % interval === 0 &&
    (services.length > 0 ? services : [own]).every(({ minimum_notice_minutes, horizon_days }) => {
      const horizon = horizon_days ?? asked.horizonDays
      const isNear = horizon === null || asked.daysAhead <= horizon
      return isNear && start - asked.minute > (minimum_notice_minutes ?? asked.notice)
    })
}

test('for generated clinics with any settings, exactly the start times are offered that are free and within minimum notice and booking horizon', () => {
  fc.assert(
    fc.property(clinic, asking, ({ day: of, needs }, asked) => {
      const terms = termsOf(asked, asked.services)
      const offered = freeStarts(
        of,
        needs,
        startsInTime(asked.interval, terms, asked).map(({ minute }) => minute),
      )
      const isOffered = isOfferedByCounting(asked)
      const counted = everyQuarter.filter((start) => isOffered(start) && isFreeByCounting(of, needs, start))
      if (String(offered) !== String(counted)) expect(offered).toEqual(counted)
    }),
    { numRuns: CLINICS },
  )
})

test('a start time is free exactly when every quarter hour of the visit is free for everything that the visit needs', () => {
  fc.assert(
    fc.property(clinic, ({ day: of, needs }) => {
      const free = freeStarts(of, needs, everyQuarter)
      const counted = everyQuarter.filter((start) => isFreeByCounting(of, needs, start))
      // Calls `expect` only if the texts differ, because comparing texts takes a tenth of the time.
      if (String(free) !== String(counted)) expect(free).toEqual(counted)
    }),
    { numRuns: CLINICS },
  )
  recordFigure({
    what: 'clinics with visits of one service, without a difference',
    value: CLINICS,
    goal: String(CLINICS),
  })
})

test('a free start time names exactly the available practitioners, the least busy first and then alphabetically', () => {
  fc.assert(
    fc.property(clinic, ({ day: of, needs }) => {
      const people = of.kept.filter(
        ({ id, kind }) => kind === 'practitioner' && needs.chosen.some((one) => one.id === id),
      )
      for (const { start, practitioners } of freeStartsWithPeople(of, needs, everyQuarter)) {
        const free = freeByCounting(of, needs, start)
        const expected = people
          .filter(({ id }) => free.has(id))
          .toSorted((a, b) => a.load - b.load || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
        expect(practitioners).toEqual(expected.map(({ id }) => id))
        if (expected.length > 0) expect(resourceSets(of, needs, start)[0]).toContain(expected[0]!.id)
      }
    }),
    { numRuns: 300 },
  )
})

test('a visit with a chosen practitioner can start exactly when that practitioner is available', () => {
  fc.assert(
    fc.property(clinic, fc.constantFrom('a', 'b', 'gone'), ({ day: of, needs }, person) => {
      const alone = withPractitioner(needs, person)
      const withPerson = freeStartsWithPeople(of, needs, everyQuarter).filter(({ practitioners }) =>
        practitioners.includes(person),
      )
      expect(alone === null ? [] : freeStarts(of, alone, everyQuarter)).toEqual(withPerson.map(({ start }) => start))
    }),
    { numRuns: 300 },
  )
})

test('each set of resources offered for a visit can be booked: one room, the devices, and one practitioner if needed', () => {
  fc.assert(
    fc.property(clinic, ({ day: of, needs }) => {
      const kindOf = (id: string) => of.resources.find((one) => one.id === id)!.kind
      const count = (kind: string) => needs.chosen.filter((one) => one.kind === kind).length
      const wanted = String([1, Math.min(1, count('practitioner')), count('device')])
      const canHaveVisit = (set: readonly string[], start: number) => {
        const kinds = set.map(kindOf)
        const found = (['room', 'practitioner', 'device'] as const).map(
          (kind) => kinds.filter((one) => one === kind).length,
        )
        const alone = { ...of, resources: of.resources.filter(({ id }) => set.includes(id)) }
        return String(found) === wanted && freeStarts(alone, needs, [start])[0] === start
      }
      const sets = everyQuarter.flatMap((start) => resourceSets(of, needs, start).map((set) => ({ start, set })))
      expect(sets.filter(({ start, set }) => !canHaveVisit(set, start))).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('resources that a visit occupies cannot be booked for an overlapping visit', () => {
  fc.assert(
    fc.property(clinic, fc.constantFrom(...everyQuarter), ({ day: of, needs }, start) => {
      const [set] = resourceSets(of, needs, start)
      fc.pre(set !== undefined)
      const taken = { from: start - needs.bufferBefore, to: start + needs.duration + needs.bufferAfter }
      const after = {
        ...of,
        resources: of.resources.map((one) => (set.includes(one.id) ? { ...one, busy: [...one.busy, taken] } : one)),
      }
      const meets = everyQuarter.filter((again) => again < taken.to && taken.from < again + needs.duration)
      const offered = meets.flatMap((again) => resourceSets(after, needs, again))
      expect(offered.filter((ids) => ids.some((id) => set.includes(id)))).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('subtracting a time span from working hours removes exactly that time', () => {
  fc.assert(
    fc.property(spans, spans, (hours, taken) => {
      const left = subtractSpans(hours, taken)
      const wrong = [...everyQuarter, LAST, LAST + QUARTER].filter(
        (at) => covers(left, at) !== (covers(hours, at) && !covers(taken, at)),
      )
      expect(wrong).toEqual([])
    }),
    { numRuns: 500 },
  )
})

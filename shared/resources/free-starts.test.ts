import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  freeStarts,
  isWithinOpening,
  RESOURCE_KINDS,
  resourceSets,
  USUAL_NEEDS,
  without,
  type BranchDay,
  type ServiceNeeds,
  type Span,
} from './free-starts.ts'

const QUARTER = 15
const LAST = 26 * 60

const span = fc
  .tuple(fc.integer({ min: 0, max: LAST / QUARTER }), fc.integer({ min: 1, max: 40 }))
  .map(([from, length]): Span => ({ from: from * QUARTER, to: (from + length) * QUARTER }))
const spans = fc.array(span, { maxLength: 4 })
const resource = (id: string) =>
  fc.record({
    id: fc.constant(id),
    kind: fc.constantFrom(...RESOURCE_KINDS),
    hours: fc.option(spans),
    busy: spans,
  })
const day = fc.record({
  opening: fc.array(span, { minLength: 1, maxLength: 3 }),
  resources: fc.tuple(...['a', 'b', 'c', 'd', 'e'].map(resource)),
})
/** A service that needs some of the resources of the day, and perhaps one that is not at work any more. */
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

/** Quarter hour by quarter hour, and subset by subset: slow, and plainly what the words say. */
function isFreeByCounting({ opening, resources }: BranchDay, needs: ServiceNeeds, start: number): boolean {
  const quarters = (from: number, to: number) =>
    Array.from({ length: (to - from) / QUARTER }, (_, i) => from + i * QUARTER)
  const visit = quarters(start, start + needs.duration)
  const around = quarters(start - needs.bufferBefore, start + needs.duration + needs.bufferAfter)
  const within = (all: readonly Span[]) =>
    all.some(({ from, to }) => visit.every((at) => from <= at && at + QUARTER <= to))
  const isOccupied = (busy: readonly Span[]) => around.some((at) => busy.some(({ from, to }) => from <= at && at < to))
  const can = (id: string) => {
    const one = resources.find((each) => each.id === id)
    return one !== undefined && (one.hours === null || within(one.hours)) && !isOccupied(one.busy)
  }
  const rooms = needs.chosen.filter(({ kind }) => kind === 'room')
  const people = needs.chosen.filter(({ kind }) => kind === 'practitioner')
  return (
    within(opening) &&
    (rooms.length > 0 ? rooms : resources.filter(({ kind }) => kind === 'room')).some(({ id }) => can(id)) &&
    (people.length === 0 || people.some(({ id }) => can(id))) &&
    needs.chosen.filter(({ kind }) => kind === 'device').every(({ id }) => can(id))
  )
}

const everyQuarter = Array.from({ length: LAST / QUARTER }, (_, i) => i * QUARTER)

test('a start is free exactly when every quarter hour of it is, for everything the visit needs', () => {
  fc.assert(
    fc.property(clinic, ({ day: of, needs }) => {
      expect(freeStarts(of, needs, everyQuarter)).toEqual(
        everyQuarter.filter((start) => isFreeByCounting(of, needs, start)),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('each set of resources that is offered can have the visit: one room, the devices, one practitioner if one is named', () => {
  fc.assert(
    fc.property(clinic, ({ day: of, needs }) => {
      const kindOf = (id: string) => of.resources.find((one) => one.id === id)!.kind
      const count = (kind: string) => needs.chosen.filter((one) => one.kind === kind).length
      for (const start of everyQuarter)
        for (const set of resourceSets(of, needs, start)) {
          const kinds = set.map(kindOf)
          expect(kinds.filter((kind) => kind === 'room')).toHaveLength(1)
          expect(kinds.filter((kind) => kind === 'practitioner')).toHaveLength(Math.min(1, count('practitioner')))
          expect(kinds.filter((kind) => kind === 'device')).toHaveLength(count('device'))
          const alone = { ...of, resources: of.resources.filter(({ id }) => set.includes(id)) }
          expect(freeStarts(alone, needs, [start])).toEqual([start])
        }
    }),
    { numRuns: 500 },
  )
})

test('what a visit takes is busy: the same resources cannot be had for a visit that meets it', () => {
  fc.assert(
    fc.property(clinic, fc.constantFrom(...everyQuarter), ({ day: of, needs }, start) => {
      const [set] = resourceSets(of, needs, start)
      fc.pre(set !== undefined)
      const taken = { from: start - needs.bufferBefore, to: start + needs.duration + needs.bufferAfter }
      const after = {
        ...of,
        resources: of.resources.map((one) => (set.includes(one.id) ? { ...one, busy: [...one.busy, taken] } : one)),
      }
      for (const again of everyQuarter)
        if (again < taken.to && taken.from < again + needs.duration)
          for (const offered of resourceSets(after, needs, again))
            expect(offered.some((id) => set.includes(id))).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('what is taken off hours is no more in them, and nothing else leaves', () => {
  fc.assert(
    fc.property(spans, spans, (hours, taken) => {
      const left = without(hours, taken)
      const covers = (all: readonly Span[], at: number) => all.some(({ from, to }) => from <= at && at < to)
      for (const at of [...everyQuarter, LAST, LAST + QUARTER])
        expect(covers(left, at)).toBe(covers(hours, at) && !covers(taken, at))
    }),
    { numRuns: 2_000 },
  )
})

const room = { id: 'room', kind: 'room' as const, hours: null, busy: [{ from: 600, to: 630 }] }
const tillSix: BranchDay = { opening: [{ from: 480, to: 1080 }], resources: [room] }

test('an hour and a half neither fits before a visit that begins earlier, nor runs beyond closing', () => {
  const long = { ...USUAL_NEEDS, duration: 90 }
  expect(freeStarts(tillSix, long, [480, 510, 540, 570, 600, 630, 990, 1020])).toEqual([480, 510, 630, 990])
  expect(isWithinOpening(tillSix.opening, long, 1020)).toBe(false)
})

test('a buffer runs beyond closing, and not into another visit', () => {
  const clean = { ...USUAL_NEEDS, bufferAfter: 30 }
  expect(freeStarts(tillSix, clean, [510, 540, 570, 630, 1050])).toEqual([510, 540, 630, 1050])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startsEvery } from '#shared/clinic/opening-hours.ts'
import { chainPlans } from './free-chains.ts'
import { freeStarts, withPractitioner, withRoom, type ServiceNeeds, type Span } from './free-starts.ts'
import { mostOfUnknown, plansWithinShare, type SharedDay, type SharedResource } from './unknown-share.ts'

const NINE = 540
const SIX_PM = 1080
const starts = startsEvery(30).map(({ minute }) => minute)

const resource = (id: string, kind: SharedResource['kind'], busy: Span[] = []): SharedResource => ({
  id,
  kind,
  hours: null,
  busy,
  unknown: [],
  own: [],
})
const needs = (duration: number, ...people: string[]): ServiceNeeds => ({
  duration,
  bufferBefore: 0,
  bufferAfter: duration === 60 ? 15 : 0,
  chosen: people.map((id) => ({ id, kind: 'practitioner' })),
})

const people = ['ana', 'bea', 'cora']
const rooms = ['room 1', 'room 2']
const offered = [needs(30, 'ana', 'bea'), needs(60, 'bea', 'cora'), needs(90, 'ana', 'cora'), needs(45)]
const services = offered.map((each) => ({ needs: each, starts }))

const dayOf = (busy: Record<string, Span[]>): SharedDay => ({
  opening: [{ from: NINE, to: SIX_PM }],
  resources: [
    ...rooms.map((id) => resource(id, 'room', busy[id])),
    ...people.map((id) => resource(id, 'practitioner', busy[id])),
  ],
})

/** Every service combined with each of its practitioners, or with each room if it needs none. */
const seats = offered.flatMap((each) =>
  each.chosen.length > 0
    ? each.chosen.map(({ id }) => withPractitioner(each, id)!)
    : rooms.map((id) => withRoom(each, id)!),
)

/** The day with all occupied slots counted as busy, as a booking sees it. */
const seen = ({ opening, resources }: SharedDay) => ({
  opening,
  resources: resources.map((one) => ({ ...one, busy: [...one.busy, ...one.unknown] })),
})

const freeTimes = (day: SharedDay) => seats.map((seat) => freeStarts(seen(day), seat, starts).length)

type Try = { service: number; start: number; plan: number }

/** Simulates the request of an unknown client for a start: the client gets the resources if the rule allows it. */
function attempt(day: SharedDay, { service, start, plan: nth }: Try): SharedDay {
  const plans = chainPlans(seen(day), [offered[service]!], start)
  const plan = plansWithinShare(day, services, plans).at(nth)
  if (!plan) return day
  const taken = (id: string) => plan.filter((use) => use.id === id)
  return { ...day, resources: day.resources.map((one) => ({ ...one, unknown: [...one.unknown, ...taken(one.id)] })) }
}

const expectHalfIsLeft = (before: SharedDay, after: SharedDay) => {
  const left = freeTimes(after)
  freeTimes(before).forEach((free, i) => expect(left[i]).toBeGreaterThanOrEqual(free - mostOfUnknown(free)))
}

const span = fc
  .tuple(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 4 }))
  .map(([from, length]): Span => ({ from: NINE + from * 30, to: NINE + (from + length) * 30 }))
const busyDay = fc
  .record(Object.fromEntries([...rooms, ...people].map((id) => [id, fc.array(span, { maxLength: 4 })])))
  .map(dayOf)
const anyTry = fc.record({
  service: fc.nat({ max: offered.length - 1 }),
  start: fc.constantFrom(...starts),
  plan: fc.nat({ max: 3 }),
})

describe('clients unknown to the clinic', () => {
  test('whatever unknown clients book, half of the start times of every service with each practitioner stay free', () => {
    fc.assert(
      fc.property(busyDay, fc.array(anyTry, { minLength: 40, maxLength: 80 }), (day, tries) => {
        expectHalfIsLeft(day, tries.reduce(attempt, day))
      }),
      { numRuns: 50 },
    )
  })

  test('unknown clients leave half of a day free even if they try ten times to book every free time', () => {
    const day = dayOf({ ana: [{ from: 720, to: 780 }] })
    const everyTime = offered.flatMap((_, service) => starts.map((start) => ({ service, start, plan: 0 })))
    const once = everyTime.reduce(attempt, day)
    expectHalfIsLeft(day, once)
    expect(freeTimes(once)).not.toEqual(freeTimes(day))
    const tenTimes = Array.from({ length: 10 }, () => everyTime).flat()
    expect(freeTimes(tenTimes.reduce(attempt, once))).toEqual(freeTimes(once))
  })

  test('unknown clients who book again cannot take half of the remaining times, because their earlier bookings are counted too', () => {
    const one = { opening: [{ from: NINE, to: NINE + 240 }], resources: [resource('room 1', 'room')] }
    const half = [{ needs: needs(30), starts }]
    const take = (day: SharedDay, start: number): SharedDay => {
      const [plan] = plansWithinShare(day, half, chainPlans(seen(day), [needs(30)], start))
      const [room] = day.resources
      return plan ? { ...day, resources: [{ ...room!, unknown: [...room!.unknown, ...plan] }] } : day
    }
    const after = [...starts, ...starts].reduce(take, one)
    expect(after.resources[0]!.unknown.map(({ from }) => from)).toEqual([540, 570, 600, 630])
  })

  test('unknown clients may book the only start time of a day, and two of three start times', () => {
    expect([1, 2, 3, 8].map(mostOfUnknown)).toEqual([1, 1, 2, 4])
  })

  test('unknown clients may book a time that they have reserved, even if other people have booked most of the day in the meantime', () => {
    const reserved = { id: 'room 1', from: 540, to: 570, parts: [0] }
    const others = { ...resource('room 1', 'room', [{ from: 600, to: 660 }]), unknown: [{ from: 570, to: 600 }] }
    const dayWith = (own: Span[]): SharedDay => ({
      opening: [{ from: NINE, to: NINE + 120 }],
      resources: [{ ...others, own }],
    })
    const half = [{ needs: needs(30), starts }]
    expect(plansWithinShare(dayWith([]), half, [[reserved]])).toEqual([])
    expect(plansWithinShare(dayWith([reserved]), half, [[reserved]])).toEqual([[reserved]])
  })
})

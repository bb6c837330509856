import type { Plan } from './free-chains.ts'
import {
  freeStarts,
  occupied,
  withPractitioner,
  withRoom,
  type BranchDay,
  type ResourceDay,
  type ServiceNeeds,
  type Span,
} from './free-starts.ts'

/** A resource on a date: `busy` is what the clinic and the people whom it knows occupy. */
export type SharedResource = ResourceDay & {
  /** What people occupy whom the clinic does not know, besides the caller. */
  unknown: readonly Span[]
  /** What the caller has reserved, as somebody whom the clinic does not know. */
  own: readonly Span[]
}

export type SharedDay = { opening: BranchDay['opening']; resources: readonly SharedResource[] }

/** A service, and the starts at which it can still be booked on the date. */
export type BookableService = { needs: ServiceNeeds; starts: readonly number[] }

/** A day as it is when only some of what occupies its resources counts. */
const dayWith = (
  { opening, resources }: SharedDay,
  more: (resource: SharedResource) => readonly Span[],
): BranchDay => ({
  opening,
  resources: resources.map((resource) => ({ ...resource, busy: [...resource.busy, ...more(resource)] })),
})

/** A service with each of its practitioners; where it needs none, in each of its rooms. */
function seatsOf({ needs, starts }: BookableService, { resources }: SharedDay): BookableService[] {
  const needsPerson = needs.chosen.some(({ kind }) => kind === 'practitioner')
  return resources.flatMap(({ id, kind }) => {
    const seat = needsPerson ? withPractitioner(needs, id) : kind === 'room' ? withRoom(needs, id) : null
    return seat ? { needs: seat, starts } : []
  })
}

/** Services of the same length and with the same people and rooms have the same free times. */
const withoutTwins = (services: readonly BookableService[]): BookableService[] => [
  ...new Map(services.map((one) => [JSON.stringify(one), one])).values(),
]

/** How many of some start times unknown people may hold together: half, rounded up, and at least one. */
export const mostOfUnknown = (starts: number): number => Math.max(1, Math.ceil(starts / 2))

/** What unknown people hold of the start times of one service with one person, or in one room. */
function startsOfSeat({ needs, starts }: BookableService, day: SharedDay) {
  const base = freeStarts(
    dayWith(day, () => []),
    needs,
    starts,
  )
  const free = freeStarts(
    dayWith(day, ({ unknown }) => unknown),
    needs,
    base,
  )
  const besidesOwn = freeStarts(
    dayWith(day, ({ unknown, own }) => [...unknown, ...own]),
    needs,
    free,
  )
  const most = mostOfUnknown(base.length) - (base.length - free.length)
  // What the caller has reserved may be booked, even when people whom the clinic knows have booked much since.
  return { needs, free, most: Math.max(most, free.length - besidesOwn.length) }
}

/**
 * The plans of a visit that somebody may have whom the clinic does not know. A start time of a service with a person is
 * free or held by unknown people when it would be free without them; they hold it when it is not free with them. Together
 * they hold at most half of these starts, rounded up, for each service with each of its practitioners, and for each room of a
 * service that needs none. A long visit so counts with each start that it makes impossible.
 */
export function plansWithinShare(day: SharedDay, services: readonly BookableService[], plans: readonly Plan[]): Plan[] {
  const seats = withoutTwins(services.flatMap((service) => seatsOf(service, day))).map((seat) =>
    startsOfSeat(seat, day),
  )
  return plans.filter((plan) => {
    const withPlan = dayWith(day, ({ id, unknown }) => [...unknown, ...plan.filter((use) => use.id === id)])
    return seats.every(({ needs, free, most }) => {
      const near = free.filter((start) => {
        const { from, to } = occupied(needs, start)
        return plan.some((use) => use.from < to && from < use.to)
      })
      return near.length <= most || near.length - freeStarts(withPlan, needs, near).length <= most
    })
  })
}

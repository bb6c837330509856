import type { Plan } from './free-chains.ts'
import {
  freeStarts,
  occupiedSpan,
  withPractitioner,
  withRoom,
  type BranchDay,
  type ResourceDay,
  type ServiceNeeds,
  type Span,
} from './free-starts.ts'

/** A resource on a date. `busy` has only the times that the clinic and known clients occupy. */
export type SharedResource = ResourceDay & {
  /** The times that unknown clients other than the caller occupy. */
  unknown: readonly Span[]
  /** The times that the caller has reserved as an unknown client. */
  own: readonly Span[]
}

export type SharedDay = { opening: BranchDay['opening']; resources: readonly SharedResource[] }

/** A service, with the start times that can still be booked on the date. */
export type BookableService = { needs: ServiceNeeds; starts: readonly number[] }

/** Returns a day on which each resource is also busy at the times that `more` gives. */
const dayWith = (
  { opening, resources }: SharedDay,
  more: (resource: SharedResource) => readonly Span[],
): BranchDay => ({
  opening,
  resources: resources.map((resource) => ({ ...resource, busy: [...resource.busy, ...more(resource)] })),
})

/** A service combined with each of its practitioners or, if it needs none, with each of its rooms. */
function seatsOf({ needs, starts }: BookableService, { resources }: SharedDay): BookableService[] {
  const needsPerson = needs.chosen.some(({ kind }) => kind === 'practitioner')
  return resources.flatMap(({ id, kind }) => {
    const seat = needsPerson ? withPractitioner(needs, id) : kind === 'room' ? withRoom(needs, id) : null
    return seat ? { needs: seat, starts } : []
  })
}

/** Removes services that need the same time and resources as another one, because their free times are equal. */
const withoutTwins = (services: readonly BookableService[]): BookableService[] => [
  ...new Map(services.map((one) => [JSON.stringify(one), one])).values(),
]

/** How many of the start times unknown clients may occupy together: half, rounded up, and at least one. */
export const mostOfUnknown = (starts: number): number => Math.max(1, Math.ceil(starts / 2))

/** The start times of one service with one person or room, and the limit for unknown clients. */
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
  // The caller's own reservation stays bookable, even if known clients have booked many times since it was made.
  return { needs, free, most: Math.max(most, free.length - besidesOwn.length) }
}

/**
 * Returns those of `plans` that an unknown client may book. All unknown clients together may occupy at most half,
 * rounded up, of the start times that would be free without unknown clients. This is counted for each service with each
 * of its practitioners, and for a service without a practitioner in each of its rooms. A long visit counts with every
 * start time that the visit blocks.
 */
export function plansWithinShare(day: SharedDay, services: readonly BookableService[], plans: readonly Plan[]): Plan[] {
  const seats = withoutTwins(services.flatMap((service) => seatsOf(service, day))).map((seat) =>
    startsOfSeat(seat, day),
  )
  return plans.filter((plan) => {
    const withPlan = dayWith(day, ({ id, unknown }) => [...unknown, ...plan.filter((use) => use.id === id)])
    return seats.every(({ needs, free, most }) => {
      const near = free.filter((start) => {
        const { from, to } = occupiedSpan(needs, start)
        return plan.some((use) => use.from < to && from < use.to)
      })
      return near.length <= most || near.length - freeStarts(withPlan, needs, near).length <= most
    })
  })
}

import { presentAffectedVisit } from '#server/catalogue/present-affected-visit.ts'
import type { OpeningSpan } from '#server/clinic/opening-spans.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import { instantOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { MOST_VISITS_LISTED } from '#shared/lib/affected-visits.ts'
import { isAvailable, mergeSpans, type ResourceKind, type Span } from '#shared/resources/free-starts.ts'
import type { WeekSpan } from '#shared/resources/hours.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { branchDays, resourceOn } from './branch-day.ts'
import { branchToChange } from './setup-queries.ts'
import * as views from './setup-views.ts'

/** When a resource takes visits. */
type Availability = {
  is_active: boolean
  week: readonly WeekSpan[]
  exceptions: readonly views.DatedException[]
}

type Visit = Awaited<ReturnType<typeof views.visitsOf>>[number]
/** The fields of a visit in the list. */
type Listed = Awaited<ReturnType<typeof views.visitsAhead>>[number]

/** A span in minutes after the midnight at which a business date begins. */
function spanOn(date: CivilDate, from: Date, to: Date): Span {
  const midnight = instantOf(date, '00:00:00').getTime()
  const minute = (at: Date) => (at.getTime() - midnight) / 60_000
  return { from: minute(from), to: minute(to) }
}

const later = (one: Date, other: Date) => (one > other ? one : other)
const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** Returns whether the rules of free times would allow this resource for a visit. */
function taker({ is_active, week, exceptions }: Availability, kind: ResourceKind): (visit: Visit) => boolean {
  const dayOn = resourceOn({
    id: '',
    kind,
    name: '',
    week: week.length === 0 ? null : week.map(({ weekday, opens_at, closes_at }) => [weekday, opens_at, closes_at]),
    exceptions: [...exceptions],
    slots: [],
  })
  return ({ appointment_date: date, starts_at, ends_at, from, to }) => {
    const { hours, busy } = dayOn(date)
    const day = { hours: hours && mergeSpans(hours), busy }
    return (
      is_active && isAvailable(day, spanOn(date, later(starts_at, from), earlier(ends_at, to)), spanOn(date, from, to))
    )
  }
}

type Change = {
  resource: { id: string; kind: ResourceKind }
  before: Availability
  after: Availability
}

/** The booked visits that a change affects: the resource takes them now, but not after the change. */
export async function visitsHitBy({ tx, now }: Context, { resource, before, after }: Change): Promise<Visit[]> {
  const visits = await views.visitsOf(tx, resource.id, now)
  const [tookBefore, takesAfter] = [taker(before, resource.kind), taker(after, resource.kind)]
  return visits.filter((visit) => tookBefore(visit) && !takesAfter(visit))
}

type Opening = { before: readonly OpeningSpan[]; after: readonly OpeningSpan[] }

/** Returns whether a visit is within the opening hours of its date. */
function within(spans: readonly OpeningSpan[]): (visit: Listed) => boolean {
  const dayOn = branchDays(spans, [])
  return ({ appointment_date: date, starts_at, ends_at }) => {
    const visit = spanOn(date, starts_at, ends_at)
    return isAvailable({ hours: mergeSpans(dayOn(date).opening), busy: [] }, visit, visit)
  }
}

/**
 * Counts the branch's booked visits within the current opening hours and outside of the new ones. Throws a 409 that
 * lists them, unless the person has seen them (`despite`). Waits for running bookings; later ones use the new hours.
 */
export async function judgeOpening(
  { tx, branchId, now }: Context,
  { before, after, despite }: Opening & { despite: boolean },
): Promise<number> {
  await branchToChange(tx, branchId)
  const visits = await views.visitsAhead(tx, branchId, now)
  const [stoodBefore, standsAfter] = [within(before), within(after)]
  const hit = visits.filter((visit) => stoodBefore(visit) && !standsAfter(visit))
  if (!despite) refuseVisitsHit(hit)
  return hit.length
}

/** Throws a 409 that lists the visits by time, if there are any. */
export function refuseVisitsHit(hit: readonly Listed[]): void {
  if (hit.length === 0) return
  const byTime = hit.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  throw new AppError('conflict', s.affectedVisits(hit.length), {
    data: { visits: byTime.slice(0, MOST_VISITS_LISTED).map(presentAffectedVisit), total: hit.length },
  })
}

/**
 * Counts the booked visits that a change affects. Throws a 409 that lists them, unless the person has seen them
 * (`despite`). Changing a resource never cancels a visit.
 */
export async function judgeVisitsHit(
  context: Context,
  { despite, ...change }: Change & { despite: boolean },
): Promise<number> {
  const hit = await visitsHitBy(context, change)
  if (!despite) refuseVisitsHit(hit)
  return hit.length
}

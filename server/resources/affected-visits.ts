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
import { lockResourcesOfBranch } from './setup-queries.ts'
import * as views from './setup-views.ts'

/** Everything that decides at which times a resource can have visits. */
type Availability = {
  is_active: boolean
  week: readonly WeekSpan[]
  exceptions: readonly views.DatedException[]
}

type Visit = Awaited<ReturnType<typeof views.unfinishedVisitsOn>>[number]
/** The fields of a visit in the list of affected visits. */
type ListedVisit = Awaited<ReturnType<typeof views.unfinishedVisits>>[number]

/** A span in minutes after the midnight at which a business date begins. */
function spanOn(date: CivilDate, from: Date, to: Date): Span {
  const midnight = instantOf(date, '00:00:00').getTime()
  const minute = (at: Date) => (at.getTime() - midnight) / 60_000
  return { from: minute(from), to: minute(to) }
}

const laterOf = (one: Date, other: Date) => (one > other ? one : other)
const earlierOf = (one: Date, other: Date) => (one < other ? one : other)

/** Returns a function that tells whether a resource with this availability would take a visit. */
function availabilityCheck(
  { is_active, week, exceptions }: Availability,
  kind: ResourceKind,
): (visit: Visit) => boolean {
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
      is_active &&
      isAvailable(day, spanOn(date, laterOf(starts_at, from), earlierOf(ends_at, to)), spanOn(date, from, to))
    )
  }
}

type Change = {
  resource: { id: string; kind: ResourceKind }
  before: Availability
  after: Availability
}

/** The booked visits that a change affects: the resource could take them before the change, but not after it. */
export async function findAffectedVisits({ tx, now }: Context, { resource, before, after }: Change): Promise<Visit[]> {
  const visits = await views.unfinishedVisitsOn(tx, resource.id, now)
  const [tookBefore, takesAfter] = [availabilityCheck(before, resource.kind), availabilityCheck(after, resource.kind)]
  return visits.filter((visit) => tookBefore(visit) && !takesAfter(visit))
}

type Opening = { before: readonly OpeningSpan[]; after: readonly OpeningSpan[] }

/** Returns a function that tells whether a visit is within the opening hours of its date. */
function openingCheck(spans: readonly OpeningSpan[]): (visit: ListedVisit) => boolean {
  const dayOn = branchDays(spans, [])
  return ({ appointment_date: date, starts_at, ends_at }) => {
    const visit = spanOn(date, starts_at, ends_at)
    return isAvailable({ hours: mergeSpans(dayOn(date).opening), busy: [] }, visit, visit)
  }
}

/**
 * Counts the branch's booked visits within the current opening hours and outside of the new ones. Throws a 409 that
 * lists these visits, unless `despite` says that the user has seen the list. Waits for bookings in progress; later
 * bookings use the new hours.
 */
export async function countVisitsOutsideOpening(
  { tx, branchId, now }: Context,
  { before, after, despite }: Opening & { despite: boolean },
): Promise<number> {
  await lockResourcesOfBranch(tx, branchId)
  const visits = await views.unfinishedVisits(tx, branchId, now)
  const [fitBefore, fitsAfter] = [openingCheck(before), openingCheck(after)]
  const affected = visits.filter((visit) => fitBefore(visit) && !fitsAfter(visit))
  if (!despite) refuseAffectedVisits(affected)
  return affected.length
}

/** Throws a 409 that lists the visits by time, if there are any. */
export function refuseAffectedVisits(affected: readonly ListedVisit[]): void {
  if (affected.length === 0) return
  const byTime = affected.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  throw new AppError('conflict', s.affectedVisits(affected.length), {
    data: { visits: byTime.slice(0, MOST_VISITS_LISTED).map(presentAffectedVisit), total: affected.length },
  })
}

/**
 * Counts the booked visits that a change affects. Throws a 409 that lists these visits, unless `despite` says that the
 * user has seen the list. Changing a resource never cancels a visit.
 */
export async function countAffectedVisits(
  context: Context,
  { despite, ...change }: Change & { despite: boolean },
): Promise<number> {
  const affected = await findAffectedVisits(context, change)
  if (!despite) refuseAffectedVisits(affected)
  return affected.length
}

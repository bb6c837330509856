import { readDays, type DayContext, type BookableDays } from '#server/appointments/public.ts'
import { lastBookableDate, presentOn, slotInstant } from '#shared/appointments/slots.ts'
import { dayNumber, manilaDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { chainDuration, chainWithPractitioner } from '#shared/resources/free-chains.ts'
import { fittingTimes, type RequestedTimes } from '#shared/waitlist/requested-times.ts'
import type { WaitingEntry } from './views.ts'

/** A start at which a visit fits. */
export type FittingStart = { date: CivilDate; time: CivilTime; at: Date }
type VisitRequest = RequestedTimes & {
  service_id: string
  further_services: readonly string[]
  practitioner_id: string | null
}

/** Reads the requested days that can still be booked, with the requested services; null when no such day is left. */
export async function readRequestedDays(viewer: DayContext, request: VisitRequest): Promise<BookableDays | null> {
  const today = manilaDate(viewer.now)
  const last = lastBookableDate(viewer.now)
  const from = request.first_date > today ? request.first_date : today
  const to = request.last_date < last ? request.last_date : last
  if (from > to) return null
  const dates = { first: from, days: dayNumber(to) - dayNumber(from) + 1 }
  return readDays(viewer, dates, request.service_id, { further: request.further_services })
}

/** True when all requested services are offered. */
export const areServicesOffered = (
  { further_services }: Pick<VisitRequest, 'further_services'>,
  { names, further }: BookableDays,
) => names !== null && further.length === further_services.length

/**
 * Every start that fits a request and can be booked online, both now and `leadMinutes` later, in the order of the
 * request.
 */
export function findFittingStarts(
  request: VisitRequest,
  days: BookableDays,
  now: Date,
  leadMinutes: number,
): FittingStart[] {
  const chain = chainWithPractitioner(days.chain, request.practitioner_id ?? undefined)
  if (chain === null || !areServicesOffered(request, days) || !days.isOnline) return []
  return days.dates.flatMap((date) => {
    const branch = days.on(date)
    const isClosed = branch.isDisabled || branch.isHoliday
    const { interval, terms } = days
    const day = { date, branch, isClosed, chain, interval, terms, present: presentOn(date, now) }
    return fittingTimes(request, day, leadMinutes).map((time) => ({ date, time, at: slotInstant(date, time) }))
  })
}

/**
 * The fitting starts that can be offered to a client. Excluded are starts that were offered before, starts that were
 * free when the client joined the waitlist, and starts at which the client has another visit.
 */
export function findStartsToOffer(
  entry: WaitingEntry,
  days: BookableDays,
  now: Date,
  leadMinutes: number,
): FittingStart[] {
  if (entry.has_first_visit) return []
  const known = new Set(entry.known.map((start) => Date.parse(start)))
  const visits = entry.visits.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
  return findFittingStarts(entry, days, now, leadMinutes).filter(({ at }) => {
    const from = at.getTime()
    const to = from + chainDuration(days.chain) * 60_000
    return !known.has(from) && !visits.some((visit) => visit.from < to && from < visit.to)
  })
}

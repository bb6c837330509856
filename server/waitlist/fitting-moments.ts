import { readDays, type DayContext, type BookableDays } from '#server/appointments/public.ts'
import { lastBookableDate, presentOn, slotInstant } from '#shared/appointments/slots.ts'
import { dayNumber, manilaDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { chainDuration, chainWithPractitioner } from '#shared/resources/free-chains.ts'
import { fittingTimes, type RequestedTimes } from '#shared/waitlist/requested-times.ts'
import type { Waiting } from './views.ts'

export type Moment = { date: CivilDate; time: CivilTime; at: Date }
type WishFor = RequestedTimes & {
  service_id: string
  further_services: readonly string[]
  practitioner_id: string | null
}

/** The remaining days of a wish with its services; null when none remains. */
export async function readWishDays(asker: DayContext, wish: WishFor): Promise<BookableDays | null> {
  const today = manilaDate(asker.now)
  const last = lastBookableDate(asker.now)
  const from = wish.first_date > today ? wish.first_date : today
  const to = wish.last_date < last ? wish.last_date : last
  if (from > to) return null
  const dates = { first: from, days: dayNumber(to) - dayNumber(from) + 1 }
  return readDays(asker, dates, wish.service_id, { further: wish.further_services })
}

/** True when all services of the wish are offered. */
export const isOffered = ({ further_services }: Pick<WishFor, 'further_services'>, { names, further }: BookableDays) =>
  names !== null && further.length === further_services.length

/** Every time that fits a wish, can be booked online and still can in `leadMinutes`, in the wish's order. */
export function fittingMoments(wish: WishFor, days: BookableDays, now: Date, leadMinutes: number): Moment[] {
  const chain = chainWithPractitioner(days.chain, wish.practitioner_id ?? undefined)
  if (chain === null || !isOffered(wish, days) || !days.isOnline) return []
  return days.dates.flatMap((date) => {
    const branch = days.on(date)
    const isClosed = branch.isDisabled || branch.isHoliday
    const { interval, terms } = days
    const day = { date, branch, isClosed, chain, interval, terms, present: presentOn(date, now) }
    return fittingTimes(wish, day, leadMinutes).map((time) => ({ date, time, at: slotInstant(date, time) }))
  })
}

/** The fitting times that can be offered: new to the client, and without another visit of theirs. */
export function momentsToOffer(entry: Waiting, days: BookableDays, now: Date, leadMinutes: number): Moment[] {
  if (entry.has_first_visit) return []
  const known = new Set(entry.known.map((start) => Date.parse(start)))
  const visits = entry.visits.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
  return fittingMoments(entry, days, now, leadMinutes).filter(({ at }) => {
    const from = at.getTime()
    const to = from + chainDuration(days.chain) * 60_000
    return !known.has(from) && !visits.some((visit) => visit.from < to && from < visit.to)
  })
}

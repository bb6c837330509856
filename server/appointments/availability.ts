import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { availabilityContract, FreeDay } from '#shared/appointments/availability-contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { lastBookableDate, presentOn } from '#shared/appointments/slots.ts'
import { timeOfMinute } from '#shared/clinic/opening-hours.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { chainDuration, chainWithPractitioner, freeChainStarts, type Chain } from '#shared/resources/free-chains.ts'
import { startsInTime, UNBOUND, type Terms } from '#shared/resources/free-starts.ts'
import { readDays, type BookableDays } from './day-views.ts'

type Asked = Parsed<typeof availabilityContract.availability>['querystring']
type Availability = Answer<typeof availabilityContract.availability>['data']

/** Whose booking rules apply: those of the public, or none (staff). */
type Bookers = 'public' | 'desk'

type Wanted = { chain: Chain; terms: Terms; now: Date }

/**
 * The free starts of one date. On public holidays there are none, for staff too: they book one only after a
 * confirmation.
 */
function freeDay(days: BookableDays, date: CivilDate, { chain, terms, now }: Wanted): FreeDay {
  const day = days.on(date)
  if (day.isDisabled || day.isHoliday || date > lastBookableDate(now)) return { date, starts: [] }
  const minutes = startsInTime(days.interval, terms, presentOn(date, now)).map(({ minute }) => minute)
  const place = new Map(days.practitioners.map(({ id }, i) => [id, i]))
  const starts = freeChainStarts(day, chain, minutes).map(({ start, practitioners }) => ({
    time: timeOfMinute(start),
    practitioners: practitioners.flatMap((id) => place.get(id) ?? []),
  }))
  return { date, starts }
}

/**
 * Returns when a service can be booked on the given days, and who is free then. The public gets no times for a service
 * that only the clinic books. Throws a 404 for a service that is not offered.
 */
export async function availability(context: ReadContext, asked: Asked, by: Bookers = 'public'): Promise<Availability> {
  const { now } = context
  const days = await readDays(context, { first: asked.date, days: asked.days }, asked.service_id, {
    further: asked.further_services,
  })
  if (!days.isOffered) throw new AppError('not_found', s.unknownService)
  const chain = chainWithPractitioner(days.chain, asked.practitioner_id)
  const terms = by === 'desk' ? UNBOUND : days.terms
  const isOpen = days.isOnline || by === 'desk'
  return {
    duration_minutes: chainDuration(days.chain),
    practitioners: days.practitioners,
    horizon_days: terms.horizonDays,
    minimum_notice_minutes: terms.notice,
    days: days.dates.map((date) =>
      chain && isOpen ? freeDay(days, date, { chain, terms, now }) : { date, starts: [] },
    ),
  }
}

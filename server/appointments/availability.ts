import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { availabilityContract, FreeDay } from '#shared/appointments/availability-contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { lastBookableDate, minuteOfDate, presentOn } from '#shared/appointments/slots.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { chainDuration, chainWithPractitioner, freeChainStarts, type Chain } from '#shared/resources/free-chains.ts'
import { isInTime, type Terms } from '#shared/resources/free-starts.ts'
import { readDays, type BookableDays } from './day-views.ts'

type Asked = Parsed<typeof availabilityContract.availability>['querystring']
type Availability = Answer<typeof availabilityContract.availability>['data']

/** Every time of a date at which a visit may begin, with its minute. */
const STARTS = SLOT_TIMES.map((time) => ({ time, minute: minuteOfDate(time) }))
const MINUTES = STARTS.map(({ minute }) => minute)
const timeOf = new Map(STARTS.map(({ time, minute }) => [minute, time]))

/** What binds those who book without the clinic, and nothing for the clinic itself. */
export type Bookers = 'public' | 'desk'

const UNBOUND: Terms = { notice: 0, horizonDays: null }

type Wanted = { chain: Chain; terms: Terms; now: Date }

/** The free starts of one date. Public holidays are left out for the desk too, which books on one after a question. */
function freeDay(days: BookableDays, date: CivilDate, { chain, terms, now }: Wanted): FreeDay {
  const day = days.on(date)
  if (day.isDisabled || day.isHoliday || date > lastBookableDate(now)) return { date, starts: [] }
  const present = presentOn(date, now)
  const minutes = MINUTES.filter((minute) => isInTime(terms, present, minute))
  const place = new Map(days.practitioners.map(({ id }, i) => [id, i]))
  const starts = freeChainStarts(day, chain, minutes).map(({ start, practitioners }) => ({
    time: timeOf.get(start)!,
    practitioners: practitioners.flatMap((id) => place.get(id) ?? []),
  }))
  return { date, starts }
}

/**
 * When a service can be booked on some days, and who is free then; by the public never, where only the clinic books it.
 * Throws a 404 for a service that is not offered.
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
    days: days.dates.map((date) =>
      chain && isOpen ? freeDay(days, date, { chain, terms, now }) : { date, starts: [] },
    ),
  }
}

import { AppError } from '#server/lib/app-error.ts'
import type { Principal, ReadContext } from '#server/lib/context.ts'
import type { availabilityContract, FreeDay } from '#shared/appointments/availability-contract.ts'
import type { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import type { MoveStart, MoveTimes } from '#shared/appointments/records.ts'
import { hasBegun, lastBookableDate, presentOn } from '#shared/appointments/slots.ts'
import { startsEvery, timeOfMinute } from '#shared/clinic/opening-hours.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import {
  chainDuration,
  chainPlans,
  chainWithPeople,
  chainWithPractitioner,
  freeChainStarts,
  type Chain,
} from '#shared/resources/free-chains.ts'
import { isInTime, startsInTime, UNBOUND, type BranchDay, type Terms } from '#shared/resources/free-starts.ts'
import { practitionerFor } from './bookable-time.ts'
import { readDays, type BookableDays, type Moving } from './day-views.ts'
import { practitionersOf } from './move-appointment.ts'
import { requireAppointment } from './require-transition.ts'
import type { AppointmentRow } from './views.ts'

type AvailabilityQuery = Parsed<typeof availabilityContract.availability>['querystring']
type Availability = Answer<typeof availabilityContract.availability>['data']

/** Who books: the public, to whom the booking rules apply, or staff at the desk, to whom none apply. */
type Bookers = 'public' | 'desk'

type Request = { chain: Chain; terms: Terms; now: Date }

/**
 * Returns the free starts of one date. A public holiday has none, not even for staff: they book on it only after
 * confirming a warning.
 */
function freeDayOf(days: BookableDays, date: CivilDate, { chain, terms, now }: Request): FreeDay {
  const day = days.on(date)
  if (day.isDisabled || day.isHoliday || date > lastBookableDate(now)) return { date, starts: [] }
  const minutes = startsInTime(days.interval, terms, presentOn(date, now)).map(({ minute }) => minute)
  const positions = new Map(days.practitioners.map(({ id }, i) => [id, i]))
  const starts = freeChainStarts(day, chain, minutes).map(({ start, practitioners }) => ({
    time: timeOfMinute(start),
    practitioners: practitioners.flatMap((id) => positions.get(id) ?? []),
  }))
  return { date, starts }
}

/**
 * Returns when a service can be booked on the given days, and who is free then. The public gets no times for a service
 * that only the clinic books. Throws a 404 for a service that is not offered.
 */
export async function readAvailability(
  context: ReadContext,
  query: AvailabilityQuery,
  by: Bookers = 'public',
): Promise<Availability> {
  const { now } = context
  const days = await readDays(context, { first: query.date, days: query.days }, query.service_id, {
    further: query.further_services,
  })
  if (!days.isOffered) throw new AppError('not_found', s.unknownService)
  const chain = chainWithPractitioner(days.chain, query.practitioner_id)
  const terms = by === 'desk' ? UNBOUND : days.terms
  const isOpen = days.isOnline || by === 'desk'
  return {
    duration_minutes: chainDuration(days.chain),
    practitioners: days.practitioners,
    horizon_days: terms.horizonDays,
    minimum_notice_minutes: terms.notice,
    days: days.dates.map((date) =>
      chain && isOpen ? freeDayOf(days, date, { chain, terms, now }) : { date, starts: [] },
    ),
  }
}

type DateQuery = Parsed<typeof appointmentsContract.unavailableTimes>['body']

/** Returns the visit that the caller may move: any visit for staff, their own visits for clients, none for visitors. */
const movingOf = (user: Principal | null, id: string | undefined): Moving | undefined =>
  user && id !== undefined
    ? { id, ofUser: user.permissions.has('appointments.manage') ? undefined : user.id }
    : undefined

/**
 * Returns the times of a date at which a visit cannot begin: taken, past, outside the hours, or all if the date is
 * closed. For clients it also returns times that are too soon or too far ahead. `reserved` tells staff which of the
 * times are only slot reservations.
 */
export async function readUnavailableTimes(
  context: ReadContext,
  { date, service_id, further_services, practitioner_id, appointment_id }: DateQuery,
): Promise<{ taken: CivilTime[]; reserved: CivilTime[] }> {
  const { now, user } = context
  const isStaff = user?.permissions.has('appointments.manage') ?? false
  const more = { moving: movingOf(user, appointment_id), showsReserved: isStaff, further: further_services }
  const days = await readDays(context, { first: date, days: 1 }, service_id, more)
  const chain = chainWithPractitioner(days.chain, practitioner_id)
  const day = days.on(date)
  const all = startsEvery(days.interval)
  if (day.isDisabled || chain === null) return { taken: all.map(({ time }) => time), reserved: [] }
  const present = presentOn(date, now)
  const starts = all.flatMap(({ minute }) => (isStaff || isInTime(days.terms, present, minute) ? [minute] : []))
  const freeOn = (of: BranchDay) => new Set(freeChainStarts(of, chain, starts).map(({ start }) => start))
  const free = freeOn(day)
  const taken = all.filter(({ time, minute }) => hasBegun(date, time, now) || !free.has(minute))
  const timesOf = (some: typeof all) => some.map(({ time }) => time)
  if (!isStaff) return { taken: timesOf(taken), reserved: [] }
  const freeSoon = freeOn(days.onWithoutReservations(date))
  const reserved = taken.filter(({ time, minute }) => !hasBegun(date, time, now) && freeSoon.has(minute))
  return { taken: timesOf(taken), reserved: timesOf(reserved) }
}

type People = readonly (string | null)[]

/**
 * Returns one possible start of a visit, with the practitioners whom the visit has now if they are free. Returns null
 * when the visit cannot start then.
 */
function moveStartAt(day: BranchDay, chain: Chain, minute: number, had: People): Omit<MoveStart, 'is_other'> | null {
  const kept = chainWithPeople(chain, had)
  const plan = (kept && chainPlans(day, kept, minute)[0]) ?? chainPlans(day, chain, minute)[0]
  if (!plan) return null
  const people = chain.map((_, part) => practitionerFor(day, plan, part))
  return {
    time: timeOfMinute(minute),
    practitioner_ids: people.map((person) => person?.id ?? null),
    practitioners: [...new Set(people.flatMap((person) => person?.name ?? []))],
  }
}

/** Returns the times of a date to which a visit can be moved. The visit's own slots count as free. */
async function readMoveTimes(
  context: ReadContext,
  row: AppointmentRow,
  date: CivilDate,
  by: 'client' | 'staff',
): Promise<MoveTimes> {
  const { now } = context
  const days = await readDays(context, { first: date, days: 1 }, row.service_id, { moving: { id: row.id } })
  const terms = by === 'staff' ? UNBOUND : days.terms
  const day = days.on(date)
  const isClosed = day.isDisabled || (by === 'client' && day.isHoliday)
  const isOffered = !isClosed && (by === 'staff' || days.isOnline) && date <= lastBookableDate(now)
  const had = practitionersOf(row)
  const starts = isOffered ? startsInTime(days.interval, terms, presentOn(date, now)) : []
  const names = [row.practitioner_name, ...(row.further ?? []).map((service) => service.practitioner_name)]
  return {
    asked_for: row.practitioner_chosen ? [...new Set(names.flatMap((name) => name ?? []))] : [],
    horizon_days: terms.horizonDays,
    is_closed: isClosed,
    starts: starts.flatMap(({ minute }) => {
      const start = moveStartAt(day, days.chain, minute, had)
      if (start === null) return []
      return { ...start, is_other: row.practitioner_chosen && start.practitioner_ids.join() !== had.join() }
    }),
  }
}

/** Returns times to which clients can move their own visit. Throws a 404 for somebody else's visit. */
export async function readOwnMoveTimes(
  context: ReadContext<Principal>,
  id: string,
  date: CivilDate,
): Promise<MoveTimes> {
  const row = await requireAppointment(context, id)
  if (row.user_id !== context.user.id) throw new AppError('not_found', s.notFound)
  return readMoveTimes(context, row, date, 'client')
}

/** Returns times to which staff can move any visit. */
export const readDeskMoveTimes = async (context: ReadContext, id: string, date: CivilDate): Promise<MoveTimes> =>
  readMoveTimes(context, await requireAppointment(context, id), date, 'staff')

import { clinicPhone } from '#server/clinic/clinic-profile.ts'
import { holdDateOpen } from '#server/closed-dates/closures.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import { holds, type Looker, type SeenHours, type Use } from '#server/resources/public.ts'
import { appointmentMessages as s, termsMessages } from '#shared/appointments/messages.ts'
import { hasBegun, lastBookableDate, minuteOfDate, presentOn, slotInstant } from '#shared/appointments/slots.ts'
import { startsEvery, timeOfMinute } from '#shared/clinic/opening-hours.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import {
  chainDuration,
  chainPlans,
  isChainWithinOpening,
  leastTakenPlan,
  type Chain,
  type Plan,
} from '#shared/resources/free-chains.ts'
import { isInTime, type BranchDay, type Conflict } from '#shared/resources/free-starts.ts'
import { visitBetween } from './views.ts'
import { readDay, type AskedServices, type BookableDay, type DayOfVisit } from './day-views.ts'

/** The services of a visit by their ids. */
type VisitServices = { service_id: string; further_services?: readonly string[] | undefined }

/** `unproven`: a client who is unknown to the clinic. */
export type Booker = 'client' | 'unproven' | 'staff'

/**
 * Throws an error with its own message for a date or start that cannot be booked: past, beyond the horizon, or closed.
 * Locks the date until the transaction ends, so that nobody closes it meanwhile. Only staff can book public holidays. A
 * visit starts at one of the clinic's start times, at the time it already has (`stands`), or at a reserved time, even
 * if the clinic has changed its start times since. A visit that `beginsNow` starts with the current quarter hour.
 * Returns the day.
 */
export async function requireBookableDate(
  context: Context,
  date: CivilDate,
  time: CivilTime,
  by: Booker,
  {
    service_id,
    further_services,
    stands,
    beginsNow = false,
  }: VisitServices & { stands?: CivilTime | undefined; beginsNow?: boolean },
): Promise<DayOfVisit> {
  const { tx, now } = context
  if (!beginsNow && hasBegun(date, time, now)) throw invalid('appointment_date', s.pastDate)
  if (date > lastBookableDate(now)) throw invalid('appointment_date', s.beyondHorizon)
  await holdDateOpen(tx, date)
  const day = await readDay(context, date, service_id, further_services)
  if (day.isDisabled) throw new AppError('conflict', s.dateClosed)
  if (by !== 'staff' && day.isHoliday) throw new AppError('conflict', s.dateClosed)
  const isStart = beginsNow || time === stands || startsEvery(day.interval).some((start) => start.time === time)
  if (!isStart && !(await holds.isHeldBy(tx, day.looker, slotInstant(date, time))))
    throw invalid('appointment_time', s.notASlot)
  return day
}

/** Throws when a visit would begin before the branch opens or end after it closes. */
export function requireWithinOpening({ opening }: BranchDay, chain: Chain, time: CivilTime): void {
  if (!isChainWithinOpening(opening, chain, minuteOfDate(time))) throw invalid('appointment_time', s.outsideHours)
}

/** The time during which a visit occupies a resource, buffers included, and the services (by index) that need it. */
export type PlacedUse = Use & { parts: number[] }

/** When a visit begins and ends, and the sets of resources that it can use. */
export type Place = Looker & {
  starts_at: Date
  ends_at: Date
  sets: PlacedUse[][]
  seen: SeenHours
  /** The taken resources that staff knowingly book over; usually none. */
  over: Conflict[]
  /**
   * The practitioner of each service, for a chosen set of resources; null for a service that needs nobody in
   * particular.
   */
  peopleOf: (set: readonly PlacedUse[]) => ({ id: string; name: string } | null)[]
  /** The names of the practitioners and rooms in a set of resources. */
  namesOf: (set: readonly PlacedUse[]) => string[]
}

/** The practitioner in a set of resources who does a service, with the name. */
export const practitionerFor = (
  { resources }: BranchDay,
  set: readonly Pick<PlacedUse, 'id' | 'parts'>[],
  part: number,
) => {
  const doesIt = (id: string) => set.some((use) => use.id === id && use.parts.includes(part))
  const person = resources.find(({ id, kind }) => kind === 'practitioner' && doesIt(id))
  return person ? { id: person.id, name: person.name ?? '' } : null
}

/**
 * Throws for what only the clinic can book: a service that is not online, or a start that is too soon or too far ahead.
 */
export async function requireOnline(
  context: Context,
  { isOnline, terms }: AskedServices,
  date: CivilDate,
  time: CivilTime,
): Promise<void> {
  if (!isOnline) throw new AppError('conflict', termsMessages.notOnline(await clinicPhone(context)))
  if (isInTime(terms, presentOn(date, context.now), minuteOfDate(time))) return
  if (
    terms.horizonDays !== null &&
    isInTime({ ...terms, horizonDays: null }, presentOn(date, context.now), minuteOfDate(time))
  )
    throw invalid('appointment_date', termsMessages.tooFarAhead(terms.horizonDays))
  throw invalid('appointment_time', termsMessages.tooSoon(await clinicPhone(context)))
}

export type Overbook = { resource_ids: readonly string[]; reason: string }

/** The 409 for a taken time; only staff read what has taken it. */
const slotTaken = (by: Booker, taken: readonly Conflict[]) =>
  new AppError('slot_taken', s.slotTaken, {
    ...(by === 'staff' && {
      data: { conflicts: taken.map((one) => ({ ...one, until: one.until === null ? null : timeOfMinute(one.until) })) },
    }),
  })

/**
 * The sets of free resources. When there is none: the set with the fewest conflicts, if staff named all of them in
 * `overbook`. Throws a 409 otherwise.
 */
function setsFor(
  day: BranchDay,
  chain: Chain,
  start: number,
  { by, overbook }: Asking,
): { sets: Plan[]; over: Conflict[] } {
  const sets = chainPlans(day, chain, start)
  if (sets.length > 0) return { sets, over: [] }
  const least = leastTakenPlan(day, chain, start)
  if (!least?.taken.every(({ id }) => overbook?.resource_ids.includes(id))) throw slotTaken(by, least?.taken ?? [])
  return { sets: [least.plan], over: least.taken }
}

/** Who requests a place, and which conflicts they book over. */
type Asking = { by: Booker; overbook?: Overbook | undefined }

/** Finds a place for a visit on a day; throws a 409 when something that it needs is taken. */
export function requirePlace(
  day: BookableDay,
  chain: Chain,
  { date, time }: { date: CivilDate; time: CivilTime },
  asking: Asking,
): Place {
  const start = minuteOfDate(time)
  const { sets, over } = setsFor(day, chain, start, asking)
  const starts_at = slotInstant(date, time)
  const at = (minute: number) => new Date(starts_at.getTime() + (minute - start) * 60_000)
  return {
    ...day.looker,
    seen: day.seen,
    starts_at,
    ends_at: at(start + chainDuration(chain)),
    sets: sets.map((set) => set.map((use) => ({ ...use, from: at(use.from), to: at(use.to) }))),
    over,
    peopleOf: (set) => chain.map((_, part) => practitionerFor(day, set, part)),
    namesOf: (set) =>
      day.resources
        .filter(({ id, kind }) => kind !== 'device' && set.some((use) => use.id === id))
        .toSorted((a, b) => a.kind.localeCompare(b.kind, 'en'))
        .map(({ name }) => name ?? ''),
  }
}

/** The 409 for a client who would be at two visits at once. */
export const clientIsBusy = (by: Booker): AppError =>
  new AppError('conflict', by === 'staff' ? termsMessages.clientIsBusy : termsMessages.youAreBusy)

/**
 * Throws a 409 when the client has another visit at that time. The caller has locked the client's record, so two
 * bookings for one person run one after the other. `except` is the visit that is being moved.
 */
export async function requireClientFree(
  { tx }: Context,
  clientId: string,
  { starts_at, ends_at }: Pick<Place, 'starts_at' | 'ends_at'>,
  by: Booker,
  except?: string,
): Promise<void> {
  const visit = await visitBetween(tx, clientId, { from: starts_at, to: ends_at, except }).executeTakeFirst()
  if (visit) throw clientIsBusy(by)
}

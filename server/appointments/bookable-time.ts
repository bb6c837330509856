import { clinicPhone } from '#server/clinic/clinic-profile.ts'
import { lockDateAgainstClosing } from '#server/closed-dates/closed-dates.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import { reservations, type HoursVersions, type SlotViewer, type Use } from '#server/resources/public.ts'
import { appointmentMessages as s, termsMessages } from '#shared/appointments/messages.ts'
import { hasBegun, lastBookableDate, minuteOfDate, presentOn, slotInstant } from '#shared/appointments/slots.ts'
import { startsEvery, timeOfMinute } from '#shared/clinic/opening-hours.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { visitServicesMessages } from '#shared/lib/visit-services.ts'
import {
  chainDuration,
  chainPlans,
  chainWithPractitioner,
  chainWithRoom,
  isChainWithinOpening,
  leastTakenPlan,
  type Chain,
  type Plan,
} from '#shared/resources/free-chains.ts'
import { isInTime, type BranchDay, type Conflict } from '#shared/resources/free-starts.ts'
import {
  isTreatmentOffered,
  readDay,
  type BookableDay,
  type DayOfVisit,
  type OfferedNames,
  type RequestedServices,
} from './day-views.ts'

/** The date and the time at which somebody wants a visit to begin. */
export type RequestedTime = { appointment_date: CivilDate; appointment_time: CivilTime }

type RequestedVisit = RequestedTime & {
  service_id: string
  further_services?: readonly string[] | undefined
  /**
   * The present start of a visit that is changed, if the visit may keep this start although visits no longer begin
   * then.
   */
  currentTime?: CivilTime | undefined
  /** True when the visit starts at the beginning of the current quarter hour. */
  beginsNow?: boolean
}

/** Who books a visit; `unknown` is a client whom the clinic does not know yet. */
export type Booker = 'client' | 'unknown' | 'staff'

/**
 * Locks the date until the transaction ends, so that nobody closes it meanwhile, and returns the day. Throws an error
 * with its own message for a date or time that cannot be booked: past, beyond the horizon, or closed. Only staff can
 * book public holidays. A visit starts at one of the clinic's start times, at the time it already has, or at a reserved
 * time, even if the clinic has changed its start times since.
 */
export async function lockBookableDay(context: Context, visit: RequestedVisit, booker: Booker): Promise<DayOfVisit> {
  const { tx, now } = context
  const { appointment_date: date, appointment_time: time, currentTime, beginsNow = false } = visit
  if (!beginsNow && hasBegun(date, time, now)) throw invalid('appointment_date', s.pastDate)
  if (date > lastBookableDate(now)) throw invalid('appointment_date', s.beyondHorizon)
  await lockDateAgainstClosing(tx, date)
  const day = await readDay(context, date, visit.service_id, visit.further_services)
  if (day.isDisabled) throw new AppError('conflict', s.dateClosed)
  if (booker !== 'staff' && day.isHoliday) throw new AppError('conflict', s.dateClosed)
  const isStart = beginsNow || time === currentTime || startsEvery(day.interval).some((start) => start.time === time)
  if (!isStart && !(await reservations.isReservedBy(tx, day.viewer, slotInstant(date, time))))
    throw invalid('appointment_time', s.notASlot)
  return day
}

/** Throws when a visit would begin before the branch opens or end after it closes. */
export function requireWithinOpening({ opening }: BranchDay, chain: Chain, time: CivilTime): void {
  if (!isChainWithinOpening(opening, chain, minuteOfDate(time))) throw invalid('appointment_time', s.outsideHours)
}

/**
 * Returns the names of the first service and its treatment. Throws a 422 at the field of a service or treatment that is
 * not offered.
 */
export async function requireOffered(
  { tx }: Context,
  { names, further }: RequestedServices,
  {
    treatment_id,
    service_id,
    further_services = [],
  }: { treatment_id: string; service_id: string; further_services?: readonly string[] | undefined },
): Promise<OfferedNames> {
  if (further_services.includes(service_id)) throw invalid('further_services', visitServicesMessages.twice)
  if (further.length < further_services.length) throw invalid('further_services', s.unknownService)
  if (names?.treatment_id === treatment_id) return names
  if (await isTreatmentOffered(tx, treatment_id)) throw invalid('service_id', s.unknownService)
  throw invalid('treatment_id', s.unknownTreatment)
}

/** The time during which a visit occupies a resource, buffers included, and the services (by index) that need it. */
export type SlotUse = Use & { parts: number[] }

/** When a visit begins and ends, and the sets of resources whose slots it can reserve. */
export type VisitSlots = SlotViewer & {
  starts_at: Date
  ends_at: Date
  sets: SlotUse[][]
  hoursVersions: HoursVersions
  /** The taken resources that staff knowingly book over; usually none. */
  over: Conflict[]
  /**
   * Returns the practitioner of each service, for a chosen set of resources. A service that needs nobody in particular
   * has null.
   */
  peopleOf: (set: readonly SlotUse[]) => ({ id: string; name: string } | null)[]
  /** The names of the practitioners and rooms in a set of resources. */
  namesOf: (set: readonly SlotUse[]) => string[]
}

/**
 * Returns the id and name of the practitioner who does a service, from a set of reserved resources. Returns null if the
 * service needs no practitioner.
 */
export const practitionerFor = (
  { resources }: BranchDay,
  set: readonly Pick<SlotUse, 'id' | 'parts'>[],
  part: number,
) => {
  const doesPart = (id: string) => set.some((use) => use.id === id && use.parts.includes(part))
  const person = resources.find(({ id, kind }) => kind === 'practitioner' && doesPart(id))
  return person ? { id: person.id, name: person.name ?? '' } : null
}

/**
 * Throws an error for what only the clinic can book: a service that is not online, or a start that is too soon or too
 * far ahead.
 */
export async function requireOnline(
  context: Context,
  { isOnline, terms }: RequestedServices,
  { appointment_date: date, appointment_time: time }: RequestedTime,
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

/** The requested practitioner and room. If one of them is missing, any free one is booked. */
export type RequestedResources = { practitioner_id?: string | undefined; room_id?: string | undefined }

/**
 * Returns what the services need, with the requested practitioner and room. Throws a 422 at the field of a practitioner
 * or room that cannot do these services.
 */
export function requireResources(chain: Chain, { practitioner_id, room_id }: RequestedResources): Chain {
  const withPerson = chainWithPractitioner(chain, practitioner_id)
  if (withPerson === null) throw invalid('practitioner_id', termsMessages.notTheirService)
  const withRoom = chainWithRoom(withPerson, room_id)
  if (withRoom === null) throw invalid('room_id', termsMessages.notTheirRoom)
  return withRoom
}

export type Overbook = { resource_ids: readonly string[]; reason: string }

/** Creates the 409 error for a taken time. It lists which resources are taken only if staff book. */
const slotTaken = (booker: Booker, taken: readonly Conflict[]) =>
  new AppError('slot_taken', s.slotTaken, {
    ...(booker === 'staff' && {
      data: { conflicts: taken.map((one) => ({ ...one, until: one.until === null ? null : timeOfMinute(one.until) })) },
    }),
  })

/**
 * Returns the sets of free resources. If there is none, returns the set with the fewest conflicts, provided that staff
 * named all these conflicts in `overbook`. Throws a 409 otherwise.
 */
function setsFor(
  day: BranchDay,
  chain: Chain,
  start: number,
  { booker, overbook }: { booker: Booker; overbook: Overbook | undefined },
): { sets: Plan[]; over: Conflict[] } {
  const sets = chainPlans(day, chain, start)
  if (sets.length > 0) return { sets, over: [] }
  const least = leastTakenPlan(day, chain, start)
  if (!least?.taken.every(({ id }) => overbook?.resource_ids.includes(id))) throw slotTaken(booker, least?.taken ?? [])
  return { sets: [least.plan], over: least.taken }
}

/** Finds the slots for a visit on a day. Throws a 409 when something that the visit needs is taken. */
export function requireSlots(
  day: BookableDay,
  chain: Chain,
  { appointment_date, appointment_time, overbook }: RequestedTime & { overbook?: Overbook | undefined },
  booker: Booker,
): VisitSlots {
  const start = minuteOfDate(appointment_time)
  const { sets, over } = setsFor(day, chain, start, { booker, overbook })
  const starts_at = slotInstant(appointment_date, appointment_time)
  const instantOf = (minute: number) => new Date(starts_at.getTime() + (minute - start) * 60_000)
  return {
    ...day.viewer,
    hoursVersions: day.hoursVersions,
    starts_at,
    ends_at: instantOf(start + chainDuration(chain)),
    sets: sets.map((set) => set.map((use) => ({ ...use, from: instantOf(use.from), to: instantOf(use.to) }))),
    over,
    peopleOf: (set) => chain.map((_, part) => practitionerFor(day, set, part)),
    namesOf: (set) =>
      day.resources
        .filter(({ id, kind }) => kind !== 'device' && set.some((use) => use.id === id))
        .toSorted((a, b) => a.kind.localeCompare(b.kind, 'en'))
        .map(({ name }) => name ?? ''),
  }
}

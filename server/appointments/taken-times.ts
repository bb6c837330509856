import type { Principal, ReadContext } from '#server/lib/context.ts'
import type { appointmentsContract } from '#shared/appointments/contract.ts'
import { hasBegun, presentOn } from '#shared/appointments/slots.ts'
import { startsEvery } from '#shared/clinic/opening-hours.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { CivilTime } from '#shared/lib/manila-time.ts'
import { chainWithPractitioner, freeChainStarts } from '#shared/resources/free-chains.ts'
import { isInTime, type BranchDay } from '#shared/resources/free-starts.ts'
import { readDays, type Moving } from './day-views.ts'

type Asked = Parsed<typeof appointmentsContract.unavailableTimes>['body']

/** The visit that somebody may move: staff any, a client an own one, a visitor none. */
const movingOf = (user: Principal | null, id: string | undefined): Moving | undefined =>
  user && id !== undefined
    ? { id, ofUser: user.permissions.has('appointments.manage') ? undefined : user.id }
    : undefined

/**
 * Times of a date at which a visit cannot begin any more: taken, begun, outside the hours, or all of a closed date. For
 * those who book by themselves also what is too soon or too far ahead for the service. `held`: those of them, for staff,
 * that are only held for somebody who is booking.
 */
export async function unavailableTimes(
  context: ReadContext,
  { date, service_id, further_services, practitioner_id, appointment_id }: Asked,
): Promise<{ taken: CivilTime[]; held: CivilTime[] }> {
  const { now, user } = context
  const isStaff = user?.permissions.has('appointments.manage') ?? false
  const more = { moving: movingOf(user, appointment_id), showsHeld: isStaff, further: further_services }
  const days = await readDays(context, { first: date, days: 1 }, service_id, more)
  const chain = chainWithPractitioner(days.chain, practitioner_id)
  const day = days.on(date)
  const all = startsEvery(days.interval)
  if (day.isDisabled || chain === null) return { taken: all.map(({ time }) => time), held: [] }
  const present = presentOn(date, now)
  const starts = all.flatMap(({ minute }) => (isStaff || isInTime(days.terms, present, minute) ? [minute] : []))
  const freeOn = (of: BranchDay) => new Set(freeChainStarts(of, chain, starts).map(({ start }) => start))
  const free = freeOn(day)
  const taken = all.filter(({ time, minute }) => hasBegun(date, time, now) || !free.has(minute))
  const timesOf = (some: typeof all) => some.map(({ time }) => time)
  if (!isStaff) return { taken: timesOf(taken), held: [] }
  const freeSoon = freeOn(days.onWithoutHolds(date))
  const held = taken.filter(({ time, minute }) => !hasBegun(date, time, now) && freeSoon.has(minute))
  return { taken: timesOf(taken), held: timesOf(held) }
}

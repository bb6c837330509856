import type { Booker, RequestedTime, VisitSlots } from '#server/appointments/bookable-time.ts'
import type { DayContext } from '#server/appointments/day-views.ts'
import { lockShareOfDate } from '#server/appointments/queries.ts'
import { knownPeopleOfBrowser } from '#server/auth/known-browser.ts'
import { clinicPhone } from '#server/clinic/clinic-profile.ts'
import type { Tx } from '#server/db/pool.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import { findClientOf } from '#server/people/find-person.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { minuteOfDate } from '#shared/appointments/slots.ts'
import { plansWithinShare } from '#shared/resources/unknown-share.ts'
import { readSharedDay } from './views.ts'

/**
 * Returns slots for an unknown client's visit that leave half of each practitioner's start times to known clients, or
 * null when there are none. Locks the date's share until the transaction ends, so that two concurrent bookings cannot
 * exceed the half together.
 */
export async function slotsWithinShare(
  context: DayContext & { tx: Tx },
  slots: VisitSlots,
  { appointment_date: date, appointment_time: time }: RequestedTime,
): Promise<VisitSlots | null> {
  await lockShareOfDate(context.tx, date)
  const { day, services } = await readSharedDay(context, date)
  const start = minuteOfDate(time)
  const minute = (at: Date) => start + (at.getTime() - slots.starts_at.getTime()) / 60_000
  const plans = slots.sets.map((set) => set.map((use) => ({ ...use, from: minute(use.from), to: minute(use.to) })))
  const allowed = new Set(plansWithinShare(day, services, plans))
  const sets = slots.sets.filter((_, i) => allowed.has(plans[i]!))
  return sets.length > 0 ? { ...slots, sets } : null
}

/** Limits an unknown client to slots that leave half of the day to known clients. Throws a 409 when there are none. */
export async function requireShareOfDay(
  context: Context,
  slots: VisitSlots,
  booking: RequestedTime,
  booker: Booker,
): Promise<VisitSlots> {
  if (booker !== 'unknown') return slots
  const within = await slotsWithinShare(context, slots, booking)
  if (within === null) throw new AppError('conflict', s.keptForKnownClients(await clinicPhone(context)))
  return within
}

/** Returns true for staff, for known clients, and for browsers in which a known client or staff have logged in. */
export async function isKnownCaller(context: Context): Promise<boolean> {
  const people = context.user ? [context.user] : await knownPeopleOfBrowser(context)
  for (const { id, role } of people) {
    if (role !== 'client') return true
    if ((await findClientOf(context.tx, id))?.proven_at) return true
  }
  return false
}

import { knownPeopleOfBrowser } from '#server/auth/known-browser.ts'
import type { Context } from '#server/lib/context.ts'
import { findClientOf } from '#server/people/find-person.ts'
import { minuteOfDate } from '#shared/appointments/slots.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { plansWithinShare } from '#shared/resources/unknown-share.ts'
import type { Place } from '#server/appointments/bookable-time.ts'
import type { Asker } from '#server/appointments/day-views.ts'
import { lockShareOfDate } from '#server/appointments/queries.ts'
import { readSharedDay } from './views.ts'
import type { Tx } from '#server/db/pool.ts'

/**
 * Slots for an unknown client's visit that leave half of each practitioner's start times to known clients; null when
 * there are none. Locks the date's share until the transaction ends, so that two concurrent bookings cannot exceed the
 * half together.
 */
export async function placeWithinShare(
  asker: Asker & { tx: Tx },
  place: Place,
  { appointment_date: date, appointment_time: time }: { appointment_date: CivilDate; appointment_time: CivilTime },
): Promise<Place | null> {
  await lockShareOfDate(asker.tx, date)
  const { day, services } = await readSharedDay(asker, date)
  const start = minuteOfDate(time)
  const minute = (at: Date) => start + (at.getTime() - place.starts_at.getTime()) / 60_000
  const plans = place.sets.map((set) => set.map((use) => ({ ...use, from: minute(use.from), to: minute(use.to) })))
  const allowed = new Set(plansWithinShare(day, services, plans))
  const sets = place.sets.filter((_, i) => allowed.has(plans[i]!))
  return sets.length > 0 ? { ...place, sets } : null
}

/** True for staff, for known clients, and for browsers in which one of them has logged in. */
export async function isKnownCaller(context: Context): Promise<boolean> {
  const people = context.user ? [context.user] : await knownPeopleOfBrowser(context)
  for (const { id, role } of people) {
    if (role !== 'client') return true
    if ((await findClientOf(context.tx, id))?.proven_at) return true
  }
  return false
}

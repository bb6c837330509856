import { manilaDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { slotInstant } from './slots.ts'
import { NOT_BEGUN_STATUSES, type AppointmentStatus } from './status.ts'

/** A visit counts as late this long after its start if the client has not arrived. */
const LATE_AFTER_MINUTES = 15

/** How long staff can undo their last status change. */
export const UNDO_MINUTES = 10

type Visit = { status: AppointmentStatus; appointment_date: CivilDate; appointment_time: CivilTime }

const hasNotBegun = ({ status }: Pick<Visit, 'status'>) => NOT_BEGUN_STATUSES.some((open) => open === status)

/**
 * True on a day on which the client can arrive: the visit's date, or the next day for a visit that begins at midnight.
 */
export const isDayOfVisit = ({ appointment_date: date, appointment_time: time }: Visit, now: Date): boolean =>
  [date, manilaDate(slotInstant(date, time))].includes(manilaDate(now))

/** True when an arrival can be marked or unmarked: on the day of the visit, before the treatment begins. */
export const canMarkArrival = (visit: Visit, now: Date): boolean => hasNotBegun(visit) && isDayOfVisit(visit, now)

/** True when the client has arrived and waits for the treatment. */
export const isWaiting = (visit: Visit & { arrived_at: string | null }): boolean =>
  visit.arrived_at !== null && hasNotBegun(visit)

/** True when the client should have arrived a quarter of an hour ago. Computed, never stored. */
export const isLate = (visit: Visit & { arrived_at: string | null }, now: Date): boolean =>
  visit.arrived_at === null &&
  canMarkArrival(visit, now) &&
  now.getTime() >= slotInstant(visit.appointment_date, visit.appointment_time).getTime() + LATE_AFTER_MINUTES * 60_000

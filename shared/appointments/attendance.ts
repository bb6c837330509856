import { manilaDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { slotInstant } from './slots.ts'
import { NOT_BEGUN_STATUSES, type AppointmentStatus } from './status.ts'

/** So long after its start a visit is shown as late while the client is not here. */
const LATE_AFTER_MINUTES = 15

/** So long staff may take back their last change of a status. */
export const UNDO_MINUTES = 10

type Visit = { status: AppointmentStatus; appointment_date: CivilDate; appointment_time: CivilTime }

const hasNotBegun = ({ status }: Pick<Visit, 'status'>) => NOT_BEGUN_STATUSES.some((open) => open === status)

/** True on the days on which somebody can arrive for the visit: its date, and after the midnight that ends it, where it begins then. */
export const isDayOfVisit = ({ appointment_date: date, appointment_time: time }: Visit, now: Date): boolean =>
  [date, manilaDate(slotInstant(date, time))].includes(manilaDate(now))

/** An arrival can be marked, or taken back: on the day of the visit, before the treatment begins. */
export const mayArrive = (visit: Visit, now: Date): boolean => hasNotBegun(visit) && isDayOfVisit(visit, now)

/** The client is here and waits for the treatment. */
export const isWaiting = (visit: Visit & { arrived_at: string | null }): boolean =>
  visit.arrived_at !== null && hasNotBegun(visit)

/** The client should have been here a quarter of an hour ago. Shown, never kept. */
export const isLate = (visit: Visit & { arrived_at: string | null }, now: Date): boolean =>
  visit.arrived_at === null &&
  mayArrive(visit, now) &&
  now.getTime() >= slotInstant(visit.appointment_date, visit.appointment_time).getTime() + LATE_AFTER_MINUTES * 60_000

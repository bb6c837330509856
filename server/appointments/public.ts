import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import { OWED_STATUSES } from '#shared/appointments/status.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/**
 * Locks the appointment that a sale pays until its transaction ends; returns its client, its status and whether it is
 * paid.
 */
export const lockForPayment = (tx: Tx, id: string) => queries.lockedForPayment(tx, id)

/**
 * After a sale paid the visit: raises its version, so that screens that show it unpaid are stale, and notifies them.
 */
export async function notifyPaid(context: Context, id: string): Promise<void> {
  await queries.raiseVersion(context.tx, id, context.now)
  context.publish({ name: 'AppointmentBooked' })
}

/** For a date of a branch: its visits that are not cancelled, how many of them are unpaid, and its pending bookings. */
export async function countDay(
  tx: ReadTx,
  branchId: string,
  date: CivilDate,
): Promise<{ visits: number; unpaid: number; requests: number }> {
  const ofDay: views.AppointmentFilter = { branchId, from: date, to: date }
  const sum = (counted: Awaited<ReturnType<typeof views.countByStatus>>) =>
    counted.reduce((all, { status, total }) => (status === 'cancelled' ? all : all + total), 0)
  return {
    visits: sum(await views.countByStatus(tx, ofDay)),
    unpaid: sum(await views.countByStatus(tx, { ...ofDay, statuses: OWED_STATUSES, unpaid: true })),
    requests: await views.countRequests(tx, branchId),
  }
}

/** The last business date on which a client's visit was completed or a service was sold. */
export { lastVisitOf } from './client-views.ts'

/** The number of a client's unfinished upcoming appointments. */
export const { openBookings } = views

/** A branch's days as a service can be booked on them, for other features that search for times. */
export { readDays, type Asker, type BookableDays } from './day-views.ts'

/** Every visit of some business dates, by time. */
export { appointmentsBetween, type AppointmentRow } from './views.ts'

/** Visits with names, ordered by id; unknown ids are left out. */
export const visitsByIds = views.appointmentsByIds

/** The number of a client's appointments that occupy a slot on `today` or later. */
export const appointmentsFrom = views.countFrom

/** For merging two records: restores or removes the expiry of first visits. */
export const { heldVisitsOf, keepHeldVisits, holdAgain } = queries
export type { HeldVisit } from './queries.ts'

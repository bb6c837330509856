import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import { OWED_STATUSES } from '#shared/appointments/status.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/**
 * Locks the appointment that a sale pays until its transaction ends. Returns its client, its status and whether it is
 * paid.
 */
export const lockForPayment = (tx: Tx, id: string) => queries.lockForPayment(tx, id)

/**
 * Locks a client and one of their visits until the transaction ends, so that the visit's change cannot be undone while
 * its deposit is paid or settled.
 */
export const lockVisit = (tx: Tx, visit: { clientId: string; id: string }) =>
  queries.lockClientAndAppointment(tx, visit)

/**
 * Runs after a sale has paid the visit. Raises the visit's version, so that forms that show it as unpaid are stale, and
 * notifies the open screens.
 */
export async function notifyPaid(context: Context, id: string): Promise<void> {
  await queries.raiseVersion(context.tx, id, context.now)
  context.publish({ name: 'AppointmentBooked' })
}

/** Returns how many visits of a date are not cancelled, and how many of these are still to be paid. */
export async function countVisitsOfDay(
  tx: ReadTx,
  branchId: string,
  date: CivilDate,
): Promise<{ visits: number; unpaid: number }> {
  const ofDay: views.AppointmentFilter = { branchId, from: date, to: date }
  const sum = (counted: Awaited<ReturnType<typeof views.countByStatus>>) =>
    counted.reduce((all, { status, total }) => (status === 'cancelled' ? all : all + total), 0)
  return {
    visits: sum(await views.countByStatus(tx, ofDay)),
    unpaid: sum(await views.countByStatus(tx, { ...ofDay, statuses: OWED_STATUSES, unpaid: true })),
  }
}

export { countAppointmentsFrom, countOpenBookings, lastVisitOf } from './client-views.ts'

/**
 * Other features use these exports to search for free times. `readDays` reads the days of a branch with the times at
 * which a service can be booked.
 */
export { readDays, type DayContext, type BookableDays } from './day-views.ts'

/**
 * These functions return visits with the names of client and service: all visits of some dates in order of time, or the
 * visits with the given ids. The result does not contain unknown ids.
 */
export { appointmentsBetween, appointmentsByIds, type AppointmentRow } from './views.ts'

export { updateStatus } from './update-status.ts'
export { startsOfClients as findStartsOfClients } from './views.ts'
export { addListedAppointment, removeListedAppointment, type ListedAppointment } from './listed-appointments.ts'

/** Counts all pending requests of a branch, whatever their dates. */
export { countRequests } from './views.ts'

/**
 * The merge of two client records uses these functions to find first visits that expire, and to remove or restore their
 * expiry.
 */
export const { firstVisitsOf, keepFirstVisits, restoreExpiry } = queries
export type { FirstVisit } from './queries.ts'

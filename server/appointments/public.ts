import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import { OWED_STATUSES } from '#shared/appointments/status.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** The appointment that a sale pays, held until the end of its transaction: whose, in which status, paid or not. */
export const lockForPayment = (tx: Tx, id: string) => queries.lockedForPayment(tx, id)

/** A sale has paid the visit: whoever saw it unpaid has an older version, and open screens read it again. */
export async function notifyPaid(context: Context, id: string): Promise<void> {
  await queries.raiseVersion(context.tx, id, context.now)
  context.publish({ name: 'AppointmentBooked' })
}

/** A branch's visits of a date that are not cancelled, those of them that are owed and not paid, and its pending bookings. */
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

/** The last business date on which a visit of a client was completed or a service was done. */
export { lastVisitOf } from './client-views.ts'

/** How many unfinished appointments of a client still lie ahead. */
export const { openBookings } = views

/** A branch's days as a service is booked on them, for features that look for a time. */
export { readDays, type Asker, type BookableDays } from './day-views.ts'

/** Every visit of some business dates, by time. */
export { appointmentsBetween, type AppointmentRow } from './views.ts'

/** Visits with their names, in the order of their ids; ids that are unknown are left out. */
export const visitsByIds = views.appointmentsByIds

/** How many appointments of a client still hold a place on `today` or later. */
export const appointmentsFrom = views.countFrom

/** For a merge of two records: moves visits, and keeps or gives back what is held for unproven people. */
export const { moveVisits, heldVisitsOf, keepHeldVisits, holdAgain } = queries
export type { HeldVisit } from './queries.ts'

/** Takes a client's phone number and what staff noted off their appointments, when the account is closed. */
export const eraseContact = queries.eraseContactOf

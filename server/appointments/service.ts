import type { Tx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** The appointment that a sale pays, held until the end of its transaction: whose, in which status, paid or not. */
export const lockForPayment = (tx: Tx, id: string) => queries.lockedForPayment(tx, id)

/** A sale has paid the visit: whoever saw it unpaid has an older version, and open screens read it again. */
export async function notifyPaid(context: Context, id: string): Promise<void> {
  await queries.raiseVersion(context.tx, id, context.now)
  context.publish({ name: 'AppointmentBooked' })
}

/** How many appointments of a client still hold a place on `today` or later. */
export const appointmentsFrom = views.countFrom

/** Takes a client's phone number off their appointments, when the account is closed. */
export const eraseContact = queries.eraseContactOf

import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { parametersOf } from './present-walk-in.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** Deletes the walk-ins of days past their retention period; called by the clean-up job. */
export const { deleteOldWalkIns } = queries

/**
 * Removes a client from the queue when a sale is made for them, and logs the removal. A sale is never refused because
 * of the queue: a walk-in who is neither waiting nor has left stays unchanged.
 */
export async function leaveQueueWithSale(context: Context, id: string, saleId: string): Promise<void> {
  const { tx, branchId, now } = context
  if (!(await queries.payWalkIn(tx, id, branchId, saleId, now))) return
  context.publish({ name: 'AppointmentBooked' })
  const row = (await views.walkInById(tx, id))!
  await writeAuditLog(context, { type: 'walk-ins.walk-in.paid', subjectId: id, parameters: parametersOf(row) })
}

/**
 * Puts the walk-in of a voided sale back into the queue with the same number. Returns the walk-in's id, if there is
 * one.
 */
export async function returnToQueue(context: Context, saleId: string): Promise<string | undefined> {
  const returned = await queries.unpayWalkIn(context.tx, saleId, context.now)
  if (returned) context.publish({ name: 'AppointmentBooked' })
  return returned?.id
}

/** Logs that a walk-in is waiting again after their sale was voided. */
export async function logReturnedWalkIn(context: Context<Principal>, id: string): Promise<void> {
  const row = await views.walkInById(context.tx, id)
  if (!row) return
  await writeAuditLog(context, {
    type: 'walk-ins.walk-in.returned',
    subjectId: row.id,
    parameters: parametersOf(row),
  })
}

import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { parametersOf } from './present-walk-in.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** For the clean-up. */
export const { forgetOldWalkIns } = queries

/**
 * A sale was made for somebody in the queue: they leave it. A sale is never refused for the queue's sake: who was taken in or
 * has paid meanwhile stays as they are. The event is written by `logPaidWalkIn`, after the number of the document.
 */
export async function leaveQueueWithSale(context: Context, id: string, saleId: string): Promise<void> {
  const { tx, branchId, now } = context
  if (await queries.payWalkIn(tx, id, branchId, saleId, now)) context.publish({ name: 'AppointmentBooked' })
}

/** Tells the log who left the queue with a sale; nothing for a sale of nobody in it. */
export async function logPaidWalkIn(context: Context<Principal>, saleId: string): Promise<void> {
  const row = await views.walkInOfSale(context.tx, saleId)
  if (!row) return
  await writeAuditLog(context, {
    type: 'walk-ins.walk-in.paid',
    subjectId: row.id,
    parameters: parametersOf(row),
  })
}

/** The sale was voided: who left the queue with it waits again, under the same number. Returns the id. */
export async function returnToQueue(context: Context, saleId: string): Promise<string | undefined> {
  const returned = await queries.unpayWalkIn(context.tx, saleId, context.now)
  if (returned) context.publish({ name: 'AppointmentBooked' })
  return returned?.id
}

/** Tells the log who waits again. */
export async function logReturned(context: Context<Principal>, id: string): Promise<void> {
  const row = await views.walkInById(context.tx, id)
  if (!row) return
  await writeAuditLog(context, {
    type: 'walk-ins.walk-in.returned',
    subjectId: row.id,
    parameters: parametersOf(row),
  })
}

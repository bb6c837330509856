import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { correctSupplies, readVisitSupplies } from '#server/inventory/public.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import type { visitSuppliesContract, VisitSupplies } from '#shared/appointments/supplies-contract.ts'
import type { SentSupply } from '#shared/catalogue/supplies-contract.ts'
import { suppliesMessages as s } from '#shared/catalogue/supplies-messages.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { parametersOf } from '#server/appointments/appointment-log.ts'
import * as queries from '#server/appointments/queries.ts'
import { requireAppointment, transitionError } from '#server/appointments/require-transition.ts'

/** Returns what a visit has used from the stock. Throws a 404 for an unknown visit. */
export async function readSuppliesOfVisit(context: ReadContext, id: string): Promise<VisitSupplies> {
  await requireAppointment(context, id)
  return { appointment_id: id, ...(await readVisitSupplies(context, id)) }
}

const textOf = ({ supplies }: VisitSupplies): string =>
  supplies.map(({ amount, unit_type, product_name }) => s.usedPart(amount, unit_type, product_name)).join(', ')

/**
 * Changes what a completed visit has used. Throws a 409 for a visit that is not completed and for a stale form, and a
 * 422 for a deleted product. The visit is locked, so that an undo of its completion waits.
 */
export async function correctVisitSupplies(
  context: Context<Principal>,
  id: string,
  supplies: readonly SentSupply[],
): Promise<Answer<typeof visitSuppliesContract.correct>> {
  await requireAppointment(context, id)
  await queries.lockAppointment(context.tx, id)
  const row = await requireAppointment(context, id)
  if (row.status !== 'completed') throw transitionError(context, row, s.notCompleted)
  const before = await readSuppliesOfVisit(context, id)
  requireVersion(context, before)
  const used = await correctSupplies(context, id, supplies)
  const after = await readSuppliesOfVisit(context, id)
  if (after.version !== before.version)
    await writeAuditLog(context, {
      type: 'appointments.appointment.supplies-corrected',
      subjectId: id,
      parameters: { ...parametersOf(row), from: textOf(before), to: textOf(after) },
    })
  return { data: after, used }
}

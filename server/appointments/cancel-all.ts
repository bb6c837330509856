import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import type { cancelAllContract } from '#shared/appointments/desk-contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { staffAppointment } from './present-appointment.ts'
import * as queries from './queries.ts'
import { writeTransition } from './update-status.ts'
import * as views from './views.ts'

/**
 * Cancels every future visit of a client, or only the given ones. Each gets its own entry in the history log, and its
 * slots are released. Paid visits stay and are returned. The client's record and the visits are locked against
 * concurrent bookings, sales and moves.
 */
export async function cancelAllOf(
  context: Context<Principal>,
  clientId: string,
  { reason, appointment_ids: named }: Parsed<typeof cancelAllContract.cancelAllOf>['body'],
): Promise<{ cancelled: number; paid: StaffAppointment[] }> {
  const { tx, now } = context
  if (!(await queries.lockClient(tx, clientId))) throw new AppError('not_found', clientMessages.notFoundTitle)
  const rows = await views.appointmentsByIds(tx, await queries.lockNotBegunOf(tx, clientId))
  const unpaid = rows.filter((row) => row.sale_id === null && (named?.includes(row.id) ?? true))
  for (const row of unpaid) await writeTransition(context, row, { status: 'cancelled', reason })
  const paid = rows.filter((row) => row.sale_id !== null)
  return { cancelled: unpaid.length, paid: paid.map((row) => staffAppointment(row, now)) }
}

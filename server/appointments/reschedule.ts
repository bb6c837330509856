import { invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { appointmentsContract, StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { markProven } from './first-visit.ts'
import { moveVisit } from './move-visit.ts'
import { staffAppointment } from './present-appointment.ts'
import { requireAppointment, requireTransition } from './require-transition.ts'

/** Moves an appointment to another date and time (its status becomes resched), person or room, under the rules of a booking by staff. */
export async function reschedule(
  context: Context<Principal>,
  id: string,
  { appointment_id, ...to }: Parsed<typeof appointmentsContract.reschedule>['body'],
): Promise<StaffAppointment> {
  if (appointment_id !== id) throw invalid('appointment_id', s.otherAppointment)
  const row = await requireTransition(context, id, 'resched')
  await moveVisit(context, row, to, 'staff')
  await markProven(context, row.client_id)
  context.publish({ name: 'AppointmentBooked' })
  return staffAppointment(await requireAppointment(context, id), context.now)
}

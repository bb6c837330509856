import { selfService } from '#server/clinic/service.ts'
import type { Context } from '#server/lib/context.ts'
import type { ClientAppointment, StaffAppointment } from '#shared/appointments/contract.ts'
import { clientAppointment, staffAppointment } from './present-appointment.ts'
import { requireAppointment } from './require-transition.ts'

/** What is kept beside the key of a booking or a move: which appointment it made, and nothing of a person. */
type Kept = { appointment_id: string }
const keep = ({ data }: { data: Kept }): Kept => ({ appointment_id: data.appointment_id })

/** Answers a repeated request of a client, or of staff who booked, with the appointment as it is now. */
export const repeatForClient = {
  keep,
  rebuild: async (context: Context, { appointment_id }: Kept): Promise<{ data: ClientAppointment }> => {
    const { policy } = await selfService(context.tx, context.branchId)
    return { data: clientAppointment(await requireAppointment(context, appointment_id), context.now, policy) }
  },
}

/** Answers a repeated move by staff with the appointment as it is now. */
export const repeatForStaff = {
  keep,
  rebuild: async (context: Context, { appointment_id }: Kept): Promise<{ data: StaffAppointment }> => ({
    data: staffAppointment(await requireAppointment(context, appointment_id), context.now),
  }),
}
